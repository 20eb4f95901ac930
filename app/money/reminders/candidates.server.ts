import { type Booking, bookingWithId } from '#app/bookings/find-booking.server'
import { owedByInstallment } from '#app/bookings/installments/settle-installments.server'
import type { PartyTraveler } from '#app/bookings/party.server'
import { sharesOwed } from '#app/money/books/shares-owed.server'
import { DAYS_TO_PAY_BY_HAND } from '#app/money/letters/autopay-charge-mail.server'
import { ASKS_ANEW } from '#app/money/letters/bank-mail.server'
import { businessDay } from '#app/platform/clock.server'
import { addDays, type Day, daysFrom, laterDay } from '#app/platform/days'
import { type Cents, cents } from '#app/platform/money'
import { hasOwnAddress } from '#app/travelers/details-due.server'
import { sqlite } from '#db/connection.server'
import { ON_ITS_WAY, OPEN_INTENTS } from '#db/schema/money'
import { isAfterDueDate, kindDue, MILDEST, REMINDERS, type ReminderKind } from './reminder-kinds'

/** A payment begun this recently is assumed to be still under way. */
export const PAYING_MINUTES = 15
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** What a reminder may ask for: an installment that is still owed, or a declined share of it. */
export type Candidate = {
  installmentId: number
  /** Of a declined share: whose it is. */
  traveler: PartyTraveler | null
  number: number
  dueOn: Day
  bookingId: number
  reference: string
  customerName: string
  bookedAt: Date
  /** What it asks for by the ledger, in cents. */
  owedCents: Cents
  sent: ReminderKind[]
  /** Each of the party pays their own share. */
  eachPays: boolean
  /** All that asks for it is being paid at the moment. */
  isBeingPaid: boolean
  /** Where each pays their own: for which travelers alone something is being paid, by their ids. */
  payingFor: number[]
  /** Everyone who is asked by it has just had a letter that asks for a failed bank payment again. */
  isJustAsked: boolean
  /** To which addresses one went, and for whose share alone; null for all that is asked there. */
  justAsked: JustAsked[]
  isBeingRefunded: boolean
  /** Until it is decided that the departure runs. */
  waits: boolean
  /** It was announced that it is charged by itself, or it was declined and is tried again. */
  isAutopaid: boolean
  /** Where each pays their own: the same of these travelers' parts, or a decline has them asked apart. */
  chargedFor: number[]
  /** The last day on which its charge was declined. */
  declinedOn: Day | null
}

export type JustAsked = { to: string; travelerId: number | null }

/** Why a traveler gets no reminder of an installment (rules 3.7). */
export type Silence =
  | 'paid'
  | 'undecided'
  | 'being-paid'
  | 'being-refunded'
  | 'just-booked'
  | 'just-asked'
  | 'too-early'
  | 'autopay'
  | 'sent'

type Row = Omit<
  Candidate,
  | 'traveler'
  | 'bookedAt'
  | 'owedCents'
  | 'sent'
  | 'eachPays'
  | 'isBeingPaid'
  | 'payingFor'
  | 'isJustAsked'
  | 'justAsked'
  | 'isBeingRefunded'
  | 'waits'
  | 'isAutopaid'
  | 'chargedFor'
> & {
  bookedAt: number
  askedCents: number
  backCents: number
  plan: string
  sent: string | null
  eachPays: number
  paying: string | null
  /** Letters about failed bank payments: a list in JSON. */
  asksAnew: string
  waits: number
  charged: string | null
  /** A list of `Declined` in JSON, in order. */
  declines: string
}

/** That a traveler's share was declined, and what they were sent since. */
type Declined = { travelerId: number; declinedOn: Day; sent: string | null }

/** In the place of a traveler, of what is paid for all. */
const ALL = 0

/** Nobody hears of one payment twice within so many days. */
const DAYS_APART = 2

/** A traveler's part of the installment, on its day. */
const IS_DECLINED = `c.booking_id = b.id and c.number = i.number and c.due_on = i.due_on
  and c.for_traveler_id is not null and c.tried_on is not null`

