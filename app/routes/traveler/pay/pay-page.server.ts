import { type Booking, bookingWithId } from '#app/bookings/find-booking.server'
import { isHeldForGuest } from '#app/bookings/hold'
import { partyOf, travelerByLink } from '#app/bookings/party.server'
import { isPaid } from '#app/bookings/status'
import { refundTermsOfShare } from '#app/bookings/traveler-letters.server'
import { isBeingGivenBack } from '#app/money/books/amounts-owed.server'
import { receivedCents } from '#app/money/books/ledger.server'
import { asOwn, asSheet, receiptsOfLink, receiptsOfTraveler } from '#app/money/books/own-receipts.server'
import { type PayerLink, payerLinkByToken } from '#app/money/books/payer-links.server'
import { isOfFirstPayment } from '#app/money/books/receipts.server'
import { shareOwed } from '#app/money/books/shares-owed.server'
import { autopayToOffer, isWithinBankAtOnce } from '#app/money/changes/paying/agree-to-autopay.server'
import { bankAtMostCents, bankPercent, whyNoBank } from '#app/money/changes/paying/bank-offer.server'
import { noBankWords } from '#app/money/changes/paying/bank-words'
import { recordOfPayment } from '#app/money/changes/paying/confirm-return.server'
import { isPartOf, paymentDueOf, whoseShare } from '#app/money/changes/paying/later-payment.server'
import { holdSummary } from '#app/money/changes/sell-by-hand.server'
import { type IntentRecord, unsettledIntentsOf } from '#app/money/payments/intent-records.server'
import { isOfPayer, type Payer, payerByLink, type Whose } from '#app/money/payments/payers.server'
import { stripeConfigured } from '#app/money/stripe/client.server'
import { now, today } from '#app/platform/clock.server'
import { env } from '#app/platform/env.server'
import { type Cents, cents } from '#app/platform/money'
import { readDollars } from '#app/platform/typed/amounts'
import { firstNameOf } from '#app/platform/typed/first-name'
import { scheduleTogether } from '#app/routes/payment/payment-parts'
import { tourPicture } from '#app/site/page-words.server'
import { waitsForDecision } from '#app/tours/departure'
import { departureOf, runningOn } from '#app/tours/departures.server'
import { autopayOf } from '#app/views/autopay.server'
import { bookingFacts, paymentSchedule } from '#app/views/booking-facts.server'
import type { PaysFrom } from '#db/values'
import { figuresOf, otherShares, shareSchedule } from '../shares/share-views.server'
import { isMailed, namedIn, type PaymentReturn, paymentReturn } from './payment-return.server'

/**
 * Who opens a payment link, and whose share its address asks for; of a payment that it names, the share that
 * was paid. Null for an unknown link, and for one that pays nothing.
 */
export function payerAsking(token: string, query: URLSearchParams): Payer | null {
  const payer = payerByLink(token)
  if (payer?.by !== 'lead' || !payer.booking.eachPays) return payer
  return payerByLink(token, whoseIn(query, payer)) ?? payer
}

function whoseIn(query: URLSearchParams, payer: Payer): Whose | undefined {
  const record = recordOfPayment(namedIn(query))
  if (record && isOfPayer(payer, record)) return whosePaid(record, payer)
  // Staff ask for a part of what all of them owe.
  if (query.has('after')) return 'all'
  return whoseShare.safeParse(query.get('whose') ?? undefined).data
}

const whosePaid = ({ forTravelerId }: IntentRecord, { booking }: Payer): Whose =>
  partyOf(booking.id).find(({ id }) => id === forTravelerId)?.position ?? 'all'

/** Why the posted form went no further, and what was chosen in it. */
export type PayAnswer = {
  refused: string
  pays?: 'next' | 'balance' | 'part'
  partAmount?: string
  paysFrom?: PaysFrom
  autopay?: string
  payerEmail?: string
}

/**
 * A payment link's page, which may name a payment just made: the lead traveler's, or of one who pays by a
 * link of their own. `init` where Stripe did not answer.
 */
export async function payPage(query: URLSearchParams, asked: Payer) {
  const { trouble, ...outcome } = await paymentReturn(query, asked)
  const payer = payerAsking(asked.token, query) ?? asked
  const isBusy = trouble?.isBusy ?? false
  const page = payer.by === 'lead' ? leadPage(payer, outcome, query) : ownPage(payer, outcome, query)
  return { page: { ...page, isBusy }, init: trouble?.init }
}

