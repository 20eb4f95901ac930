// The values that the database knows: the lists of its checks, and what it begins with. Safe in the browser,
// and without imports: screens and forms read them here. The words for them are the rooms' own.

/** Double: a bed in a shared room. Single: a room to oneself. Both are prices per traveler (rules 1.2). */
export const ROOM_TYPES = ['double', 'single'] as const

/** How many may travel on one booking (rules 1.18). */
export const PARTY_AT_MOST = 6

/**
 * Draft: no one sees it. Open: sold while places are left, from its opening day to its closing date. Closed:
 * by staff.
 */
export const DEPARTURE_SALES = ['draft', 'open', 'closed'] as const

/**
 * Draft: staff alone see the journey. Shown: it has its page, and is in menu and lists. Ended: the page stays
 * for those who travel, and for links.
 */
export const JOURNEY_STATES = ['draft', 'shown', 'ended'] as const

export const TOUR_ITEM_KINDS = ['inclusion', 'question', 'player'] as const

/** What a day of a journey is made of. */
export const DAY_KINDS = ['concert', 'safari', 'beach'] as const
export type DayKind = (typeof DAY_KINDS)[number]

/** The chapters of a trip book besides its days. */
export const TRIP_CHAPTERS = ['packing', 'money', 'visa', 'health', 'emergency', 'more'] as const
export const TRIP_FILE_ENDINGS = ['pdf', 'jpg', 'png'] as const

export const SCHEDULE_CHANGES = ['canceled', 'postponed'] as const
export const SCHEDULE_CHOICES = ['refund', 'move', 'stays'] as const

/** The letters that a journey begins with (db/seed/journey-letters.ts). */
export const OWN_LETTERS = ['trip-book', 'meeting-point', 'day-before', 'thanks'] as const
/** What a letter to a departure is: one that staff wrote, or one of the journey's own. */
export const LETTER_KINDS = ['written', ...OWN_LETTERS] as const
export const BROADCAST_STATES = ['draft', 'scheduled', 'sending', 'sent', 'skipped'] as const
/** Why a broadcast whose time had come never left. */
export const SKIP_REASONS = ['too-late', 'nobody', 'departure-canceled', 'no-address', 'not-ready'] as const
export const BROADCAST_TIMINGS = ['by-hand', 'on-day', 'before', 'after'] as const
/** Whom it is put into the mailbox of: each booking's lead traveler, or each traveler with an address. */
export const ADDRESSEES = ['leads', 'travelers'] as const
/** Whom a broadcast to a departure is for. */
export const TRAVELER_AUDIENCES = ['all', 'owing', 'details-missing', 'room', 'chosen'] as const
export const AUDIENCES = ['subscribers', ...TRAVELER_AUDIENCES] as const
/** `ids` are of one room, or of the chosen travelers; empty for the others. */
export type Audience = { who: (typeof AUDIENCES)[number]; ids: number[] }
/** How many days before the departure the team contacts its travelers: the trip book is sent then. */
export const CONTACT_DAYS_BEFORE = 30

/** Where a booking stands; it only moves forward (rules 1.10). */
export const BOOKING_STATUSES = [
  'pending',
  'deposit_paid',
  'completed',
  'expired',
  'cancelled',
  'refunded',
  'payment_failed',
] as const
/** A place that was paid for, wholly or by its deposit (in queries: db/booking-queries.server.ts). */
export const PAID_STATUSES = ['deposit_paid', 'completed'] as const
/** The booking keeps a seat on the departure: held or paid for. */
export const SEAT_STATUSES = ['pending', ...PAID_STATUSES] as const

export const PAYMENT_TYPES = ['deposit', 'full'] as const
/** What a booking's money comes to: what staff read first, and filter by (rules 6.9). */
export const MONEY_STATES = [
  'balance-open',
  'paid-in-full',
  'held',
  'cancelled',
  'refunded',
  'expired',
  'payment-failed',
] as const

/** What a traveler can ask staff for on their own page; 'change' is something else, in their own words. */
export const GUEST_REQUEST_KINDS = [
  'contact',
  'pay-later',
  'move',
  'room',
  'join',
  'leave',
  'change',
  'cancel',
] as const

/**
 * Where someone on the waitlist stands. Confirmed by mail they wait; `offered` while seats are held for them.
 * The others have left it: by themselves, by an offer that they declined or let lapse, by staff, or with the
 * departure.
 */
export const ENTRY_STATES = [
  'unconfirmed',
  'waiting',
  'offered',
  'booked',
  'left',
  'declined',
  'lapsed',
  'taken-off',
  'departure-over',
] as const
/** Of who brings others: asked to, may, or no longer does. */
export const LEADER_STATES = ['applied', 'approved', 'ended'] as const
export const ROOMS_WANTED = ['any', 'double', 'single'] as const
export const OFFER_STATES = ['live', 'taken', 'declined', 'lapsed', 'withdrawn'] as const
/** Of a place that a traveler offers back: sold once a party from the list has paid for it. */
export const PLACE_STATES = ['open', 'sold', 'taken-back', 'ended'] as const

export const ROOM_WISHES = ['companion', 'introduction'] as const

/** Who signs a document of a departure; for a child a parent or guardian does. */
export const SIGNERS = ['each', 'lead', 'guardian'] as const
/** For whom someone signed. */
export const SIGNED_AS = ['traveler', 'lead', 'guardian'] as const
/** By whose page they came: the traveler's own, or the booking's. */
export const SIGNED_BY_LINK = ['own', 'booking'] as const

