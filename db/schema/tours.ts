import { sql } from 'drizzle-orm'
import {
  type AnySQLiteColumn,
  check,
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
  type DayKind,
  DEPARTURE_SALES,
  JOURNEY_STATES,
  SCHEDULE_CHANGES,
  TOUR_ITEM_KINDS,
  TRIP_CHAPTERS,
  TRIP_FILE_ENDINGS,
  USUAL_OFFER_HOURS,
} from '../values'
import { cents, flag, id, instant, oneOf } from './columns'
import { adminUsers } from './staff'

/** A journey that is sold: its name and the words of its page. One run of it is a departure (rules 1.1). */
export const tours = sqliteTable(
  'tours',
  {
    id: id(),
    /** What bookings and calls name it by. */
    tourType: text('tour_type').notNull().unique(),
    /** The address of its page, without the slash. */
    path: text('path').notNull().default(''),
    state: text('state', { enum: JOURNEY_STATES }).notNull().default('draft'),
    name: text('name').notNull(),
    /** In menus and search results: a few words, and what it is about. */
    shortName: text('short_name').notNull().default(''),
    tagline: text('tagline').notNull().default(''),
    /** What search engines read of who would come, besides travelers on safari. */
    madeFor: text('made_for').notNull().default(''),
    /** Follows its number of days in a sentence: 'in Kenya with a live country band'. */
    promise: text('promise').notNull().default(''),
    /** Of the home page and the list of journeys. */
    teaser: text('teaser').notNull().default(''),
    introTitle: text('intro_title').notNull(),
    introText: text('intro_text').notNull(),
    bandTitle: text('band_title').notNull(),
    bandText: text('band_text').notNull(),
    routeTitle: text('route_title').notNull(),
    routeText: text('route_text').notNull(),
    notIncluded: text('not_included').notNull(),
    /** The file that staff uploaded of the band, beside the photographs; null where there is none. */
    bandSound: text('band_sound'),
    version: integer('version').notNull().default(1),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [check('tours_state', oneOf(t.state, JOURNEY_STATES)), uniqueIndex('tours_by_path').on(t.path)],
)

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
    /** The question, or who plays what; an inclusion has none. */
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
    /** 1, or the next free number where others begin on the same day: links name it by both. */
    numberOnDay: integer('number_on_day').notNull().default(1),
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
    /** It is shown to who has its link alone: no list, page or letter names it to anybody else. */
    isPrivate: flag('is_private').notNull().default(false),
    /** Whose it is, as its page says it ('the Bluebonnet Choir'), and a word of welcome to them. */
    privateFor: text('private_for').notNull().default(''),
    privateNote: text('private_note').notNull().default(''),
    /** The unguessable part of its link; null until it is private for the first time. */
    linkKey: text('link_key'),
    /** How long an offer to the waitlist stands at most, and whether guests read their place in line. */
    waitlistOfferHours: integer('waitlist_offer_hours').notNull().default(USUAL_OFFER_HOURS),
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
    uniqueIndex('departures_by_day').on(t.startsOn, t.numberOnDay),
    uniqueIndex('departures_by_link').on(t.linkKey).where(sql`${t.linkKey} is not null`),
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
    /** The address of a picture of the gallery; empty where there is none. */
    picture: text('picture').notNull().default(''),
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
