import type { Day } from '#app/platform/days'
import type { Cents } from '#app/platform/money'
import type { bookings, pageWords, ROOM_TYPES, reminders, TOUR_ITEM_KINDS } from '#db/schema'

type BookingStatus = (typeof bookings.$inferSelect)['status']
type ReminderKind = (typeof reminders.$inferSelect)['kind']
type Page = (typeof pageWords.$inferSelect)['page']
type RoomType = (typeof ROOM_TYPES)[number]

type Nothing = Record<never, never>
/** Of strangers' doing: one entry an hour, which counts up. */
type Repeated = { times: number }
type Moved = { from: BookingStatus; to: BookingStatus }
type Direction = { direction: 'up' | 'down' }
type PlacedWith = {
  roomType: RoomType
  /** Of a party. */
  travelers?: number
  paymentType: 'deposit' | 'full'
  totalCents: Cents
}
type TourList = { list: (typeof TOUR_ITEM_KINDS)[number] }
type Refund = { amountCents: Cents; reason: string }
type Installment = { installment: number; amountCents: Cents }
type AskedAgain = { amountCents: Cents; dueOn: string }
type Reminder = { installment: number; kind: ReminderKind }

/**
 * Everything that is written in the audit log, and what is said of each: amounts, days and states, never addresses or
 * names of travelers. An act that is not here cannot be recorded, and one that is here has words (act-words.ts).
 */
