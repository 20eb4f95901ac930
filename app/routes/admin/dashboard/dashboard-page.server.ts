import type { useLoaderData } from '@remix-run/react'
import { siteTotals, takingsByDay } from '#app/analytics/figures.server'
import { requestsWaiting } from '#app/bookings/guest-requests.server'
import { heldUntil } from '#app/bookings/hold-for-guest.server'
import { DUE_SOON_DAYS } from '#app/bookings/installments/due'
import { installmentTotals } from '#app/bookings/installments/installment-list.server'
import { waitingBesideFreeSeats } from '#app/bookings/waitlist/staff-waitlist.server'
import { monthsWaiting } from '#app/money/accounts/months.server'
import { longestWaiting } from '#app/people/list-contacts.server'
import { tasksDue } from '#app/people/notes.server'
import { isReplyLate, replyDueAt } from '#app/people/reply-promise'
import { subscriberTotals } from '#app/people/subscribers.server'
import { businessDay, businessTime, now, today } from '#app/platform/clock.server'
import { addDays, type Day, showDay, showDays, showMonth } from '#app/platform/days'
import { cents } from '#app/platform/money'
import { inWords } from '#app/platform/words'
import { may } from '#app/staff/rights'
import type { Staff } from '#app/staff/sessions.server'
import type { Undecided } from '#app/tours/decision-reminders.server'
import { runningStatus } from '#app/tours/departure'
import { departureChoices, seatsOnSale } from '#app/tours/departure-list.server'
import { isDepartureAhead } from '#app/tours/departures.server'
import { detailsOfNextDeparture } from '#app/travelers/details.server'
import { reviewsWaiting } from '#app/travelers/reviews.server'
import { roomsToSettle } from '#app/travelers/room-proposals.server'
import { signaturesMissing } from '#app/travelers/signatures.server'
import { COUNTED, dueBetween, needsAttention, SHOWN } from '#app/views/attention.server'
import {
  choiceRows,
  departuresToDecide,
  openChoiceCount,
  openChoices,
} from '#app/views/departures-decided.server'
import { CONTACT_DAYS_BEFORE } from '#db/values'

/** The dashboard of a staff role, for all departures or one. */
export function dashboardPage(staff: Staff, departureId: number | null) {
  const [seesInquiries, seesTravelers] = [may(staff, 'see inquiries'), may(staff, 'see travelers')]
  const at = now()
  const { overdue, dueSoon, toPayBack, waitingRefunds, failedMail, held, inquiries } = needsAttention(
    today(),
    at,
    departureId,
  )
  const requests = requestsWaiting()
  const tasks = tasksDue(today())
  const withDay = <Row extends { dueOn: string }>(rows: Row[]) =>
    rows.map((row) => ({ ...row, dueOn: showDay(row.dueOn) }))
  const withAge = <Row extends { createdAt: Date; answeredAt?: Date | null }>(rows: Row[]) =>
    rows.map(({ createdAt, answeredAt = null, ...row }) => ({
      ...row,
      isLate: isReplyLate({ createdAt, answeredAt }, at),
      askedAt: businessTime(createdAt),
    }))
  return {
    owner: { ...ownerFigures(today()), promised: seesInquiries ? nextPromised(today(), at) : null },
    subscribers: seesInquiries ? subscriberTotals() : null,
    totals: siteTotals(departureId),
    departureId,
    departures: departureChoices(departureId),
    atMost: COUNTED,
    isSeasonAhead: isDepartureAhead(today()),
    dueSoonDays: inWords(DUE_SOON_DAYS),
    details: seesTravelers ? detailsOfNextDeparture(today()) : null,
    signing: seesTravelers ? signaturesMissing(today()) : [],
    waiting: waitingBesideFreeSeats(today()).map(({ startsOn, endsOn, ...one }) => ({
      ...one,
      dates: showDays(startsOn, endsOn),
    })),
    reviews: may(staff, 'see content') ? reviewsWaiting() : 0,
    overdue: { ...overdue, rows: withDay(overdue.rows) },
    dueSoon: { ...dueSoon, rows: withDay(dueSoon.rows) },
    toPayBack,
    waitingRefunds,
    failedMail: may(staff, 'see mail') && {
      count: failedMail.count,
      rows: failedMail.rows.map(({ createdAt, ...mail }) => ({
        ...mail,
        writtenAt: businessTime(createdAt),
      })),
    },
    requests: seesTravelers && { ...requests, rows: withAge(requests.rows) },
    tasks: seesTravelers && {
      ...tasks,
      rows: tasks.rows.map((task) => ({ ...task, isLate: task.dueOn < today(), due: showDay(task.dueOn) })),
    },
    decisions:
      may(staff, 'see tour') &&
      departuresToDecide(today(), departureId).map((departure) => decisionView(departure, today())),
    rooms:
      may(staff, 'change travelers') &&
      roomsToSettle(today()).filter((one) => departureId === null || one.departureId === departureId),
    choices: {
      count: openChoiceCount(departureId),
      rows: choiceRows(openChoices(departureId, SHOWN)),
    },
    months:
      may(staff, 'change books') &&
      monthsWaiting(today()).map((month) => ({ month, name: showMonth(month) })),
    held: {
      count: held.count,
      rows: held.rows.map(({ holdEndsAt, soldBy, ...seat }) => ({
        ...seat,
        until:
          holdEndsAt <= now()
            ? 'Being released'
            : soldBy
              ? `Held for the guest until ${showDay(heldUntil({ holdEndsAt }))}`
              : `Held until ${businessTime(holdEndsAt)}`,
      })),
    },
    inquiries: seesInquiries && { ...inquiries, rows: withAge(inquiries.rows) },
  }
}

export type DashboardPage = ReturnType<typeof useLoaderData<typeof dashboardPage>>

const decisionView = (departure: Undecided, today: Day) => ({
  id: departure.id,
  dates: showDays(departure.startsOn, departure.endsOn),
  isLate: departure.daysLeft < 0,
  isPaid: departure.paidTravelers >= (departure.minimumTravelers ?? 0),
  words: runningStatus(departure, departure.paidTravelers, today)?.words ?? '',
})

/** Seats of each departure on sale, and this month's money. Cents. */
function ownerFigures(today: Day) {
  const month = today.slice(0, 7)
  const takings = takingsByDay({ from: `${month}-01`, to: today })
  const { overdueCents, overdueCount } = installmentTotals(today)
  return {
    month,
    seats: seatsOnSale(today),
    receivedCents: cents(takings.reduce((sum, { revenueCents }) => sum + revenueCents, 0)),
    due: dueBetween(today, `${month}-31`),
    overdueCents,
    overdueCount,
  }
}

/** The promise that runs out first: an answer to an inquiry, or the word before the journey. */
function nextPromised(today: Day, at: Date) {
  const [waiting] = longestWaiting()
  const until = waiting && replyDueAt(waiting.createdAt)
  const next = detailsOfNextDeparture(today)
  const on = next && addDays(next.startsOn, -CONTACT_DAYS_BEFORE)
  if (next && on && on >= today && !(until && businessDay(until) <= on)) {
    return {
      to: `/admin/departures/${next.departureId}/manifest`,
      words: `A word from the team to the travelers of ${next.dates}, by ${showDay(on)}`,
      isLate: false,
    }
  }
  if (!waiting || !until) return null
  return {
    to: `/admin/contacts/${waiting.id}`,
    words: `An answer to ${waiting.firstName} ${waiting.lastName}, by ${businessTime(until)}`,
    isLate: until < at,
  }
}
