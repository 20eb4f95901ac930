import { bookingsToNotify } from '#app/bookings/moved-dates.server'
import { amountOnItsWay } from '#app/bookings/on-its-way'
import { queueOf } from '#app/bookings/waitlist/staff-waitlist.server'
import { marginOf } from '#app/money/accounts/costs.server'
import { type Day, daysFrom, showDay } from '#app/platform/days'
import { cents, showCents, showSigned } from '#app/platform/money'
import { counted } from '#app/platform/words'
import type { Right } from '#app/staff/rights'
import { lettersOf } from '#app/tours/broadcasts.server'
import { areRoomsOpen, dayCount, waitsForDecision } from '#app/tours/departure'
import type { ListedDeparture } from '#app/tours/departure-list.server'
import { unofferedSeats } from '#app/tours/departures.server'
import { guideNamesOn } from '#app/tours/guides.server'
import { daysOf } from '#app/tours/tour-lists.server'
import { detailsProgress } from '#app/travelers/details.server'
import { roomList } from '#app/travelers/room-guests.server'
import { proposedRooms } from '#app/travelers/room-proposals.server'
import { signingProgress } from '#app/travelers/signatures.server'
import { OWN_LETTERS } from '#db/values'
import { departuresToDecide, openChoiceCount } from './departures-decided.server'
import { lineOf, overdueNow } from './to-do-now.server'

/** What a departure waits for, on which of its pages it is done, and what the button to that page says. */
type Task = {
  words: string
  page: string
  right: Right
  label: string
  isLate: boolean
  dueOn: Day | null
  isDecision: boolean
}

type More = Partial<Pick<Task, 'isLate' | 'dueOn' | 'isDecision'>>

const task = (
  page: string,
  right: Right,
  label: string,
  words: string | false | null,
  more: More = {},
): Task[] =>
  words ? [{ isLate: false, dueOn: null, isDecision: false, words, page, right, label, ...more }] : []

const lateFirst = (one: { isLate: boolean }, other: { isLate: boolean }) =>
  Number(other.isLate) - Number(one.isLate)

/** What is left to do for a departure, late things first, then in the order in which staff do them. */
export function departureTasks(departure: ListedDeparture, today: Day): Task[] {
  const { overdueCents } = departure
  const overdue = overdueCents > 0 && `${showCents(overdueCents)} is overdue`
  return [
    ...task('/bookings?money=balance-open', 'see money', 'See bookings', overdue, { isLate: true }),
    ...otherTasks(departure, today),
  ].sort(lateFirst)
}

function otherTasks(departure: ListedDeparture, today: Day): Task[] {
  const choices = openChoiceCount(departure.id)
  const isAhead = departure.canceledAt === null && departure.endsOn >= today
  return [
    ...task(
      ...(['#choices', 'see bookings', 'See who'] as const),
      choices > 0 && `${counted(choices, 'guest has', 'guests have')} not chosen yet`,
    ),
    ...(isAhead ? tasksAhead(departure, today) : []),
  ]
}

/** The same on its own page, in lines as on the dashboard, where each overdue installment is one. */
export function departureToDo(departure: ListedDeparture, today: Day, at: Date) {
  const page = `/admin/departures/${departure.id}`
  const { rows, beyond } = overdueNow({ today, at, departureId: departure.id })
  const more =
    beyond && task('/bookings?money=balance-open', 'see money', 'See all', beyond, { isLate: true })
  const asRow = ({ words, page: tab, right, isDecision, ...one }: Task) => ({
    ...lineOf({ key: words, who: words, what: '', to: page + tab, ...one }, today),
    ...{ right, isDecision },
  })
  return [
    ...rows.map((row) => ({ ...row, right: 'see money' as const, isDecision: false })),
    ...(more || []).map(asRow),
    ...otherTasks(departure, today).map(asRow).sort(lateFirst),
  ]
}

function tasksAhead(departure: ListedDeparture, today: Day): Task[] {
  const { id, state } = departure
  const uninformed = bookingsToNotify(id).length
  const parties = queueOf(id).living.filter((entry) => entry.state === 'waiting').length
  const free = state === 'on-sale' || state === 'sold-out' ? unofferedSeats(departure) : 0
  const pairs = areRoomsOpen(departure, today) ? proposedRooms(roomList(id)).length : 0
  const { travelers, complete } = detailsProgress(id)
  const signing = signingProgress(id, today)
  const letters = lettersOf(id)
  const drafts = letters.filter((letter) => letter.state === 'draft').length
  const lacking = OWN_LETTERS.length - letters.filter(({ kind }) => kind !== 'written').length
  const days = daysOf(id).length
  return [
    ...decision(id, today),
    ...task(
      ...(['/settings', 'change tour', 'Look it over'] as const),
      state === 'draft' && 'Look this draft over, then put it on sale',
    ),
    ...task(
      ...(['/letters/new-dates', 'see tour', 'Write to them'] as const),
      uninformed > 0 && `${counted(uninformed, 'booking')} to tell about the new dates`,
    ),
    ...task(
      ...(['/waitlist', 'see tour', 'See waitlist'] as const),
      parties > 0 &&
        free > 0 &&
        `${counted(parties, 'party waits', 'parties wait')} beside ${counted(free, 'free seat')}`,
    ),
    ...task(
      ...(['/rooms', 'change travelers', 'Settle'] as const),
      pairs > 0 && `${counted(pairs, 'pair')} alone in double rooms could share one`,
    ),
    ...task(
      ...(['/manifest', 'see journey', 'See who'] as const),
      travelers > complete && `Details of ${counted(travelers - complete, 'traveler')} are missing`,
    ),
    ...task(
      ...(['/settings/documents', 'see tour', 'See who'] as const),
      signing !== null &&
        signing.open > 0 &&
        `${counted(signing.open, 'signature is', 'signatures are')} missing`,
      { isLate: signing !== null && signing.overdue > 0 },
    ),
    ...task(
      ...(['/letters', 'change bookings', 'See letters'] as const),
      drafts > 0 && `${counted(drafts, 'letter')} to schedule`,
    ),
    ...task(
      ...(['/letters', 'change bookings', 'Add them'] as const),
      lacking > 0 && `${counted(lacking, 'letter')} about the journey to add`,
    ),
    ...task(
      ...(['/trip-book/days', 'see tour', 'See days'] as const),
      days !== dayCount(departure) &&
        `${counted(days, 'day is', 'days are')} described of ${dayCount(departure)}`,
    ),
  ]
}