export type Acts = {
  'signed-in': Nothing
  'signed-out': Nothing
  'signed-out-everywhere': { ended: number }
  'wrong-password': Repeated
  'unknown-name': Repeated
  'guesses-refused': Repeated
  'wrong-code': Repeated
  'codes-refused': Repeated
  'second-factor-on': Nothing
  'second-factor-off': Nothing
  'recovery-codes-made': Nothing
  'recovery-code-used': { left: number }
  'reset-asked': Repeated
  'reset-link-made': Nothing
  'password-reset': Nothing
  'email-chosen': Nothing
  'idle-hours-chosen': { hours: number; before: number }
  'clock-moved': { from: Day; to: Day }
  /** The day of the copy, and the newest payment at Stripe that it knows. */
  'backup-restored': { of: Day; intent?: string }
  'account-created': Nothing
  'user-created': { role: string }
  'user-deleted': { role: string }
  'password-changed': Nothing

  'settings-saved': { changed: string[] }
  'page-words-changed': { page: Page; changed: string[] }
  'experience-added': { title: string }
  'experience-changed': { title: string }
  'experience-removed': { title: string }
  'experience-moved': Direction
  'story-added': Nothing
  'story-changed': Nothing
  'story-removed': Nothing
  'story-moved': Direction
  'picture-uploaded': { title: string; bytes: number }
  'picture-hung': Nothing
  'picture-changed': Nothing
  'picture-removed': Nothing
  'picture-moved': Direction
  'film-uploaded': { title: string; bytes: number }
  'film-removed': { title: string }
  /** By the field of the departure: what it was and what it is. The first is of the time when a tour had one departure. */
  'tour-changed': Record<string, { from: unknown; to: unknown }>
  'departure-changed': Record<string, { from: unknown; to: unknown }>
  'departure-copied': { from: Day; to: Day }
  'departure-removed': { startsOn: Day }
  'dates-told': { travelers: number }
  'day-added': { title: string }
  'day-changed': { title: string }
  'day-removed': { title: string }
  'day-moved': Direction
  'tour-words-changed': { changed: string[] }
  'tour-item-added': TourList
  'tour-item-changed': TourList
  'tour-item-removed': TourList
  'tour-item-moved': TourList

  'contact-answered': Nothing
  'contact-reopened': Nothing
  'contact-noted': Nothing
  'contact-deleted': Nothing
  'subscribers-added': { added: number; alreadyThere: number; refused: number }
  'campaign-created': Nothing
  'campaign-changed': Nothing
  'campaign-tested': Nothing
  'campaign-begun': { recipients: number }
  'campaign-retried': { mails: number }
  'mail-retried': { kind?: string; mails?: number }
  'marketing-spend-entered': { amountCents: Cents; beforeCents: Cents | null }
  'contacts-exported': Nothing
  'bookings-exported': Nothing
  'subscribers-exported': Nothing
  'payments-exported': { from: Day; to: Day }
  'manifest-opened': Nothing
  'manifest-exported': { kind: 'csv' | 'csv-with-passports' | 'phone' }

  'details-saved': Repeated
  'details-erased': { travelers: number }
  /** `traveler` is their place on the booking. */
  'traveler-changed': { traveler: number; changed: ('name' | 'passportName' | 'email' | 'person')[] }
  'asked-staff': { kind: 'change' | 'cancel' }
  'request-done': { kind: 'change' | 'cancel' }
  'companion-link-sent': { traveler: number }

  'seat-held': PlacedWith
  'hold-changed': PlacedWith & { changed: string[] }
  'hold-expired': Moved
  'hold-payment_failed': Moved
  'payment-begun': { amountCents: Cents; method: 'card-element' | 'hosted-page' }
  'payment-withdrawn': { amountCents: Cents }
  'payment-processing': { amountCents: Cents }
  'card-declined': { amountCents: Cents; count: number }
  'payment-taken': Moved & {
    amountCents: Cents
    intent?: string
    method?: string
    note?: string
    /** Where another payment option was paid for than was on file. */
    paymentType?: 'deposit' | 'full'
  }
  /** By hand, after a restored backup that did not know of it. */
  'payment-found': { amountCents: Cents; intent: string }
  'payment-given-back': { amountCents: Cents; intent: string }
  /** By the reference of the other's booking. */
  'travelers-paired': { with: string }
  'travelers-parted': { with: string }
  'room-wish-saved': Repeated
  'room-request-declined': { of: string }
  'contact-shared': Repeated
  'contact-unshared': Repeated
  'booking-completed': Moved
  'booking-cancelled': Moved & {
    refundCents: Cents
    byHandCents: Cents
    why: string
    /** When the guest asked, where that day counted. */
    askedOn?: Day
    note: string
    /** What was overdue, where it was cancelled for that. */
    unpaidCents?: Cents
  }
  'booking-refunded': Moved
  'traveler-joined': { travelers: number; amountCents: Cents }
  'share-came-back': { amountCents: Cents }
  'traveler-left': {
    travelers: number
    refundCents: Cents
    byHandCents: Cents
    why: string
    askedOn?: Day
    note: string
  }
  'price-changed': { fromCents: Cents; toCents: Cents; forgivenCents?: Cents }
  'installment-settled': Installment
  'due-date-moved': { installment: number; from: Day; to: Day }
  'installment-asked': AskedAgain
  'installment-withdrawn': AskedAgain
  'installment-reopened': Installment
  'installment-extended': { installment: number; from: Day; to: Day; note: string }
  'written-off': { amountCents: Cents; reason: string }
  'refund-ordered': Refund
  'refund-tried-again': Refund
  'refund-stuck': Refund & { lastError: string }
  'refund-dropped': Refund
  'refund-recognized': Refund
  'refund-told-apart': Refund
  'refund-made': { amountCents: Cents; refund: string }
  'refund-failed': { amountCents: Cents; refund: string }
  'paid-back-by-hand': { amountCents: Cents; method: string; note: string }
  'dispute-opened': { dispute: string; amountCents: Cents; reason: string; answerBy?: string | null }
  'dispute-closed': { dispute: string; amountCents: Cents; reason: string; outcome?: string }
  'reminder-sent': Reminder
  'reminder-taken-back': Reminder
}

export type Action = keyof Acts

/** Who acts where nobody is signed in. No user may be called so. */
const SITE_ACTORS: Record<string, string> = {
  traveler: 'The traveler',
  stripe: 'Stripe',
  schedule: 'The schedule',
  cron: 'The schedule',
  start: 'The first start',
  site: 'The site',
  somebody: 'Somebody',
  machine: 'Somebody at the machine',
}

export const isSiteActor = (name: string): boolean => Object.hasOwn(SITE_ACTORS, name.trim().toLowerCase())

/** The name that an entry shows; usernames stay as they are. */
export const actorWords = (actor: string, actorId: number | null): string =>
  (actorId === null && SITE_ACTORS[actor]) || actor
