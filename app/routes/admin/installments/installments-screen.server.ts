import { businessDay, today } from '#app/clock.server'
import { addDays, readDay, showInstant } from '#app/days'
import { env } from '#app/env.server'
import { installmentTotals } from '#app/installments/installment-list.server'
import { type Cents, cents } from '#app/money'
import { whatWillBeSent } from '#app/reminders/what-will-be-sent.server'
import { jobRunsToday, reminderRuns } from '#app/schedule/daily-jobs.server'
import { MAIL_JOBS } from '#app/schedule/job-hours'
import { lastRuns } from '#app/schedule/job-runs.server'
import { clockMayMove } from '#app/schedule/move-clock.server'
import { systemStatus } from '#app/schedule/system-status.server'
import { departureAsked, departureChoices } from '#app/tour/departure-choices.server'
import { type Departure, departureOnOffer } from '#app/tour/departures.server'
import { installmentAmounts } from '#app/tour/plan-sentence'
import { priceOf } from '#app/tour/price'
import type { RoomType } from '#app/tour/room-type'
import { detailsLettersOn } from '#app/travelers/details/details-forecast.server'
import { installmentPage } from './installment-page.server'

export type InstallmentsScreen = Awaited<ReturnType<typeof installmentsScreen>>

/** All that the Installments screen shows, at an instant of business time. */
export async function installmentsScreen(query: URLSearchParams, at: Date) {
  const today = businessDay(at)
  const show = (instant: Date) => showInstant(instant, env.BUSINESS_TIMEZONE)
  const departureId = departureAsked(query.get('departure'))
  const { next, ...status } = await systemStatus(at)
  const dayAsked = readDay(query.get('day')) ?? addDays(today, 1)
  const forecast = whatWillBeSent(dayAsked, at, reminderRuns(at))
  return {
    status: { ...status, nextReminders: show(next.reminders), nextOverdue: show(next.overdue) },
    zone: env.BUSINESS_TIMEZONE,
    siteAddress: env.BASE_URL,
    today,
    now: show(at),
    mayMoveClock: clockMayMove(),
    forecast,
    detailsForecast: detailsLettersOn(forecast.day, at, jobRunsToday('details', at)),
    totals: installmentTotals(today, departureId),
    installments: installmentPage(query, today),
    departures: departureChoices(departureId),
    plans: plansOf(departureOnOffer(today)),
    formKey: crypto.randomUUID(),
    runs: lastRuns(Object.keys(MAIL_JOBS), 10).map((run) => ({
      id: run.id,
      job: run.job,
      startedAt: show(run.startedAt),
      startedBy: run.startedBy,
      seconds: run.finishedAt ? (run.finishedAt.getTime() - run.startedAt.getTime()) / 1_000 : null,
      counts: run.counts,
      state: run.state,
    })),
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
