import ical, {
  ICalAlarmType,
  ICalCalendarMethod,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator'
import { type Booking, bookingAddress, payAddress } from '#app/bookings/find-booking.server'
import { isPaid } from '#app/bookings/status'
import { businessDay } from '#app/platform/clock.server'
import { addDays, type Day } from '#app/platform/days'
import { env } from '#app/platform/env.server'
import { showCents } from '#app/platform/money'
import { BRAND } from '#app/platform/words'
import { NOT_DUE_BEFORE, waitsForDecision } from '#app/tours/departure'
import { type Departure, departureOf, runningOn } from '#app/tours/departures.server'
import { paymentSchedule } from './booking-facts.server'

const DAY_SECONDS = 24 * 3_600
/** A reminder at noon, three days before a due date begins. */
const REMIND_SECONDS = 3 * DAY_SECONDS - 12 * 3_600

/**
 * The trip and the due date of each installment, as calendar days. An event keeps its id, so that a
 * file taken again puts the old one right: new dates, or that it was canceled, as a paid installment is. A
 * trip of which no one has decided yet whether it runs is tentative.
 */
export function tripCalendar(booking: Booking, now: Date): string {
  const departure = departureOf(booking)
  const today = businessDay(now)
  const calendar = ical({
    // The library writes this one, and no other text, as it stands.
    name: escapedText(`${BRAND}: ${departure.name}`),
    prodId: { company: BRAND, product: 'booking', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
  })
  const status = statusOf(booking, departure)
  // A file taken later is newer, whatever changed: nothing else counts payments, refunds and new days alike.
  const ofAll = { stamp: now, allDay: true, status, sequence: Math.floor(+now / 1_000) }
  const running = runningOn(departure, today)
  calendar.createEvent({
    ...ofAll,
    id: idOf(booking, 'trip'),
    start: midnight(departure.startsOn),
    end: midnight(addDays(departure.endsOn, 1)),
    summary: departure.name,
    location: 'Kenya',
    description: [running, `Booking ${booking.reference}.`, bookingAddress(booking)]
      .filter(Boolean)
      .join(' '),
    url: bookingAddress(booking),
  })
  for (const { number, label, amountCents, owedCents, dueOn, waits } of paymentSchedule(booking)) {
    const isOff = owedCents === 0 || status === ICalEventStatus.CANCELLED
    if (!dueOn || (waits && dueOn < today)) continue
    const summary = `${label} due: ${showCents(isOff ? amountCents : owedCents)} (${departure.name})`
    calendar.createEvent({
      ...ofAll,
      ...(isOff && { status: ICalEventStatus.CANCELLED }),
      id: idOf(booking, `due-${number}`),
      start: midnight(dueOn),
      end: midnight(addDays(dueOn, 1)),
      summary,
      description: `${waits ? `${NOT_DUE_BEFORE} ` : ''}Booking ${booking.reference}. Pay here: ${payAddress(booking)}`,
      url: payAddress(booking),
      transparency: ICalEventTransparency.TRANSPARENT,
      alarms: isOff
        ? []
        : [{ type: ICalAlarmType.display, triggerBefore: REMIND_SECONDS, description: summary }],
    })
  }
  return calendar.toString()
}

function statusOf({ status }: Booking, departure: Departure): ICalEventStatus {
  if (departure.canceledAt !== null || !isPaid(status)) return ICalEventStatus.CANCELLED
  return waitsForDecision(departure) ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED
}

/** A text of RFC 5545 (3.3.11). */
const escapedText = (text: string): string => text.replace(/[\\;,]/g, '\\$&').replace(/\r\n?|\n/g, '\\n')

/** All-day events are written by their UTC date, without a zone. */
const midnight = (day: Day): Date => new Date(`${day}T00:00:00Z`)

const idOf = ({ reference }: Booking, what: string): string =>
  `${reference.toLowerCase()}-${what}@${new URL(env.BASE_URL).hostname}`
