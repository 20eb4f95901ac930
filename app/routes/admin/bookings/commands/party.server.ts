import { redirect } from '@remix-run/node'
import { openRequestsOf } from '#app/bookings/guest-requests.server'
import { type PartyTraveler, partyOf } from '#app/bookings/party.server'
import { isPaid } from '#app/bookings/status'
import { whyNotRoomed } from '#app/money/books/amounts-owed.server'
import { unwrapQuote } from '#app/money/books/quotes'
import { sharesOwed } from '#app/money/books/shares-owed.server'
import { leaveParty } from '#app/money/changes/cancel-booking.server'
import {
  ChooseSwapForm,
  JoinForm,
  LeaveForm,
  RoomForm,
  SwapForm,
  SwitchForm,
} from '#app/money/changes/money-forms'
import { changeRoom, roomQuote } from '#app/money/changes/party/change-room.server'
import { mayEachPay, setEachPays } from '#app/money/changes/party/each-pays.server'
import { joinParty, joinQuote } from '#app/money/changes/party/join-party.server'
import { swappingOf, swapRooms } from '#app/money/changes/party/swap-rooms.server'
import { leaveQuote } from '#app/money/changes/party/take-off.server'
import { businessZone, now } from '#app/platform/clock.server'
import { SOLD_OUT } from '#app/tours/departure'
import { ROOM_NAMES, roomTypeOf } from '#app/tours/party'
import { dayAskedCounts } from '#app/tours/refund-policy'
import { travelerWords } from '#app/travelers/detail-fields'
import { otherRoom } from '#app/travelers/pair-travelers.server'
import { PARTY_AT_MOST } from '#db/values'
import { done, nothingChanged } from '../booking-command.server'
import { WHY_NOT_ROOMED } from '../refusal-words'
import { type Asked, command, isActive } from './command.server'

/** In which room: the lead traveler's, or as the address says. */
const roomAsked = ({ booking, query }: Asked) => {
  const room = query.get('room')
  return room === null ? booking.roomType : roomTypeOf(room)
}

const joiningQuote = (asked: Asked) => joinQuote(asked.booking, now(), roomAsked(asked))

const joined = (_: unknown, { reference }: { reference: string }): [string, string] => [
  'Traveler added',
  `The seat is taken, the payment plan of ${reference} has the new amounts, and the lead traveler gets the payment link.`,
]

export const join = command({
  form: JoinForm,
  offered: isActive,
  opens: (asked) => {
    const quote = joiningQuote(asked)
    if ('refused' in quote && quote.refused === 'inactive') return false
    const other = otherRoom(roomAsked(asked))
    const otherTo = `/admin/bookings/${asked.booking.reference}/join?room=${other}`
    return { other, otherTo, refundNote: dayAskedCounts(businessZone()) }
  },
  quote: (asked) => joiningQuote(asked),
  change: (wish, staff) => joinParty(wish, staff, now),
  done: joined,
  closed: 'No one can join',
  whyNot: {
    'party-full': `A booking is for ${PARTY_AT_MOST} travelers at most: please make another one for the others.`,
    'sold-out': `${SOLD_OUT}: there is no seat for one more.`,
    'has-begun': 'The journey has begun: no one can join anymore.',
    known: (outcome, wish) => done(...joined(outcome, wish)),
    'quote-changed':
      'The booking, its price or its due dates have changed since this was opened. Nothing was changed: please look at them again.',
  },
})

const left = (_: unknown, { reference }: { reference: string }): [string, string] => [
  'Traveler removed',
  `The seat is free, the payment plan of ${reference} now covers the remaining travelers, and we’ll email the lead traveler.`,
]

/** At `/leave/who` it is asked first who is taken off. */
export const leave = command({
  form: LeaveForm,
  offered: isActive,
  opens: ({ booking, which }) => {
    const here = `/admin/bookings/${booking.reference}`
    const party = partyOf(booking.id)
    if (which === 'who') {
      const to = (position: number) => `${here}/leave/${position}`
      const travelers = party.map((one) => ({ name: travelerWords(one), to: to(one.position) }))
      return isPaid(booking.status) && { travelers, name: '', isAsked: false }
    }
    if (Number(which) === 1) throw redirect(`${here}/lead?next`)
    const traveler = party.find(({ position }) => position === Number(which))
    const isAsked = booking.travelers > 2 && openRequestsOf(booking.id).some(({ kind }) => kind === 'leave')
    return { travelers: null, name: traveler?.name || `Traveler ${Number(which)}`, isAsked }
  },
  quote: ({ booking, which }) => {
    if (which === 'who') return null
    const quote = leaveQuote(booking, Number(which), now())
    if (!quote) throw new Response('Traveler not found', { status: 404 })
    return quote
  },
  change: (wish, staff) => leaveParty(wish, staff, now),
  done: left,
  whyNot: {
    'not-found': { words: 'This traveler is no longer on the booking.', status: 404 },
    'pays-for-all': 'This is the lead traveler: choose another one first, or cancel the booking.',
    'all-goes-back':
      'Everything paid on this booking would go back, and those who stay would lose their seats. Let them pay something first, or cancel the booking. Nothing was changed.',
    known: (outcome, wish) => done(...left(outcome, wish)),
    'quote-changed':
      'The refund amount has changed since this was opened. Nothing was changed: please look at the new amounts.',
  },
})

