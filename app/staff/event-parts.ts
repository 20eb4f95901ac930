import { mailName } from '#app/mail/mail-names'
import { type Day, showDay } from '#app/platform/days'
import { cents, showCents } from '#app/platform/money'
import { counted } from '#app/platform/words'
import type { bookings, guestRequests } from '#db/schema/bookings'
import type { reminders } from '#db/schema/mail'
import type { pageWords } from '#db/schema/site'
import type { ROOM_TYPES, TOUR_ITEM_KINDS } from '#db/values'

export type BookingStatus = (typeof bookings.$inferSelect)['status']
export type RequestKind = (typeof guestRequests.$inferSelect)['kind']
export type ReminderKind = (typeof reminders.$inferSelect)['kind']
export type Page = (typeof pageWords.$inferSelect)['page']
export type RoomType = (typeof ROOM_TYPES)[number]
type TourList = (typeof TOUR_ITEM_KINDS)[number]
export type Change = { from: unknown; to: unknown }

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
export const letters = field('letters', 12, (written) => counted(written, 'email'))
export const mails = field('mails', 2, (failed) => counted(failed, 'mail'))
export const mailKind = field('kind', 'booking-confirmation', (kind) => `the mail: ${mailName(kind)}`)

export const amount = field('amountCents', cents(50_050), showCents)
export const reason = field('reason', 'he has lost his work', (words) => `reason: ${words}`)
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

export const dueOn = day('dueOn', '2025-06-15', 'due')
export const tourList = field('list', 'question' as TourList, (list, words) => words.tourList(list))
