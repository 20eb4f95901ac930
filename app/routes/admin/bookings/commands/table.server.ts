import * as bookings from './bookings.server'
import * as days from './days.server'
import * as party from './party.server'
import * as price from './price.server'
import * as refund from './refund.server'
import * as requests from './requests.server'

/** What the site does for each dialog that changes a booking, by its name: all that these export. */
export const COMMANDS = { ...bookings, ...days, ...party, ...price, ...refund, ...requests }
