import { HOLD_MINUTES } from '#app/bookings/hold'
import type { PlaceOffered } from '#app/money/changes/party/resold-places.server'
import type { ChosenMove } from '#app/money/changes/schedule/choose.server'
import { COMPANION_LINKS, LINK_PAUSE_MINUTES } from '#app/travelers/ask-for-details.server'
import { NAME_CHANGE_DAYS } from '#app/travelers/detail-fields'

// What guests read, by their own links, where something stays as it is.

const NOT_NOW = 'Nothing was changed. This booking cannot be moved right now: please call or write to us.'

export const NOT_MOVED: Record<
  Exclude<Extract<ChosenMove, { refused: string }>['refused'], 'answered'>,
  string
> = {
  'not-found': NOT_NOW,
  inactive: NOT_NOW,
  'written-off': NOT_NOW,
  'has-begun': NOT_NOW,
  disputed: NOT_NOW,
  'being-refunded': NOT_NOW,
  'not-chargeable': NOT_NOW,
  'same-departure': NOT_NOW,
  'being-paid':
    'A payment for this booking is being processed. Nothing was changed: please try again in a few minutes.',
  'no-departure': 'This departure is no longer on sale. Nothing was changed: please choose again.',
  'sold-out': 'This departure no longer has enough seats for you. Nothing was changed: please choose again.',
  'quote-changed':
    'The price or the due dates there have changed since you opened this page. Nothing was changed: please look again.',
}

export const NOT_REVIEWED = {
  early: 'The journey is not over yet. Please come back then.',
  over: 'Reviews of this journey are closed. Please write to us instead.',
  published: 'Your review has been published, so it can no longer be changed here. Please write to us.',
}

export const NOT_ASKED = {
  over: 'This booking can no longer be changed here. Please write or call.',
  'already-open': 'We already have this request and are working on it.',
  'too-many': 'You have asked several times today. Please write or call.',
}

export type NotOffered = Extract<PlaceOffered, { refused: unknown }>['refused']

/** Also why it is not taken back. */
export const NOT_OFFERED: Record<NotOffered, string> = {
  'none-resold': 'Seats on this departure cannot be offered.',
  closed: 'Sales have closed, so no one can take a seat anymore.',
  inactive: 'Only a seat that is paid for can be offered.',
  overdue: 'A payment is overdue. Once it is paid, the seat can be offered.',
  disputed: 'A payment is disputed with the bank. Once that is settled, the seat can be offered.',
  'all-comes-back': 'If you cancel now, you get everything back, so ask us to cancel instead.',
  'no-better': 'Right now, canceling gets you back at least as much.',
  'nobody-follows':
    'You lead this booking. Before your seat can be offered we need the name of the next traveler, who will then lead it.',
  'quote-changed': 'The amounts have changed in the meantime. Please look at them again.',
  gone: 'This seat is no longer offered.',
  'being-paid': `Someone is paying for this seat right now. If they don’t finish, you can take it back in ${HOLD_MINUTES} minutes.`,
  'too-often': 'These seats were offered several times today. Please try again tomorrow.',
}

export const NOT_SAVED = {
  gone: 'This booking is no longer active: there is nothing to fill in.',
  over: 'The journey is over: there is nothing left to fill in.',
  'cannot-seal': 'Passport number and medical notes cannot be stored here yet: please leave them empty.',
  'names-fixed': `From ${NAME_CHANGE_DAYS} days before the departure, we change names for you: please write or call.`,
}

export const LINK_NOT_SENT = {
  'just-sent': `We just wrote to this address. Please check the inbox, or try again in ${LINK_PAUSE_MINUTES} minutes.`,
  'enough-today': `We have sent ${COMPANION_LINKS.aDay} links for this booking today. Please try again tomorrow, or copy the link and send it yourself.`,
  enough: `We have sent ${COMPANION_LINKS.inAll} links for this booking, and cannot send more. Please copy the link and send it yourself.`,
}

/** Why a document is not signed by this page; `called` is the traveler. */
export const NOT_SIGNED = {
  'by-guardian': () => 'A parent or guardian signs it on the page of the booking.',
  'by-themselves': (called: string) => `${called} signs it on a page of their own: send them their link.`,
  'changed-since': () =>
    'The text has changed since you opened this page, and nothing was signed. Please read it as it is now, and sign again.',
}
