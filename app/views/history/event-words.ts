import { showDay } from '#app/platform/days'
import { showCents } from '#app/platform/money'
import { fieldsOfPage } from '#app/site/page-words'
import type { Action, Acts } from '#app/staff/audit/audit-events'
import { TOUR_WORDS } from '#app/tours/tour-forms'
import {
  askedAgain,
  atStripe,
  byMeans,
  changedOfTraveler,
  count,
  direction,
  installment,
  installmentNumbered,
  mailKind,
  mails,
  manifestFile,
  money,
  moved,
  noted,
  number,
  PARTY_WORDS,
  PAYMENT_NAMES,
  type Piece,
  placedWith,
  QUOTE_REASONS,
  quoted,
  ROOM_WORDS,
  refund,
  reminder,
  repeated,
  spoken,
  terms,
  tourList,
  whenAsked,
} from './event-details'

/** How an act reads: after the name of the person who did it, before its subject; and what is said of it, piece by piece. */
type Words<Detail> = {
  did: string
  /** Entries of years ago may lack what is said today. */
  detail?: (detail: Partial<Detail>) => Piece[]
}

const WORDS: { [A in Action]: Words<Acts[A]> } = {
  'signed-in': { did: 'signed in' },
  'signed-out': { did: 'signed out' },
  'signed-out-everywhere': {
    did: 'signed out everywhere',
    detail: ({ ended }) => [`${count(ended, 'session', 'sessions')} ended`],
  },
  'wrong-password': { did: 'gave a wrong password for', detail: repeated },
  'unknown-name': { did: 'tried to sign in with a name that nobody has', detail: repeated },
  'guesses-refused': { did: 'gave too many wrong passwords, and was told to wait, for', detail: repeated },
  'wrong-code': { did: 'gave a wrong code for', detail: repeated },
  'codes-refused': { did: 'gave too many wrong codes, and was told to wait, for', detail: repeated },
  'second-factor-on': { did: 'turned two-step sign-in on for' },
  'second-factor-off': { did: 'turned two-step sign-in off for' },
  'recovery-codes-made': { did: 'made new recovery codes for' },
  'recovery-code-used': {
    did: 'used a recovery code of',
    detail: ({ left }) => [left !== undefined && `${number(left)} left`],
  },
  'reset-asked': { did: 'asked for a link to a new password for', detail: repeated },
  'reset-link-made': { did: 'made a link to a new password for' },
  'password-reset': { did: 'chose a new password, by a link, for' },
  'email-chosen': { did: 'changed the email address of' },
  'idle-hours-chosen': {
    did: 'chose when unused sessions end',
    detail: ({ hours, before }) => [
      `after ${count(hours, 'hour', 'hours')}`,
      before !== undefined && `before: ${number(before)}`,
    ],
  },
  'clock-moved': {
    did: 'moved the clock',
    detail: ({ from, to }) => [from && to && `from ${showDay(from)} to ${showDay(to)}`],
  },
  'backup-restored': {
    did: 'put a backup in place of the database',
    detail: ({ of, intent }) => [of && `of ${showDay(of)}`, atStripe('newest payment in it', intent)],
  },
  'account-created': { did: 'created the account' },
  'user-created': { did: 'created the user', detail: ({ role }) => [role && `role: ${role}`] },
  'user-deleted': { did: 'deleted the user', detail: ({ role }) => [role && `role: ${role}`] },
  'password-changed': { did: 'changed the password of' },

  'settings-saved': { did: 'changed the site settings', detail: ({ changed }) => [changed?.join(', ')] },
  'page-words-changed': {
    did: 'changed the words of',
    detail: ({ page, changed }) => {
      const fields = page ? fieldsOfPage(page) : {}
      return [changed?.map((field) => fields[field]?.label ?? field).join(', ')]
    },
  },
  'experience-added': { did: 'added', detail: ({ title }) => [quoted(title)] },
  'experience-changed': { did: 'changed', detail: ({ title }) => [quoted(title)] },
  'experience-removed': { did: 'removed', detail: ({ title }) => [quoted(title)] },
  'experience-moved': { did: 'moved', detail: direction },
  'story-added': { did: 'added' },
  'story-changed': { did: 'changed' },
  'story-removed': { did: 'removed' },
  'story-moved': { did: 'moved', detail: direction },
  'picture-uploaded': {
    did: 'uploaded',
    detail: ({ title, bytes }) => [quoted(title), bytes && `${(bytes / 1_000_000).toFixed(1)} MB`],
  },
  'picture-hung': { did: 'hung' },
  'picture-changed': { did: 'changed the words of' },
  'picture-removed': { did: 'took down' },
  'picture-moved': { did: 'moved', detail: direction },
  'film-uploaded': {
    did: 'uploaded',
    detail: ({ title, bytes }) => [quoted(title), bytes && `${(bytes / 1_000_000).toFixed(1)} MB`],
  },
  'film-removed': { did: 'removed', detail: ({ title }) => [quoted(title)] },
  'tour-changed': { did: 'changed', detail: terms },
  'departure-changed': { did: 'changed', detail: terms },
  'departure-copied': {
    did: 'copied',
    detail: ({ from, to }) => [from && to && `of ${showDay(from)}, to begin on ${showDay(to)}`],
  },
  'departure-removed': {
    did: 'deleted',
    detail: ({ startsOn }) => [startsOn && `that was to begin on ${showDay(startsOn)}`],
  },
  'dates-told': {
    did: 'told the travelers of the new dates of',
    detail: ({ travelers }) => [count(travelers, 'traveler', 'travelers')],
  },
  'day-added': { did: 'added a day to', detail: ({ title }) => [quoted(title)] },
  'day-changed': { did: 'changed a day of', detail: ({ title }) => [quoted(title)] },
  'day-removed': { did: 'removed a day from', detail: ({ title }) => [quoted(title)] },
  'day-moved': { did: 'moved a day of', detail: direction },
  'tour-words-changed': {
    did: 'changed the words of',
    detail: ({ changed }) => [
      changed?.map((field) => TOUR_WORDS[field as keyof typeof TOUR_WORDS] ?? field).join(', '),
    ],
  },
  'tour-item-added': { did: 'added to', detail: tourList },
  'tour-item-changed': { did: 'changed', detail: tourList },
  'tour-item-removed': { did: 'removed from', detail: tourList },
  'tour-item-moved': { did: 'moved in', detail: tourList },

  'contact-answered': { did: 'answered' },
  'contact-reopened': { did: 'marked as unanswered' },
  'contact-noted': { did: 'changed the note on' },
  'contact-deleted': { did: 'deleted' },
  'subscribers-added': {
    did: 'added subscribers',
    detail: ({ added, alreadyThere, refused }) => [
      `${count(added, 'address', 'addresses')} added`,
      alreadyThere && `${number(alreadyThere)} on the list already`,
      refused && `${number(refused)} refused`,
    ],
  },
  'campaign-created': { did: 'began to write' },
  'campaign-changed': { did: 'changed the text of' },
  'campaign-tested': { did: 'sent a test of' },
  'campaign-begun': {
    did: 'started sending',
    detail: ({ recipients }) => [`to ${count(recipients, 'subscriber', 'subscribers')}`],
  },
  'campaign-retried': { did: 'tried the failed mails again of', detail: mails },
  'mail-retried': {
    did: 'tried again to send',
    detail: ({ kind, mails: sent }) => [mailKind(kind), ...mails({ mails: sent })],
  },
  'marketing-spend-entered': {
    did: 'entered',
    detail: ({ amountCents, beforeCents }) => [
      money(amountCents),
      beforeCents != null && `before: ${showCents(beforeCents)}`,
    ],
  },
  'contacts-exported': { did: 'exported the contacts' },
  'bookings-exported': { did: 'exported the bookings' },
  'subscribers-exported': { did: 'exported the subscribers' },
  'payments-exported': {
    did: 'exported the payments',
    detail: ({ from, to }) => [from && `from ${showDay(from)}`, to && `to ${showDay(to)}`],
  },
  'manifest-opened': { did: 'opened the manifest of' },
  'manifest-exported': { did: 'exported the manifest of', detail: manifestFile },

  'details-saved': { did: 'saved travelers’ details of', detail: repeated },
  'details-erased': {
    did: 'erased details of',
    detail: ({ travelers }) => [count(travelers, 'traveler', 'travelers')],
  },
  'traveler-changed': { did: 'changed a traveler of', detail: changedOfTraveler },
  'asked-staff': {
    did: 'sent staff a request about',
    detail: ({ kind }) => [kind === 'cancel' ? 'asks to cancel' : 'asks for a change'],
  },
  'request-done': {
    did: 'marked a request as done for',
    detail: ({ kind }) => [kind === 'cancel' ? 'to cancel' : 'for a change'],
  },
  'companion-link-sent': {
    did: 'sent a companion their own link for',
    detail: ({ traveler }) => [traveler && `traveler ${traveler}`],
  },

  'seat-held': { did: 'began to book', detail: (detail) => ['a seat is held', ...placedWith(detail)] },
  'hold-changed': {
    did: 'changed the details of',
    detail: (detail) => [detail.changed && `changed: ${detail.changed.join(', ')}`, ...placedWith(detail)],
  },
  'hold-expired': {
    did: 'gave back the seat of',
    detail: (detail) => ['nobody paid in time', ...moved(detail)],
  },
  'hold-payment_failed': {
    did: 'gave back the seat of',
    detail: (detail) => ['too many cards were declined', ...moved(detail)],
  },
  'payment-begun': {
    did: 'opened a payment for',
    detail: ({ amountCents, method }) => [
      money(amountCents),
      method === 'hosted-page' ? 'on Stripe’s page' : method && 'with the card form',
    ],
  },
  'payment-withdrawn': {
    did: 'closed a payment that nobody made for',
    detail: ({ amountCents }) => [money(amountCents)],
  },
  'payment-processing': {
    did: 'began to process a payment for',
    detail: ({ amountCents }) => [money(amountCents)],
  },
  'card-declined': {
    did: 'declined a card for',
    detail: ({ amountCents, count: times }) => [
      money(amountCents),
      times && times > 1 && `${times} times by now`,
    ],
  },
  'payment-taken': {
    did: 'took a payment for',
    detail: (detail) => [
      money(detail.amountCents),
      byMeans(detail.method),
      detail.paymentType && `paid as: ${PAYMENT_NAMES[detail.paymentType]}`,
      ...moved(detail),
      noted(detail.note),
      atStripe('payment', detail.intent),
    ],
  },
  'payment-found': {
    did: 'entered a payment that only Stripe knew of for',
    detail: ({ amountCents, intent }) => [money(amountCents), atStripe('payment', intent)],
  },
  'payment-given-back': {
    did: 'brought a payment without a place for',
    detail: ({ amountCents, intent }) => [
      money(amountCents),
      'it goes back in full',
      atStripe('payment', intent),
    ],
  },
  ...ROOM_WORDS,
  'booking-completed': { did: 'came back from paying for', detail: moved },
  'booking-cancelled': {
    did: 'cancelled the booking',
    detail: ({ refundCents, byHandCents, why, askedOn, note, unpaidCents, ...rest }) => [
      unpaidCents !== undefined && `because ${showCents(unpaidCents)} stayed unpaid`,
      refundCents === undefined
        ? null
        : refundCents > 0
          ? `${showCents(refundCents)} goes back`
          : 'nothing goes back',
      byHandCents !== undefined && byHandCents > 0 && `${showCents(byHandCents)} of it by hand`,
      why && (QUOTE_REASONS[why] ?? spoken(why)),
      whenAsked(askedOn),
      ...moved(rest),
      noted(note),
    ],
  },
  ...PARTY_WORDS,
  'booking-refunded': {
    did: 'ended the booking',
    detail: (detail) => ['all that was paid went back', ...moved(detail)],
  },
  'price-changed': {
    did: 'changed the price of',
    detail: ({ fromCents, toCents, forgivenCents }) => [
      fromCents !== undefined &&
        toCents !== undefined &&
        `from ${showCents(fromCents)} to ${showCents(toCents)}`,
      forgivenCents !== undefined && `${showCents(forgivenCents)} forgiven: no card can pay so little`,
    ],
  },
  'installment-settled': { did: 'marked an installment as paid for', detail: installment },
  'due-date-moved': {
    did: 'moved a due date with the departure for',
    detail: ({ installment, from, to }) => [
      installment !== undefined && installmentNumbered(installment),
      from && to && `${showDay(from)} to ${showDay(to)}`,
    ],
  },
  'installment-asked': { did: 'asked again for money for', detail: askedAgain },
  'installment-withdrawn': { did: 'stopped asking again for money for', detail: askedAgain },
  'installment-reopened': { did: 'opened an installment again for', detail: installment },
  'installment-extended': {
    did: 'gave an installment a later day for',
    detail: ({ installment: which, from, to, note }) => [
      which !== undefined && `installment ${which}`,
      from && to && `due ${showDay(to)} instead of ${showDay(from)}`,
      noted(note),
    ],
  },
  'written-off': {
    did: 'wrote off what was owed for',
    detail: ({ amountCents, reason }) => [money(amountCents), reason && `reason: ${reason}`],
  },
  'refund-ordered': { did: 'ordered a refund for', detail: refund },
  'refund-tried-again': { did: 'tried a refund again for', detail: refund },
  'refund-stuck': {
    did: 'refused a refund for good for',
    detail: ({ lastError, ...order }) => [...refund(order), lastError && `Stripe said: ${spoken(lastError)}`],
  },
  'refund-dropped': { did: 'gave up a refund for', detail: refund },
  'refund-recognized': { did: 'recognized a refund made at Stripe for', detail: refund },
  'refund-told-apart': { did: 'said that a refund made at Stripe was another one for', detail: refund },
  'refund-made': {
    did: 'made a refund for',
    detail: ({ amountCents, refund: id }) => [money(amountCents), atStripe('refund', id)],
  },
  'refund-failed': {
    did: 'reported that a refund failed for',
    detail: ({ amountCents, refund: id }) => [money(amountCents), atStripe('refund', id)],
  },
  'paid-back-by-hand': {
    did: 'wrote down money paid back by hand for',
    detail: ({ amountCents, method, note }) => [money(amountCents), byMeans(method), noted(note)],
  },
  'dispute-opened': {
    did: 'reported a dispute for',
    detail: ({ dispute, amountCents, reason, answerBy }) => [
      money(amountCents),
      reason && `reason: ${reason}`,
      answerBy && `answer before ${answerBy}`,
      atStripe('dispute', dispute),
    ],
  },
  'dispute-closed': {
    did: 'closed a dispute for',
    detail: ({ dispute, amountCents, reason, outcome }) => [
      money(amountCents),
      outcome,
      reason && `reason: ${reason}`,
      atStripe('dispute', dispute),
    ],
  },
  'reminder-sent': { did: 'sent a reminder for', detail: reminder },
  'reminder-taken-back': {
    did: 'took back a reminder for',
    detail: (detail) => ['it was not wanted any more', ...reminder(detail)],
  },
}

/** Every act that can be recorded. */
export const ACTIONS = Object.keys(WORDS) as Action[]

const isKnown = (action: string): action is Action => Object.hasOwn(WORDS, action)

/**
 * The words for an action of the audit log. One of a release that is not this one is read from its own name, without
 * the kind of its subject, which follows: 'experience-lent' of 'experience:3' is "lent", then "experience 3".
 */
export function actWords(action: string, subject: string): string {
  if (isKnown(action)) return WORDS[action].did
  const [kind = ''] = subject.split(':')
  return spoken(action.startsWith(`${kind}-`) ? action.slice(kind.length + 1) : action)
}

/** What is said of an act, in words: amounts, days and states as people write them. */
export function detailWords(action: string, detail: Record<string, unknown>): string {
  const pieces = isKnown(action)
    ? ((WORDS[action] as Words<unknown>).detail?.(detail as never) ?? [])
    : Object.entries(detail).map(([key, value]) => typeof value !== 'object' && `${spoken(key)}: ${value}`)
  return pieces.filter(Boolean).join(' · ')
}
