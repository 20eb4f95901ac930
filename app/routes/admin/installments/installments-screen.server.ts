import { dayWords, dueSoonUntil, INSTALLMENT_FILTERS, USUAL_FILTER } from '#app/bookings/installments/due'
import {
  countInstallments,
  type InstallmentCursor,
  type InstallmentRow,
  installmentsByDueDate,
  installmentTotals,
} from '#app/bookings/installments/installment-list.server'
import { offersEndingOn } from '#app/bookings/waitlist/staff-waitlist.server'
import { autopayOn, nextChargeOn } from '#app/money/changes/autopay/autopay-forecast.server'
import { whatWillBeSent } from '#app/money/reminders/send-due-reminders.server'
import { businessDay, businessTime, businessZone, today } from '#app/platform/clock.server'
import { addDays, type Day, readDay, showDay } from '#app/platform/days'
import { env } from '#app/platform/env.server'
import { pageOf } from '#app/platform/lists/page-cursor'
import { type Cents, cents } from '#app/platform/money'
import { capitalized, namesOf } from '#app/platform/typed/fields'
import { jobRunsToday, lastRuns, reminderRuns } from '#app/server/schedule/daily-jobs.server'
import { MAIL_JOBS } from '#app/server/schedule/job-hours'
import { clockMayMove } from '#app/server/schedule/move-clock.server'
import { systemStatus } from '#app/server/schedule/system-status.server'
import { departureChoices, requestedDepartureId } from '#app/tours/departure-list.server'
import { type Departure, departureOnOffer } from '#app/tours/departures.server'
import type { RoomType } from '#app/tours/party'
import { priceOf } from '#app/tours/price'
import { installmentAmounts } from '#app/tours/promises'
import { detailsLettersOn } from '#app/travelers/details-due.server'
import { leavingOn } from '#app/travelers/post-broadcasts.server'
import { choicesEndingOn } from '#app/views/departures-decided.server'

const SIZE = 25

/**
 * The page of the table that the address asks for: `?state=`, `?departure=`, `?after=` or `?before=` a due
 * date and an id.
 */
function installmentPage(query: URLSearchParams, today: Day) {
  const state = namesOf(INSTALLMENT_FILTERS).find((name) => name === query.get('state')) ?? USUAL_FILTER
  const departureId = requestedDepartureId(query.get('departure'))
  const after = cursorIn(query.get('after'))
  const before = after ? null : cursorIn(query.get('before'))
  const place = after ? { after } : before ? { before } : null
  const week = { today, until: dueSoonUntil(today) }
  const read = installmentsByDueDate(state, place, week, SIZE + 1, departureId)
  const from = after ? 'after' : before ? 'before' : 'start'
  const { rows, cursors } = pageOf(read, SIZE, { from }, ({ dueOn, id }) => `${dueOn}.${id}`)
  return {
    state,
    departureId,
    rows: rows.map(({ autopay, ...row }) => ({
      ...row,
      dueWords: dueWordsOf(row, today),
      automatic: automaticWords(row, autopay, today),
    })),
    total: countInstallments(state, week, departureId),
    cursors,
  }
}

/** The day is what was agreed; what is still owed may wait for a decision past it. */
const dueWordsOf = ({ dueOn, owedCents, waits }: Omit<InstallmentRow, 'autopay'>, today: Day): string =>
  capitalized(dayWords({ dueOn, waits: waits && owedCents > 0 }, today))

/** That it is charged by itself, and when, as far as that is known; null where it is not. */
function automaticWords(
  { dueOn, waits }: Pick<InstallmentRow, 'dueOn' | 'waits'>,
  autopay: InstallmentRow['autopay'],
  today: Day,
): string | null {
  if (!autopay) return null
  if (waits) return 'Automatic'
  const on = nextChargeOn(dueOn, autopay.charge, today)
  return on && `Automatic, ${showDay(on)}`
}

function cursorIn(text: string | null): InstallmentCursor | null {
  const [day, id = ''] = text?.split('.') ?? []
  const dueOn = readDay(day)
  return dueOn !== null && /^\d{1,15}$/.test(id) ? { dueOn, id: Number(id) } : null
}

export type InstallmentsScreen = Awaited<ReturnType<typeof installmentsScreen>>

/** All that the Installments screen shows, at an instant of business time. */
export async function installmentsScreen(query: URLSearchParams, at: Date) {
  const today = businessDay(at)
  const departureId = requestedDepartureId(query.get('departure'))
  const status = await systemStatus(at)
  const dayAsked = readDay(query.get('day')) ?? addDays(today, 1)
  const forecast = whatWillBeSent(dayAsked, at, reminderRuns(at))
  return {
    status,
    zone: businessZone(),
    siteAddress: env.BASE_URL,
    today,
    now: businessTime(at),
    mayMoveClock: clockMayMove(),
    forecast,
    autopay: autopayOn(forecast.day, today),
    detailsForecast: detailsLettersOn(forecast.day, at, jobRunsToday('details', at)),
    broadcasts: leavingOn(forecast.day, at).map(({ at: leaves, ...letter }) => ({
      ...letter,
      leaves: businessTime(leaves),
    })),
    choicesEnding: choicesEndingOn(forecast.day),
    waitlistOffers: offersEndingOn(forecast.day).map(({ offer, ...one }) => ({
      ...one,
      ...{ id: offer.id, seats: offer.seats, ends: businessTime(offer.endsAt) },
    })),
    totals: installmentTotals(today, departureId),
    installments: installmentPage(query, today),
    departures: departureChoices(departureId),
    plans: plansOf(departureOnOffer(today)),
    formKey: crypto.randomUUID(),
    runs: lastRuns(Object.keys(MAIL_JOBS), 10).map(
      ({ id, job, startedBy, counts, state, startedAt, finishedAt }) => ({
        ...{ id, job, startedBy, counts, state },
        startedAt: businessTime(startedAt),
        seconds: finishedAt && (finishedAt.getTime() - startedAt.getTime()) / 1_000,
      }),
    ),
  }
}

const plansOf = (departure: Departure) => ({
  depositCents: departure.depositCents,
  firstDueOn: departure.firstInstallmentDueOn,
  finalDueOn: departure.finalInstallmentDueOn,
  doubleCents: firstInstallment(departure, 'double'),
  singleCents: firstInstallment(departure, 'single'),
})

/** Of a booking made today. */
const firstInstallment = (departure: Departure, roomType: RoomType): Cents =>
  installmentAmounts(departure.depositCents, priceOf(departure, roomType, today()).priceCents)[0] ?? cents(0)