const COLUMNS = `
  select i.id as installmentId, i.number, i.due_on as dueOn, b.id as bookingId, b.booking_reference as reference,
    b.customer_name as customerName, b.created_at as bookedAt,
    b.asked_cents as askedCents, b.going_back_cents + b.stuck_back_cents as backCents,
    (select json_group_array(json_object('number', number, 'amountCents', amount_cents) order by number)
       from installments where booking_id = b.id) as plan,
    (select group_concat(kind) from reminders where installment_id = i.id and for_traveler_id is null) as sent,
    b.each_pays as eachPays,
    (select group_concat(coalesce(for_traveler_id, ${ALL})) from payment_intents
      where booking_id = b.id and state in ${OPEN_INTENTS}
        and (processing_at is not null or created_at > :payingSince)
        and not (${ON_ITS_WAY})) as paying,
    (select json_group_array(json_object('to', to_address, 'travelerId', traveler_id, 'at', created_at)) from outbox
      where booking_id = b.id and kind in ('${ASKS_ANEW.join("', '")}')) as asksAnew,
    d.minimum_travelers is not null and d.guaranteed_at is null as waits,
    (select group_concat(coalesce(c.for_traveler_id, ${ALL})) from autopay_charges c
        join autopay_consents a on a.id = c.consent_id
      where c.booking_id = b.id and c.number = i.number and c.due_on = i.due_on
        and c.state in ('announced', 'charging', 'waiting') and a.ended_at is null) as charged,
    (select max(tried_on) from autopay_charges
      where booking_id = b.id and number = i.number and due_on = i.due_on
        and for_traveler_id is null) as declinedOn,
    (select json_group_array(json_object('travelerId', for_traveler_id, 'declinedOn', tried_on, 'sent',
          (select group_concat(kind) from reminders
            where installment_id = i.id and for_traveler_id = c.for_traveler_id)) order by tried_on)
        from autopay_charges c where ${IS_DECLINED}) as declines
  from installments i join bookings b on b.id = i.booking_id join departures d on d.id = b.departure_id
  where i.paid_at is null and i.is_owed = 1 and d.canceled_at is null`

// The condition is written out, so that SQLite finds the partial index on what is owed.
const dueBetween = sqlite.prepare<[Record<string, unknown>], Row>(
  `${COLUMNS} and i.due_on >= :from and i.due_on <= :until and (i.due_on, i.id) > (:afterDay, :afterId)
   and (not exists (select 1 from reminders
       where installment_id = i.id and for_traveler_id is null and kind = :unlessSent)
     or exists (select 1 from autopay_charges c where ${IS_DECLINED} and not exists (select 1 from reminders
       where installment_id = i.id and for_traveler_id = c.for_traveler_id and kind = :unlessSent)))
   order by i.due_on, i.id limit :limit`,
)
const one = sqlite.prepare<[Record<string, unknown>], Row>(`${COLUMNS} and i.id = :id`)

/** Installments due on these days, without those that already had a reminder of this kind, and all apart. */
export type Span = { from: Day; until: Day; unlessSent: ReminderKind | null }

/**
 * A portion of the installments that are owed in a span of due dates, earliest first, after the one given; at
 * least `limit` candidates while there are more. Reads only; `now` decides what counts as being paid.
 */
export const candidatesIn = (
  { from, until, unlessSent }: Span,
  now: Date,
  after: { dueOn: Day; installmentId: number } | null,
  limit: number,
): Candidate[] =>
  dueBetween
    .all({
      from,
      until,
      unlessSent,
      afterDay: after?.dueOn ?? '',
      afterId: after?.installmentId ?? 0,
      limit,
      payingSince: payingSince(now),
    })
    .flatMap(candidatesOf)

/** Those of one installment, reread; none where nothing is owed on it anymore. */
export const candidatesFor = (installmentId: number, now: Date): Candidate[] => {
  const row = rowOf(installmentId, now)
  return row ? candidatesOf(row) : []
}

/** One installment as staff remind of it: of all who owe a part of it and were not just told of a decline. */
export const candidateByHand = (installmentId: number, now: Date): Candidate | undefined => {
  const row = rowOf(installmentId, now)
  return row && asCandidate(row, declinedIn(row).filter(isJustTold(row, now)))
}

const rowOf = (installmentId: number, now: Date): Row | undefined =>
  one.get({ id: installmentId, payingSince: payingSince(now) })

const payingSince = (now: Date) => now.getTime() - PAYING_MINUTES * MINUTE

/** The installment for all who owe a part of it, and apart each share that was declined and is owed. */
function candidatesOf(row: Row): Candidate[] {
  const declined = declinedIn(row)
  const common = asCandidate(row, declined)
  const booking = declined.length > 0 && bookingWithId(row.bookingId)
  const shares = booking ? sharesOwed(booking) : []
  const apart = declined.flatMap(({ travelerId, declinedOn, sent }): Candidate[] => {
    const share = shares.find(({ traveler }) => traveler.id === travelerId)
    const owed = share?.installments.find(({ number }) => number === row.number)
    if (!share || !owed || owed.owedCents === 0) return []
    const isAmong = (ids: number[]) => ids.includes(ALL) || ids.includes(travelerId)
    return [
      {
        ...common,
        ...{ traveler: share.traveler, owedCents: owed.owedCents, declinedOn, sent: kindsIn(sent) },
        ...{ isBeingPaid: isAmong(common.payingFor), isJustAsked: false },
        isAutopaid: isAmong(travelersIn(row.charged)),
      },
    ]
  })
  return common.isAutopaid && apart.length > 0 ? apart : [common, ...apart]
}

