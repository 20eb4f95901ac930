import type { DialogName } from '../paths'
import { cancel, move, reinstate } from './bookings'
import { ask, hold, later, spread } from './days'
import { join, leave, room, swap } from './party'
import { payment, price, undoPrice, writeOff } from './price'
import { refund } from './refund'
import { answer, place } from './requests'
import type { Screen } from './screen'

/** What is seen of each dialog that changes a booking. */
export const SCREENS: { [Name in DialogName]: Screen<Name> } = {
  cancel,
  ask,
  move,
  reinstate,
  price,
  'price/undo': undoPrice,
  'write-off': writeOff,
  spread,
  hold,
  later,
  refund,
  payment,
  join,
  place,
  requests: answer,
  leave,
  room,
  swap,
}
