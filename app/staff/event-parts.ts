import { mailName } from '#app/mail/mail-names'
import { type Day, showDay } from '#app/platform/days'
import { type Cents, cents, showCents } from '#app/platform/money'
import { counted } from '#app/platform/words'
import type { bookings, guestRequests, pageWords, ROOM_TYPES, reminders, TOUR_ITEM_KINDS } from '#db/schema'

type BookingStatus = (typeof bookings.$inferSelect)['status']
type RequestKind = (typeof guestRequests.$inferSelect)['kind']
type ReminderKind = (typeof reminders.$inferSelect)['kind']
export type Page = (typeof pageWords.$inferSelect)['page']
export type RoomType = (typeof ROOM_TYPES)[number]
type TourList = (typeof TOUR_ITEM_KINDS)[number]
type Change = { from: unknown; to: unknown }

/** Words of the rooms above this one, passed in by the screen (views/history.server.ts). */
export type Vocabulary = {
  status: (status: BookingStatus) => string
  rooms: (party: { roomType: RoomType; travelers: number; singles?: number | undefined }) => string
  installment: (number: number) => string
  reminder: (kind: ReminderKind) => string
  request: (kind: RequestKind) => string
  refundReason: (reason: string) => string
  refundRule: (why: string) => string
  term: (field: string, change: Change) => string
  pageField: (page: Page | undefined, field: string) => string
  tourField: (field: string) => string
  tourList: (list: TourList) => string
}

/** One thing that is said of an event; falsy ones are left out. */
type Piece = string | false | null | undefined | 0

/** Some or all of an event's detail, and how it reads. */
type Part<Detail extends object> = {
  /** Everything it can hold, for the tests. */
  example: Required<Detail>
  /** Entries of years ago may lack what is said today. */
  says(detail: Partial<Detail>, words: Vocabulary): Piece[]
}

/** `did` stands after the name of the person who did it, before its subject. */
export type AuditEvent<Detail extends object> = Part<Detail> & { did: string }

/** What several parts hold together. */
type All<P> = (P extends Part<infer Detail> ? (detail: Detail) => void : never) extends (
  detail: infer Detail extends object,
) => void
  ? Detail
  : never

/** An event, and what is said of it in this order; a sentence is said each time. */
export const event = <P extends (string | Part<object>)[]>(
  did: string,
  ...parts: P
): AuditEvent<All<P[number]>> => ({
  did,
  example: Object.assign({}, ...parts.map((part) => typeof part !== 'string' && part.example)),
  says: (detail, words) =>
    parts.flatMap((part) => (typeof part === 'string' ? [part] : part.says(detail, words))),
})

export const part = <Detail extends object>(
  example: Required<Detail>,
  says: Part<Detail>['says'],
): Part<Detail> => ({ example, says })

/** One key of the detail, said where it is there. */
export const field = <Key extends string, Value>(
  key: Key,
  example: Value,
  says: (value: Value, words: Vocabulary) => Piece,
) =>
  part<Record<Key, Value>>({ [key]: example } as Required<Record<Key, Value>>, (detail, words) => {
    const value = detail[key]
    return [value !== undefined && value !== null && value !== '' && says(value, words)]
  })

/** A part that may be missing from the detail. */
export const maybe = <Detail extends object>(known: Part<Detail>) =>
  known as Part<object> as Part<{ [Key in keyof Detail]?: Detail[Key] | null }>

/** A word of ours or of Stripe's, as people write it: 'charge disputed' of 'charge_disputed'. */
export const spoken = (word: string): string => word.replace(/[-_]/g, ' ')
export const number = (amount: number): string => amount.toLocaleString('en-US')

/** For what strangers can do: one entry an hour, which counts up. */
export const times = field('times', 3, (done) => done > 1 && `${number(done)} times within the hour`)
export const title = field('title', 'Lions before breakfast', (words) => `“${words}”`)
export const direction = field('direction', 'up' as 'up' | 'down', (way) => `one place ${way}`)
export const role = field('role', 'editor', (name) => `role: ${name}`)
export const note = field('note', 'Her pay comes on the 28th', (words) => `note: ${words}`)
export const changed = field('changed', ['hero title', 'postal address'], (names) => names.join(', '))
export const traveler = field('traveler', 2, (place) => `traveler ${place}`)
export const travelers = field('travelers', 3, (aboard) => counted(aboard, 'traveler'))
export const letters = field('letters', 12, (written) => counted(written, 'letter'))
export const mails = field('mails', 2, (failed) => counted(failed, 'mail'))
export const request = field('kind', 'cancel' as RequestKind, (kind, words) => words.request(kind))
export const mailKind = field('kind', 'booking-confirmation', (kind) => `the mail: ${mailName(kind)}`)

export const amount = field('amountCents', cents(50_050), showCents)
export const signed = (change: Cents): string =>
  `${change < 0 ? '−' : '+'}${showCents(cents(Math.abs(change)))}`

/** A discount or a surcharge, with its reason as the guest reads it. */
export const priceChange = [
  field('changeCents', cents(-45_000), signed),
  field('words', 'Choir discount', (words) => `reason: ${words}`),
] as const

