import { cancel, move, reinstate } from './bookings.server'
import { ask, hold, later, spread } from './days.server'
import { join, leave, room, swap } from './party.server'
import { payment, price, undoPrice, writeOff } from './price.server'
import { refund } from './refund.server'
import { answer, place } from './requests.server'

/** What the site does for each dialog that changes a booking, by its address (paths.ts). */
export const COMMANDS = {
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
