import type { DialogName } from '../paths'
import * as bookings from './bookings'
import * as days from './days'
import * as party from './party'
import * as price from './price'
import * as refund from './refund'
import * as requests from './requests'
import type { Screen } from './screen'

/** What is seen of each dialog that changes a booking, by its name: all that these export. */
export const SCREENS: { [Name in DialogName]: Screen<Name> } = {
  ...bookings,
  ...days,
  ...party,
  ...price,
  ...refund,
  ...requests,
}
