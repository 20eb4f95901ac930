import { type Booking, findBooking } from '#app/bookings/find-booking.server'
import { agreedInLine } from '#app/bookings/installments/autopay'
import { partyOf } from '#app/bookings/party.server'
import { isPaid } from '#app/bookings/status'
import { amountsOwed } from '#app/money/books/amounts-owed.server'
import { payerLinksOf } from '#app/money/books/payer-links.server'
import { sharesOwed } from '#app/money/books/shares-owed.server'
import { setEachPays } from '#app/money/changes/party/each-pays.server'
import { autopayToOffer } from '#app/money/changes/paying/agree-to-autopay.server'
import { bankPercent } from '#app/money/changes/paying/bank-offer.server'
import {
  beginLaterCardPayment,
  beginLaterHostedPayment,
  isPartOf,
  paymentDueOf,
} from '#app/money/changes/paying/later-payment.server'
import { linkForSomebody, withdrawLink } from '#app/money/changes/paying/somebody-else.server'
import { type Payer, payerByLink } from '#app/money/payments/payers.server'
import { now } from '#app/platform/clock.server'
import { cents } from '#app/platform/money'
import { db, sqlite } from '#db/connection.server'
import { bookings } from '#db/schema/bookings'
import { letAgree } from './autopay-commands'
import type { Commands } from './commands'
import type { World } from './world'

function bookingCalled(reference: string): Booking {
  const booking = findBooking(reference)
  if (!booking) throw new Error(`${reference} is gone`)
  return booking
}

const outcome = (done: object): string => ('refused' in done ? String(done.refused) : 'done')

/** Each pays their own share, by their own link or by the lead traveler's; or somebody else does. */
export const SHARE_COMMANDS = {
  eachPays: ({ reference, on }: Commands['eachPays']) =>
    setEachPays({ reference, eachPays: on }, null, now).then(outcome),

  async payShare({ reference, position, by, pays, way, from, agrees }: Commands['payShare']) {
    const booking = bookingCalled(reference)
    const traveler = partyOf(booking.id).find((one) => one.position === position)
    if (!traveler) return 'nobody-there'
    const isOwn = by === 'own' && position !== 1
    const whose = by === 'all' ? ('all' as const) : position
    const token = isOwn ? traveler.linkToken : booking.linkToken
    if (agrees && isOwn) letAgree(traveler.id)
    const payer = payerByLink(token, whose)
    return payer ? beginBy(payer, { whose, pays, way, from, agrees }) : 'unknown'
  },

  linkForSomebody({ reference, position, amountCents }: Commands['linkForSomebody']) {
    const payer = payerByLink(bookingCalled(reference).linkToken, position)
    if (!payer) return 'nobody-there'
    const { remainingCents } = paymentDueOf(payer)
    const amount = isPartOf(remainingCents, cents(amountCents)) ? cents(amountCents) : remainingCents
    return outcome(linkForSomebody(payer, { payerName: 'Aunt Rose', amountCents: amount }, now()))
  },

  async payByLink({ reference, which, withdraws }: Commands['payByLink']) {
    const booking = bookingCalled(reference)
    const links = payerLinksOf(booking.id)
    const link = links[which % Math.max(1, links.length)]
    const lead = payerByLink(booking.linkToken, 'all')
    if (link && withdraws) return String(lead && (await withdrawLink(lead, link.id, now)))
    const payer = link && payerByLink(link.linkToken)
    return payer ? beginBy(payer, { pays: 'balance', way: 'card', from: 'card', agrees: false }) : 'no-link'
  },

  shares: (): string[] => wrongInShares(),
}

type By = Pick<Commands['payShare'], 'pays' | 'way' | 'from' | 'agrees'> & { whose?: number | 'all' }

async function beginBy(payer: Payer, { whose, pays, way, from, agrees }: By): Promise<string> {
  const plan = agrees && pays === 'next' ? autopayToOffer(payer) : null
  const { next, remainingCents } = paymentDueOf(payer)
  const wish = {
    ...{ token: payer.token, whose, pays, paysFrom: from, bankPercent: bankPercent(), remainingCents },
    amountCents: pays === 'next' ? (next?.owedCents ?? cents(0)) : remainingCents,
    ...(plan && { autopay: { plan: agreedInLine(plan) } }),
  }
  const begin = way === 'card' ? beginLaterCardPayment : beginLaterHostedPayment
  return outcome(await begin(wish, now))
}

/**
 * In the admin's process: by traveler and by installment shares come to what the booking owes, and nobody's
 * own money counts for another.
 */
function wrongInShares(): string[] {
  return db
    .select()
    .from(bookings)
    .all()
    .filter(({ status }) => isPaid(status))
    .flatMap((booking) => [...doNotAddUp(booking), ...countForOthers(booking)])
}

const sum = (amounts: number[]): number => amounts.reduce((total, amount) => total + amount, 0)

function doNotAddUp(booking: Booking): string[] {
  const shares = sharesOwed(booking)
  const { remainingCents, onItsWayCents, installments } = amountsOwed(booking)
  const differs = (what: string, one: number, other: number) =>
    one === other ? [] : [`${booking.reference}: ${what} of shares is ${one}, of the booking ${other}`]
  const below = shares.flatMap(({ owedCents, installments: rows }) => [
    owedCents,
    ...rows.map((row) => row.owedCents),
  ])
  return [
    ...differs('what is owed', sum(shares.map(({ owedCents }) => owedCents)), remainingCents),
    ...(remainingCents > 0
      ? differs('what is on its way', sum(shares.map((share) => share.onItsWayCents)), onItsWayCents)
      : []),
    ...installments.flatMap(({ number, owedCents }, row) =>
      differs(
        `installment ${number}`,
        sum(shares.map((share) => share.installments[row]?.owedCents ?? 0)),
        owedCents,
      ),
    ),
    ...(below.some((amount) => amount < 0) ? [`${booking.reference}: a share owes less than nothing`] : []),
  ]
}

const ownMoney = sqlite.prepare<[number], { travelerId: number; cents: number }>(
  `select for_traveler_id as travelerId, sum(amount_cents) as cents from payments p
   where booking_id = ? and for_traveler_id is not null
     and not exists (select 1 from refunds where booking_id = p.booking_id)
     and not exists (select 1 from payments where booking_id = p.booking_id and amount_cents < 0)
     and not exists (select 1 from charges where booking_id = p.booking_id and price_cents < 0 and kind <> 'early-bird')
   group by for_traveler_id`,
)

/** Where nothing went back and no price was lowered, it can be said simply. */
function countForOthers(booking: Booking): string[] {
  const shares = sharesOwed(booking)
  return ownMoney.all(booking.id).flatMap(({ travelerId, cents: own }) => {
    const share = shares.find(({ traveler }) => traveler.id === travelerId)
    return share && share.paidCents < own
      ? [`${booking.reference}: ${own} was paid for traveler ${travelerId}, who has ${share.paidCents}`]
      : []
  })
}

/** Beside the other auditors: shares are exact. */
export async function shareFaults(world: World): Promise<string[]> {
  const done = await world.tell({ name: 'shares', with: {} })
  return 'answer' in done ? (done.answer as string[]) : [`nobody says what is owed: ${JSON.stringify(done)}`]
}