/** By what guests and staff change a price, each with its reason. */
export const PRICE_CHANGES = ['code', 'discount', 'surcharge', 'move', 'room'] as const
/**
 * What a charge is for. Retained: what stays of a traveler who left; promised: what is still to go back to
 * them. Settled: whose the payments are by now, written down before the party changes.
 */
export const CHARGE_KINDS = [
  'seat',
  'early-bird',
  ...PRICE_CHANGES,
  'refund',
  'dispute',
  'forgiven',
  'written-off',
  'left',
  'retained',
  'promised',
  'settled',
] as const

/**
 * The highest number of an installment: one that is paid, then those that staff spread over as many dates
 * (rules 3.12).
 */
export const INSTALLMENTS_AT_MOST = 5
/** For how many hours an offer to the waitlist stands, where staff say nothing else (rules 1.27). */
export const USUAL_OFFER_HOURS = 48
export const INTENT_PURPOSES = ['display', 'deposit', 'full', 'installment', 'balance'] as const
export const INTENT_STATES = ['creating', 'open', 'succeeded', 'cancelled'] as const
/** Where it is paid: in our page, on Stripe's, or by the site itself, as the guest agreed (autopay). */
export const INTENT_METHODS = ['card-element', 'hosted-page', 'off-session'] as const
/** What Stripe takes it from. */
export const PAYS_FROM = ['card', 'bank-account'] as const
export type PaysFrom = (typeof PAYS_FROM)[number]
export const LEDGER_KINDS = ['payment', 'refund', 'adjustment'] as const
export const LEDGER_METHODS = [...PAYS_FROM, 'cheque', 'wire', 'other'] as const
/** Whether it came or went through Stripe, and not by hand. */
export const isThroughStripe = (method: (typeof LEDGER_METHODS)[number]): boolean =>
  (PAYS_FROM as readonly string[]).includes(method)
/** Why no installment is charged by itself anymore. */
export const AUTOPAY_ENDS = [
  'not-begun',
  'stopped',
  'stopped-by-staff',
  'booking-ended',
  'paid',
  'disputed',
  'moved',
  'declined',
  'revoked',
  'other-method',
  'first-failed',
  'left',
  'who-pays',
] as const
/**
 * Where the charge of an installment by agreement stands (rules 3.16). Waiting: it was declined, and is tried
 * again on a day. Needs-card: once the guest has given another card. Dropped: nothing was left to charge.
 */
export const AUTOPAY_CHARGE_STATES = [
  'announced',
  'charging',
  'waiting',
  'needs-card',
  'paid',
  'failed',
  'dropped',
] as const
/** Of what Stripe sends to the bank, in its words. A failed one comes back to the balance. */
export const PAYOUT_STATUSES = ['pending', 'in_transit', 'paid', 'failed', 'canceled'] as const

/**
 * Why money goes back to a card (rules 4.5). Whole: all that was paid, which ends the booking and leaves its
 * price. Left-party: the share of a former traveler.
 */
export const REFUND_REASON_KEYS = [
  'goodwill',
  'owed-again',
  'cancellation',
  'whole',
  'left-party',
  'no-place',
] as const
/** Refused: ten attempts failed, staff are asked. Dropped: staff gave it up. */
export const REFUND_STATES = ['owed', 'done', 'refused', 'dropped'] as const

/** The kinds of reminders, mildest first (rules 3.5). */
export const REMINDER_KINDS = [
  'friendly',
  'urgent',
  'final',
  'overdue',
  'second-overdue',
  'last-overdue',
] as const

export const OUTBOX_STATES = ['waiting', 'sending', 'sent', 'failed'] as const
export const SUBSCRIBER_STATES = ['waiting', 'confirmed', 'left'] as const
export const CAUGHT_FORMS = [
  'inquiry',
  'newsletter',
  'watch',
  'waitlist',
  'links',
  'data',
  'application',
] as const

/** The pages whose words, pictures and films staff edit under Settings, Pages. */
export type WordedPage = 'home' | 'twende-home' | 'contact' | JourneyPage | LegalPage

/** The page of a journey, by the journey's number. */
export type JourneyPage = `tour-${number}`

/** What the law expects a page for: guests agree to the first, and are told the second. */
export const LEGAL_PAGES = ['terms', 'privacy'] as const
export type LegalPage = (typeof LEGAL_PAGES)[number]
/**
 * What staff confirm before they open, beside what shows by itself. 'sample-company': what the seed invents
 * is this company's own, which is said of a demo alone. 'closed': the checklist is not needed anymore.
 */
export const OPENING_STEPS = ['prices', 'pictures', 'legal', 'sample-company', 'closed'] as const

export const STAFF_ROLES = ['admin', 'editor', 'bookkeeper', 'guide'] as const
/** How a run of a job stands. What it says of its failure is never what tells it apart. */
export const JOB_RUN_STATES = ['running', 'done', 'failed'] as const
export const VIEW_DIMENSIONS = ['all', 'path', 'source', 'country'] as const
/** Characters of where a visitor came from. */
export const SOURCE_AT_MOST = 100
/**
 * New contacts, who subscribed by the form, bookings paid for the first time, revenue in cents; how often
 * guests held seats at the checkout, and for how many of these holds they have paid since, when they held.
 * The last two also of each journey, by its type: 'held:lodges-and-coast'.
 */
export type TallySeries =
  | ('contacts' | 'subscribers' | 'bookings' | 'revenue' | 'held' | 'held-paid')
  | `${'held' | 'held-paid'}:${string}`
