import { and, asc, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { installmentInWords } from '#app/bookings/installments/plan'
import { STATUS_NAMES } from '#app/bookings/status'
import { GUEST_REQUEST_WORDS } from '#app/bookings/stored-values'
import type { CancelQuote } from '#app/money/books/refund-quote.server'
import { REFUND_REASONS, type RefundReason } from '#app/money/books/refund-reasons'
import { REMINDERS } from '#app/money/reminders/reminder-kinds'
import { businessTime } from '#app/platform/clock.server'
import { showMonth } from '#app/platform/days'
import { cursorOf, pageOf, type RequestedPage } from '#app/platform/lists/page-cursor'
import { ofEach } from '#app/platform/typed/fields'
import { fieldsOfPage, isWordedPage } from '#app/site/page-words'
import { nameOfPage } from '#app/site/page-words.server'
import { type Action, EVENTS } from '#app/staff/audit-events'
import { type AuditEvent, spoken, type Vocabulary } from '#app/staff/event-parts'
import { actorWords } from '#app/staff/user-forms'
import { DEPARTURE, showTerm } from '#app/tours/departure-form'
import { roomsInWords } from '#app/tours/party'
import { FULL_REFUND_DAYS, NO_REFUND_DAYS } from '#app/tours/refund-policy'
import { TOUR_LISTS, TOUR_WORDS } from '#app/tours/tour-forms'
import { allTours } from '#app/tours/tours.server'
import { db } from '#db/connection.server'
import { hasRow, prepared } from '#db/prepared.server'
import { broadcasts } from '#db/schema/broadcasts'
import { leaders } from '#db/schema/leaders'
import { discountCodes } from '#db/schema/money'
import { experiences, lodges, testimonials } from '#db/schema/site'
import { auditLog as log } from '#db/schema/staff'
import { departures } from '#db/schema/tours'

/** About what, and whose acts: 'site' for those where no one was signed in, and of users who are gone. */
type HistoryFilter = { subject?: string; actorId?: number | 'site' }

const PAGE_SIZE = 20

/** What happened to a subject, as 'booking:TS-ABC123', newest first. */
export const historyOf = (subject: string, page: RequestedPage) => wholeHistory(page, { subject })

/** What a user did, newest first. */
export const historyBy = (actorId: number, page: RequestedPage) => wholeHistory(page, { actorId })

/** The whole audit log, newest first, or what the filter leaves of it. */
export function wholeHistory(asked: RequestedPage, { subject, actorId }: HistoryFilter = {}) {
  const place = 'cursor' in asked ? { at: asked.cursor.at.getTime(), id: asked.cursor.id } : {}
  const by = actorId === undefined ? 'anyone' : actorId === 'site' ? 'site' : 'actor'
  const found = QUESTIONS()[subject === undefined ? 'anything' : 'subject'][by][asked.from].all({
    subject,
    actorId,
    ...place,
  })
  const { rows, cursors } = pageOf(found, PAGE_SIZE, asked, cursorOf)
  return { acts: rows.map(showAct), cursors }
}

/** Whether anything is known of a subject. */
export const hasHistory = (subject: string): boolean => known.get({ subject }) !== undefined

const known = db
  .select({ id: log.id })
  .from(log)
  .where(eq(log.subject, sql.placeholder('subject')))
  .limit(1)
  .prepare()

/**
 * The four ways to read a page, prepared once. Each walks an index: instants are followed by the row's id.
 */
function questions(...conditions: SQL[]) {
  const place = sql`(${sql.placeholder('at')}, ${sql.placeholder('id')})`
  const question = (beyond: SQL | undefined, way: typeof asc) =>
    db
      .select()
      .from(log)
      .where(and(...conditions, beyond))
      .orderBy(way(log.createdAt), way(log.id))
      .limit(PAGE_SIZE + 1)
      .prepare()
  return {
    start: question(undefined, desc),
    after: question(sql`(${log.createdAt}, ${log.id}) < ${place}`, desc),
    before: question(sql`(${log.createdAt}, ${log.id}) > ${place}`, asc),
    end: question(undefined, asc),
  }
}

const OF_SUBJECT = eq(log.subject, sql.placeholder('subject'))
const BY_ACTOR = eq(log.actorId, sql.placeholder('actorId'))
const BY_SITE = isNull(log.actorId)

const QUESTIONS = prepared(() => ({
  anything: { anyone: questions(), actor: questions(BY_ACTOR), site: questions(BY_SITE) },
  subject: {
    anyone: questions(OF_SUBJECT),
    actor: questions(OF_SUBJECT, BY_ACTOR),
    site: questions(OF_SUBJECT, BY_SITE),
  },
}))

/**
 * The subject that a person means who types a booking's reference, a username or the subject itself. Where
 * nothing is known of any, what was typed.
 */
export function resolveSubject(typed: string): string {
  const readings = [`booking:${typed.toUpperCase()}`, `user:${typed}`, typed, typed.toLowerCase()]
  return readings.find(hasHistory) ?? typed
}

type Act = typeof log.$inferSelect

/** An entry of the audit log in the words of a screen. */
const showAct = (act: Act) => ({
  id: act.id,
  /** 'Mar 5, 2025 2:30 PM' on the business's clocks, and the instant for machines. */
  when: businessTime(act.createdAt),
  at: act.createdAt.toISOString(),
  who: actorWords(act.actor, act.actorId),
  /** 'created the user'; the subject's name follows. */
  did: actWords(act.action, act.subject),
  subject: act.subject,
  /** The subject without its kind: 'TS-ABC123' of 'booking:TS-ABC123'; empty where the words say it all. */
  name: nameOf(act),
  /** The subject's own page, where it has one. */
  to: adminPageOf(act.subject),
  detail: detailWords(act.action, act.detail),
})

/** What a kind is called before its name, where that is not its own word. */
const NAMES: Record<string, string> = { intent: 'payment', mail: 'mail number' }

/** Kinds whose name says what it is: 'TS-ABC123' is a booking to everyone here. */
const SPEAKING_KINDS = new Set(['booking', 'user'])

function nameOf({ actor, action, subject }: Act): string {
  const [kind = '', ...rest] = subject.split(':')
  const name = rest.join(':')
  if (kind === 'tour') return nameOfTour(Number(name))
  if (kind === 'page' && isWordedPage(name)) return nameOfPage(name)
  if (name === '' || (kind === 'user' && name === actor && action.startsWith('signed-'))) return ''
  if (kind === 'mail' && name === 'failed') return 'the mail that had failed'
  if (kind === 'books') return `the books of ${showMonth(name)}`
  if (kind === 'marketing-spend') return `the marketing spend of ${showMonth(name)}`
  return SPEAKING_KINDS.has(kind) ? name : `${NAMES[kind] ?? kind.replace(/-/g, ' ')} ${name}`
}

/** By its name only where there are several. */
function nameOfTour(id: number): string {
  const all = allTours()
  const one = all.find((tour) => tour.id === id)
  if (!one) return Number.isNaN(id) ? 'the tour page' : 'a journey that is gone'
  return all.length > 1 ? `the page of ${one.shortName}` : 'the tour page'
}

/** Where the page of a row is that has one, until it is deleted. */
const LISTS: Record<string, { list: string; of: SQLiteTable & { id: SQLiteColumn } }> = {
  departure: { list: '/admin/departures', of: departures },
  campaign: { list: '/admin/campaigns', of: broadcasts },
  experience: { list: '/admin/settings/experiences', of: experiences },
  story: { list: '/admin/settings/stories', of: testimonials },
  lodge: { list: '/admin/settings/lodges', of: lodges },
  'discount-code': { list: '/admin/settings/codes', of: discountCodes },
  leader: { list: '/admin/leaders', of: leaders },
}

/** Only what can be addressed by the subject alone, and is still there. */
function adminPageOf(subject: string): string | null {
  const [kind, ...rest] = subject.split(':')
  const name = encodeURIComponent(rest.join(':'))
  if (kind === 'settings') return '/admin/settings'
  if (kind === 'booking' && name) return `/admin/bookings/${name}`
  if (kind === 'tour') return pageOfTour(name)
  if (kind === 'page' && isWordedPage(name)) return `/admin/settings/pages/${name}`
  const { list, of } = LISTS[kind ?? ''] ?? {}
  return of && /^\d+$/.test(name) && hasRow(of, eq(of.id, Number(name))) ? `${list}/${name}` : null
}

function pageOfTour(name: string): string | null {
  if (!/^\d+$/.test(name)) return '/admin/settings/tour-page'
  return allTours().some(({ id }) => id === Number(name)) ? `/admin/settings/journeys/${name}` : null
}

/** Why the policy gives back what it gives back, in a few words. */
const REFUND_RULES: Record<CancelQuote['why'], string> = {
  'within-30-days': `within ${FULL_REFUND_DAYS} days of booking`,
  'deposit-stays': 'the deposit stays',
  differs: 'by the day on which each was booked',
  'too-late': `${NO_REFUND_DAYS} days or fewer were left`,
  'has-begun': 'the journey had begun',
  'nothing-paid': 'nothing was paid',
  'departure-canceled': 'the departure was canceled',
  'departure-postponed': 'the departure was postponed',
  'place-sold': 'the waitlist took the seat, less the fee',
}

/** With the fields of the time when a tour had one departure. */
const TERMS: Record<string, string> = {
  ...ofEach(DEPARTURE, (field) => DEPARTURE[field].label),
  earlyBirdOffPercent: DEPARTURE.earlyBirdOffCents.label,
  resaleFeePercent: DEPARTURE.resaleFeeCents.label,
  name: 'Name',
  salesOpen: 'On sale',
}

/** Entries of other days may have a word that is none anymore. */
const VOCABULARY: Vocabulary = {
  status: (status) => (STATUS_NAMES[status] ?? spoken(status)).toLowerCase(),
  rooms: (party) => roomsInWords(party).toLowerCase(),
  installment: (number) => installmentInWords(number).toLowerCase(),
  reminder: (kind) => REMINDERS[kind].name,
  request: (kind) => GUEST_REQUEST_WORDS[kind] ?? spoken(kind),
  refundReason: (reason) => REFUND_REASONS[reason as RefundReason]?.inHistory ?? spoken(reason),
  refundRule: (why) => REFUND_RULES[why as CancelQuote['why']] ?? spoken(why),
  term: (field, { from, to }) =>
    `${TERMS[field] ?? spoken(field)} from ${showTerm(field, from)} to ${showTerm(field, to)}`,
  pageField: (page, field) => (page && fieldsOfPage(page)[field]?.label) || field,
  tourField: (field) => TOUR_WORDS[field as keyof typeof TOUR_WORDS]?.label ?? field,
  tourList: (list) => TOUR_LISTS[list].name.toLowerCase(),
}

const isKnown = (action: string): action is Action => Object.hasOwn(EVENTS, action)

/**
 * The words for an action of the audit log. One of a release that is not this one is read from its own name,
 * without the kind of its subject, which follows: 'experience-lent' of 'experience:3' is "lent", then
 * "experience 3".
 */
export function actWords(action: string, subject: string): string {
  if (isKnown(action)) return EVENTS[action].did
  const [kind = ''] = subject.split(':')
  return spoken(action.startsWith(`${kind}-`) ? action.slice(kind.length + 1) : action)
}

/** What is said of an act, in words: amounts, days and states as people write them. */
export function detailWords(action: string, detail: Record<string, unknown>): string {
  const pieces = isKnown(action)
    ? (EVENTS[action] as AuditEvent<object>).says(detail, VOCABULARY)
    : Object.entries(detail).map(([key, value]) => typeof value !== 'object' && `${spoken(key)}: ${value}`)
  return pieces.filter(Boolean).join(' · ')
}
