import { randomUUID } from 'node:crypto'
import type { SubmissionResult } from '@conform-to/react'
import { type ActionFunctionArgs, data, redirect } from '@remix-run/node'
import { autopayOf } from '#app/bookings/autopay-fields'
import { CheckoutForm, columnOf, notesOf, ORDER_NOTES, TRAVELER } from '#app/bookings/checkout-form'
import {
  type CheckoutDeparture,
  checkoutDeparture,
  offerTo,
  partyChoices,
  roomFor,
  salesFor,
} from '#app/bookings/checkout-offer.server'
import { countryNames } from '#app/bookings/countries'
import { CODE_REFUSED, CODE_TYPED_AT_MOST } from '#app/bookings/discount-code'
import { codeGuessed, codeOf, type DiscountCode, departureOfCode } from '#app/bookings/discount-codes.server'
import { type InstallmentPlan, type PartyChoice, planInLine } from '#app/bookings/installments/plan'
import { leaderCalled, leaderWithId } from '#app/bookings/leaders/leaders.server'
import {
  requestedCheckout,
  requestedSingles,
  requestedTravelers,
} from '#app/bookings/requested-checkout.server'
import type { Entry } from '#app/bookings/waitlist/entries.server'
import { RESOLD } from '#app/bookings/waitlist/waitlist-letters.server'
import { offersAutopay } from '#app/money/changes/paying/agree-to-autopay.server'
import { beginHostedPayment } from '#app/money/changes/paying/begin-payment.server'
import { NOT_CONFIGURED, refusalWords } from '#app/money/changes/paying/refusal-words'
import { stripeConfigured } from '#app/money/stripe/client.server'
import { businessZone, machineNow, now, timeForGuests, today } from '#app/platform/clock.server'
import { env } from '#app/platform/env.server'
import { ofEach, valuesOf } from '#app/platform/typed/fields'
import { firstNameOf } from '#app/platform/typed/first-name'
import { stripeTrouble } from '#app/routes/payment/stripe-trouble.server'
import {
  checkoutKeyIn,
  knownBrowser,
  networkOf,
  travelerBrowser,
} from '#app/server/guards/guest-cookies.server'
import { parseForm, readForm } from '#app/server/guards/read-form.server'
import { sourceOf } from '#app/server/guards/visitors.server'
import { agreedVersions, pagesInLine } from '#app/server/legal/legal-pages.server'
import { tourPicture } from '#app/site/page-words.server'
import { siteSettings } from '#app/site/settings.server'
import { hasBegun, nameInLinks, pageOf, privateTo, readNameInLinks } from '#app/tours/departure'
import { type Departure, nextOnSale } from '#app/tours/departures.server'
import { ROOM_NAMES, requestedParty } from '#app/tours/party'
import { earlyBirdOn } from '#app/tours/price'
import { dayAskedCounts } from '#app/tours/refund-policy'
import { PARTY_AT_MOST } from '#db/values'

/** In the address that a first post is redirected to: known by it even in a browser without cookies. */
const KEY_PARAMETER = 'key'
const KEY_LENGTH = 64
/** A browser posts the same form again, with the cookie that came along. */
const SAME_POST_AGAIN = 307

export type CheckoutPage = Awaited<ReturnType<typeof checkoutPage>>

/** The prices as the server has them. */
export type ServerPrices = {
  /** Of each party size and each choice of rooms for it, as many as may book; with the code. */
  plans: PartyChoice[]
  /** The code that was requested, why it takes nothing off, and the first name of its leader. */
  code: { typed: string; refused: string | null; leader: string | null }
}

/** Why the form that was sent went no further. */
export type CheckoutAnswer = ServerPrices & {
  submission: SubmissionResult | null
  refused: string | null
  reference?: string
  /** The terms that apply, where the page showed others. */
  terms?: InstallmentPlan
  /** The terms and the privacy page by now, where the page led to others. */
  pages?: string
  /** The page showed the price of another number of travelers or without the code: no terms have changed. */
  isOfOtherChoice?: boolean
  /** For how many the form was sent. */
  travelers?: number
  singles?: number
  /** For the page that shows this answer. */
  checkoutKey?: string
}

/**
 * Prices, plan and sales come from the departure; what this browser typed before comes back. Only looking
 * makes neither a key nor a cookie: the page of a browser without one is the same for all, and kept (rules
 * 9.2).
 */