export const discountCode = [
  field('code', 'CHOIR2026', (code) => code),
  field('off', '10%', (off) => `${off} off`),
  field('words', 'Choir of Austin', (words) => `for: ${words}`),
] as const

export const reason = field('reason', 'he has lost his work', (words) => `reason: ${words}`)
export const installment = field('installment', 2, (which, words) => words.installment(which))
export const intent = field('intent', 'pi_1', (id) => `Stripe’s payment ${id}`)
export const refundId = field('refund', 're_1', (id) => `Stripe’s refund ${id}`)
export const disputeId = field('dispute', 'dp_1', (id) => `Stripe’s dispute ${id}`)

const MEANS: Record<string, string> = {
  card: 'by card',
  cheque: 'by check',
  wire: 'by wire',
  other: 'by other means',
}
export const means = field('method', 'cheque', (method) => MEANS[method] ?? spoken(method))

const PAYMENT_NAMES = { deposit: 'deposit', full: 'the full price' }
export const payment = (says: (name: string) => string) =>
  field('paymentType', 'full' as 'deposit' | 'full', (type) => says(PAYMENT_NAMES[type]))

/** A day, and the words before it. */
export const day = <Key extends string>(key: Key, example: Day, before: string) =>
  field(key, example, (day) => `${before} ${showDay(day)}`)

/** Two days, which are said together. */
export const days = (says: (from: string, to: string) => string) =>
  part<{ from: Day; to: Day }>({ from: '2025-08-15', to: '2025-08-29' }, ({ from, to }) => [
    from && to && says(showDay(from), showDay(to)),
  ])
export const span = days((from, to) => `${from} to ${to}`)
export const fromTo = days((from, to) => `from ${from} to ${to}`)

export const moved = part<{ from: BookingStatus; to: BookingStatus }>(
  { from: 'deposit_paid', to: 'payment_failed' },
  ({ from, to }, { status }) => {
    if (!from || from === to) return []
    return [to ? `status from ${status(from)} to ${status(to)}` : `status before: ${status(from)}`]
  },
)

export const placedWith = [
  part<{ roomType: RoomType; travelers?: number; singles?: number }>(
    { roomType: 'double', travelers: 3, singles: 1 },
    ({ roomType, travelers = 1, singles }, { rooms }) => [
      roomType && rooms({ roomType, travelers, singles }),
    ],
  ),
  payment((name) => name),
  field('totalCents', cents(450_000), (price) => `price ${showCents(price)}`),
] as const

/** By what the policy says, and what of it does not go through Stripe. */
export const backByPolicy = [
  field('refundCents', cents(400_000), (back) =>
    back > 0 ? `${showCents(back)} goes back` : 'nothing goes back',
  ),
  field('byHandCents', cents(200_000), (byHand) => byHand > 0 && `${showCents(byHand)} of it by hand`),
  field('why', 'within-30-days', (why, words) => words.refundRule(why)),
  /** When the guest asked, where that day counted. */
  maybe(field('askedOn', '2025-07-01', (day) => `as of ${showDay(day)}, when they asked`)),
] as const

export const refund = [
  amount,
  field('reason', 'owed-again', (why, words) => words.refundReason(why)),
] as const

/** Of money that was entered by hand on another day. */
export const receivedOn = day('receivedOn', '2025-05-28', 'of')
export const dueOn = day('dueOn', '2025-06-15', 'due')
export const askedAgain = [amount, dueOn] as const

export const reminder = [
  installment,
  field('kind', 'overdue' as ReminderKind, (kind, words) => words.reminder(kind)),
] as const

/** Field by field of a departure: what it was and what it is. */
export const terms = part<Record<string, Change>>(
  {
    seats: { from: 20, to: 18 },
    doublePriceCents: { from: 450_000, to: 475_050 },
    startsOn: { from: '2025-10-16', to: '2025-10-17' },
    earlyBirdOffer: { from: null, to: 'A hat' },
    salesOpen: { from: true, to: false },
    sales: { from: 'draft', to: 'open' },
    salesOpenOn: { from: null, to: '2026-01-10' },
  },
  (fields, { term }) => Object.entries(fields).map(([name, change]) => change && term(name, change)),
)

export const tourList = field('list', 'question' as TourList, (list, words) => words.tourList(list))

/** Who acts where no one is signed in. Not allowed as usernames. */
const SITE_ACTORS: Record<string, string> = {
  traveler: 'The traveler',
  stripe: 'Stripe',
  schedule: 'The schedule',
  cron: 'The schedule',
  start: 'The first start',
  site: 'The site',
  somebody: 'Someone',
  machine: 'Someone at the machine',
}

export const isSiteActor = (name: string): boolean => Object.hasOwn(SITE_ACTORS, name.trim().toLowerCase())

/** The name that an entry shows; usernames stay as they are. */
export const actorWords = (actor: string, actorId: number | null): string =>
  (actorId === null && SITE_ACTORS[actor]) || actor