type Outcome = Omit<PaymentReturn, 'trouble'>

export type PayFormPage = ReturnType<typeof formPage>

/** What the form of every payer needs. */
function formPage(payer: Payer, query: URLSearchParams) {
  const { booking, share, by, token } = payer
  const due = paymentDueOf(payer)
  const canAgreeTo = autopayToOffer(payer)
  const whose = by !== 'lead' || !booking.eachPays ? null : share ? String(share.position) : 'all'
  return {
    by,
    token,
    /** Whose share is paid, as the form sends it: null where the link alone says it. */
    whose,
    /** The page's own address. */
    here: `/pay/${token}${whose === null ? '' : `?whose=${whose}`}`,
    due,
    schedule: scheduleOf(payer),
    isHeld: isHeldForGuest(booking),
    isShare: share !== null,
    canAgreeTo,
    autopay: autopayOf(booking, share?.id ?? null),
    /** Whose email would hear of it; of others none is shown. */
    travelerEmail: by === 'lead' ? booking.customerEmail : '',
    isProcessing: unsettledIntentsOf(booking.id).some(
      ({ processingAt, forTravelerId }) =>
        processingAt !== null && (!share || forTravelerId === null || forTravelerId === share.id),
    ),
    bank: bankOf(payer, canAgreeTo ?? []),
    ...statedPart(query, payer, due.remainingCents),
    today: today(),
    stripe: env.stripe && { publishableKey: env.stripe.publishableKey, jsUrl: env.stripe.jsUrl },
    origin: env.BASE_URL,
  }
}

/** What is paid and to pay, in its order; of one amount that a link names there is no plan. */
function scheduleOf({ booking, share, by }: Payer) {
  if (by === 'somebody' || !isPaid(booking.status)) return []
  if (!share) return scheduleTogether(paymentSchedule(booking))
  const owed = shareOwed(booking, share.id)
  return owed ? shareSchedule(owed) : []
}

export type PayPage = ReturnType<typeof leadPage> & { isBusy: boolean }

/** The lead traveler's: of all that the booking owes, or where each pays their own, of one share. */
function leadPage(payer: Payer, outcome: Outcome, query: URLSearchParams) {
  const { booking, share } = payer
  const { customer, ...facts } = bookingFacts(booking)
  const departure = departureOf(booking)
  const owed = share && shareOwed(booking, share.id)
  return {
    ...outcome,
    ...formPage(payer, query),
    isOwnLink: false as const,
    isFirst: outcome.receipt !== null && isOfFirstPayment(booking, outcome.receipt),
    booking: { ...facts, travelerName: customer.name },
    held: isHeldForGuest(booking) ? holdSummary(booking) : null,
    /** Where each pays their own: the share that is paid here, and the others that can be. */
    share: owed ? figuresOf(owed) : null,
    others: booking.eachPays ? otherShares(booking, share) : [],
    waits: waitsForDecision(departure),
    picture: tourPicture(departure).wide,
  }
}

export type OwnPayPage = ReturnType<typeof ownPage> & { isBusy: boolean }

/**
 * A companion's, or of somebody else who was sent a link: what they pay, and of the rest of the booking
 * nothing.
 */
function ownPage(payer: Payer, outcome: Outcome, query: URLSearchParams) {
  const { booking, share, by, link } = payer
  const departure = departureOf(booking)
  const owed = by === 'traveler' && share ? shareOwed(booking, share.id) : undefined
  const form = formPage(payer, query)
  return {
    ...outcome,
    ...form,
    receipt: outcome.receipt && asOwn(outcome.receipt),
    /** What came by a link that was made for somebody else; it is paid once. */
    paid: link && paidByLink(booking, link),
    isOwnLink: true as const,
    journey: journeyOf(booking),
    running: runningOn(departure, today()),
    waits: waitsForDecision(departure),
    bookedBy: firstNameOf(booking.customerName),
    /** Whose journey it is. */
    traveler: firstNameOf(share ? share.name : booking.customerName),
    /** For whom the link was made, as who made it calls them, and for how much. */
    madeFor: link && { payerName: link.payerName, amountCents: link.amountCents },
    /** A companion's, also those from before. */
    receipts: by === 'traveler' && share ? receiptsOfTraveler(booking, share.id) : [],
    share: owed ? figuresOf(owed) : null,
    /** What a companion gets back of what they pay. */
    refund: owed ? refundTermsOfShare(booking, owed.traveler, today()) : null,
    isMailed: isMailed(payer),
    state: ownState(payer, form),
  }
}

