import { randomUUID } from 'node:crypto'
import { businessDay, businessTime, businessZone, now } from '#app/platform/clock.server'
import { showDays } from '#app/platform/days'
import { env } from '#app/platform/env.server'
import { counted } from '#app/platform/words'
import { namedDeparture, openTo } from '#app/server/guards/named-rows.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { may } from '#app/staff/rights'
import type { Staff } from '#app/staff/sessions.server'
import { type DepartureLetter, isTooLate, leavesAt, letterWith } from '#app/tours/departure-letters.server'
import type { Departure } from '#app/tours/departures.server'
import { ADDRESSEE_NAMES, AUDIENCE_NAMES, OWN_LETTER_NAMES, timeTyped } from '#app/tours/letter-form'
import { aboardOf, letterDelivery, reachedBy, WHY_NOT } from '#app/travelers/letter-recipients.server'
import { letterPreview, renderSubject, whyLetterWaits } from '#app/travelers/letter-text.server'
import { roomList } from '#app/travelers/room-guests.server'
import { missedBy, recipientsFingerprint } from '#app/travelers/send-letters.server'

const show = (instant: Date | null) => instant && businessTime(instant)

type Params = { departure?: string; letter?: string }

/**
 * The letter that an address names, of the departure that it names; throws 404 where there is none. A guide
 * sees none of those about money, and no drafts.
 */
export function namedLetter(params: Params, staff: Staff): { letter: DepartureLetter; departure: Departure } {
  const departure = openTo(staff, namedDeparture(params))
  const id = /^\d{1,15}$/.test(params.letter ?? '') ? Number(params.letter) : 0
  const letter = letterWith(id)
  if (letter?.departureId !== departure.id || !isFor(staff, letter)) throw new Response(null, { status: 404 })
  return { letter, departure }
}

/** Whether a member of staff may see a letter. */
export const isFor = (staff: Staff, { state, audience }: DepartureLetter): boolean =>
  may(staff, 'change bookings') || (audience.who !== 'owing' && state !== 'draft')

/** For the list and the page's head: what the letter is, when it leaves, and whom it is for. */
export function letterFacts(letter: DepartureLetter, departure: Departure, now: Date) {
  const { id, kind, subject, state, isUrgent, skippedBecause, version, timing, days } = letter
  const at = leavesAt(letter, departure)
  return {
    ...{ id, state, isUrgent, skippedBecause, version, subject: renderSubject(subject, departure) },
    name: kind === 'written' ? null : OWN_LETTER_NAMES[kind],
    audience: AUDIENCE_NAMES[letter.audience.who],
    addressees: ADDRESSEE_NAMES[letter.addressees],
    leaves: show(at),
    isDue: at !== null && at <= now,
    isTooLate: isTooLate(letter, departure, businessDay(now)),
    counted: timing === 'before' || timing === 'after' ? countedDays(timing, days ?? 0) : null,
    sent: show(letter.sentAt ?? letter.sendingAt),
    missed: missedBy(letter, now).length,
  }
}

export type LetterFacts = ReturnType<typeof letterFacts>

const countedDays = (timing: 'before' | 'after', days: number): string =>
  `${counted(days, 'day')} ${timing === 'before' ? 'before the first day' : 'after the last day'}`

/** What the editor begins with, and what it offers to choose from. */
export function editorView(departure: Departure, letter: DepartureLetter | null) {
  const isOf = (timing: string) => (letter?.timing === timing ? String(letter.days ?? '') : '')
  return {
    departureId: departure.id,
    dates: showDays(departure.startsOn, departure.endsOn),
    zone: businessZone(),
    rooms: roomList(departure.id).map(({ id, sleepers }, index) => ({
      id,
      words: `Room ${index + 1}: ${sleepers.map(({ name, payerName }) => name || `with ${payerName}`).join(', ')}`,
    })),
    travelers: aboardOf(departure.id),
    typed: {
      subject: letter?.subject ?? '',
      body: letter?.body ?? 'Dear {{first name}},\n\n',
      who: letter?.audience.who ?? 'all',
      room: letter?.audience.who === 'room' ? String(letter.audience.ids[0]) : '',
      chosen: letter?.audience.who === 'chosen' ? letter.audience.ids.map(String) : [],
      addressees: letter?.addressees ?? 'travelers',
      isUrgent: letter?.isUrgent ? 'on' : undefined,
      timing: letter?.timing ?? 'by-hand',
      sendOn: letter?.sendOn ?? '',
      daysBefore: isOf('before'),
      daysAfter: isOf('after'),
      time: timeTyped(letter?.sendMinute ?? 540),
      version: String(letter?.version ?? 1),
    },
  }
}

export type EditorView = ReturnType<typeof editorView>

/** The editor for a letter that is not saved yet. */
export async function newLetterView(request: Request, params: Params) {
  await requireStaff(request, 'change bookings')
  return { view: editorView(namedDeparture(params), null), formKey: randomUUID() }
}

/** What the page of a letter shows: before it leaves how it reads, and after that whom it reached. */
export function letterView(params: Params, staff: Staff, query: URLSearchParams) {
  const { letter, departure } = namedLetter(params, staff)
  const isOut = letter.state === 'sending' || letter.state === 'sent'
  const mayWrite = may(staff, 'change bookings')
  return {
    ...{ departureId: departure.id, days: showDays(departure.startsOn, departure.endsOn), mayWrite },
    letter: letterFacts(letter, departure, now()),
    body: letter.body,
    review: isOut ? null : reviewView(letter, query.get('as')),
    delivery: isOut ? deliveryView(letter) : null,
    missed: isOut && mayWrite ? missedView(letter, now()) : null,
    editor: letter.state === 'draft' && query.has('edit') ? editorView(departure, letter) : null,
    formKey: randomUUID(),
  }
}

/** A letter before it is sent: how one traveler will read it, who gets it, and who does not and why. */
export function reviewView(letter: DepartureLetter, asTraveler: string | null) {
  const { gets, others } = reachedBy(letter)
  const reader = gets.find(({ travelerId }) => String(travelerId) === asTraveler) ?? gets[0] ?? null
  return {
    reader: reader && { travelerId: reader.travelerId, called: reader.called },
    preview: reader && letterPreview(letter, reader),
    waits: whyLetterWaits(letter),
    fingerprint: recipientsFingerprint(gets),
    gets: gets.map(({ travelerId, called, reference, to, alsoFor }) => ({
      ...{ travelerId, called, reference, address: to.address, alsoFor },
    })),
    others: others.map(({ why, ...one }) => ({ ...one, why: why && WHY_NOT[why] })),
    from: `${env.MAIL_FROM.name} <${env.MAIL_FROM.address}>`,
    testTo: env.STAFF_EMAIL,
    mailIsOn: env.SMTP_URL !== undefined,
  }
}

/** Who would get the letter now and has not received it; the button posts the fingerprint back. */
export function missedView(letter: DepartureLetter, now: Date) {
  const missed = missedBy(letter, now)
  return {
    fingerprint: recipientsFingerprint(missed),
    who: missed.map(({ travelerId, called, reference, to }) => ({
      ...{ travelerId, called, reference, address: to.address },
    })),
  }
}

/** A letter that was sent: the state of each mail, and who has not confirmed reading it. */
export const deliveryView = (letter: DepartureLetter) =>
  letterDelivery(letter.id).map(({ sentAt, readAt, isAsked, ...row }) => ({
    ...row,
    sentAt: show(sentAt),
    readAt: show(readAt),
    isUnread: isAsked === 1 && readAt === null && row.state !== null,
  }))
