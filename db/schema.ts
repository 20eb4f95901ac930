import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import {
  type AnySQLiteColumn,
  check,
  foreignKey,
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core'
import type { Cents } from '#app/platform/money'
import {
  ADDRESSEES,
  type Audience,
  BOOKING_STATUSES,
  CAMPAIGN_STATES,
  CAUGHT_FORMS,
  type DayKind,
  DEPARTURE_SALES,
  ENTRY_STATES,
  GUEST_REQUEST_KINDS,
  INSTALLMENTS_AT_MOST,
  INTENT_METHODS,
  INTENT_PURPOSES,
  INTENT_STATES,
  JOB_RUN_STATES,
  LEDGER_KINDS,
  LEDGER_METHODS,
  LETTER_KINDS,
  LETTER_STATES,
  LETTER_TIMINGS,
  MONEY_STATES,
  OFFER_STATES,
  OPENING_STEPS,
  OUTBOX_STATES,
  PARTY_AT_MOST,
  PARTY_CHANGES,
  PAYMENT_TYPES,
  PLACE_STATES,
  REFUND_REASON_KEYS,
  REFUND_STATES,
  REMINDER_KINDS,
  ROOM_TYPES,
  ROOM_WISHES,
  ROOMS_WANTED,
  SCHEDULE_CHANGES,
  SCHEDULE_CHOICES,
  SKIP_REASONS,
  STAFF_ROLES,
  SUBSCRIBER_STATES,
  TALLY_SERIES,
  TOUR_ITEM_KINDS,
  TRIP_CHAPTERS,
  TRIP_FILE_ENDINGS,
  VIEW_DIMENSIONS,
  type WordedPage,
} from './values'

// Units: …Cents whole US cents; …At an instant as UTC milliseconds; …On a calendar day as '2025-08-15'.

const id = () => integer('id').primaryKey({ autoIncrement: true })
const instant = (name: string) => integer(name, { mode: 'timestamp_ms' })
const cents = (name: string) => integer(name).$type<Cents>()
const flag = (name: string) => integer(name, { mode: 'boolean' })

/**
 * One name for all spellings of an address that surely are one person's, as `certainMailboxOf` has it: by its
 * indexes.
 */
export const mailboxKey = (column: unknown) => {
  const address = sql`lower(${column})`
  const name = sql`substr(${address}, 1, instr(${address}, '@') - 1)`
  const bare = sql`replace(substr(${name}, 1, instr(${name} || '+', '+') - 1), '.', '')`
  return sql`iif(substr(${address}, instr(${address}, '@') + 1) in ('gmail.com', 'googlemail.com'),
    coalesce(nullif(${bare}, ''), ${name}) || '@gmail.com', ${address})`
}

const oneOf = (column: unknown, values: readonly string[]) =>
  sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(', '))})`

/** A journey that is sold: its name and the words of its page. One run of it is a departure (rules 1.1). */
export const tours = sqliteTable('tours', {
  id: id(),
  tourType: text('tour_type').notNull().unique(),
  name: text('name').notNull(),
  introTitle: text('intro_title').notNull(),
  introText: text('intro_text').notNull(),
  bandTitle: text('band_title').notNull(),
  bandText: text('band_text').notNull(),
  routeTitle: text('route_title').notNull(),
  routeText: text('route_text').notNull(),
  notIncluded: text('not_included').notNull(),
  version: integer('version').notNull().default(1),
  updatedAt: instant('updated_at').notNull(),
})

/**
 * The lists of a journey's page: what is included, what people ask, who plays; each in the order of its
 * position.
 */
export const tourItems = sqliteTable(
  'tour_items',
  {
    id: id(),
    tourId: integer('tour_id')
      .notNull()
      .references(() => tours.id),
    kind: text('kind', { enum: TOUR_ITEM_KINDS }).notNull(),
    position: integer('position').notNull(),
    /** The question or the instrument; an inclusion has none. */
    title: text('title').notNull().default(''),
    text: text('text').notNull(),
  },
  (t) => [
    check('tour_items_kind', oneOf(t.kind, TOUR_ITEM_KINDS)),
    index('tour_items_in_order').on(t.tourId, t.kind, t.position, t.id),
  ],
)

/** One run of a journey: dates, prices and seats, all of it editable by staff (rules 1.1). */
export const departures = sqliteTable(
  'departures',
  {
    id: id(),
    tourId: integer('tour_id')
      .notNull()
      .references(() => tours.id),
    startsOn: text('starts_on').notNull(),
    endsOn: text('ends_on').notNull(),
    seats: integer('seats').notNull(),
    depositCents: cents('deposit_cents').notNull(),
    doublePriceCents: cents('double_price_cents').notNull(),
    singlePriceCents: cents('single_price_cents').notNull(),
    firstInstallmentDueOn: text('first_installment_due_on').notNull(),
    finalInstallmentDueOn: text('final_installment_due_on').notNull(),
    earlyBirdEndsOn: text('early_bird_ends_on'),
    earlyBirdOffer: text('early_bird_offer'),
    /** What an early bird pays less, for each traveler. The offer in words promises no money. */
    earlyBirdOffCents: cents('early_bird_off_cents')
      .notNull()
      .default(0 as Cents),
    /** The same as a part of the price; 0 where it is an amount. */
    earlyBirdOffPercent: real('early_bird_off_percent').notNull().default(0),
    sales: text('sales', { enum: DEPARTURE_SALES }).notNull().default('draft'),
    /** The first day of sale of an open one; null where it is sold at once. */
    salesOpenOn: text('sales_open_on'),
    salesCloseOn: text('sales_close_on'),
    /**
     * It runs once this many travelers have paid, which is decided by that day; null where it runs anyway.
     */
    minimumTravelers: integer('minimum_travelers'),
    decideOn: text('decide_on'),
    /** Since when staff have promised that it runs. */
    guaranteedAt: instant('guaranteed_at'),
    /** Since when it is canceled as a whole: nothing is sold, moved or paid to it anymore. */
    canceledAt: instant('canceled_at'),
    /** How long an offer to the waitlist stands at most, and whether guests read their place in line. */
    waitlistOfferHours: integer('waitlist_offer_hours').notNull().default(48),
    waitlistShowsPlace: flag('waitlist_shows_place').notNull().default(false),
    /**
     * What of each resold place the company keeps: cents, or a part of the price. Neither: none is resold.
     */
    resaleFeeCents: cents('resale_fee_cents')
      .notNull()
      .default(0 as Cents),
    resaleFeePercent: real('resale_fee_percent').notNull().default(0),
    version: integer('version').notNull().default(1),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    check('departures_minimum', sql`${t.minimumTravelers} between 1 and 500`),
    check(
      'departures_decision',
      sql`(${t.decideOn} is null) = (${t.minimumTravelers} is null) and (${t.decideOn} is null or ${t.decideOn} <= ${t.firstInstallmentDueOn})`,
    ),
    check('departures_canceled', sql`${t.canceledAt} is null or ${t.sales} <> 'open'`),
    check('departures_seats', sql`${t.seats} between 0 and 500`),
    check('departures_dates', sql`${t.startsOn} <= ${t.endsOn}`),
    check('departures_due_dates', sql`${t.firstInstallmentDueOn} <= ${t.finalInstallmentDueOn}`),
    check(
      'departures_prices',
      sql`${t.depositCents} > 0 and ${t.doublePriceCents} >= ${t.depositCents} and ${t.singlePriceCents} >= ${t.depositCents}`,
    ),
    check('departures_sales', oneOf(t.sales, DEPARTURE_SALES)),
    uniqueIndex('departures_one_a_day').on(t.tourId, t.startsOn),
  ],
)

/** The days of a departure in the order of their position; their dates follow its first day. */
export const departureDays = sqliteTable(
  'departure_days',
  {
    id: id(),
    departureId: integer('departure_id')
      .notNull()
      .references(() => departures.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    title: text('title').notNull(),
    place: text('place').notNull(),
    text: text('text').notNull(),
    /** What the day is made of; where there are two, the evening is the second. */
    kinds: text('kinds', { mode: 'json' }).$type<DayKind[]>().notNull(),
    /**
     * Where it is spent, and where it ends when that is another place than the next day's: stops of the map.
     */
    stop: text('stop').notNull(),
    onward: text('onward'),
    /** Where travelers sleep and meet, for the trip book; empty until staff know it. */
    lodge: text('lodge').notNull().default(''),
    lodgeAddress: text('lodge_address').notNull().default(''),
    lodgePhone: text('lodge_phone').notNull().default(''),
    /** Latitude and longitude in degrees, as '-2.65, 37.26'. */
    coordinates: text('coordinates').notNull().default(''),
    meeting: text('meeting').notNull().default(''),
    /** When staff last changed what travelers read of it, its date included; null where they never did. */
    changedAt: instant('changed_at'),
  },
  (t) => [index('departure_days_in_order').on(t.departureId, t.position, t.id)],
)

/** The chapters of a departure's trip book besides its days, in the order of their position. */
export const tripNotes = sqliteTable(
  'trip_notes',
  {
    id: id(),
    departureId: integer('departure_id')
      .notNull()
      .references(() => departures.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: TRIP_CHAPTERS }).notNull(),
    position: integer('position').notNull(),
    title: text('title').notNull(),
    /** Paragraphs; of a packing list, a thing to pack in each line. */
    text: text('text').notNull(),
    /** Also a question of the journey's page. */
    isPublic: flag('is_public').notNull().default(false),
    changedAt: instant('changed_at'),
  },
  (t) => [
    check('trip_notes_kind', oneOf(t.kind, TRIP_CHAPTERS)),
    index('trip_notes_in_order').on(t.departureId, t.position, t.id),
  ],
)

/**
 * Files of a departure's trip book. A copied departure has the same ones: a file lies beside the photographs
 * under the digest of its content as long as a row names it.
 */
export const tripFiles = sqliteTable(
  'trip_files',
  {
    id: id(),
    departureId: integer('departure_id')
      .notNull()
      .references(() => departures.id, { onDelete: 'cascade' }),
    title: text('title').notNull(),
    ending: text('ending', { enum: TRIP_FILE_ENDINGS }).notNull(),
    digest: text('digest').notNull(),
    bytes: integer('bytes').notNull(),
    createdBy: text('created_by').notNull(),
    changedAt: instant('changed_at'),
  },
  (t) => [
    check('trip_files_ending', oneOf(t.ending, TRIP_FILE_ENDINGS)),
    check('trip_files_bytes', sql`${t.bytes} > 0`),
    uniqueIndex('trip_files_once').on(t.departureId, t.digest),
    index('trip_files_by_digest').on(t.digest),
  ],
)

/**
 * Who asked to be told when the next departure of a journey opens: one letter, and one where the departure it
 * was about is canceled or postponed.
 */
export const departureWatchers = sqliteTable(
  'departure_watchers',
  {
    id: id(),
    tourId: integer('tour_id')
      .notNull()
      .references(() => tours.id),
    email: text('email').notNull(),
    consentAt: instant('consent_at').notNull(),
    /** The unguessable part of the link by which they take it back. */
    token: text('token').notNull().unique(),
    /** The same of the link in the letter that asks; null for those of releases that did not ask. */
    confirmToken: text('confirm_token'),
    /** Since when the request waits for its confirmation; null once confirmed. */
    waitingSince: instant('waiting_since'),
    toldAt: instant('told_at'),
    createdAt: instant('created_at').notNull(),
    /**
     * The departure whose page they asked on, then the one they were told of; null for those of releases that
     * promised one letter alone.
     */
    departureId: integer('departure_id').references(() => departures.id, { onDelete: 'set null' }),
    /** What they are still to hear of it. */
    changeId: integer('change_id').references((): AnySQLiteColumn => scheduleChanges.id, {
      onDelete: 'set null',
    }),
  },
  (t) => [
    index('departure_watchers_of')
      .on(t.departureId, sql`lower(${t.email})`)
      .where(sql`${t.departureId} is not null`),
    index('departure_watchers_to_hear').on(t.changeId).where(sql`${t.changeId} is not null`),
    uniqueIndex('departure_watchers_once')
      .on(t.tourId, sql`lower(${t.email})`)
      .where(sql`${t.toldAt} is null`),
    uniqueIndex('departure_watchers_confirm_token').on(t.confirmToken),
    index('departure_watchers_by_age').on(t.createdAt),
    index('departure_watchers_requests').on(t.waitingSince).where(sql`${t.waitingSince} is not null`),
    index('departure_watchers_confirmed')
      .on(t.id)
      .where(sql`${t.toldAt} is null and ${t.waitingSince} is null`),
    index('departure_watchers_told').on(t.toldAt).where(sql`${t.toldAt} is not null`),
  ],
)

/**
 * Of a booking that has ended: more is kept than may stay. Written out, so that its index fits
 * (`notReturnedCents`).
 */
export const NOT_GIVEN_BACK = `((payment_status = 'cancelled' and kept_cents > stays_cents) or (payment_status in ('expired', 'payment_failed', 'refunded') and kept_cents > 0))`

/** One traveler's place on a departure, from the held seat to the last installment. */
export const bookings = sqliteTable(
  'bookings',
  {
    id: id(),
    reference: text('booking_reference').notNull().unique(),
    departureId: integer('departure_id')
      .notNull()
      .references(() => departures.id),
    tourType: text('tour_type').notNull().default('texas-safari'),
    /**
     * The dates that the traveler agreed to: refunds follow them, or the present ones where those are better.
     */
    agreedStartsOn: text('agreed_starts_on').notNull().default(''),
    agreedEndsOn: text('agreed_ends_on').notNull().default(''),
    /**
     * The dates that we last wrote to the traveler, where they were moved; null while those of the booking
     * stand.
     */
    toldStartsOn: text('told_starts_on'),
    toldEndsOn: text('told_ends_on'),
    /** The lead traveler's; `singles` of the party sleep in a single room. */
    roomType: text('room_type', { enum: ROOM_TYPES }).notNull(),
    singles: integer('singles').notNull().default(0),
    paymentType: text('payment_type', { enum: PAYMENT_TYPES }).notNull(),
    status: text('payment_status', { enum: BOOKING_STATUSES }).notNull().default('pending'),
    travelers: integer('number_of_guests').notNull().default(1),
    customerName: text('customer_name').notNull(),
    customerEmail: text('customer_email').notNull(),
    customerPhone: text('customer_phone'),
    customerAddress: text('customer_address').notNull(),
    customerCity: text('customer_city').notNull(),
    customerState: text('customer_state').notNull(),
    customerZipCode: text('customer_zip_code').notNull(),
    customerCountry: text('customer_country').notNull(),
    totalCents: cents('total_cents').notNull(),
    /** What the deposit comes to by now: what was agreed, never more than the price. */
    depositCents: cents('deposit_cents').notNull(),
    /** The deposit that was agreed; a price that is lowered and raised again finds it here. */
    agreedDepositCents: cents('agreed_deposit_cents')
      .notNull()
      .default(0 as Cents),
    /**
     * The early-bird promise that was made with the booking, in the words of that day; null where there was
     * none.
     */
    earlyBirdOffer: text('early_bird_offer'),
    /** What was deducted for each traveler for booking early: the price has it already. */
    earlyBirdOffCents: cents('early_bird_off_cents')
      .notNull()
      .default(0 as Cents),
    /** The same for each in a single room, where a mixed party has another there; else null. */
    earlyBirdOffSingleCents: cents('early_bird_off_single_cents'),
    /** The refund terms that the traveler accepted, word for word (rules 4.1). */
    refundTerms: text('refund_terms').notNull(),
    /**
     * From how many days before departure nothing comes back, by those words; null where they do not say it.
     */
    noRefundDays: integer('no_refund_days'),
    holdEndsAt: instant('hold_ends_at').notNull(),
    /**
     * Digest of the browser's signed key: who may see this booking again, and whose hold this is. Empty:
     * no one's (`LINK_ALONE`).
     */
    browserDigest: text('browser_digest').notNull(),
    /** One opened checkout page: a double click or a second submit finds the booking it already made. */
    checkoutKey: text('checkout_key').notNull(),
    /** Keyed digest of the network address, to count its holds and its declined cards; cleared afterward. */
    addressDigest: text('address_digest'),
    /** The unguessable part of the traveler's own links. */
    linkToken: text('link_token').notNull().unique(),
    /** Who of the staff booked for the guest: a username, as in the audit log. Null where the guest did. */
    soldBy: text('sold_by'),
    /** The offer of the waitlist in which its seats were taken: unpaid, they go back to it. */
    waitlistOfferId: integer('waitlist_offer_id').references((): AnySQLiteColumn => waitlistOffers.id, {
      onDelete: 'set null',
    }),
    cancelledAt: instant('cancelled_at'),
    /**
     * Of a canceled booking: what the refund policy lets the company keep. Anything above it is still to go
     * back.
     */
    staysCents: cents('stays_cents'),
    /**
     * What was paid and is kept: the ledger less what is still to go back. This and the next two are kept by
     * triggers.
     */
    keptCents: cents('kept_cents')
      .notNull()
      .default(0 as Cents),
    /**
     * Refunds that are ordered and not carried out yet; and those that Stripe refused, which wait for staff.
     */
    goingBackCents: cents('going_back_cents')
      .notNull()
      .default(0 as Cents),
    stuckBackCents: cents('stuck_back_cents')
      .notNull()
      .default(0 as Cents),
    /** What is left to pay, as the pay page asks for it (`amountsOwed`); kept by triggers. */
    askedCents: cents('asked_cents')
      .notNull()
      .default(0 as Cents),
    /** What staff wrote off: the sum of `write_offs`. */
    writtenOffCents: cents('written_off_cents')
      .notNull()
      .default(0 as Cents),
    /** A place of which nothing is kept any more counts as refunded, also while the money is on its way. */
    moneyState: text('money_state', { enum: MONEY_STATES })
      .notNull()
      .generatedAlwaysAs(
        sql`case
          when payment_status = 'pending' then 'held'
          when payment_status = 'payment_failed' then 'payment-failed'
          when payment_status not in ('deposit_paid', 'completed') then payment_status
          when kept_cents >= total_cents then 'paid-in-full'
          when kept_cents > 0 then 'balance-open'
          else 'refunded' end`,
        { mode: 'virtual' },
      ),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    check('bookings_status', oneOf(t.status, BOOKING_STATUSES)),
    check('bookings_room_type', oneOf(t.roomType, ROOM_TYPES)),
    check('bookings_payment_type', oneOf(t.paymentType, PAYMENT_TYPES)),
    check('bookings_guests', sql`${t.travelers} >= 1`),
    check('bookings_amounts', sql`${t.depositCents} > 0 and ${t.totalCents} >= ${t.depositCents}`),
    uniqueIndex('bookings_one_hold_a_checkout').on(t.checkoutKey).where(sql`${t.status} = 'pending'`),
    index('bookings_by_departure_and_status').on(t.departureId, t.status),
    index('bookings_by_browser').on(t.browserDigest),
    index('bookings_by_email').on(sql`lower(${t.customerEmail})`),
    index('bookings_by_mailbox').on(mailboxKey(t.customerEmail)),
    index('bookings_by_hold_end').on(t.holdEndsAt).where(sql`${t.status} = 'pending'`),
    index('bookings_by_address').on(t.addressDigest).where(sql`${t.addressDigest} is not null`),
    index('bookings_by_offer').on(t.waitlistOfferId).where(sql`${t.waitlistOfferId} is not null`),
    index('bookings_by_age').on(t.createdAt),
    index('bookings_by_status_and_age').on(t.status, t.createdAt, t.id),
    index('bookings_not_given_back').on(t.id).where(sql.raw(NOT_GIVEN_BACK)),
    index('bookings_by_money_and_age').on(t.moneyState, t.createdAt, t.id),
  ],
)

/**
 * Who waits for seats of a departure that is sold out: one row for an address and a departure (rules 1.26).
 */
export const waitlistEntries = sqliteTable(
  'waitlist_entries',
  {
    id: id(),
    departureId: integer('departure_id')
      .notNull()
      .references(() => departures.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    email: text('email').notNull(),
    phone: text('phone'),
    /** How many travel, at least and at most. */
    atLeast: integer('at_least').notNull(),
    atMost: integer('at_most').notNull(),
    rooms: text('rooms', { enum: ROOMS_WANTED }).notNull(),
    state: text('state', { enum: ENTRY_STATES }).notNull().default('unconfirmed'),
    /** The place in line: when they joined, or confirmed, where that was late. */
    joinedAt: instant('joined_at').notNull(),
    confirmedAt: instant('confirmed_at'),
    /** The unguessable part of the link that confirms, and of the page of the place. */
    confirmToken: text('confirm_token').notNull().unique(),
    linkToken: text('link_token').notNull().unique(),
    /** Keyed digest of the network address, to count its entries; cleared once the entry has ended. */
    addressDigest: text('address_digest'),
    /** The last day on which staff collect freed seats for this party. */
    collectUntil: text('collect_until'),
    /** Staff pass it over until they say otherwise. */
    isSkipped: flag('is_skipped').notNull().default(false),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    check('waitlist_entries_state', oneOf(t.state, ENTRY_STATES)),
    check('waitlist_entries_rooms', oneOf(t.rooms, ROOMS_WANTED)),
    check(
      'waitlist_entries_party',
      sql`${t.atLeast} between 1 and ${t.atMost} and ${t.atMost} <= ${sql.raw(String(PARTY_AT_MOST))}`,
    ),
    uniqueIndex('waitlist_entries_once').on(sql`lower(${t.email})`, t.departureId),
    index('waitlist_entries_by_mailbox').on(mailboxKey(t.email)),
    uniqueIndex('waitlist_entries_one_collects')
      .on(t.departureId)
      .where(sql`${t.state} = 'waiting' and ${t.collectUntil} is not null`),
    index('waitlist_entries_in_line').on(t.departureId, t.state, t.joinedAt, t.id),
    index('waitlist_entries_by_address').on(t.addressDigest).where(sql`${t.addressDigest} is not null`),
    index('waitlist_entries_by_age').on(t.createdAt),
  ],
)

/** Seats that are offered to someone on the waitlist: no one else gets them while it is live. */
export const waitlistOffers = sqliteTable(
  'waitlist_offers',
  {
    id: id(),
    entryId: integer('entry_id')
      .notNull()
      .references(() => waitlistEntries.id, { onDelete: 'cascade' }),
    departureId: integer('departure_id')
      .notNull()
      .references(() => departures.id, { onDelete: 'cascade' }),
    seats: integer('seats').notNull(),
    /** How many of them are places that travelers still had. */
    lent: integer('lent').notNull().default(0),
    state: text('state', { enum: OFFER_STATES }).notNull().default('live'),
    /** Who of the staff offered out of turn: a username. */
    madeBy: text('made_by'),
    madeAt: instant('made_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    endedAt: instant('ended_at'),
  },
  (t) => [
    check('waitlist_offers_state', oneOf(t.state, OFFER_STATES)),
    check('waitlist_offers_seats', sql`${t.seats} >= 1`),
    uniqueIndex('waitlist_offers_one_live').on(t.entryId).where(sql`${t.state} = 'live'`),
    index('waitlist_offers_live').on(t.departureId).where(sql`${t.state} = 'live'`),
    index('waitlist_offers_by_entry').on(t.entryId, t.id),
    index('waitlist_offers_by_departure').on(t.departureId),
  ],
)

/** The place of a traveler that the waitlist may have: they travel until someone else has paid for it. */
export const offeredPlaces = sqliteTable(
  'offered_places',
  {
    id: id(),
    bookingId: integer('booking_id')
      .notNull()
      .references((): AnySQLiteColumn => bookings.id, { onDelete: 'cascade' }),
    departureId: integer('departure_id')
      .notNull()
      .references(() => departures.id, { onDelete: 'cascade' }),
    /** Whose it is; null once they travel no more. */
    travelerId: integer('traveler_id').references((): AnySQLiteColumn => travelers.id, {
      onDelete: 'set null',
    }),
    /** What was agreed: what the company keeps of it, and in which words. */
    feeCents: cents('fee_cents').notNull(),
    terms: text('terms').notNull(),
    state: text('state', { enum: PLACE_STATES }).notNull().default('open'),
    /** The offer to the waitlist that it makes possible. */
    offerId: integer('offer_id').references(() => waitlistOffers.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull(),
    endedAt: instant('ended_at'),
  },
  (t) => [
    check('offered_places_state', oneOf(t.state, PLACE_STATES)),
    check('offered_places_fee', sql`${t.feeCents} > 0`),
    uniqueIndex('offered_places_once').on(t.travelerId).where(sql`${t.state} = 'open'`),
    index('offered_places_open').on(t.departureId).where(sql`${t.state} = 'open'`),
    index('offered_places_by_departure').on(t.departureId, t.id),
    index('offered_places_by_booking').on(t.bookingId),
    index('offered_places_by_traveler').on(t.travelerId),
    index('offered_places_by_offer').on(t.offerId).where(sql`${t.offerId} is not null`),
  ],
)

/**
 * What a booking is searched by, a line for each: reference, names and addresses of payer and travelers, the
 * former ones too, and the digits of their telephones. Written by triggers; nothing that is sealed is in it.
 */
export const bookingWords = sqliteTable('booking_words', {
  bookingId: integer('booking_id')
    .primaryKey()
    .references(() => bookings.id, { onDelete: 'cascade' }),
  words: text('words').notNull(),
})

/**
 * Names, addresses and digits of telephones that a booking or its travelers had before. Written by triggers.
 */
export const formerWords = sqliteTable(
  'former_words',
  {
    bookingId: integer('booking_id')
      .notNull()
      .references(() => bookings.id, { onDelete: 'cascade' }),
    word: text('word').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.bookingId, t.word] }),
    index('former_words_by_mailbox').on(mailboxKey(t.word)),
  ],
)

/** What a traveler asked staff to do, on their own page; open until staff say that it is done. */
export const guestRequests = sqliteTable(
  'guest_requests',
  {
    id: id(),
    bookingId: integer('booking_id')
      .notNull()
      .references(() => bookings.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: GUEST_REQUEST_KINDS }).notNull(),
    message: text('message').notNull().default(''),
    createdAt: instant('created_at').notNull(),
    doneAt: instant('done_at'),
    doneBy: integer('done_by').references(() => adminUsers.id, { onDelete: 'set null' }),
  },
  (t) => [
    check('guest_requests_kind', oneOf(t.kind, GUEST_REQUEST_KINDS)),
    uniqueIndex('guest_requests_one_open').on(t.bookingId, t.kind).where(sql`${t.doneAt} is null`),
    index('guest_requests_open').on(t.createdAt).where(sql`${t.doneAt} is null`),
    index('guest_requests_by_booking').on(t.bookingId, t.createdAt),
  ],
)

/**
 * A room of a departure: who sleeps in it is said by its travelers. One without any is deleted by a trigger.
 */
export const rooms = sqliteTable(
  'rooms',
  {
    id: id(),
    departureId: integer('departure_id')
      .notNull()
      .references(() => departures.id),
  },
  (t) => [index('rooms_by_departure').on(t.departureId)],
)

/** Who travels on a booking, one for each seat; the first is the lead traveler (rules 1.18). */
export const travelers = sqliteTable(
  'travelers',
  {
    id: id(),
    bookingId: integer('booking_id')
      .notNull()
      .references(() => bookings.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    /** Empty while a companion is not named yet. */
    name: text('name').notNull().default(''),
    email: text('email'),
    /** Their share of what was agreed: the price of a seat, and its deposit. */
    priceCents: cents('price_cents').notNull(),
    depositCents: cents('deposit_cents').notNull(),
    /**
     * Their share of price and of what was paid as the last change of the party left it; null before the
     * first.
     */
    settledShareCents: cents('settled_share_cents'),
    settledPaidCents: cents('settled_paid_cents'),
    /**
     * Of who joined a booking that was paid: the day, and the first day of the journey that was agreed then.
     */
    joinedOn: text('joined_on'),
    agreedStartsOn: text('agreed_starts_on'),
    /** And the refund terms of that day, which are theirs; null for who was booked from the beginning. */
    refundTerms: text('refund_terms'),
    noRefundDays: integer('no_refund_days'),
    /**
     * What they brought to the first and the final installment; null for who was there when the plan was
     * made.
     */
    firstPartCents: cents('first_part_cents'),
    finalPartCents: cents('final_part_cents'),
    /** The kind of room that they have, at its price (rules 1.2). */
    roomType: text('room_type', { enum: ROOM_TYPES }).notNull().default('double'),
    /** In one room at most, because it stands here. */
    roomId: integer('room_id')
      .notNull()
      .references(() => rooms.id),
    /** The unguessable part of the link that opens their details alone, and no money. */
    linkToken: text('link_token').notNull().unique(),
    /** Anyone who shares the room may have their e-mail address and telephone, once both agreed. */
    sharesContact: flag('shares_contact').notNull().default(false),
    /**
     * With whom they shared a room before: of another booking until one of both was moved, and they are
     * proposed again; of their own until staff separated them, and they are not.
     */
    partedFromId: integer('parted_from_id').references((): AnySQLiteColumn => travelers.id, {
      onDelete: 'set null',
    }),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    index('travelers_by_parted').on(t.partedFromId).where(sql`${t.partedFromId} is not null`),
    check('travelers_position', sql`${t.position} between 1 and ${sql.raw(String(PARTY_AT_MOST))}`),
    uniqueIndex('travelers_position_once').on(t.bookingId, t.position),
    index('travelers_by_room').on(t.roomId),
    index('travelers_by_mailbox').on(mailboxKey(t.email)),
  ],
)

/** With whom a lead traveler, alone in a double room, wants to share it. */
export const roomWishes = sqliteTable(
  'room_wishes',
  {
    travelerId: integer('traveler_id')
      .primaryKey()
      .references(() => travelers.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: ROOM_WISHES }).notNull(),
    /** The reference or the e-mail address of a companion who books separately; empty for an introduction. */
    companion: text('companion').notNull().default(''),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [check('room_wishes_kind', oneOf(t.kind, ROOM_WISHES))],
)

/**
 * What the guide, the lodges and the parks need to know of a traveler; erased after the journey. What would
 * hurt most in a stranger's hands is sealed (app/travelers/details.server.ts).
 */
export const travelerDetails = sqliteTable('traveler_details', {
  travelerId: integer('traveler_id')
    .primaryKey()
    .references(() => travelers.id, { onDelete: 'cascade' }),
  passportName: text('passport_name'),
  bornOn: text('born_on'),
  nationality: text('nationality'),
  sealedPassportNumber: text('sealed_passport_number'),
  passportEndsOn: text('passport_ends_on'),
  diet: text('diet'),
  sealedMedicalNotes: text('sealed_medical_notes'),
  ownPhone: text('own_phone'),
  emergencyName: text('emergency_name'),
  emergencyPhone: text('emergency_phone'),
  emergencyRelation: text('emergency_relation'),
  arrivalFlight: text('arrival_flight'),
  departureFlight: text('departure_flight'),
  version: integer('version').notNull().default(1),
  updatedAt: instant('updated_at').notNull(),
})

/**
 * Who joined a party after it was paid for, or left it, and what that changed: the booking's price by
 * `price_change_cents`.
 */
export const partyChanges = sqliteTable(
  'party_changes',
  {
    id: id(),
    bookingId: integer('booking_id')
      .notNull()
      .references(() => bookings.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: PARTY_CHANGES }).notNull().default('left'),
    priceChangeCents: cents('price_change_cents').notNull(),
    /**
     * Of a former traveler: what share they had of which price, what of it the policy lets the company keep,
     * and what was given back.
     */
    shareCents: cents('share_cents')
      .notNull()
      .default(0 as Cents),
    ofCents: cents('of_cents')
      .notNull()
      .default(0 as Cents),
    staysCents: cents('stays_cents')
      .notNull()
      .default(0 as Cents),
    refundCents: cents('refund_cents')
      .notNull()
      .default(0 as Cents),
    /**
     * What of it is promised and has not gone back: what was not paid by card, and what a card did not take.
     */
    promisedCents: cents('promised_cents')
      .notNull()
      .default(0 as Cents),
    /** One opened form: a second press of its button changes nothing. */
    formKey: text('form_key').notNull().unique(),
    changedBy: integer('changed_by').references(() => adminUsers.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('party_changes_by_booking').on(t.bookingId),
    index('party_changes_promised').on(t.bookingId).where(sql`${t.promisedCents} > 0`),
  ],
)

/**
 * What a refund or a loss took of each traveler who was aboard then: of their share of the price, and of what
 * was paid of it. Exactly that is theirs again when it is undone. No key to `travelers`: a traveler who has
 * left has had their part all the same.
 */
export const partyParts = sqliteTable(
  'party_parts',
  {
    id: id(),
    bookingId: integer('booking_id')
      .notNull()
      .references(() => bookings.id, { onDelete: 'cascade' }),
    /** The order until it is made; then, and for all else, its movement in the ledger. */
    refundId: integer('refund_id').references(() => refunds.id, { onDelete: 'cascade' }),
    paymentId: integer('payment_id').references(() => payments.id, { onDelete: 'cascade' }),
    travelerId: integer('traveler_id').notNull(),
    shareCents: cents('share_cents').notNull(),
    paidCents: cents('paid_cents').notNull(),
  },
  (t) => [
    check('party_parts_cause', sql`(${t.refundId} is null) <> (${t.paymentId} is null)`),
    index('party_parts_by_booking').on(t.bookingId),
    index('party_parts_by_refund').on(t.refundId),
    index('party_parts_by_payment').on(t.paymentId),
  ],
)

/**
 * What a change of a price took off each installment and each traveler's share, in cents: exactly that is
 * theirs again when it is undone.
 */
export type TakenByPrice = {
  installments: { number: number; dueOn: string; cents: number }[]
  shares: { travelerId: number; cents: number }[]
}

/** What staff give out: anyone who types it at checkout pays less. */
export const discountCodes = sqliteTable(
  'discount_codes',
  {
    id: id(),
    /** In capitals, without spaces: so it is compared. */
    code: text('code').notNull().unique(),
    /** Whose discount it is, as guests and staff read it beside the price. */
    words: text('words').notNull(),
    /** For each traveler: an amount off the price, or a part of it. */
    offCents: cents('off_cents'),
    offPercent: real('off_percent'),
    /** Those it holds for; null for all. */
    departureIds: text('departure_ids', { mode: 'json' }).$type<number[]>(),
    /** The last day on which it can be used; null while staff have not ended it. */
    endsOn: text('ends_on'),
    /** How many bookings may have it at a time, in all and of one person; null where that is not limited. */
    usesAtMost: integer('uses_at_most'),
    usesEachAtMost: integer('uses_each_at_most'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [check('discount_codes_off', sql`(${t.offCents} is null) <> (${t.offPercent} is null)`)],
)

/**
 * Discounts and surcharges by staff: a row for each, and one that undoes it. Never changed, but with a hold.
 */
export const priceChanges = sqliteTable(
  'price_changes',
  {
    id: id(),
    bookingId: integer('booking_id')
      .notNull()
      .references(() => bookings.id, { onDelete: 'cascade' }),
    /** By how much the price really changed: below zero for a discount. */
    priceChangeCents: cents('price_change_cents').notNull(),
    /** Why, as the guest reads it. */
    words: text('words').notNull(),
    taken: text('taken', { mode: 'json' }).$type<TakenByPrice>().notNull(),
    undoesId: integer('undoes_id').unique(),
    /**
     * Of a code that was typed at checkout: its row is made with the hold, and again whenever that is
     * renewed.
     */
    codeId: integer('code_id').references(() => discountCodes.id),
    /** One opened form: a second press of its button changes nothing. */
    formKey: text('form_key').notNull().unique(),
    changedBy: integer('changed_by').references(() => adminUsers.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('price_changes_by_booking').on(t.bookingId),
    index('price_changes_by_code').on(t.codeId).where(sql`${t.codeId} is not null`),
  ],
)

/** Bookings that staff moved to another departure: a row for each move, also for one back. Never changed. */
export const departureMoves = sqliteTable(
  'departure_moves',
  {
    id: id(),
    bookingId: integer('booking_id')
      .notNull()
      .references(() => bookings.id, { onDelete: 'cascade' }),
    /** The dates of the departure that it left, as they were then. */
    fromStartsOn: text('from_starts_on').notNull(),
    fromEndsOn: text('from_ends_on').notNull(),
    /** What it changed of the price; null where that stayed as agreed. */
    priceChangeId: integer('price_change_id').references(() => priceChanges.id, { onDelete: 'set null' }),
    /** One opened form: a second press of its button changes nothing. */
    formKey: text('form_key').notNull().unique(),
    movedBy: integer('moved_by').references(() => adminUsers.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [index('departure_moves_by_booking').on(t.bookingId)],
)

/**
 * Travelers whom staff gave another kind of room: a row for each change, also for one back. Never changed.
 */
export const roomChanges = sqliteTable(
  'room_changes',
  {
    id: id(),
    bookingId: integer('booking_id')
      .notNull()
      .references(() => bookings.id, { onDelete: 'cascade' }),
    /** No key to `travelers`: who has left had their room all the same. */
    travelerId: integer('traveler_id').notNull(),
    /** What they have since. */
    roomType: text('room_type', { enum: ROOM_TYPES }).notNull(),
    /** What it changed of the price; null where that stayed as agreed. */
    priceChangeId: integer('price_change_id').references(() => priceChanges.id, { onDelete: 'set null' }),
    /** One opened form: a second press of its button changes nothing. */
    formKey: text('form_key').notNull().unique(),
    changedBy: integer('changed_by').references(() => adminUsers.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    check('room_changes_room_type', oneOf(t.roomType, ROOM_TYPES)),
    index('room_changes_by_booking').on(t.bookingId),
  ],
)

/** That staff canceled or postponed a departure as a whole, and until when its guests may choose. */
export const scheduleChanges = sqliteTable(
  'schedule_changes',
  {
    id: id(),
    departureId: integer('departure_id')
      .notNull()
      .references(() => departures.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: SCHEDULE_CHANGES }).notNull(),
    /** The dates that it had until then. */
    fromStartsOn: text('from_starts_on').notNull(),
    fromEndsOn: text('from_ends_on').notNull(),
    /** Why, as the guests read it. */
    words: text('words').notNull(),
    /** The last day on which a guest may choose. */
    answerBy: text('answer_by').notNull(),
    /** One opened form: a second press of its button changes nothing. */
    formKey: text('form_key').notNull().unique(),
    changedBy: integer('changed_by').references(() => adminUsers.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    check('schedule_changes_kind', oneOf(t.kind, SCHEDULE_CHANGES)),
    index('schedule_changes_by_departure').on(t.departureId, t.id),
  ],
)

/** What each lead traveler chose after such a change. What is not settled is carried out by the schedule. */
export const scheduleChoices = sqliteTable(
  'schedule_choices',
  {
    id: id(),
    changeId: integer('change_id')
      .notNull()
      .references(() => scheduleChanges.id, { onDelete: 'cascade' }),
    bookingId: integer('booking_id')
      .notNull()
      .references(() => bookings.id, { onDelete: 'cascade' }),
    /** Null while no one has chosen, and where a later change took its place. */
    choice: text('choice', { enum: SCHEDULE_CHOICES }),
    chosenAt: instant('chosen_at'),
    settledAt: instant('settled_at'),
  },
  (t) => [
    check('schedule_choices_choice', oneOf(t.choice, SCHEDULE_CHOICES)),
    uniqueIndex('schedule_choices_once').on(t.changeId, t.bookingId),
    uniqueIndex('schedule_choices_one_open').on(t.bookingId).where(sql`${t.settledAt} is null`),
    index('schedule_choices_by_booking').on(t.bookingId, t.id),
  ],
)

/** What is still owed after the deposit; none where the whole price was paid at once (rules 3.1). */
export const installments = sqliteTable(
  'installments',
  {
    id: id(),
    bookingId: integer('booking_id')
      .notNull()
      .references(() => bookings.id, { onDelete: 'cascade' }),
    /** 0 is the deposit of travelers who joined a booking that was paid: due before those of its plan. */
    number: integer('number').notNull(),
    amountCents: cents('amount_cents').notNull(),
    dueOn: text('due_on').notNull(),
    /**
     * The day that was agreed, where the departure now begins on it or before: until it is moved again it is
     * due earlier.
     */
    agreedDueOn: text('agreed_due_on'),
    paidAt: instant('paid_at'),
    /**
     * Whether the booking is paid for and stands; kept by triggers. What is not owed by anyone is not asked
     * for.
     */
    isOwed: flag('is_owed').notNull().default(false),
    /** What it asks for now, as the pay page says it (`amountsOwed`); kept by triggers. */
    owedCents: cents('owed_cents')
      .notNull()
      .default(0 as Cents),
    /** What of it staff wrote off: it was not paid, and asks for nothing. */
    writtenOffCents: cents('written_off_cents')
      .notNull()
      .default(0 as Cents),
  },
  (t) => [
    uniqueIndex('installments_number').on(t.bookingId, t.number),
    check(
      'installments_number_range',
      sql`${t.number} between 0 and ${sql.raw(String(INSTALLMENTS_AT_MOST))}`,
    ),
    check('installments_amount', sql`${t.amountCents} > 0`),
    index('installments_owed_by_due_date')
      .on(t.dueOn, t.id)
      .where(sql`${t.paidAt} is null and ${t.isOwed} = 1`),
    index('installments_by_due_date').on(t.dueOn, t.id).where(sql`${t.isOwed} = 1`),
    index('installments_asked_by_due_date').on(t.dueOn, t.id, t.owedCents).where(sql`${t.owedCents} > 0`),
  ],
)

/** Of which something may still be paid: a booking, and a checkout page, has one of them at most. */
const OPEN_INTENT_STATES = ['creating', 'open'] as const satisfies (typeof INTENT_STATES)[number][]
/** The same as SQL, written out and not bound: only so does SQLite find the partial indexes. */
export const OPEN_INTENTS = `(${OPEN_INTENT_STATES.map((state) => `'${state}'`).join(', ')})`

const isOpen = (state: unknown) => sql`${state} in ${sql.raw(OPEN_INTENTS)}`

/** What we asked Stripe to collect. A row is written before Stripe is called, so that none is forgotten. */
export const paymentIntents = sqliteTable(
  'payment_intents',
  {
    id: id(),
    bookingId: integer('booking_id').references(() => bookings.id),
    purpose: text('purpose', { enum: INTENT_PURPOSES }).notNull(),
    method: text('method', { enum: INTENT_METHODS }).notNull(),
    installmentNumber: integer('installment_number'),
    amountCents: cents('amount_cents').notNull(),
    state: text('state', { enum: INTENT_STATES }).notNull().default('creating'),
    idempotencyKey: text('idempotency_key').notNull().unique(),
    stripeIntentId: text('stripe_intent_id').unique(),
    stripeSessionId: text('stripe_session_id').unique(),
    /** Of the client secret, which Stripe's return has and no screen of staff: it opens the booking. */
    secretDigest: text('secret_digest'),
    checkoutKey: text('checkout_key'),
    /**
     * Charges that were declined on it: the fifth cancels it, the tenth of all that are for one seat too
     * (rules 2.7).
     */
    declinedCharges: text('declined_charges', { mode: 'json' }).$type<string[]>().notNull().default([]),
    /** When Stripe last said that the money is on its way: no reminder goes out in the meantime. */
    processingAt: instant('processing_at'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    check('payment_intents_purpose', oneOf(t.purpose, INTENT_PURPOSES)),
    check('payment_intents_state', oneOf(t.state, INTENT_STATES)),
    check('payment_intents_method', oneOf(t.method, INTENT_METHODS)),
    check('payment_intents_amount', sql`${t.amountCents} > 0`),
    check('payment_intents_booking', sql`${t.bookingId} is not null or ${t.purpose} = 'display'`),
    uniqueIndex('payment_intents_one_open').on(t.bookingId).where(isOpen(t.state)),
    uniqueIndex('payment_intents_one_on_display')
      .on(t.checkoutKey)
      .where(sql`${t.bookingId} is null and ${isOpen(t.state)}`),
    index('payment_intents_left')
      .on(t.updatedAt)
      .where(sql`${t.bookingId} is null and ${t.state} = 'cancelled'`),
    index('payment_intents_by_booking').on(t.bookingId),
    index('payment_intents_unsettled').on(t.state).where(isOpen(t.state)),
  ],
)

/** Whether something may still be paid on an intent. */
export const isOpenIntent = isOpen(paymentIntents.state)

/** The ledger: one row for each movement of money, never changed. What a booking has paid is their sum. */
export const payments = sqliteTable(
  'payments',
  {
    id: id(),
    bookingId: integer('booking_id').references(() => bookings.id),
    kind: text('kind', { enum: LEDGER_KINDS }).notNull(),
    method: text('method', { enum: LEDGER_METHODS }).notNull().default('card'),
    /** Positive in, negative out. */
    amountCents: cents('amount_cents').notNull(),
    stripeIntentId: text('stripe_intent_id'),
    /**
     * Stripe's refund, or the dispute that took the money; with ':failed' or ':won' what balanced it later.
     */
    stripeRefundId: text('stripe_refund_id').unique(),
    note: text('note'),
    /** Paid back by hand, and to be paid again (rules 4.5). */
    isOwedAgain: flag('is_owed_again').notNull().default(false),
    /** What the movement changed of the booking's price, in cents: undone where the movement is. */
    priceChangeCents: cents('price_change_cents')
      .notNull()
      .default(0 as Cents),
    /** One opened form: a second press of its button enters nothing. */
    formKey: text('form_key').unique(),
    recordedBy: integer('recorded_by').references(() => adminUsers.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull(),
    /** By hand for an earlier day: when it was entered. */
    enteredAt: instant('entered_at'),
  },
  (t) => [
    check('payments_kind', oneOf(t.kind, LEDGER_KINDS)),
    check('payments_method', oneOf(t.method, LEDGER_METHODS)),
    check(
      'payments_sign',
      sql`(${t.kind} = 'payment' and ${t.amountCents} > 0) or (${t.kind} = 'refund' and ${t.amountCents} < 0) or (${t.kind} = 'adjustment' and ${t.amountCents} <> 0)`,
    ),
    uniqueIndex('payments_one_for_an_intent').on(t.stripeIntentId).where(sql`${t.kind} = 'payment'`),
    index('payments_by_intent').on(t.stripeIntentId),
    index('payments_by_booking').on(t.bookingId),
    index('payments_by_age').on(t.createdAt),
  ],
)

/**
 * What staff do not ask for any more: no money moved, and the price of the booking is lower by it. Negative
 * where money came for it after all.
 */
export const writeOffs = sqliteTable(
  'write_offs',
  {
    id: id(),
    bookingId: integer('booking_id')
      .notNull()
      .references(() => bookings.id, { onDelete: 'cascade' }),
    amountCents: cents('amount_cents').notNull(),
    /** What of it is whose; null of entries from before this was recorded. */
    taken: text('taken', { mode: 'json' }).$type<TakenByPrice['shares']>(),
    reason: text('reason').notNull(),
    /** One opened form: a second press of its button changes nothing. */
    formKey: text('form_key').notNull().unique(),
    recordedBy: integer('recorded_by').references(() => adminUsers.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    check('write_offs_amount', sql`${t.amountCents} <> 0`),
    index('write_offs_by_booking').on(t.bookingId),
    index('write_offs_by_age').on(t.createdAt),
  ],
)

/**
 * Money to be given back: written with the decision, carried out at Stripe afterward, then in the ledger.
 */
export const refunds = sqliteTable(
  'refunds',
  {
    id: id(),
    bookingId: integer('booking_id').references(() => bookings.id),
    stripeIntentId: text('stripe_intent_id').notNull(),
    amountCents: cents('amount_cents').notNull(),
    reason: text('reason', { enum: REFUND_REASON_KEYS }).notNull(),
    note: text('note'),
    formKey: text('form_key').unique(),
    orderedBy: integer('ordered_by').references(() => adminUsers.id, { onDelete: 'set null' }),
    /**
     * What the order changed of the booking's price, in cents (never more than there was): undone where it is
     * given up.
     */
    priceChangeCents: cents('price_change_cents')
      .notNull()
      .default(0 as Cents),
    /**
     * Our word on the refund at Stripe: random, so that a restored backup never takes an old refund for a new
     * order.
     */
    orderKey: text('order_key')
      .notNull()
      .unique()
      .$defaultFn(() => randomUUID()),
    state: text('state', { enum: REFUND_STATES }).notNull().default('owed'),
    /** Goes into the idempotency key: Stripe replays a saved error, so a new try needs a new one. */
    attempt: integer('attempt').notNull().default(1),
    nextAttemptAt: instant('next_attempt_at').notNull(),
    /**
     * Stripe's refund that carried it out; one that was made in the dashboard may have carried out several.
     */
    stripeRefundId: text('stripe_refund_id'),
    /**
     * The last entry of the ledger that is known to be something else: the newest when it was ordered, or
     * what staff said.
     */
    seenEntryId: integer('seen_entry_id').notNull().default(0),
    lastError: text('last_error'),
    createdAt: instant('created_at').notNull(),
    doneAt: instant('done_at'),
  },
  (t) => [
    check('refunds_state', oneOf(t.state, REFUND_STATES)),
    check('refunds_amount', sql`${t.amountCents} > 0`),
    uniqueIndex('refunds_one_whole_for_an_intent').on(t.stripeIntentId).where(sql`${t.reason} = 'no-place'`),
    index('refunds_by_booking').on(t.bookingId),
    index('refunds_by_intent').on(t.stripeIntentId),
    index('refunds_by_stripe_refund').on(t.stripeRefundId),
    index('refunds_owed').on(t.nextAttemptAt).where(sql`${t.state} = 'owed'`),
  ],
)

/** Each kind goes out once for an installment, whatever happens (rules 3.5). */
export const reminders = sqliteTable(
  'reminders',
  {
    id: id(),
    installmentId: integer('installment_id')
      .notNull()
      .references(() => installments.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: REMINDER_KINDS }).notNull(),
    outboxId: integer('outbox_id').references(() => outbox.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    check('reminders_kind', oneOf(t.kind, REMINDER_KINDS)),
    uniqueIndex('reminders_once').on(t.installmentId, t.kind),
    index('reminders_by_mail').on(t.outboxId),
  ],
)

/** Mail, written in the transaction that causes it and sent afterward. */
export const outbox = sqliteTable(
  'outbox',
  {
    id: id(),
    kind: text('kind').notNull(),
    /** One mail for one occasion: the second attempt to write it changes nothing. */
    occasion: text('occasion').notNull().unique(),
    bookingId: integer('booking_id').references(() => bookings.id, { onDelete: 'set null' }),
    campaignId: integer('campaign_id').references(() => campaigns.id, { onDelete: 'set null' }),
    /** Of a campaign's mail: who reads it. */
    subscriberId: integer('subscriber_id').references(() => newsletterSubscriptions.id, {
      onDelete: 'set null',
    }),
    /** Of a reminder: what it asks for. */
    installmentId: integer('installment_id').references(() => installments.id, { onDelete: 'set null' }),
    /** Of a reminder that staff sent: the opened form. The schedule has none. */
    formKey: text('form_key'),
    toName: text('to_name').notNull(),
    toAddress: text('to_address').notNull(),
    subject: text('subject').notNull(),
    textBody: text('text_body').notNull(),
    htmlBody: text('html_body').notNull(),
    headers: text('headers', { mode: 'json' }).$type<Record<string, string>>().notNull().default({}),
    messageId: text('message_id').notNull().unique(),
    state: text('state', { enum: OUTBOX_STATES }).notNull().default('waiting'),
    /** A lower one goes out first, whatever waits (app/mail/open-actions.ts). */
    rank: integer('rank').notNull().default(0),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: instant('next_attempt_at').notNull(),
    /** Of one that is being sent: until when, by the machine's clock, no one else takes it. */
    claimEndsAt: instant('claim_ends_at'),
    lastError: text('last_error'),
    createdAt: instant('created_at').notNull(),
    sentAt: instant('sent_at'),
  },
  (t) => [
    check('outbox_state', oneOf(t.state, OUTBOX_STATES)),
    index('outbox_due').on(t.rank, t.nextAttemptAt).where(sql`${t.state} in ('waiting', 'sending')`),
    index('outbox_by_booking').on(t.bookingId),
    // What strangers had us write in a day (app/mail/site-limits.server.ts).
    index('outbox_by_kind').on(t.kind, t.createdAt),
    index('outbox_by_campaign').on(t.campaignId, t.state).where(sql`${t.campaignId} is not null`),
    index('outbox_by_subscriber').on(t.subscriberId).where(sql`${t.subscriberId} is not null`),
    index('outbox_by_installment')
      .on(t.installmentId, t.createdAt)
      .where(sql`${t.installmentId} is not null`),
    // What the daily job asks for (app/retention).
    index('outbox_sent_words').on(t.sentAt).where(sql`${t.state} = 'sent' and ${t.textBody} <> ''`),
    index('outbox_about_no_booking')
      .on(t.createdAt)
      .where(sql`${t.bookingId} is null and ${t.campaignId} is null`),
    index('outbox_failed').on(t.createdAt).where(sql`${t.state} = 'failed'`),
  ],
)

/** Webhook events that were handled; a repeated one does nothing. */
export const stripeEvents = sqliteTable(
  'stripe_events',
  {
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    receivedAt: instant('received_at').notNull(),
  },
  (t) => [index('stripe_events_by_age').on(t.receivedAt)],
)

/** Each run of a job; `day` is the business's day that it was owed for. */
export const jobRuns = sqliteTable(
  'job_runs',
  {
    id: id(),
    job: text('job').notNull(),
    day: text('day').notNull(),
    startedAt: instant('started_at').notNull(),
    finishedAt: instant('finished_at'),
    counts: text('counts', { mode: 'json' }).$type<Record<string, number>>(),
    /** Of one that failed: why. */
    error: text('error'),
    /** 'schedule', 'cron' or the username of the person who pressed the button. */
    startedBy: text('started_by').notNull().default('schedule'),
    /** Running also where its process died. */
    state: text('state', { enum: JOB_RUN_STATES }).notNull().default('running'),
  },
  (t) => [
    index('job_runs_by_job').on(t.job, t.startedAt),
    check('job_runs_state', oneOf(t.state, JOB_RUN_STATES)),
  ],
)

/** What is wrong with the site, or was: one row from when it was first seen until it was over (app/watch). */
export const alerts = sqliteTable(
  'alerts',
  {
    id: id(),
    kind: text('kind').notNull(),
    /** Of a kind that may come several times at once: which one, as the job's name. */
    about: text('about').notNull().default(''),
    /** What was found last, as a sentence. */
    found: text('found').notNull(),
    openedAt: instant('opened_at').notNull(),
    /**
     * When staff were last told by letter; null where they were told of the same thing less than a day
     * before.
     */
    toldAt: instant('told_at'),
    overAt: instant('over_at'),
  },
  (t) => [
    uniqueIndex('alerts_one_open').on(t.kind, t.about).where(sql`${t.overAt} is null`),
    index('alerts_by_kind').on(t.kind, t.about, t.openedAt),
    index('alerts_by_age').on(t.openedAt),
    index('alerts_over').on(t.overAt).where(sql`${t.overAt} is not null`),
  ],
)

/** Which process runs a job just now; a lease that no one renews runs out by the machine's clock. */
export const jobLeases = sqliteTable('job_leases', {
  job: text('job').primaryKey(),
  holder: text('holder').notNull(),
  endsAt: instant('ends_at').notNull(),
})

export const adminUsers = sqliteTable(
  'admin_users',
  {
    id: id(),
    username: text('username').notNull(),
    passwordHash: text('password_hash').notNull(),
    role: text('role', { enum: STAFF_ROLES }).notNull().default('admin'),
    createdAt: instant('created_at').notNull(),
    lastLoginAt: instant('last_login_at'),
    /** Confirmed by its owner, with a link that went there: where the link to a new password goes. */
    email: text('email'),
    /** Of a guide: by which name and telephone the trip book introduces them; empty: not at all. */
    guideName: text('guide_name').notNull().default(''),
    guidePhone: text('guide_phone').notNull().default(''),
  },
  (t) => [
    uniqueIndex('admin_users_username').on(sql`lower(${t.username})`),
    uniqueIndex('admin_users_email').on(sql`lower(${t.email})`),
    check('admin_users_role', oneOf(t.role, STAFF_ROLES)),
  ],
)

/** Which guides travel with which departures: all that a guide sees (rules 6.1). */
export const guideDepartures = sqliteTable(
  'guide_departures',
  {
    adminUserId: integer('admin_user_id')
      .notNull()
      .references(() => adminUsers.id, { onDelete: 'cascade' }),
    departureId: integer('departure_id')
      .notNull()
      .references(() => departures.id, { onDelete: 'cascade' }),
  },
  (t) => [
    primaryKey({ columns: [t.adminUserId, t.departureId] }),
    index('guide_departures_by_departure').on(t.departureId),
  ],
)

/** On which days of a departure its guide, or someone of the office, said that everybody is aboard. */
export const aboardTicks = sqliteTable(
  'aboard_ticks',
  {
    departureId: integer('departure_id')
      .notNull()
      .references(() => departures.id, { onDelete: 'cascade' }),
    day: text('day').notNull(),
    tickedBy: text('ticked_by').notNull(),
    tickedAt: instant('ticked_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.departureId, t.day] })],
)

/** Staff sessions; the cookie holds the token, the table only its digest. */
export const sessions = sqliteTable(
  'sessions',
  {
    tokenDigest: text('token_digest').primaryKey(),
    adminUserId: integer('admin_user_id').notNull(),
    /** The kind of browser, in plain words. */
    browser: text('browser').notNull().default(''),
    createdAt: instant('created_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull().default(sql`0`),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [
    foreignKey({ columns: [t.adminUserId], foreignColumns: [adminUsers.id] }).onDelete('cascade'),
    index('sessions_by_user').on(t.adminUserId),
    index('sessions_by_end').on(t.expiresAt),
  ],
)

/**
 * A way to a new password, at most one for an account; the link holds the token, the table only its digest.
 */
export const passwordResets = sqliteTable('password_resets', {
  adminUserId: integer('admin_user_id')
    .primaryKey()
    .references(() => adminUsers.id, { onDelete: 'cascade' }),
  /** Of the letter that brings the link: the token is made as that leaves. */
  occasion: text('occasion').unique(),
  tokenDigest: text('token_digest').unique(),
  endsAt: instant('ends_at').notNull(),
})

/**
 * An address that the owner of an account has still to confirm, at most one for an account: `email` of the
 * account itself is a confirmed one. Stays when its link has ended, for another letter.
 */
export const emailProofs = sqliteTable('email_proofs', {
  adminUserId: integer('admin_user_id')
    .primaryKey()
    .references(() => adminUsers.id, { onDelete: 'cascade' }),
  email: text('email').notNull(),
  /** Of the letter that brings the link, as for a new password. */
  occasion: text('occasion').notNull().unique(),
  tokenDigest: text('token_digest').unique(),
  endsAt: instant('ends_at').notNull(),
})

/**
 * What an account's app makes its codes of, one for an account. Before a first code was right it is only
 * being set up.
 */
export const secondFactors = sqliteTable(
  'second_factors',
  {
    id: id(),
    adminUserId: integer('admin_user_id')
      .notNull()
      .unique()
      .references(() => adminUsers.id, { onDelete: 'cascade' }),
    /** Encrypted: who reads the database can make no code. */
    sealedSecret: text('sealed_secret').notNull(),
    /** The step of time whose code was good last: neither it nor an earlier one is good again. */
    lastStep: integer('last_step').notNull().default(0),
    /** Of the hashes of its recovery codes. */
    recoverySalt: text('recovery_salt'),
    begunAt: instant('begun_at').notNull(),
    turnedOnAt: instant('turned_on_at'),
  },
  (t) => [
    check('second_factors_last_step', sql`${t.lastStep} >= 0`),
    check('second_factors_on', sql`(${t.turnedOnAt} is null) = (${t.recoverySalt} is null)`),
  ],
)

/** For who has no app at hand; a code that was used is deleted. */
export const recoveryCodes = sqliteTable(
  'recovery_codes',
  {
    secondFactorId: integer('second_factor_id')
      .notNull()
      .references(() => secondFactors.id, { onDelete: 'cascade' }),
    codeHash: text('code_hash').notNull(),
  },
  (t) => [primaryKey({ columns: [t.secondFactorId, t.codeHash] })],
)

/** What staff decide about signing in: one row, absent while no one has decided anything. */
export const adminSettings = sqliteTable(
  'desk_settings',
  { id: integer('id').primaryKey(), idleHours: integer('idle_hours').notNull() },
  (t) => [
    check('desk_settings_one_row', sql`${t.id} = 1`),
    check('desk_settings_idle_hours', sql`${t.idleHours} between 1 and 24`),
  ],
)

/**
 * How often someone tried to be let in, by name and origin as digests: windows that have ended are
 * forgotten.
 */
export const guessCounts = sqliteTable(
  'guess_counts',
  {
    counter: text('counter').primaryKey(),
    guesses: integer('guesses').notNull(),
    endsAt: instant('ends_at').notNull(),
  },
  (t) => [check('guess_counts_positive', sql`${t.guesses} > 0`), index('guess_counts_by_end').on(t.endsAt)],
)

export const siteSettings = sqliteTable(
  'site_settings',
  {
    id: integer('id').primaryKey(),
    heroTitle: text('hero_title').notNull(),
    heroSubtitle: text('hero_subtitle').notNull(),
    aboutText: text('about_text').notNull(),
    footerText: text('footer_text').notNull(),
    contactEmail: text('contact_email').notNull(),
    contactPhone: text('contact_phone').notNull(),
    postalAddress: text('postal_address').notNull().default(''),
    openingHours: text('opening_hours').notNull().default(''),
    leaderName: text('leader_name').notNull().default(''),
    leaderRole: text('leader_role').notNull().default(''),
    leaderText: text('leader_text').notNull().default(''),
    /** Of a picture of the gallery, or a painted one. */
    leaderPicture: text('leader_picture').notNull().default(''),
    /** The addresses behind the footer's icons; empty where there is none. */
    facebookLink: text('facebook_link').notNull().default(''),
    instagramLink: text('instagram_link').notNull().default(''),
    youtubeLink: text('youtube_link').notNull().default(''),
    bannerText: text('banner_text'),
    bannerEnabled: flag('banner_enabled').notNull().default(false),
    version: integer('version').notNull().default(1),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [check('site_settings_one_row', sql`${t.id} = 1`)],
)

/** What staff said about opening: a line of the checklist that is right as it stands, or that it may go. */
export const openingSteps = sqliteTable(
  'opening_steps',
  {
    step: text('step', { enum: OPENING_STEPS }).primaryKey(),
    confirmedAt: instant('confirmed_at').notNull(),
  },
  (t) => [check('opening_steps_step', oneOf(t.step, OPENING_STEPS))],
)

/**
 * What staff changed of a page that has its words in `site/page-words.ts`: a page without a row says those.
 */
export const pageWords = sqliteTable(
  'page_words',
  {
    page: text('page').$type<WordedPage>().primaryKey(),
    words: text('words', { mode: 'json' }).$type<Record<string, string>>().notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [check('page_words_words', sql`json_valid(${t.words})`)],
)

export const experiences = sqliteTable('experiences', {
  id: id(),
  slug: text('slug').notNull().unique(),
  title: text('title').notNull(),
  description: text('description').notNull(),
  location: text('location').notNull(),
  duration: text('duration').notNull(),
  price: text('price').notNull(),
  imageUrl: text('image_url').notNull(),
  featured: integer('featured').notNull().default(0),
  position: integer('position').notNull().default(0),
})

export const testimonials = sqliteTable(
  'testimonials',
  {
    id: id(),
    slug: text('slug').notNull().unique(),
    name: text('name').notNull(),
    location: text('location').notNull(),
    rating: integer('rating').notNull(),
    review: text('review').notNull(),
    position: integer('position').notNull().default(0),
  },
  (t) => [check('testimonials_rating', sql`${t.rating} between 1 and 5`)],
)

export const galleryImages = sqliteTable(
  'gallery_images',
  {
    id: id(),
    slug: text('slug').notNull().unique(),
    title: text('title').notNull(),
    alt: text('alt').notNull(),
    place: text('place').notNull().default(''),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    focusX: real('focus_x').notNull().default(0.5),
    focusY: real('focus_y').notNull().default(0.5),
    /** A tiny picture as a data address, shown until the real one is there. */
    preview: text('preview').notNull().default(''),
    position: integer('position').notNull().default(0),
    /** A photograph of the company's own, kept beside the database; the others are painted for the site. */
    isUploaded: flag('is_uploaded').notNull().default(false),
    /** The widths in pixels that an uploaded photograph was made in. */
    widths: text('widths', { mode: 'json' }).$type<number[]>().notNull().default([]),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [check('gallery_images_size', sql`${t.width} > 0 and ${t.height} > 0`)],
)

/** The films that staff uploaded; each is `<slug>.mp4` beside the photographs. */
export const films = sqliteTable(
  'films',
  {
    id: id(),
    slug: text('slug').notNull().unique(),
    title: text('title').notNull(),
    /** The address of the picture that is shown until the film plays. */
    poster: text('poster').notNull(),
    bytes: integer('bytes').notNull(),
    createdBy: text('created_by').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [check('films_bytes', sql`${t.bytes} > 0`)],
)

export const contactInquiries = sqliteTable(
  'contact_inquiries',
  {
    id: id(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    email: text('email').notNull(),
    phone: text('phone').notNull(),
    interest: text('interest').notNull(),
    message: text('message').notNull(),
    /** Of the sender's network: one of 65,536 counters, which says nothing about who it was. */
    network: integer('network'),
    answeredAt: instant('answered_at'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('contact_inquiries_by_age').on(t.createdAt, t.id),
    index('contact_inquiries_unanswered').on(t.createdAt, t.id).where(sql`${t.answeredAt} is null`),
    index('contact_inquiries_by_interest').on(t.interest, t.createdAt, t.id),
    index('contact_inquiries_by_mailbox').on(mailboxKey(t.email)),
  ],
)

/** What came by a public form with its hidden field filled: spam, or a guest whose browser filled it. */
export const caughtMessages = sqliteTable(
  'caught_messages',
  {
    id: id(),
    form: text('form', { enum: CAUGHT_FORMS }).notNull(),
    /** What was typed, by field, as it came. */
    words: text('words', { mode: 'json' }).$type<Record<string, string>>().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    check('caught_messages_form', oneOf(t.form, CAUGHT_FORMS)),
    index('caught_messages_by_age').on(t.createdAt),
  ],
)

/**
 * What staff write down about a booking, or about someone who wrote. One with a day is a task until it is
 * done.
 */
export const notes = sqliteTable(
  'notes',
  {
    id: id(),
    bookingId: integer('booking_id').references(() => bookings.id, { onDelete: 'cascade' }),
    contactId: integer('contact_id').references(() => contactInquiries.id, { onDelete: 'cascade' }),
    text: text('text').notNull(),
    dueOn: text('due_on'),
    /** One opened form: a second press of its button writes nothing. */
    formKey: text('form_key').notNull().unique(),
    /** Usernames, as in the audit log: they stay when an account goes. */
    writtenBy: text('written_by').notNull(),
    createdAt: instant('created_at').notNull(),
    doneBy: text('done_by'),
    doneAt: instant('done_at'),
  },
  (t) => [
    check('notes_about_one', sql`(${t.bookingId} is null) <> (${t.contactId} is null)`),
    check('notes_done', sql`(${t.doneAt} is null) = (${t.doneBy} is null)`),
    check('notes_only_tasks_done', sql`${t.doneAt} is null or ${t.dueOn} is not null`),
    index('notes_by_booking').on(t.bookingId).where(sql`${t.bookingId} is not null`),
    index('notes_by_contact').on(t.contactId).where(sql`${t.contactId} is not null`),
    index('notes_to_do').on(t.dueOn, t.id).where(sql`${t.dueOn} is not null and ${t.doneAt} is null`),
  ],
)

/** What staff answered to an inquiry by a letter from the site; it goes with the inquiry. */
export const inquiryAnswers = sqliteTable(
  'inquiry_answers',
  {
    id: id(),
    contactId: integer('contact_id')
      .notNull()
      .references(() => contactInquiries.id, { onDelete: 'cascade' }),
    subject: text('subject').notNull(),
    text: text('text').notNull(),
    /** The letter, which says whether it left: it is retained as long as the answer. */
    mailId: integer('mail_id')
      .notNull()
      .unique()
      .references(() => outbox.id),
    /** One opened form: a second press of its button sends nothing. */
    formKey: text('form_key').notNull().unique(),
    /** A username, as in the audit log: it stays when the account goes. */
    writtenBy: text('written_by').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [index('inquiry_answers_by_contact').on(t.contactId)],
)

export const newsletterSubscriptions = sqliteTable(
  'newsletter_subscriptions',
  {
    id: id(),
    email: text('email').notNull(),
    consentAt: instant('consent_at').notNull(),
    unsubscribeToken: text('unsubscribe_token').notNull().unique(),
    unsubscribedAt: instant('unsubscribed_at'),
    /** The campaign whose link was used. */
    unsubscribedCampaignId: integer('unsubscribed_campaign_id').references(() => campaigns.id, {
      onDelete: 'set null',
    }),
    /**
     * 'form' for those who subscribed themselves, else the username of the person who asserted their consent.
     */
    consentSource: text('consent_source').notNull().default('form'),
    /** The unguessable part of the link in the confirmation letter; null where staff asserted the consent. */
    confirmToken: text('confirm_token'),
    /** Since when a request by the form waits for its confirmation; null once confirmed, or left. */
    waitingSince: instant('waiting_since'),
    confirmedAt: instant('confirmed_at'),
    /** Someone who had left stays so while they wait: `unsubscribed_at` goes with the confirmation. */
    state: text('state', { enum: SUBSCRIBER_STATES })
      .notNull()
      .generatedAlwaysAs(
        sql`case
          when waiting_since is not null then 'waiting'
          when unsubscribed_at is not null then 'left'
          else 'confirmed' end`,
        { mode: 'virtual' },
      ),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('newsletter_subscriptions_email').on(sql`lower(${t.email})`),
    index('newsletter_subscriptions_by_mailbox').on(mailboxKey(t.email)),
    uniqueIndex('newsletter_subscriptions_confirm_token').on(t.confirmToken),
    index('newsletter_subscriptions_by_state').on(t.state, t.createdAt, t.id),
    index('newsletter_subscriptions_by_form').on(t.createdAt).where(sql`${t.consentSource} = 'form'`),
    index('newsletter_subscriptions_waiting').on(t.waitingSince).where(sql`${t.waitingSince} is not null`),
    index('newsletter_subscriptions_by_age').on(t.createdAt, t.id),
    index('newsletter_unsubscribed_by_campaign')
      .on(t.unsubscribedCampaignId)
      .where(sql`${t.unsubscribedCampaignId} is not null`),
  ],
)

/**
 * A letter to all subscribers. Its mails are put into the outbox in portions, in the order of subscription.
 */
export const campaigns = sqliteTable(
  'campaigns',
  {
    id: id(),
    subject: text('subject').notNull(),
    /** Markdown, as staff wrote it. */
    body: text('body').notNull(),
    state: text('state', { enum: CAMPAIGN_STATES }).notNull().default('draft'),
    version: integer('version').notNull().default(1),
    /** Subscribers when sending began: what progress is measured against. */
    recipients: integer('recipients').notNull().default(0),
    /** The last subscriber whose mail is in the outbox, and the last one to be written to. */
    postedThroughId: integer('posted_through_id').notNull().default(0),
    lastSubscriberId: integer('last_subscriber_id').notNull().default(0),
    createdBy: integer('created_by').references(() => adminUsers.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull(),
    sendingAt: instant('sending_at'),
    sentAt: instant('sent_at'),
  },
  (t) => [
    check('campaigns_state', oneOf(t.state, CAMPAIGN_STATES)),
    index('campaigns_by_age').on(t.createdAt, t.id),
    index('campaigns_sending').on(t.id).where(sql`${t.state} = 'sending'`),
  ],
)

/**
 * A letter to those who travel on a departure: the journey's own ones, which are copied with it, and what
 * staff write. Whom it goes to is looked at again when it leaves.
 */
export const departureLetters = sqliteTable(
  'departure_letters',
  {
    id: id(),
    departureId: integer('departure_id')
      .notNull()
      .references(() => departures.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: LETTER_KINDS }).notNull().default('written'),
    subject: text('subject').notNull(),
    /** Markdown, as staff wrote it. */
    body: text('body').notNull(),
    audience: text('audience', { mode: 'json' }).$type<Audience>().notNull(),
    addressees: text('addressees', { enum: ADDRESSEES }).notNull(),
    /** Asks to press "I have read this". */
    isUrgent: flag('is_urgent').notNull().default(false),
    timing: text('timing', { enum: LETTER_TIMINGS }).notNull(),
    sendOn: text('send_on'),
    /** Before the first day, or after the last. */
    days: integer('days'),
    /** The minute of that day, on the business's clocks. */
    sendMinute: integer('send_minute').notNull(),
    state: text('state', { enum: LETTER_STATES }).notNull().default('draft'),
    skippedBecause: text('skipped_because', { enum: SKIP_REASONS }),
    version: integer('version').notNull().default(1),
    /** One opened form: a second press of its button writes no second letter. */
    formKey: text('form_key').unique(),
    createdAt: instant('created_at').notNull(),
    sendingAt: instant('sending_at'),
    sentAt: instant('sent_at'),
  },
  (t) => [
    check('departure_letters_kind', oneOf(t.kind, LETTER_KINDS)),
    check('departure_letters_addressees', oneOf(t.addressees, ADDRESSEES)),
    check('departure_letters_state', oneOf(t.state, LETTER_STATES)),
    check('departure_letters_timing', oneOf(t.timing, LETTER_TIMINGS)),
    check('departure_letters_day', sql`(${t.timing} = 'on-day') = (${t.sendOn} is not null)`),
    check('departure_letters_days', sql`(${t.timing} in ('before', 'after')) = (${t.days} is not null)`),
    check('departure_letters_minute', sql`${t.sendMinute} between 0 and 1439`),
    check('departure_letters_scheduled', sql`${t.state} <> 'scheduled' or ${t.timing} <> 'by-hand'`),
    check('departure_letters_skipped', sql`(${t.state} = 'skipped') = (${t.skippedBecause} is not null)`),
    index('departure_letters_by_departure').on(t.departureId),
    uniqueIndex('departure_letters_own_once').on(t.departureId, t.kind).where(sql`${t.kind} <> 'written'`),
    index('departure_letters_to_leave').on(t.id).where(sql`${t.state} in ('scheduled', 'sending')`),
  ],
)

/**
 * Who got a letter to a departure, each once. No key to `travelers`: a canceled traveler has had it all the
 * same.
 */
export const letterRecipients = sqliteTable(
  'letter_recipients',
  {
    id: id(),
    letterId: integer('letter_id')
      .notNull()
      .references(() => departureLetters.id, { onDelete: 'cascade' }),
    bookingId: integer('booking_id')
      .notNull()
      .references(() => bookings.id, { onDelete: 'cascade' }),
    travelerId: integer('traveler_id').notNull(),
    /** Null where it was taken back before it left: the traveler canceled in the meantime. */
    outboxId: integer('outbox_id').references(() => outbox.id, { onDelete: 'set null' }),
    /** The unguessable part of the link by which someone says that they have read it; null unless urgent. */
    readToken: text('read_token').unique(),
    readAt: instant('read_at'),
  },
  (t) => [
    uniqueIndex('letter_recipients_once').on(t.letterId, t.travelerId),
    index('letter_recipients_by_booking').on(t.bookingId),
    index('letter_recipients_by_mail').on(t.outboxId),
  ],
)

/** What a traveler says of the journey after it, for staff, and for others where they allow it. */
export const reviews = sqliteTable(
  'reviews',
  {
    id: id(),
    travelerId: integer('traveler_id').notNull().unique(),
    bookingId: integer('booking_id')
      .notNull()
      .references(() => bookings.id, { onDelete: 'cascade' }),
    rating: integer('rating').notNull(),
    words: text('words').notNull(),
    mayPublish: flag('may_publish').notNull(),
    /** Under which name, and from where; empty where they have not said. */
    publishAs: text('publish_as').notNull(),
    place: text('place').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    publishedAt: instant('published_at'),
    setAsideAt: instant('set_aside_at'),
  },
  (t) => [
    check('reviews_rating', sql`${t.rating} between 1 and 5`),
    check('reviews_published', sql`${t.publishedAt} is null or ${t.mayPublish} = 1`),
    index('reviews_by_booking').on(t.bookingId),
    index('reviews_by_age').on(t.createdAt),
    index('reviews_waiting').on(t.id).where(sql`${t.publishedAt} is null and ${t.setAsideAt} is null`),
  ],
)

/** Photographs that travelers sent with a review; each is `review-<digest>.file` beside the company's own. */
export const reviewPhotos = sqliteTable(
  'review_photos',
  {
    id: id(),
    reviewId: integer('review_id')
      .notNull()
      .references(() => reviews.id, { onDelete: 'cascade' }),
    digest: text('digest').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    check('review_photos_size', sql`${t.width} > 0 and ${t.height} > 0`),
    uniqueIndex('review_photos_once').on(t.reviewId, t.digest),
    index('review_photos_by_digest').on(t.digest),
  ],
)

export const pageViews = sqliteTable(
  'page_views',
  {
    id: id(),
    path: text('path').notNull(),
    source: text('source').notNull().default('direct'),
    country: text('country').notNull().default('unknown'),
    /** Daily salted digest: tells visitors of one day apart, and nothing else. */
    visitorDigest: text('visitor_digest').notNull(),
    day: text('day').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('page_views_by_day_and_visitor').on(t.day, t.visitorDigest),
    index('page_views_by_age').on(t.createdAt),
  ],
)

/**
 * Page views of a day added up, by a trigger on `page_views`: in all (value ''), by page, by source, by
 * country. A visitor counts once a day, where the first view came from.
 */
export const dailyViews = sqliteTable(
  'daily_views',
  {
    day: text('day').notNull(),
    dimension: text('dimension', { enum: VIEW_DIMENSIONS }).notNull(),
    value: text('value').notNull(),
    views: integer('views').notNull().default(0),
    visitors: integer('visitors').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.dimension, t.day, t.value] })],
)

/**
 * How many came in each quarter of an hour, by triggers: new contacts, who subscribed by the form, bookings
 * paid for the first time, and revenue in cents. `slot` counts quarter hours since 1970 in UTC: every time
 * zone's days begin with one, so that any business day is a sum of slots.
 */
export const slotTallies = sqliteTable(
  'slot_tallies',
  {
    series: text('series', { enum: TALLY_SERIES }).notNull(),
    slot: integer('slot').notNull(),
    amount: integer('amount').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.series, t.slot] })],
)

/**
 * Totals kept by triggers, so that no page counts a large table: 'contacts', 'subscribers',
 * 'subscribers:<state>', 'bookings:<status>', and in cents 'installments:collected' and
 * 'installments:outstanding'.
 */
export const totals = sqliteTable('totals', {
  name: text('name').primaryKey(),
  amount: integer('amount').notNull().default(0),
})

/** What was spent on finding travelers in a month ('2025-06'), as staff enter it. */
export const marketingSpend = sqliteTable('marketing_spend', {
  month: text('month').primaryKey(),
  amountCents: cents('amount_cents').notNull(),
  updatedAt: instant('updated_at').notNull(),
})

/** What staff did and every event of money. `subject` is what it was done to, as 'booking:TS-ABC123'. */
export const auditLog = sqliteTable(
  'audit_log',
  {
    id: id(),
    actorId: integer('actor_id').references(() => adminUsers.id, { onDelete: 'set null' }),
    /** The username, or who acted when no one was signed in: 'traveler', 'stripe', 'schedule'. */
    actor: text('actor').notNull(),
    action: text('action').notNull(),
    subject: text('subject').notNull(),
    detail: text('detail', { mode: 'json' }).$type<Record<string, unknown>>().notNull().default({}),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('audit_log_by_subject').on(t.subject, t.createdAt),
    index('audit_log_by_age').on(t.createdAt),
    index('audit_log_of_strangers').on(t.createdAt).where(sql`${t.actor} = 'somebody'`),
    index('audit_log_by_actor').on(t.actorId, t.createdAt),
  ],
)

/**
 * Raised by triggers whenever something changes that public pages show: the front empties its memory then.
 */
export const contentVersion = sqliteTable(
  'content_version',
  { id: integer('id').primaryKey(), version: integer('version').notNull() },
  (t) => [check('content_version_one_row', sql`${t.id} = 1`)],
)