export async function checkoutPage(request: Request, clientAddress?: string) {
  const url = new URL(request.url)
  const asked = requestedCheckout(url.searchParams)
  const browserDigest = await knownBrowser(request)
  const link = asked.offeredTo?.linkToken
  const found = checkoutDeparture(asked.departure, browserDigest, now(), link, asked.code)
  const { departure, held, offer } = found
  if (asked.code && asked.departure === null && !held && !offer)
    goToItsDeparture(url, asked.code, departure, clientAddress)
  // What was offered is over: the page of the place says so, and what can be done.
  if (link && !offer && !held) throw redirect(`/waitlist/${link}`)
  const roomType = roomFor(found, asked.roomType, today())
  const mine = requestedParty(roomType, { travelers: held?.travelers, singles: held?.singles })
  const sales = salesFor(found, mine, now())
  const had = held && codeOf(held.id)?.code
  const plans = partyChoices(found, roomType, today(), had)
  const next = sales === 'open' ? null : nextOnSale(today(), departure)
  const typed = held ?? asked.again
  const seats = offer?.seats ?? PARTY_AT_MOST
  return {
    tourName: departure.name,
    departure: nameInLinks(departure),
    page: pageOf(departure),
    privateTo: privateTo(departure),
    startsOn: departure.startsOn,
    endsOn: departure.endsOn,
    earlyBirdEndsOn: departure.earlyBirdEndsOn,
    earlyBirdOffer: earlyBirdOn(departure, today())?.offer ?? null,
    roomType,
    roomName: ROOM_NAMES[roomType],
    paymentType: asked.paymentType,
    plans,
    code: codeSaid(asked.code || (had?.code ?? leaderOf(found)?.code ?? ''), null),
    travelers: Math.min(seats, asked.travelers ?? mine.travelers),
    singles: asked.travelers === null ? (held?.singles ?? 0) : asked.singles,
    sales,
    next: next && { departure: nameInLinks(next), startsOn: next.startsOn, endsOn: next.endsOn },
    salesOpenOn: departure.salesOpenOn,
    hasBegun: hasBegun(departure, today()),
    isCanceled: departure.canceledAt !== null,
    typed: typed
      ? { ...ofEach(TRAVELER, (field) => typed[columnOf(field)] ?? ''), ...notesOf(typed) }
      : contactOf(asked.offeredTo),
    offer:
      link && offer
        ? { link, seats: offer.seats, ends: timeForGuests(offer.endsAt), note: offer.lent > 0 ? RESOLD : '' }
        : null,
    picture: tourPicture(departure).wide,
    countries: countryNames(),
    statement: siteSettings().cardStatement,
    offersAutopay: plans.some(({ installments }) => offersAutopay(installments)),
    refundNote: dayAskedCounts(businessZone()),
    pages: pagesInLine(),
    // Null on the page that is the same for all: its key is made when it is used.
    checkoutKey: browserDigest === null ? null : randomUUID(),
    stripe: env.stripe && { publishableKey: env.stripe.publishableKey, jsUrl: env.stripe.jsUrl },
    origin: env.BASE_URL,
  }
}

function codeSaid(typed: string, refused: string | null): ServerPrices['code'] {
  const leader = leaderCalled(typed)
  return { typed, refused, leader: leader ? (firstNameOf(leader.name) ?? leader.name) : null }
}

/** Who brought those that hold this seat. */
const leaderOf = ({ held }: CheckoutDeparture) => (held?.leaderId ? leaderWithId(held.leaderId) : undefined)

/**
 * A link with a code that names no departure, as staff sent them earlier: it leads to the one that the code
 * is for. Counted as each look-up of a code is.
 */
function goToItsDeparture(
  url: URL,
  code: string,
  { id: departureId }: Departure,
  clientAddress?: string,
): void {
  const from = { departureId, held: undefined, ...networkOf(clientAddress) }
  const given = codeGuessed(code, from, now(), machineNow())
  if (!('refused' in given) || given.refused !== 'code-elsewhere') return
  const its = departureOfCode(code, today())
  if (!its) return
  url.searchParams.set('departure', nameInLinks(its))
  throw redirect(url.pathname + url.search)
}

/** What someone on the waitlist told us of the lead traveler. */
const contactOf = (entry: Entry | null) =>
  entry && { name: entry.name, email: entry.email, phone: entry.phone ?? '', country: 'United States' }

/**
 * Without JavaScript: holds the seat and goes on to Stripe's hosted page. The first post of a browser mints
 * its key; a seat is held only once the browser shows it, so that a doubled first post finds one booking
 * (decision 023).
 */
