/** Mails that someone who is not signed in may cause: each stands with what causes it in OPEN_ACTIONS. */
export const OPEN_MAIL_NAMES = {
  'booking-links': 'links to bookings',
  'personal-data-link': 'link to what is held of someone',
  'booking-unfinished': 'link to finish a booking',
  'booking-cancelled': 'cancellation',
  'room-paired': 'who shares the room',
  'room-parted': 'room no longer shared',
  'room-companion-asked': 'question about a room companion',
  'booking-moved': 'another departure',
  'guest-request-received': 'receipt of a request',
  'document-signed': 'copy of a signed document',
  'companion-link': 'link to a companion’s details',
  'own-share': 'share that a companion pays',
  'refund-made': 'refund on its way',
  'autopay-stopped': 'end of automatic payment',
  'inquiry-acknowledgement': 'thanks for an inquiry',
  'newsletter-confirmation': 'newsletter confirmation',
  'newsletter-welcome': 'newsletter welcome',
  'departure-confirmation': 'confirmation of a request about departures',
  'waitlist-confirmation': 'confirmation of a place on the waitlist',
  'waitlist-joined': 'place on the waitlist',
  'waitlist-offer': 'offer to the waitlist',
  'waitlist-offer-ended': 'end of an offer to the waitlist',
  'waitlist-offer-withdrawn': 'offer to the waitlist that was withdrawn',
  'place-offered': 'seat offered to the waitlist',
  'password-reset': 'link to a new password',
  'inquiry-notice': 'notice of an inquiry',
  'leader-application': 'notice that someone would bring others',
  'inquiry-flood': 'notice of many inquiries',
  'staff-erasure-request': 'notice that someone wants to be erased',
  'staff-guest-request': 'notice of a traveler’s request',
  'staff-request-taken-back': 'notice that a traveler took a request back',
} as const

/** Mails that only staff, the schedule or Stripe cause. */
const OWN_MAIL_NAMES = {
  'booking-confirmation': 'booking confirmation',
  'seats-held': 'seats held for a guest',
  'installment-extended': 'new due dates',
  'dates-changed': 'new dates of the journey',
  'departure-guaranteed': 'departure guaranteed',
  'departure-canceled': 'departure canceled',
  'departure-postponed': 'departure postponed',
  'party-lessened': 'traveler removed',
  'party-raised': 'traveler added',
  'price-changed': 'new price',
  'booking-reinstated': 'booking reinstated',
  'room-changed': 'another kind of room',
  'lead-contact': 'new contact details',
  'lead-links-ended': 'notice to the former address',
  'lead-changed': 'new lead traveler',
  'part-asked': 'payment link',
  'guest-request-answered': 'answer to a request',
  'details-asked': 'request for traveler details',
  'details-asked-of-companion': 'request for details to a companion',
  'signing-reminder': 'reminder to sign',
  'traveler-link': 'new link of a companion',
  'departure-letter': 'letter to the travelers of a departure',
  'departure-letter-test': 'test of a letter to a departure',
  'payment-receipt': 'receipt',
  'autopay-begun': 'copy of an agreement to automatic payment',
  'autopay-announced': 'notice of an automatic payment to come',
  'autopay-declined': 'automatic payment declined',
  'autopay-ended': 'end of automatic payments',
  'payment-returned': 'payment returned',
  'bank-payment-begun': 'bank payment on its way',
  'bank-payment-failed': 'bank payment that failed',
  'bank-payment-taken-back': 'payment that the bank took back',
  'refund-ordered': 'refund on its way',
  'refund-dropped': 'refund that failed',
  'paid-back-by-hand': 'money paid back by hand',
  'ended-by-dispute': 'booking ended by a dispute',
  'inquiry-answer': 'answer to an inquiry',
  'departure-opened': 'a departure has opened',
  'departure-watched': 'watched departure canceled or postponed',
  'waitlist-over': 'end of the waitlist',
  'waitlist-postponed': 'new dates, to the waitlist',
  'place-offer-ended': 'end of a seat that was offered',
  'place-sold': 'seat taken by the waitlist',
  'leader-approved': 'links of a new leader',
  campaign: 'campaign',
  'campaign-test': 'test of a campaign',
  'email-proof': 'confirmation of a staff email address',
  'email-changed': 'notice to the former address of staff',
  'second-factor': 'notice of two-step sign-in',
  'staff-let-in-again': 'notice that a colleague was let in again',
  'staff-new-booking': 'notice of a new booking',
  'staff-decision': 'notice to decide whether a departure runs',
  'staff-hold-over': 'notice of seats released',
  'staff-overdue': 'notice of an overdue booking',
  'staff-payment': 'notice of a payment',
  'staff-autopay-declined': 'notice of an automatic payment declined',
  'staff-payment-returned': 'notice of a payment returned',
  'staff-bank-payment-failed': 'notice of a failed bank payment',
  'staff-unknown-payment': 'notice of an unknown payment',
  'staff-refund-trouble': 'notice of a refund in trouble',
  'staff-dashboard-refund': 'notice of a refund made at Stripe',
  'staff-share-came-back': 'notice of a bounced refund of a former traveler',
  'staff-dispute-opened': 'notice of a dispute',
  'staff-dispute-closed': 'notice of a decided dispute',
  'unexpected-error': 'notice of an unexpected error',
  // Of releases before there were alerts: the outbox may still have some.
  'backup-failed': 'notice of a failed backup',
  alert: 'notice that something is wrong with the site',
  'alert-over': 'notice that a problem is over',
} as const

/** Every kind of mail that leaves the site, with what staff call it. The kinds are stored: they stay. */
const MAIL_NAMES = { ...OPEN_MAIL_NAMES, ...OWN_MAIL_NAMES }

/** Reminders are of the kinds in app/money/reminders/reminder-kinds.ts, and called after them. */
type Reminder = `reminder-${string}`

export type MailKind = keyof typeof MAIL_NAMES | Reminder

/** What staff write each time; all else the site writes by itself. */
const BY_STAFF: readonly string[] = [
  'inquiry-answer',
  'departure-letter',
  'departure-letter-test',
  'campaign',
  'campaign-test',
] satisfies MailKind[]

export const isWrittenByStaff = (kind: string): boolean => BY_STAFF.includes(kind)

/** What staff call a mail of a kind that the outbox, or the history, has: 'booking confirmation'. */
export const mailName = (kind: string): string =>
  Object.hasOwn(MAIL_NAMES, kind)
    ? MAIL_NAMES[kind as keyof typeof MAIL_NAMES]
    : kind.replace(/^reminder-(.+)/, '$1 reminder')