const isAskedWho = ({ booking, which }: Asked) => which === 'who' && booking.travelers > 1

const roomed = ({ booking, which }: Asked) => {
  const traveler = partyOf(booking.id).find(
    ({ position }) => position === (which === 'who' ? 1 : Number(which)),
  )
  if (!traveler) throw new Response('Traveler not found', { status: 404 })
  return traveler
}

/** At `/room/who` it is asked first whose room changes. */
export const room = command({
  form: RoomForm,
  offered: (booking) => whyNotRoomed(booking, now()) === null,
  opens: (asked) => {
    const { booking } = asked
    const refused = whyNotRoomed(booking, now())
    if (refused) return refused !== 'inactive' && WHY_NOT_ROOMED[refused]
    if (!isAskedWho(asked)) return { name: travelerWords(roomed(asked)), travelers: null }
    const travelers = partyOf(booking.id).map((one) => ({
      name: `${travelerWords(one)}: ${ROOM_NAMES[one.roomType].toLowerCase()}`,
      to: `/admin/bookings/${booking.reference}/room/${one.position}`,
    }))
    return { name: '', travelers }
  },
  quote: (asked) => (isAskedWho(asked) ? null : roomQuote(asked.booking, roomed(asked).id, now())),
  change: (wish, staff) => changeRoom(wish, staff, now),
  done: ({ changed: { to } }) => [
    'Room changed',
    `It is a ${ROOM_NAMES[to].toLowerCase()} now, and we’ll email the lead traveler.`,
  ],
  whyNot: {
    ...WHY_NOT_ROOMED,
    'quote-changed':
      'The room, the price or the plan has changed since this was opened. Nothing was changed: please look again.',
  },
})

/** Two of the party change rooms, at no price. */
export const swap = command({
  form: SwapForm,
  offered: (booking) => whyNotRoomed(booking, now()) === null,
  opens: ({ booking }) => {
    const refused = whyNotRoomed(booking, now())
    if (refused) return refused !== 'inactive' && WHY_NOT_ROOMED[refused]
    const words = (one: PartyTraveler) => `${travelerWords(one)}: ${ROOM_NAMES[one.roomType].toLowerCase()}`
    return { travelers: partyOf(booking.id).map((one) => ({ id: one.id, words: words(one) })) }
  },
  asks: { form: ChooseSwapForm, first: 'travelerId', fieldOf: () => 'withId' },
  quote: ({ booking }, typed) => unwrapQuote(swappingOf(booking, typed, now())),
  change: (wish, staff) => swapRooms(wish, staff, now),
  done: () => ['Rooms swapped', 'The price stays, and we’ll email the lead traveler.'],
  whyNot: {
    ...WHY_NOT_ROOMED,
    'same-room': 'They share this room already, or are the same traveler.',
    'shared-room': 'Someone of another booking sleeps in one of the rooms. Separate them under Rooms first.',
  },
})

const WHY_NOT_SHARED = {
  'as-it-is': nothingChanged('It is so already.'),
  alone: 'Only one person travels on this booking.',
  'nothing-due': 'Nothing is left to pay, so there is nothing to share.',
  automatic:
    'An automatic payment is agreed for this booking, which is for one who pays for everybody. Stop it first.',
}

/** Each of the party pays their own share from now on. */
export const eachPays = command({
  form: SwitchForm,
  offered: (booking) => !booking.eachPays && mayEachPay(booking),
  opens: ({ booking }) =>
    !booking.eachPays &&
    mayEachPay(booking) && {
      shares: sharesOwed(booking).map(({ traveler, owedCents }) => ({
        id: traveler.id,
        name: travelerWords(traveler),
        owedCents,
      })),
    },
  quote: () => null,
  change: ({ reference, formKey }, staff) => setEachPays({ reference, formKey, eachPays: true }, staff, now),
  done: () => [
    'Each pays their own share',
    'Companions with an email address get the link to theirs, and reminders go to who owes.',
  ],
  whyNot: WHY_NOT_SHARED,
})

/** One pays for everybody again. */
export const onePays = command({
  form: SwitchForm,
  offered: (booking) => booking.eachPays,
  opens: ({ booking }) => booking.eachPays && {},
  quote: () => null,
  change: ({ reference, formKey }, staff) => setEachPays({ reference, formKey, eachPays: false }, staff, now),
  done: () => [
    'The lead traveler pays for everybody again',
    'What each has paid stays. Reminders and payment links are the lead traveler’s.',
  ],
  whyNot: WHY_NOT_SHARED,
})
