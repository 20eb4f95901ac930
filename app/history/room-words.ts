import type { Acts } from '#app/audit/acts'
import { type Piece, repeated } from './said-of-acts'

/** The words of what is done to rooms: of others only the reference of their booking is said. */
export const ROOM_WORDS = {
  'travelers-paired': {
    did: 'put into one room a traveler of',
    detail: ({ with: other }: Partial<Acts['travelers-paired']>): Piece[] => [
      other && `with one of ${other}`,
    ],
  },
  'travelers-parted': {
    did: 'gave separate rooms to a traveler of',
    detail: ({ with: other }: Partial<Acts['travelers-parted']>): Piece[] => [other && `and one of ${other}`],
  },
  'room-wish-saved': { did: 'said with whom to share the room of', detail: repeated },
  'room-request-declined': {
    did: 'declined a room companion for',
    detail: ({ of }: Partial<Acts['room-request-declined']>): Piece[] => [of && `who booked ${of}`],
  },
  'contact-shared': { did: 'agreed to share contact with the room companion of', detail: repeated },
  'contact-unshared': { did: 'took back sharing contact with the room companion of', detail: repeated },
}
