import { recordAct } from '#app/audit/audit-log.server'
import type { Tx } from '#db/connection.server'
import type { Booking } from './find-booking.server'

/** Notes that a seat is held, and for which room and payment. */
export const recordHeld = (booking: Booking, now: Date, tx: Tx): void =>
  recordAct(
    {
      actor: 'traveler',
      action: 'seat-held',
      subject: `booking:${booking.reference}`,
      detail: dealOf(booking),
    },
    now,
    tx,
  )

/**
 * Notes what a traveler changed of a hold, if anything. Of who travels only that it changed: names and addresses stay
 * out of the log (rules 5.10).
 */
export function recordHoldChanged(held: Booking, booking: Booking, now: Date, tx: Tx): void {
  const changed = (Object.keys(CHANGES) as (keyof typeof CHANGES)[]).filter(
    (field) => held[field] !== booking[field],
  )
  if (changed.length === 0) return
  recordAct(
    {
      actor: 'traveler',
      action: 'hold-changed',
      subject: `booking:${booking.reference}`,
      detail: { ...dealOf(booking), changed: [...new Set(changed.map((field) => CHANGES[field]))] },
    },
    now,
    tx,
  )
}

const CHANGES = {
  roomType: 'room',
  numberOfGuests: 'number of travelers',
  paymentType: 'payment option',
  totalCents: 'price',
  customerName: 'name',
  customerEmail: 'email',
  customerPhone: 'phone',
  customerAddress: 'address',
  customerCity: 'address',
  customerState: 'address',
  customerZipCode: 'address',
  customerCountry: 'address',
} satisfies Partial<Record<keyof Booking, string>>

const dealOf = ({ roomType, numberOfGuests, paymentType, totalCents }: Booking) => ({
  roomType,
  ...(numberOfGuests > 1 && { travelers: numberOfGuests }),
  paymentType,
  totalCents,
})