function decision(id: number, today: Day): Task[] {
  const [open] = departuresToDecide(today, id)
  if (!open) return []
  const isPaid = open.paidTravelers >= (open.minimumTravelers ?? 0)
  const isLate = open.daysLeft < 0
  const words = isPaid
    ? 'The minimum is paid: guarantee it'
    : isLate
      ? 'Decide whether it runs'
      : `Decide whether it runs within ${counted(open.daysLeft, 'day')}`
  return task(isPaid ? '/guarantee' : '#decide', 'change tour', isPaid ? 'Guarantee it' : 'Decide', words, {
    ...{ isLate, dueOn: open.decideOn, isDecision: true },
  })
}

/** How long it is until it begins, who guides it, and what its next two days are; [] of a canceled one. */
export function departureInShort(departure: ListedDeparture, today: Day): string[] {
  const { id, startsOn, endsOn, canceledAt } = departure
  if (canceledAt !== null || endsOn < today) return []
  const left = daysFrom(today, startsOn)
  const guides = guideNamesOn(id)
  const ahead = datesAhead(departure, today)
  return [
    left > 0 ? `${counted(left, 'day')} to go` : `Day ${1 - left} of ${dayCount(departure)}`,
    guides.length > 0 ? `${guides.length === 1 ? 'Guide' : 'Guides'}: ${guides.join(', ')}` : 'No guide yet',
    ...(ahead.length > 0 ? [`Next: ${ahead.join(', ')}`] : []),
  ]
}

const NEXT_AT_MOST = 2

function datesAhead(departure: ListedDeparture, today: Day): string[] {
  const asks = !waitsForDecision(departure)
  const dates: [Day | null | false, string][] = [
    [departure.salesOpenOn, 'sales open'],
    [departure.earlyBirdEndsOn, 'early bird ends'],
    [asks && departure.firstInstallmentDueOn, 'first installments due'],
    [asks && departure.finalInstallmentDueOn, 'last installments due'],
  ]
  return dates
    .flatMap(([day, words]) => (day && day >= today ? [{ day, words }] : []))
    .sort((one, other) => one.day.localeCompare(other.day))
    .slice(0, NEXT_AT_MOST)
    .map(({ day, words }) => `${words} ${showDay(day)}`)
}

/** How far one thing has come, and the page that has all of it. */
type Fact = { label: string; words: string; page: string; right: Right }

export function departureFacts(departure: ListedDeparture, today: Day): Fact[] {
  const { id, collectedCents, outstandingCents, onItsWayCents } = departure
  const rooms = roomList(id)
  const { travelers, complete } = detailsProgress(id)
  const signing = signingProgress(id, today)
  const letters = lettersOf(id)
  const inState = (wanted: string) => letters.filter(({ state }) => state === wanted).length
  const { plannedCents, paidCents, marginCents } = marginOf(id)
  const fact = (label: string, page: string, right: Right, words: string): Fact => ({
    label,
    words,
    page,
    right,
  })
  return [
    fact(
      ...(['Paid', '/bookings', 'see money'] as const),
      `${showCents(collectedCents)} of ${showCents(cents(collectedCents + outstandingCents + onItsWayCents))}${onItsWayCents > 0 ? `, ${amountOnItsWay(onItsWayCents)}` : ''}`,
    ),
    fact('Waiting', '/waitlist', 'see tour', counted(queueOf(id).living.length, 'party', 'parties')),
    fact(
      ...(['Rooms', '/rooms', 'see journey'] as const),
      `${rooms.length}, ${rooms.filter(({ hasFreeBed }) => hasFreeBed).length} with a free bed`,
    ),
    fact('Details complete', '/manifest', 'see journey', `${complete} of ${travelers}`),
    fact(
      ...(['Signatures', '/settings/documents', 'see tour'] as const),
      signing ? `${signing.asked - signing.open} of ${signing.asked}` : 'Nothing to sign',
    ),
    fact(
      'Letters',
      '/letters',
      'change bookings',
      `${inState('scheduled')} scheduled, ${inState('sent')} sent`,
    ),
    fact(
      ...(['Costs', '/settings/costs', 'see books'] as const),
      plannedCents + paidCents === 0 ? 'None entered yet' : `${showSigned(marginCents)} left after them`,
    ),
  ]
}
