import ical, { ICalAlarmType, ICalCalendarMethod, ICalEventTransparency } from 'ical-generator'
import type { Booking } from '#app/bookings/find-booking.server'
import { bookingAddress, payAddress } from '#app/bookings/find-booking.server'
import { BRAND } from '#app/platform/brand'
import { addDays, type Day } from '#app/platform/days'
import { env } from '#app/platform/env.server'
import { showCents } from '#app/platform/money'
import { departureOf } from '#app/tours/departures.server'
import { paymentSchedule } from './payment-schedule.server'

const DAY_SECONDS = 24 * 3_600
/** A reminder at noon, three days before a due date begins. */
const REMIND_SECONDS = 3 * DAY_SECONDS - 12 * 3_600

/**
 * The trip and the due date of each unpaid installment, as calendar days. An event keeps its id, so that a
 * file taken again puts the old one right.
 */
export function tripCalendar(booking: Booking, now: Date): string {
  const departure = departureOf(booking)
  const calendar = ical({
    // The library writes this one, and no other text, as it stands.
    name: escapedText(`${BRAND}: ${departure.name}`),
    prodId: { company: BRAND, product: 'booking', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
  })
  calendar.createEvent({
    id: idOf(booking, 'trip'),
    stamp: now,
    allDay: true,
    start: midnight(departure.startsOn),
    end: midnight(addDays(departure.endsOn, 1)),
    summary: departure.name,
    location: 'Kenya',
    description: `Booking ${booking.reference}. ${bookingAddress(booking)}`,
    url: bookingAddress(booking),
  })
  for (const { number, label, owedCents, dueOn } of paymentSchedule(booking)) {
    if (owedCents === 0 || !dueOn) continue
    const summary = `${label} due: ${showCents(owedCents)} (${departure.name})`
    calendar.createEvent({
      id: idOf(booking, `due-${number}`),
      stamp: now,
      allDay: true,
      start: midnight(dueOn),
      end: midnight(addDays(dueOn, 1)),
      summary,
      description: `Booking ${booking.reference}. Pay here: ${payAddress(booking)}`,
      url: payAddress(booking),
      transparency: ICalEventTransparency.TRANSPARENT,
      alarms: [{ type: ICalAlarmType.display, triggerBefore: REMIND_SECONDS, description: summary }],
    })
  }
  return calendar.toString()
}

/** A text of RFC 5545 (3.3.11). */
const escapedText = (text: string): string => text.replace(/[\\;,]/g, '\\$&').replace(/\r\n?|\n/g, '\\n')

/** All-day events are written by their UTC date, without a zone. */
const midnight = (day: Day): Date => new Date(`${day}T00:00:00Z`)

const idOf = ({ reference }: Booking, what: string): string =>
  `${reference.toLowerCase()}-${what}@${new URL(env.BASE_URL).hostname}`
