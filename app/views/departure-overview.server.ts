import { bookingsToNotify } from '#app/bookings/moved-dates.server'
import { amountOnItsWay } from '#app/bookings/on-its-way'
import { queueOf } from '#app/bookings/waitlist/staff-waitlist.server'
import { marginOf } from '#app/money/accounts/costs.server'
import type { Day } from '#app/platform/days'
import { cents, showCents, showSigned } from '#app/platform/money'
import { counted } from '#app/platform/words'
import type { Right } from '#app/staff/rights'
import { lettersOf } from '#app/tours/broadcasts.server'
import { areRoomsOpen, dayCount } from '#app/tours/departure'
import type { ListedDeparture } from '#app/tours/departure-list.server'
import { unofferedSeats } from '#app/tours/departures.server'
import { daysOf } from '#app/tours/tour-lists.server'
import { detailsProgress } from '#app/travelers/details.server'
import { roomList } from '#app/travelers/room-guests.server'
import { proposedRooms } from '#app/travelers/room-proposals.server'
import { signingProgress } from '#app/travelers/signatures.server'
import { OWN_LETTERS } from '#db/values'
import { departuresToDecide, openChoiceCount } from './departures-decided.server'

/** What a departure waits for, and on which of its pages it is done. */
type Task = { words: string; page: string; right: Right; isLate: boolean }

const task = (page: string, right: Right, words: string | false | null, isLate = false): Task[] =>
  words ? [{ words, page, right, isLate }] : []

/** What is left to do for a departure, late things first, then in the order in which staff do them. */
export function departureTasks(departure: ListedDeparture, today: Day): Task[] {
  const { id, overdueCents } = departure
  const choices = openChoiceCount(id)
  const always = [
    ...task(
      '',
      'see bookings',
      choices > 0 && `${counted(choices, 'guest has', 'guests have')} not chosen yet`,
    ),
    ...task(
      '/bookings?money=balance-open',
      'see money',
      overdueCents > 0 && `${showCents(overdueCents)} is overdue`,
      true,
    ),
  ]
  const isAhead = departure.canceledAt === null && departure.endsOn >= today
  return [...always, ...(isAhead ? tasksAhead(departure, today) : [])].sort(
    (one, other) => Number(other.isLate) - Number(one.isLate),
  )
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
    ...task('/settings', 'change tour', state === 'draft' && 'Look this draft over, then put it on sale'),
    ...decision(id, today),
    ...task(
      '/letters/new-dates',
      'see tour',
      uninformed > 0 && `${counted(uninformed, 'booking')} to tell about the new dates`,
    ),
    ...task(
      '/waitlist',
      'see tour',
      parties > 0 &&
        free > 0 &&
        `${counted(parties, 'party waits', 'parties wait')} beside ${counted(free, 'free seat')}`,
    ),
    ...task(
      '/rooms',
      'change travelers',
      pairs > 0 && `${counted(pairs, 'pair')} alone in double rooms could share one`,
    ),
    ...task(
      '/manifest',
      'see journey',
      travelers > complete && `Details of ${counted(travelers - complete, 'traveler')} are missing`,
    ),
    ...task(
      '/settings/documents',
      'see tour',
      signing !== null &&
        signing.open > 0 &&
        `${counted(signing.open, 'signature is', 'signatures are')} missing`,
      signing !== null && signing.overdue > 0,
    ),
    ...task('/letters', 'change bookings', drafts > 0 && `${counted(drafts, 'letter')} to schedule`),
    ...task(
      '/letters',
      'change bookings',
      lacking > 0 && `${counted(lacking, 'letter')} about the journey to add`,
    ),
    ...task(
      '/trip-book/days',
      'see tour',
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
  return isPaid
    ? task('/guarantee', 'change tour', 'The minimum is paid: guarantee it', isLate)
    : task(
        '',
        'change tour',
        isLate ? 'Decide whether it runs' : `Decide whether it runs within ${counted(open.daysLeft, 'day')}`,
        isLate,
      )
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
