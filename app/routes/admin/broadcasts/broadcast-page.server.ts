import { randomUUID } from 'node:crypto'
import { redirect } from '@remix-run/node'
import { subscriberTotals } from '#app/people/subscribers.server'
import { businessDay, businessTime, businessZone, now } from '#app/platform/clock.server'
import { showDays } from '#app/platform/days'
import { env } from '#app/platform/env.server'
import { counted } from '#app/platform/words'
import { namedDeparture, openTo, rowId } from '#app/server/guards/named-rows.server'
import { forbidden } from '#app/server/guards/staff-session.server'
import { picturesToChoose } from '#app/site/gallery.server'
import { tourPrintInGallery } from '#app/site/letter-print.server'
import { siteSettings } from '#app/site/settings.server'
import { may } from '#app/staff/rights'
import type { Staff } from '#app/staff/sessions.server'
import {
  ADDRESSEE_NAMES,
  AUDIENCE_NAMES,
  OWN_LETTER_NAMES,
  PLACEHOLDERS,
  pictureMark,
  placeholdersFor,
  timeTyped,
} from '#app/tours/broadcast-form'
import {
  type Broadcast,
  campaignWith,
  type DepartureLetter,
  isDepartureLetter,
  isTooLate,
  leavesAt,
  letterOf,
} from '#app/tours/broadcasts.server'
import type { Departure } from '#app/tours/departures.server'
import { firstTour } from '#app/tours/tours.server'
import { broadcastPreview, renderSubject, type Shown, whyWaits } from '#app/travelers/broadcast-text.server'
import { figuresOf, someSubscribers } from '#app/travelers/campaign-progress.server'
import { letterDelivery, reachedBy, travelersOn, WHY_NOT } from '#app/travelers/letter-recipients.server'
import { roomList } from '#app/travelers/room-guests.server'
import { missedBy, recipientsFingerprint } from '#app/travelers/send-broadcasts.server'
import type { Audience } from '#db/values'

const show = (instant: Date | null) => instant && businessTime(instant)

export type Params = { id?: string; departure?: string; letter?: string }

/** What an address is about: campaigns, or letters of a departure; and what this person may do there. */
export function namedPlace(params: Params, staff: Staff) {
  if (params.departure === undefined) {
    const list = '/admin/campaigns'
    return { departure: null, list, days: null, mayWrite: may(staff, 'change newsletter') }
  }
  const departure = openTo(staff, namedDeparture(params))
  return {
    departure,
    list: `/admin/departures/${departure.id}/letters`,
    days: showDays(departure.startsOn, departure.endsOn),
    mayWrite: may(staff, 'change bookings'),
  }
}

export type Place = ReturnType<typeof namedPlace>

/**
 * The broadcast that an address names, null for a new one; throws 404 where there is none. A guide sees none
 * of those about money, and no drafts.
 */
export function namedBroadcast(params: Params, staff: Staff): { place: Place; broadcast: Broadcast | null } {
  const place = namedPlace(params, staff)
  const id = rowId(params.id ?? params.letter ?? 'new')
  if (id === 'new' && !place.mayWrite) throw forbidden()
  if (id === 'new') return { place, broadcast: null }
  const broadcast = place.departure ? letterOf(place.departure.id, id) : campaignWith(id)
  if (!broadcast || !isFor(place, broadcast)) throw new Response(null, { status: 404 })
  return { place, broadcast }
}

/** Whether someone may see a broadcast. */
export const isFor = ({ departure, mayWrite }: Place, { state, audience }: Broadcast): boolean =>
  departure === null || mayWrite || (audience.who !== 'owing' && state !== 'draft')

/** For the list and the page's head: what it is, when it leaves, and whom it is for. */
export function broadcastFacts(broadcast: Broadcast, departure: Departure | null, now: Date) {
  const { id, kind, subject, state, isUrgent, skippedBecause, version, timing, days } = broadcast
  const at = leavesAt(broadcast, departure)
  return {
    ...{ id, state, isUrgent, skippedBecause, version, subject: renderSubject(subject, departure) },
    isCampaign: departure === null,
    name: kind === 'written' ? null : OWN_LETTER_NAMES[kind],
    audience: AUDIENCE_NAMES[broadcast.audience.who],
    addressees: departure && ADDRESSEE_NAMES[broadcast.addressees],
    leaves: show(at),
    isDue: at !== null && at <= now,
    isTooLate: isTooLate(broadcast, departure, businessDay(now)),
    counted: timing === 'before' || timing === 'after' ? countedDays(timing, days ?? 0) : null,
    began: show(broadcast.sendingAt),
    ended: show(broadcast.sentAt),
    missed: isDepartureLetter(broadcast) ? missedBy(broadcast, now).length : 0,
  }
}

