import { guaranteeQuote } from '#app/bookings/guarantee-departure.server'
import { whyNotRescheduled } from '#app/money/schedule/change-schedule.server'
import { businessDay, now, today } from '#app/platform/clock.server'
import { showDay } from '#app/platform/days'
import type { Departure } from '#app/tours/departures.server'
import { runningShown } from '#app/tours/running'
import { choicesShown, openChoices } from '#app/views/dashboard/departures-decided.server'

/** Whether it runs, what staff can decide about it, and who has still to answer after they did. */
export function runningOf(departure: Departure, paid: number) {
  const quote = guaranteeQuote(departure, now())
  return {
    running: runningShown(departure, paid, today()),
    decision: {
      canGuarantee: !('refused' in quote) && departure.guaranteedAt === null,
      isMinimumPaid: !('refused' in quote) && quote.paidTravelers >= quote.minimumTravelers,
      canChange: whyNotRescheduled(departure, now()) === null,
    },
    canceledOn: departure.canceledAt && showDay(businessDay(departure.canceledAt)),
    choices: choicesShown(openChoices(departure.id, CHOICES_SHOWN)),
  }
}

const CHOICES_SHOWN = 500
