import { env } from '#app/env.server'
import type { Booking } from './find-booking.server'

type Linked = Pick<Booking, 'linkToken'>

/** The traveler's own page: schedule, payments, how to change or cancel. Permanent and unguessable. */
export const bookingAddress = ({ linkToken }: Linked): string => `${env.BASE_URL}/booking/${linkToken}`

/** Where the traveler pays what is due (rules 3.10). Permanent and unguessable. */
export const payAddress = ({ linkToken }: Linked): string => `${env.BASE_URL}/pay/${linkToken}`
