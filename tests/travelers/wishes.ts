import { partyOf } from '#app/bookings/party.server'
import type { Order } from '#app/bookings/place-booking.server'
import { instantAt } from '#app/platform/days'
import type { DetailsWish } from '#app/travelers/details-form'
import { aPaidBooking } from '#tests/fixtures/paid-bookings'

/** On the clocks of the business; the journey of the seed is from October 16 to 27, 2025. */
export const on = (day: string, hour = 12): Date => instantAt(day, hour, 'America/Chicago')

const NOTHING: DetailsWish = {
  name: undefined,
  passportName: undefined,
  bornOn: undefined,
  nationality: undefined,
  passportNumber: undefined,
  removePassportNumber: false,
  passportEndsOn: undefined,
  diet: undefined,
  medicalNotes: undefined,
  removeMedicalNotes: false,
  emergencyName: undefined,
  emergencyPhone: undefined,
  emergencyRelation: undefined,
  arrivalFlight: undefined,
  departureFlight: undefined,
  ownPhone: undefined,
  version: undefined,
}

/** A form of which only some fields are filled in. */
export const aWish = (details: Partial<DetailsWish> = {}): DetailsWish => ({ ...NOTHING, ...details })

/** All that is asked for. */
export const aWholeWish = (details: Partial<DetailsWish> = {}): DetailsWish =>
  aWish({
    passportName: 'Wanjiru Grace Kamau',
    bornOn: '1984-02-29',
    nationality: 'Kenyan',
    passportNumber: 'AK0192837',
    passportEndsOn: '2029-05-31',
    emergencyName: 'Peter Kamau',
    emergencyPhone: '+1 512 555 0100',
    emergencyRelation: 'brother',
    arrivalFlight: 'KQ 3, October 15, 10:25',
    departureFlight: 'KQ 2, October 28, 00:30',
    ...details,
  })

/** A couple who paid their deposit. */
export async function aCouple(details: Partial<Order> = {}) {
  const { booking } = await aPaidBooking({ travelers: 2, ...details })
  const [payer, companion] = partyOf(booking.id)
  if (!payer || !companion) throw new Error('There are not two of them')
  return { booking, payer, companion }
}
