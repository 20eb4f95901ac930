import type { OPEN_MAIL_NAMES } from './mail-names'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export type Window = { points: number; seconds: number }

/** For forms that write a mail: ten a minute, with a limit a day. */
const messages = (aDay: number): Window[] => [
  { points: 10, seconds: MINUTE },
  { points: aDay, seconds: DAY },
]

/**
 * How often one network address may send something; people never reach these. Short windows stop haste, long
 * ones patience. All but page views and reading also count into `everything`.
 */
export const RATES = {
  everything: [{ points: 300, seconds: MINUTE }],
  checkout: [
    { points: 60, seconds: 10 * MINUTE },
    { points: 300, seconds: DAY },
  ],
  /** Someone who tries cards on payment links is soon stopped. */
  pay: [
    { points: 20, seconds: 10 * MINUTE },
    { points: 100, seconds: DAY },
  ],
  traveler: [
    { points: 60, seconds: 10 * MINUTE },
    { points: 300, seconds: DAY },
  ],
  ownLinks: messages(50),
  inquiries: messages(40),
  newsletter: messages(40),
  interest: messages(20),
  /** Pages made for one reader: an office of twenty comes nowhere near. Those that all share do not count. */
  reading: [{ points: 2_400, seconds: MINUTE }],
  /** Counted alone: someone who floods us with page views can still write. */
  pageViews: [
    { points: 120, seconds: MINUTE },
    { points: 3_000, seconds: DAY },
  ],
  signIn: [{ points: 30, seconds: MINUTE }],
} satisfies Record<string, Window[]>

export type Rate = keyof typeof RATES

/** What the whole site takes in a number of days, from however many networks. */
export type SiteLimit = readonly { atMost: number; days: number }[]

export const SITE_LIMITS = {
  inquiries: [
    { atMost: 300, days: 1 },
    { atMost: 3_000, days: 30 },
  ],
  newsletter: [
    { atMost: 500, days: 1 },
    { atMost: 5_000, days: 30 },
  ],
  /** Applications of who would bring others; staff approve or delete them. */
  leaders: [
    { atMost: 30, days: 1 / 24 },
    { atMost: 100, days: 1 },
    { atMost: 1_000, days: 30 },
  ],
  /** Rows that no one confirmed go after 30 days, so this bounds the table as well. */
  interest: [
    { atMost: 300, days: 1 },
    { atMost: 3_000, days: 30 },
  ],
} satisfies Record<string, SiteLimit>

/** Letters of one kind that strangers cause: to all mailboxes together, so that we write to no thousands. */
export const LETTERS_OF_STRANGERS: SiteLimit = [{ atMost: 1_000, days: 1 }]

/** A few of one person, or of one household, in an hour. */
export const INQUIRIES_AN_HOUR = { ofMailbox: 5, ofNetwork: 10 }

/** Whether a letter waits until those that guests wait for have gone out. */
type Turn = 'behind' | 'in turn'

export type OpenAction = {
  /** Counted by network address; 'signed' where a signature is asked for instead. */
  rate: Rate | 'signed'
  /** What the whole site takes, or what bounds it instead. */
  site: SiteLimit | string
  /** The rules of app/server/retention by which what it stores ends, or why it stores nothing. */
  kept: readonly string[] | string
  /** What it may have us write, to anyone. */
  letters: Partial<Record<keyof typeof OPEN_MAIL_NAMES, Turn>>
  /** Its names in scripts/siege/assaults.ts. */
  assaults: readonly string[]
}

const STORES_NOTHING = 'It stores nothing.'

const inquiry: OpenAction = {
  rate: 'inquiries',
  site: SITE_LIMITS.inquiries,
  kept: ['inquiries', 'caughtMessages', 'mails'],
  letters: { 'inquiry-notice': 'behind', 'inquiry-flood': 'behind', 'inquiry-acknowledgement': 'behind' },
  assaults: ['inquiries that fill the disk', 'inquiries by the call'],
}
const newsletter: OpenAction = {
  rate: 'newsletter',
  site: SITE_LIMITS.newsletter,
  kept: ['newsletterRequests', 'caughtMessages', 'mails'],
  letters: { 'newsletter-confirmation': 'behind' },
  assaults: ['newsletters for others'],
}
const checkout: OpenAction = {
  rate: 'checkout',
  site: 'The seats of the departure, and what guests may make us ask of Stripe.',
  kept: ['unpaidBookings', 'unpaidIntents', 'mails'],
  letters: { 'booking-unfinished': 'behind' },
  assaults: ['card forms by the dozen', 'seats held for nobody'],
}
const ofLink = { site: 'One row, which only the holder of its link reaches.', assaults: ['posts to links'] }
const payment: OpenAction = {
  ...ofLink,
  rate: 'pay',
  site: 'One row for each share, which only the holder of its link reaches; what guests may make us ask of Stripe.',
  kept: ['unpaidIntents'],
  letters: {},
}
const signIn: OpenAction = {
  rate: 'signIn',
  site: 'Wrong guesses are counted for all together (app/staff/guesses.server.ts).',
  kept: ['failedSignIns'],
  letters: {},
  assaults: ['guesses at passwords'],
}