export async function answerCheckout({ request, context }: ActionFunctionArgs) {
  if (!stripeConfigured())
    return data<Partial<CheckoutAnswer>>({ submission: null, refused: NOT_CONFIGURED }, 503)
  const url = new URL(request.url)
  const form = await readForm(request, [...Object.keys(CheckoutForm.shape), 'reprice'])
  const asksForPrice = form.has('reprice')
  form.delete('reprice')
  const submission = parseForm(form, CheckoutForm)
  const minted = url.searchParams.get(KEY_PARAMETER)
  const pageKey = String(form.get('checkoutKey') || minted || randomUUID()).slice(0, KEY_LENGTH)
  const browser = await travelerBrowser(request)
  const headers: HeadersInit = browser.setCookie ? { 'Set-Cookie': browser.setCookie } : {}
  const guest = { browserDigest: browser.digest, ...networkOf(context.clientAddress) }
  const typed = (field: keyof typeof CheckoutForm.shape) => String(form.get(field) ?? '')
  const found = checkoutDeparture(
    readNameInLinks(typed('departure')),
    browser.digest,
    now(),
    typed('offer'),
    typed('code').slice(0, CODE_TYPED_AT_MOST),
  )
  const roomType = roomFor(found, requestedCheckout(url.searchParams).roomType, today())
  const travelers = requestedTravelers(typed('travelers')) ?? 1
  const singles = roomType === 'double' ? Math.min(requestedSingles(typed('singles')), travelers - 1) : 0
  const chosen = {
    party: requestedParty(roomType, { travelers, singles }),
    code: typed('code').slice(0, CODE_TYPED_AT_MOST),
    offer: typed('offer'),
  }
  const offer = offerTo(guest, found, chosen, now(), machineNow())
  const code = codeSaid(chosen.code, offer.codeRefused && CODE_REFUSED[offer.codeRefused])
  const plansWith = (code: DiscountCode | null) => partyChoices(offer, roomType, today(), code)
  const plans = plansWith(offer.code)
  const refused = (
    answer: Omit<CheckoutAnswer, keyof ServerPrices | 'travelers' | 'singles' | 'checkoutKey'>,
    init: ResponseInit,
  ) =>
    data<CheckoutAnswer>(
      { ...answer, plans, code, travelers, singles, checkoutKey: randomUUID() },
      { headers, ...init },
    )
  if (asksForPrice) {
    const initialValue = Object.fromEntries([...form].map(([field, value]) => [field, String(value)]))
    return refused({ submission: { initialValue }, refused: null }, { status: 200 })
  }
  if (submission.status !== 'success') {
    return refused({ submission: submission.reply(), refused: null }, { status: 400 })
  }
  if (browser.setCookie && minted === null) {
    url.searchParams.set(KEY_PARAMETER, pageKey)
    return redirect(url.pathname + url.search, { status: SAME_POST_AGAIN, headers })
  }

  if (code.refused !== null)
    return refused({ submission: submission.reply(), refused: code.refused }, { status: 409 })
  const { paymentType, shown, pages } = submission.value
  try {
    const begun = await beginHostedPayment(
      {
        ...offer.order,
        paymentType,
        ...valuesOf(ORDER_NOTES, submission.value),
        traveler: valuesOf(TRAVELER, submission.value),
        autopay: autopayOf(submission.value),
        checkoutKey: checkoutKeyIn(browser.digest, pageKey),
        source: await sourceOf(request, context.clientAddress),
        shown: { plan: shown, pages },
        agreed: agreedVersions(now()),
        pages: pagesInLine(),
      },
      now,
    )
    if (!('refused' in begun)) return redirect(begun.url, { status: 303, headers })
    return refused(
      {
        submission: submission.reply(),
        refused: refusalWords(begun, nextOnSale(today(), found.departure)),
        ...(begun.refused === 'already-booked' && { reference: begun.booking.reference }),
        ...(begun.refused === 'pages-changed' && { pages: begun.pages }),
        ...(begun.refused === 'terms-changed' && {
          terms: begun.plan,
          isOfOtherChoice: [...plans, ...plansWith(null)].some((plan) => planInLine(plan) === shown),
        }),
      },
      { status: begun.refused === 'too-many-holds' ? 429 : 409 },
    )
  } catch (error) {
    const { onPage, init } = stripeTrouble(error, headers)
    return refused({ submission: submission.reply(), refused: onPage }, init)
  }
}