export type BroadcastFacts = ReturnType<typeof broadcastFacts>

const countedDays = (timing: 'before' | 'after', days: number): string =>
  `${counted(days, 'day')} ${timing === 'before' ? 'before the first day' : 'after the last day'}`

/** Someone whom it goes to, to look at it as they do: of a campaign, some of the newest. */
type Looking = { value: number; label: string; shown: Shown }

function readersOf({ departure }: Place, broadcast: Broadcast | null): Looking[] {
  if (!departure)
    return someSubscribers().map(({ id: value, email, firstName }) => ({
      ...{ value, label: firstName ? `${firstName}, ${email}` : email, shown: { firstName } },
    }))
  const everyone = { audience: { who: 'all', ids: [] } satisfies Audience, addressees: 'travelers' as const }
  return reachedBy({ ...everyone, ...broadcast, departureId: departure.id }).gets.map((reader) => ({
    ...{ value: reader.travelerId, label: `${reader.called}, ${reader.reference}`, shown: reader },
  }))
}

/** The reader whom staff chose to look at it as, or the first. */
export function readerOf(place: Place, broadcast: Broadcast | null, chosen: string | null = null) {
  const readers = readersOf(place, broadcast)
  return { readers, reader: readers.find(({ value }) => String(value) === chosen) ?? readers[0] ?? null }
}

type Typed = { subject: string; body: string; isUrgent: boolean }

/** How what is typed would look. */
export const previewOf = (place: Place, typed: Typed, shown: Shown) => {
  const audience: Audience = { who: place.departure ? 'all' : 'subscribers', ids: [] }
  return broadcastPreview({ ...typed, audience }, place.departure, shown)
}

function previewView(place: Place, broadcast: Broadcast, chosen: string | null) {
  const { readers, reader } = readerOf(place, broadcast, chosen)
  return {
    readers: readers.map(({ value, label }) => ({ value, label })),
    reader: reader?.value ?? null,
    letter: previewOf(place, broadcast, reader?.shown ?? null),
    from: FROM(),
  }
}

export type PreviewView = ReturnType<typeof previewView>

const FROM = () => `${env.MAIL_FROM.name} <${env.MAIL_FROM.address}>`

/** What the editor begins with, and what it offers to choose from. */
function editorView(place: Place, broadcast: Broadcast | null) {
  const { departure, list } = place
  const isOf = (timing: string) => (broadcast?.timing === timing ? String(broadcast.days ?? '') : '')
  const start = `${departure ? 'Dear {{first name}},' : pictureMark(tourPrintInGallery({ tourId: firstTour().id }))}\n\n`
  const who = broadcast?.audience.who ?? (departure ? 'all' : 'subscribers')
  const text = { subject: broadcast?.subject ?? '', body: broadcast?.body ?? start }
  return {
    isCampaign: departure === null,
    backTo: broadcast ? `${list}/${broadcast.id}` : list,
    previewAt: `${list}/preview`,
    from: FROM(),
    html: previewOf(place, { ...text, isUrgent: false }, readerOf(place, broadcast).reader?.shown ?? null)
      .html,
    zone: businessZone(),
    placeholders: placeholdersFor({ who }).map((name) => ({ name, becomes: PLACEHOLDERS[name] })),
    pictures: picturesToChoose().map(({ address, title, picture }) => ({ address, title, alt: picture.alt })),
    rooms: departure
      ? roomList(departure.id).map(({ id, sleepers }, index) => ({
          id,
          words: `Room ${index + 1}: ${sleepers.map(({ name, payerName }) => name || `with ${payerName}`).join(', ')}`,
        }))
      : [],
    travelers: departure ? travelersOn(departure.id) : [],
    formKey: randomUUID(),
    typed: {
      ...{ ...text, who },
      room: who === 'room' ? String(broadcast?.audience.ids[0]) : '',
      chosen: who === 'chosen' ? (broadcast?.audience.ids.map(String) ?? []) : [],
      addressees: broadcast?.addressees ?? 'travelers',
      isUrgent: broadcast?.isUrgent ? 'on' : undefined,
      timing: broadcast?.timing ?? 'by-hand',
      sendOn: broadcast?.sendOn ?? '',
      daysBefore: isOf('before'),
      daysAfter: isOf('after'),
      time: timeTyped(broadcast?.sendMinute ?? 540),
      version: String(broadcast?.version ?? 1),
    },
  }
}