/** What an own link and its receipts say of the booking. */
function journeyOf(booking: Booking) {
  const { name: tourName, startsOn, endsOn } = departureOf(booking)
  return { tourName, startsOn, endsOn, reference: booking.reference }
}

export type PaidByLink = NonNullable<ReturnType<typeof paidByLink>>

/** The receipt that stays at a link, and what of its money went back; null while nothing came. */
function paidByLink(booking: Booking, { id, payerName }: PayerLink) {
  const receipts = receiptsOfLink(booking, id)
  const paid = receipts.find(({ entry }) => entry === 'payment')
  if (!paid) return null
  const kept = receipts.reduce((sum, { amountCents }) => sum + amountCents, 0)
  return {
    sheet: asSheet(paid),
    paidBy: payerName,
    booking: journeyOf(booking),
    wentBackCents: cents(Math.max(0, paid.amountCents - kept)),
  }
}

/** What an own link's page says in place of its form; 'open' where it has one. */
function ownState({ booking, share, link }: Payer, { due, isProcessing }: PayFormPage) {
  if (link?.withdrawnAt) return 'withdrawn'
  if (!isPaid(booking.status) || isBeingGivenBack(booking)) return 'ended'
  if (departureOf(booking).canceledAt !== null) return 'departure-canceled'
  if (isProcessing) return 'processing'
  if (due.remainingCents > 0) return stripeConfigured() ? 'open' : 'unavailable'
  const owed = share && shareOwed(booking, share.id)
  return owed && owed.onItsWayCents > 0 ? 'on-its-way' : 'nothing-due'
}

/**
 * A link that pays nothing anymore: a companion's where the lead traveler pays for everybody, or somebody
 * else's for one who travels no more. Null for an unknown one.
 */
export function closedPage(token: string) {
  const traveler = travelerByLink(token)
  if (traveler && traveler.position > 1) {
    const booking = bookingWithId(traveler.bookingId)
    return booking && isPaid(booking.status)
      ? {
          closed: 'not-asked' as const,
          to: `/traveler/${token}`,
          bookedBy: firstNameOf(booking.customerName),
        }
      : null
  }
  const link = payerLinkByToken(token)
  const paidFor = link && bookingWithId(link.bookingId)
  return link && paidFor ? { closed: 'not-needed' as const, paid: paidByLink(paidFor, link) } : null
}

export type ClosedPage = NonNullable<ReturnType<typeof closedPage>>

type Stated = {
  /** The part to offer, as typed; empty where the traveler names it. */
  part: { typed: string } | null
  /** What has come since staff asked for it, where that is as much: then it is not offered again. */
  cameSinceCents: Cents | null
  /** What the link asked for and can no longer be paid, as less is left: the usual is offered instead. */
  instead: { askedCents: Cents } | null
}

/** The part of a payment that the address states. What has come since only the lead traveler reads. */
function statedPart(query: URLSearchParams, { booking, by }: Payer, remainingCents: Cents): Stated {
  const none = { part: null, cameSinceCents: null, instead: null }
  const amount = query.get('amount')
  if (amount === null || by === 'somebody' || isHeldForGuest(booking)) return none
  const askedCents = readDollars(amount)
  const after = by === 'lead' ? readDollars(query.get('after') ?? '') : null
  const cameSinceCents = after === null ? null : cents(receivedCents(booking.id) - after)
  if (askedCents !== null && cameSinceCents !== null && cameSinceCents >= askedCents)
    return { ...none, cameSinceCents }
  if (askedCents !== null && !isPartOf(remainingCents, askedCents))
    return { ...none, instead: { askedCents } }
  return { ...none, part: { typed: askedCents === null ? '' : amount } }
}

/** Whether a bank account can pay something; `words` say why not, where a guest may have expected it. */
function bankOf({ booking, by }: Payer, plan: Parameters<typeof isWithinBankAtOnce>[0]) {
  const why = by === 'somebody' ? 'cards-alone' : whyNoBank(booking, now())
  // How the booking has fared with banks is no one else's concern.
  const isTold = why === 'too-near' || (by === 'lead' && (why === 'failed' || why === 'taken-back'))
  return {
    why,
    words: why && isTold ? noBankWords(why) : null,
    atMostCents: bankAtMostCents(),
    /** What is off for it. */
    percent: why === null ? bankPercent() : 0,
    /** An account can be charged for what follows, too. */
    mayAgree: why === null && isWithinBankAtOnce(plan),
  }
}