function asCandidate(
  { askedCents, backCents, plan, eachPays, paying, charged, declines: _, asksAnew, ...row }: Row,
  askedApart: Declined[],
): Candidate {
  const planned = JSON.parse(plan) as { number: number; amountCents: Cents }[]
  const owed = owedByInstallment(planned, cents(askedCents)).find(({ number }) => number === row.number)
  const payingFor = travelersIn(paying)
  const chargedFor = [...travelersIn(charged), ...askedApart.map(({ travelerId }) => travelerId)]
  const justAsked = askedLately(asksAnew, row.dueOn)
  const isForAll = payingFor.length > 0 && (eachPays === 0 || payingFor.includes(ALL))
  return {
    ...row,
    traveler: null,
    payingFor,
    chargedFor,
    eachPays: eachPays === 1,
    bookedAt: new Date(row.bookedAt),
    owedCents: owed?.owedCents ?? cents(0),
    sent: kindsIn(row.sent),
    isBeingPaid: isForAll || (payingFor.length > 0 && asksNobodyElse(row, [...payingFor, ...chargedFor])),
    justAsked,
    isJustAsked:
      justAsked.length > 0 &&
      (eachPays === 0 || asksNobodyElse(row, [...payingFor, ...chargedFor], justAsked)),
    isBeingRefunded: backCents > 0,
    waits: row.waits === 1,
    isAutopaid: chargedFor.includes(ALL) || (chargedFor.length > 0 && asksNobodyElse(row, chargedFor)),
  }
}

const travelersIn = (list: string | null): number[] => list?.split(',').map(Number) ?? []

const kindsIn = (list: string | null) => (list?.split(',') ?? []) as ReminderKind[]

/** Whose share was declined, by their last try, while each pays their own. */
function declinedIn({ declines, eachPays }: Row): Declined[] {
  const known = eachPays === 1 ? (JSON.parse(declines) as Declined[]) : []
  return [...new Map(known.map((one) => [one.travelerId, one])).values()]
}

/** The letter of a decline asks them, and gives them some days. */
const isJustTold =
  ({ dueOn }: Row, now: Date) =>
  ({ declinedOn }: Declined): boolean =>
    businessDay(now) <= countsFrom({ dueOn, declinedOn })

/** To whom a letter asked for it again so late before its day that the mildest reminder would repeat it. */
function askedLately(asksAnew: string, dueOn: Day): JustAsked[] {
  const from = addDays(dueOn, -(REMINDERS[MILDEST].daysBefore + DAYS_APART))
  return (JSON.parse(asksAnew) as (JustAsked & { at: number })[])
    .filter(({ at }) => businessDay(new Date(at)) >= from)
    .map(({ to, travelerId }) => ({ to, travelerId }))
}

/** Whether everyone who owes a part of it is among these travelers, or was just asked by a letter. */
function asksNobodyElse(
  { bookingId, number }: Pick<Row, 'bookingId' | 'number'>,
  travelerIds: number[],
  justAsked: JustAsked[] = [],
): boolean {
  const booking = bookingWithId(bookingId)
  if (!booking) return true
  return sharesOwed(booking)
    .filter(({ installments }) => installments.some((one) => one.number === number && one.owedCents > 0))
    .every(({ traveler }) => travelerIds.includes(traveler.id) || wasJustAsked(traveler, booking, justAsked))
}

/** For their share, where it is asked for: at their own address, or at the lead traveler's. */
export function wasJustAsked(traveler: PartyTraveler, booking: Booking, justAsked: JustAsked[]): boolean {
  const isOwn = traveler.position > 1 && hasOwnAddress(traveler, booking)
  const address = isOwn ? traveler.email : booking.customerEmail
  return justAsked.some(
    ({ to, travelerId }) => to === address && (travelerId === null || travelerId === traveler.id),
  )
}

/** The kind that a day calls for, by the due day, or after a declined charge by a later one (rules 3.17). */
export function kindOn(candidate: Candidate, day: Day): ReminderKind | null {
  const kind = kindDue(daysFrom(day, countsFrom(candidate)))
  return candidate.declinedOn === null || (kind && isAfterDueDate(kind)) ? kind : null
}

/** The day from which the days of its reminders count. */
export const countsFrom = ({ dueOn, declinedOn }: Pick<Candidate, 'dueOn' | 'declinedOn'>): Day =>
  declinedOn === null ? dueOn : laterDay(dueOn, addDays(declinedOn, DAYS_TO_PAY_BY_HAND))

/**
 * What a traveler gets on a business day: the most pressing kind that is due and not yet sent; milder ones
 * that were missed are skipped. Silence where there is nothing to ask, or not now (rules 3.7).
 */
export function decide(
  candidate: Candidate,
  today: Day,
  now: Date,
): { send: ReminderKind } | { silence: Silence } {
  const kind = kindOn(candidate, today)
  if (candidate.owedCents <= 0) return { silence: 'paid' }
  if (candidate.isAutopaid) return { silence: 'autopay' }
  if (!kind) return { silence: candidate.declinedOn === null ? 'too-early' : 'autopay' }
  if (candidate.waits) return { silence: 'undecided' }
  if (candidate.sent.includes(kind)) return { silence: 'sent' }
  if (candidate.isJustAsked && kind === MILDEST) return { silence: 'just-asked' }
  if (candidate.isBeingPaid) return { silence: 'being-paid' }
  if (candidate.isBeingRefunded) return { silence: 'being-refunded' }
  if (now.getTime() - candidate.bookedAt.getTime() < DAY) return { silence: 'just-booked' }
  return { send: kind }
}
