import { sql } from 'drizzle-orm'
import {
  type AnySQLiteColumn,
  check,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core'
import type { Cents } from '#app/platform/money'
import {
  BOOKING_STATUSES,
  ENTRY_STATES,
  GUEST_REQUEST_KINDS,
  MONEY_STATES,
  OFFER_STATES,
  PARTY_AT_MOST,
  PAYMENT_TYPES,
  PLACE_STATES,
  ROOM_TYPES,
  ROOM_WISHES,
  ROOMS_WANTED,
  SCHEDULE_CHOICES,
  SOURCE_AT_MOST,
} from '../values'
import { cents, flag, id, instant, mailboxKey, oneOf } from './columns'
import { leaders } from './leaders'
import { legalVersions } from './site'
import { adminUsers } from './staff'
import { departures, scheduleChanges } from './tours'

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
    /** Each row says its own. The default is older than a second journey; dropping it takes a new table. */
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
    /** The refund terms that the traveler accepted, word for word (rules 4.1). */
    refundTerms: text('refund_terms').notNull(),
    /**
     * From how many days before departure nothing comes back, by those words; null where they do not say it.
     */
    noRefundDays: integer('no_refund_days'),
    /** What terms and privacy said then; null where the site did not have them yet. */
    termsVersionId: integer('terms_version_id').references(() => legalVersions.id),
    privacyVersionId: integer('privacy_version_id').references(() => legalVersions.id),
    holdEndsAt: instant('hold_ends_at').notNull(),
    /**
     * Digest of the browser's signed key: who may see this booking again, and whose hold this is. Empty:
     * no one's (`NO_BROWSER`).
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
    /** Whose code it was booked with, decided when its seats were held; staff may correct it. */
    leaderId: integer('leader_id').references(() => leaders.id, { onDelete: 'set null' }),
    /**
     * Where the guest came from who held its seats at the checkout: as page views say it (`sourceOfGuest`).
     * Decided then; empty where no one counted them, null where staff held the seats.
     */
    source: text('source'),
    /** Each of the party pays their own share, by a link of their own (rules 2.26). */
    eachPays: flag('each_pays').notNull().default(false),
    /** When it was first paid for; by a trigger. */
    firstPaidAt: instant('first_paid_at'),
    canceledAt: instant('cancelled_at'),
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
    /** What is on its way from a bank account, and neither there nor failed; kept by triggers. */
    onItsWayCents: cents('on_its_way_cents')
      .notNull()
      .default(0 as Cents),
    /** What is left to pay, as the pay page asks for it (`amountsOwed`); kept by triggers. */
    askedCents: cents('asked_cents')
      .notNull()
      .default(0 as Cents),
    /** What staff wrote off: the sum of those charges. */
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
    check('bookings_source', sql`length(${t.source}) <= ${sql.raw(String(SOURCE_AT_MOST))}`),
    check('bookings_amounts', sql`${t.depositCents} > 0 and ${t.totalCents} >= ${t.depositCents}`),
    uniqueIndex('bookings_one_hold_a_checkout').on(t.checkoutKey).where(sql`${t.status} = 'pending'`),
    index('bookings_by_departure_and_status').on(t.departureId, t.status),
    index('bookings_by_browser').on(t.browserDigest),
    index('bookings_by_email').on(sql`lower(${t.customerEmail})`),
    index('bookings_by_mailbox').on(mailboxKey(t.customerEmail)),
    index('bookings_by_hold_end').on(t.holdEndsAt).where(sql`${t.status} = 'pending'`),
    index('bookings_by_address').on(t.addressDigest).where(sql`${t.addressDigest} is not null`),
    index('bookings_by_offer').on(t.waitlistOfferId).where(sql`${t.waitlistOfferId} is not null`),
    index('bookings_by_leader').on(t.leaderId, t.departureId).where(sql`${t.leaderId} is not null`),
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
    /** The deposit that was agreed for their seat. */
    depositCents: cents('deposit_cents').notNull(),
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