/**
 * Every action and call that works without a session, by route: what strangers can make us do (decision 016).
 * Guards and outbox follow it, and a test finds routes that are missing.
 */
export const OPEN_ACTIONS: Record<string, OpenAction> = {
  '/': {
    ...inquiry,
    kept: ['inquiries', 'newsletterRequests', 'caughtMessages', 'mails'],
    letters: { ...inquiry.letters, ...newsletter.letters },
  },
  '/contact': inquiry,
  '/twende-home': {
    rate: 'interest',
    site: SITE_LIMITS.leaders,
    kept: ['leaderApplications', 'caughtMessages', 'mails'],
    letters: { 'leader-application': 'behind' },
    assaults: ['applications of invented leaders'],
  },
  '/api/contact': inquiry,
  '/api/newsletter': newsletter,
  '/:journey': {
    rate: 'interest',
    site: SITE_LIMITS.interest,
    kept: [
      ...['departureRequests', 'departureWatchers', 'waitlistRequests', 'waitlist'],
      ...['caughtMessages', 'mails'],
    ],
    letters: { 'departure-confirmation': 'behind', 'waitlist-confirmation': 'behind' },
    assaults: ['addresses that wait for a departure', 'invented places on a waitlist'],
  },
  '/newsletter/confirm/:token': {
    ...ofLink,
    rate: 'everything',
    kept: ['mails'],
    letters: { 'newsletter-welcome': 'behind' },
  },
  '/departures/confirm/:token': { ...ofLink, rate: 'everything', kept: STORES_NOTHING, letters: {} },
  '/departures/stop/:token': { ...ofLink, rate: 'everything', kept: STORES_NOTHING, letters: {} },
  '/waitlist/confirm/:token': {
    ...ofLink,
    rate: 'everything',
    kept: ['waitlist', 'mails'],
    letters: { 'waitlist-joined': 'in turn', 'waitlist-offer': 'in turn' },
  },
  '/waitlist/:token': {
    ...ofLink,
    rate: 'traveler',
    kept: ['waitlist', 'mails'],
    letters: { 'waitlist-joined': 'in turn', 'waitlist-offer': 'in turn', 'waitlist-offer-ended': 'in turn' },
  },
  '/unsubscribe/:token': { ...ofLink, rate: 'everything', kept: STORES_NOTHING, letters: {} },

  '/checkout': checkout,
  '/api/create-payment-intent': checkout,
  '/api/calculate-installments': {
    rate: 'everything',
    site: STORES_NOTHING,
    kept: STORES_NOTHING,
    letters: {},
    assaults: ['plans without end'],
  },
  '/api/bookings/:id/status': {
    rate: 'everything',
    site: 'What guests may make us ask of Stripe; only what Stripe confirms is written.',
    kept: STORES_NOTHING,
    letters: {},
    assaults: ['states of bookings of nobody'],
  },
  '/pay/:token': payment,
  '/pay/:token/intent': payment,
  '/autopay/:token': {
    ...ofLink,
    rate: 'traveler',
    site: 'Only the holder of its link, and what guests may make us ask of Stripe.',
    kept: ['autopayConsents', 'mails'],
    letters: { 'autopay-stopped': 'in turn' },
  },
  '/booking/:token': {
    ...ofLink,
    rate: 'traveler',
    site: 'Only the holder of its link: one open request of each kind for a booking, and four a day; six open links for somebody else, and 60 in all.',
    kept: 'They are a few rows of a paid booking, and stay as long as it does.',
    letters: {
      'own-share': 'in turn',
      'staff-guest-request': 'in turn',
      'staff-request-taken-back': 'in turn',
      'guest-request-received': 'in turn',
    },
  },
  '/booking/:token/choice': {
    ...ofLink,
    rate: 'traveler',
    kept: 'What was chosen is a row that staff made; it stays with its paid booking.',
    letters: {
      ...{ 'booking-cancelled': 'in turn', 'booking-moved': 'in turn', 'refund-made': 'in turn' },
      ...{ 'room-parted': 'in turn', 'waitlist-offer': 'in turn' },
    },
  },
  '/booking/:token/room': {
    ...ofLink,
    rate: 'traveler',
    kept: ['roomWishes'],
    letters: { 'room-companion-asked': 'in turn', 'room-paired': 'in turn', 'room-parted': 'in turn' },
  },
  '/booking/:token/place': {
    ...ofLink,
    rate: 'traveler',
    site: 'Only the holder of its link, for each of the party about once a day.',
    kept: 'They are a few rows of a paid booking, and stay as long as it does.',
    letters: {
      'place-offered': 'in turn',
      'waitlist-offer': 'in turn',
      'waitlist-offer-withdrawn': 'in turn',
    },
  },
  '/booking/:token/travelers/:position': {
    ...ofLink,
    rate: 'traveler',
    kept: ['travelerDetails'],
    letters: { 'companion-link': 'in turn', 'own-share': 'in turn' },
  },
  '/traveler/:token': {
    ...ofLink,
    rate: 'traveler',
    site: 'Only the holder of its link: one row of details, and of the links for somebody else six open ones of a booking, and 60 in all.',
    kept: ['travelerDetails'],
    letters: {},
  },
  '/booking/:token/travelers/:position/sign/:document': {
    ...ofLink,
    rate: 'traveler',
    kept: 'One row for each traveler and version of a document; it stays as long as the booking.',
    letters: { 'document-signed': 'in turn' },
  },
  '/traveler/:token/sign/:document': {
    ...ofLink,
    rate: 'traveler',
    kept: 'One row for each traveler and version of a document; it stays as long as the booking.',
    letters: { 'document-signed': 'in turn' },
  },
  '/traveler/:token/review': {
    ...ofLink,
    rate: 'traveler',
    kept: ['reviews', 'reviewPhotos'],
    letters: {},
  },
  '/read/:token': {
    ...ofLink,
    rate: 'everything',
    kept: 'A day in a row that staff made; it goes with the booking.',
    letters: {},
  },
  '/my-data': {
    rate: 'ownLinks',
    site: 'Only addresses that we have are written to, each once a day.',
    kept: ['caughtMessages', 'mails'],
    letters: { 'personal-data-link': 'behind' },
    assaults: ['data by mail for others'],
  },
  '/my-data/:token': {
    ...ofLink,
    rate: 'traveler',
    site: 'Only the owner of the mailbox, once for each link.',
    kept: ['mails'],
    letters: { 'staff-erasure-request': 'in turn' },
  },
  '/my-booking': {
    rate: 'ownLinks',
    site: 'Only guests with a booking are written to, each once in a while.',
    kept: ['caughtMessages', 'mails'],
    letters: { 'booking-links': 'in turn' },
    assaults: ['links by mail for others'],
  },

  '/api/page-view': {
    rate: 'pageViews',
    site: 'Sources are limited a day; views are summed (app/analytics).',
    kept: ['pageViews', 'dailyViews'],
    letters: {},
    assaults: ['sources of visitors, invented'],
  },
  '/api/stripe/webhook': {
    rate: 'signed',
    site: 'Nothing is read before the signature is checked.',
    kept: ['stripeEvents'],
    letters: {},
    assaults: ['webhooks that Stripe did not sign'],
  },

  '/admin': signIn,
  '/admin/login': signIn,
  '/api/admin/login': signIn,
  '/admin/login/code': signIn,
  '/admin/new-password/:token': signIn,
  '/admin/forgot': {
    ...signIn,
    kept: ['mails'],
    letters: { 'password-reset': 'in turn' },
    assaults: ['new passwords for others'],
  },
  '/admin/logout': { ...signIn, rate: 'everything', site: STORES_NOTHING, kept: STORES_NOTHING },
  '/api/admin/logout': { ...signIn, rate: 'everything', site: STORES_NOTHING, kept: STORES_NOTHING },
}

/** Letters that a stranger can cause and no guest waits for. */
const STRANGERS_LETTERS: ReadonlySet<string> = new Set(
  Object.values(OPEN_ACTIONS).flatMap(({ letters }) =>
    Object.entries(letters).flatMap(([kind, turn]) => (turn === 'behind' ? [kind] : [])),
  ),
)

/** Who goes out first: what guests and staff wait for, then what strangers can cause, then campaigns. */
export const MAIL_RANKS = { first: 0, ofStrangers: 1, campaigns: 2 }

/** Whether the whole site writes only so many of this kind (LETTERS_OF_STRANGERS). */
export const isOfStrangers = (kind: string): boolean => STRANGERS_LETTERS.has(kind)

export function rankOf({ kind, campaignId }: { kind: string; campaignId?: number | undefined }): number {
  if (campaignId !== undefined) return MAIL_RANKS.campaigns
  return isOfStrangers(kind) ? MAIL_RANKS.ofStrangers : MAIL_RANKS.first
}