export type EditorView = ReturnType<typeof editorView>

/**
 * What the page shows: the editor, or before it leaves how it reads, or after that whom it reached. Leads
 * from an address of before to that of now.
 */
export function broadcastView(params: Params, staff: Staff, query: URLSearchParams) {
  const { place, broadcast } = namedBroadcast(params, staff)
  const { list, days, mayWrite } = place
  if (!broadcast) return { list, days, facts: null, editor: editorView(place, null) }
  const page = `${list}/${broadcast.id}`
  if (String(broadcast.id) !== (params.id ?? params.letter)) throw redirect(page, 301)
  const isOut = broadcast.state === 'sending' || broadcast.state === 'sent'
  const isEdited = broadcast.state === 'draft' && mayWrite && query.has('edit')
  return {
    ...{ list, days, mayWrite, page },
    facts: broadcastFacts(broadcast, place.departure, now()),
    mailIsOn: env.SMTP_URL !== undefined,
    preview: previewView(place, broadcast, query.get('as')),
    editor: isEdited ? editorView(place, broadcast) : null,
    review: isOut ? null : reviewView(place, broadcast),
    progress: isOut ? progressView(broadcast) : null,
    missed: isOut && mayWrite && isDepartureLetter(broadcast) ? missedView(broadcast, now()) : null,
    copyKey: randomUUID(),
  }
}

export type BroadcastView = Extract<ReturnType<typeof broadcastView>, { page: string }>

/** Before it is sent: who gets it, who does not and why, and what keeps it from leaving. */
function reviewView({ departure }: Place, broadcast: Broadcast) {
  const { gets, others } = isDepartureLetter(broadcast) ? reachedBy(broadcast) : { gets: [], others: [] }
  const total = departure ? gets.length : subscriberTotals().confirmed
  return {
    waits: whyWaits(broadcast),
    lacksAddress: !departure && !siteSettings().postalAddress,
    total,
    goesTo: departure ? counted(total, 'mailbox', 'mailboxes') : counted(total, 'subscriber'),
    fingerprint: recipientsFingerprint(gets),
    gets: gets.map(({ travelerId, called, reference, to, alsoFor }) => ({
      ...{ travelerId, called, reference, address: to.address, alsoFor },
    })),
    others: others.map(({ why, ...one }) => ({ ...one, why: why && WHY_NOT[why] })),
    testTo: env.STAFF_EMAIL,
  }
}

export type ReviewView = ReturnType<typeof reviewView>

/** Who would get the letter now and has not received it; the button posts the fingerprint back. */
function missedView(letter: DepartureLetter, now: Date) {
  const missed = missedBy(letter, now)
  return {
    fingerprint: recipientsFingerprint(missed),
    who: missed.map(({ travelerId, called, reference, to }) => ({
      ...{ travelerId, called, reference, address: to.address },
    })),
  }
}

/** How sending goes: of a campaign in figures, of a letter by each reader, and who has said they read it. */
function progressView(broadcast: Broadcast) {
  if (!isDepartureLetter(broadcast)) {
    const { recipients, sendingAt } = broadcast
    const figures = figuresOf(broadcast.id)
    const minutesLeft = sendingAt && minutesToGo(sendingAt, figures.sent + figures.failed, recipients)
    return { ...figures, recipients, minutesLeft, read: null, readers: null }
  }
  const readers = letterDelivery(broadcast.id).map(({ sentAt, readAt, isAsked, ...row }) => ({
    ...row,
    sentAt: show(sentAt),
    readAt: show(readAt),
    isUnread: isAsked === 1 && readAt === null && row.state !== null,
  }))
  const inState = (...states: (string | null)[]) =>
    readers.filter(({ state }) => states.includes(state)).length
  const read = `${readers.filter(({ readAt }) => readAt !== null).length} of ${readers.length - inState(null)}`
  return {
    ...{ recipients: readers.length, minutesLeft: null, readers, read: broadcast.isUrgent ? read : null },
    ...{ sent: inState('sent'), waiting: inState('waiting', 'sending'), failed: inState('failed') },
    ...{ interrupted: 0, unsubscribed: null },
  }
}

export type ProgressView = ReturnType<typeof progressView>

/** At the pace so far; null before the first mail is sent. */
const minutesToGo = (since: Date, done: number, recipients: number): number | null =>
  done === 0 ? null : Math.ceil(((now().getTime() - since.getTime()) / done / 60_000) * (recipients - done))
