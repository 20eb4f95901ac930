import { MONEY_STATE_NAMES, STATUS_NAMES } from '#app/bookings/status'
import { ENTRY_STATE_NAMES, ROOMS_WANTED_NAMES } from '#app/bookings/stored-values'
import { interestName } from '#app/people/people-fields'
import { SUBSCRIBER_WORDS } from '#app/people/subscriber-words'
import { showMonth } from '#app/platform/days'
import { METHOD_NAMES } from '#app/platform/ledger-words'
import { ROOM_NAMES } from '#app/tours/party'

// What is held of a person as they read it: a label for each column that the list of tables shows, and words
// for what stands in short.

const LABELS: Record<string, string> = {
  createdAt: 'Entered on',
  updatedAt: 'Last changed',
  consentAt: 'Asked for on',
  confirmedAt: 'Confirmed on',
  waitingSince: 'Waiting to be confirmed since',
  email: 'Email',
  name: 'Name',
  phone: 'Phone',
  text: 'Text',
  words: 'Words',
  kind: 'Kind',
  state: 'State',
  note: 'Note',
  reason: 'Reason',
  method: 'Way of payment',
  amountCents: 'Amount',
  doneAt: 'Done on',
  dueOn: 'Due on',
  stripeIntentId: 'Payment at Stripe',
  stripeRefundId: 'Refund at Stripe',
  roomType: 'Room',
  refundTerms: 'Refund terms',
  noRefundDays: 'No refund from this many days before',
  agreedStartsOn: 'First day agreed to',
  depositCents: 'Deposit',
}

/** Where a table's column is something of its own, by its name in the database. */
const OWN_LABELS: Record<string, Record<string, string>> = {
  inquiry_answers: { subject: 'Subject', createdAt: 'Sent on' },
  notes: { text: 'Note' },
  contact_inquiries: {
    firstName: 'First name',
    lastName: 'Last name',
    interest: 'About',
    message: 'Message',
    answeredAt: 'Answered on',
    createdAt: 'Received on',
  },
  caught_messages: { words: 'What was typed', form: 'By the form', createdAt: 'Received on' },
  newsletter_subscriptions: { unsubscribedAt: 'Unsubscribed on' },
  departure_watchers: { toldAt: 'Notified on' },
  waitlist_entries: {
    atLeast: 'Seats, at least',
    atMost: 'Seats, at most',
    rooms: 'Rooms',
    joinedAt: 'In line since',
    collectUntil: 'A smaller party is collected until',
    isSkipped: 'Skipped',
  },
  erasure_requests: { createdAt: 'Asked on' },
  leaders: { message: 'Who they bring', code: 'Code', notes: 'Notes of our staff' },
  guest_requests: { kind: 'About', message: 'Message', createdAt: 'Asked on' },
  review_photos: { width: 'Width in pixels', height: 'Height in pixels', createdAt: 'Sent on' },
  reviews: {
    rating: 'Stars',
    words: 'Review',
    mayPublish: 'May be published',
    publishAs: 'Published under the name',
    place: 'Place',
    publishedAt: 'Published on',
    setAsideAt: 'Set aside on',
  },
  room_wishes: { kind: 'Wish', companion: 'With' },
  traveler_details: {
    passportName: 'Name in the passport',
    bornOn: 'Date of birth',
    nationality: 'Nationality',
    passportNumber: 'Passport number',
    passportEndsOn: 'Passport ends on',
    medicalNotes: 'Medical notes',
    diet: 'Diet',
    ownPhone: 'Phone on the journey',
    emergencyName: 'In an emergency, call',
    emergencyPhone: 'Their phone',
    emergencyRelation: 'Who they are',
    arrivalFlight: 'Flight there',
    departureFlight: 'Flight home',
  },
  signatures: {
    travelerName: 'Traveler',
    signedName: 'Typed name',
    signedAs: 'Signed as',
    byLink: 'By the page of',
    digest: 'Digest of the text (SHA-256)',
    signedAt: 'Signed on',
    endedAt: 'No longer counts since',
  },
  travelers: {
    position: 'Place in the party',
    joinedOn: 'Joined on',
    firstPartCents: 'First installment',
    finalPartCents: 'Final installment',
    sharesContact: 'Contact is shared with the room companion',
  },
  bookings: {
    createdAt: 'Booked on',
    reference: 'Booking',
    customerName: 'Lead traveler',
    customerEmail: 'Email',
    customerPhone: 'Phone',
    customerAddress: 'Address',
    customerCity: 'City',
    customerState: 'State',
    customerZipCode: 'ZIP code',
    customerCountry: 'Country',
    tourType: 'Tour',
    agreedEndsOn: 'Last day agreed to',
    toldStartsOn: 'First day, as last written',
    toldEndsOn: 'Last day, as last written',
    singles: 'Single rooms',
    paymentType: 'Chosen at booking',
    status: 'Status',
    travelers: 'Travelers',
    totalCents: 'Price',
    depositCents: 'Deposit, all travelers',
    agreedDepositCents: 'Deposit agreed to',
    earlyBirdOffer: 'Early-bird offer',
    holdEndsAt: 'Seats were held until',
    source: 'Came to us from',
    eachPays: 'Each pays their own share',
    firstPaidAt: 'First paid on',
    canceledAt: 'Canceled on',
    staysCents: 'Stays with us after canceling',
    keptCents: 'Paid',
    goingBackCents: 'On its way back',
    stuckBackCents: 'To be given back by hand',
    askedCents: 'Still to pay',
    onItsWayCents: 'On its way from a bank account',
    writtenOffCents: 'Written off',
    moneyState: 'Payment',
    termsVersionId: 'Version of the terms agreed to',
    privacyVersionId: 'Version of the privacy page shown',
  },
  former_words: { word: 'Earlier name, address or phone' },
  outbox: {
    toName: 'To',
    toAddress: 'Address',
    subject: 'Subject',
    textBody: 'Text',
    sentAt: 'Sent on',
    lastError: 'Last failure',
    createdAt: 'Written on',
  },
  payments: { createdAt: 'Received on', enteredAt: 'Entered on', isOwedAgain: 'Owed again' },
  refunds: { createdAt: 'Ordered on' },
  charges: { kind: 'For', priceCents: 'Price', paidCents: 'Paid', words: 'In words' },
  installments: {
    number: 'Installment',
    agreedDueOn: 'Due day agreed to',
    plannedDueOn: 'Due day by the plan',
    paidAt: 'Paid on',
    owedCents: 'Still to pay',
    writtenOffCents: 'Written off',
  },
  payment_intents: {
    purpose: 'For',
    installmentNumber: 'Installment',
    processingAt: 'With the bank since',
    paysFrom: 'Paid from',
    discountCents: 'Off for paying from a bank account',
    savesMethod: 'Stripe keeps it for the installments',
  },
  payer_links: { payerName: 'Who pays', createdAt: 'Made on', withdrawnAt: 'Withdrawn on' },
  autopay_consents: {
    payerEmail: 'Cardholder’s email',
    words: 'Agreed to',
    plan: 'Installments agreed to',
    agreedAt: 'Agreed on',
    paysFrom: 'Paid from',
    brand: 'Card',
    last4: 'Its last digits',
    expiresIn: 'It expires in',
    startedAt: 'Since',
    endedAt: 'Ended on',
    endedFor: 'Ended because',
    detachedAt: 'No longer kept by Stripe since',
  },
  autopay_charges: {
    number: 'Installment',
    chargeOn: 'Day of the charge',
    announcedAt: 'Announced on',
    announcedAgainAt: 'Announced again on',
    tries: 'Times declined',
    firstTriedOn: 'First declined on',
    triedOn: 'Last declined on',
    declineCode: 'Why it was declined',
    adviceCode: 'What the bank advised',
    nextTryOn: 'Tried again on',
    begunAt: 'Charge begun on',
  },
}

/** What a column is called; undefined where no one has said it. */
export const labelOf = (table: string, column: string): string | undefined =>
  OWN_LABELS[table]?.[column] ?? LABELS[column]

/** A no that says something. */
const NO_SAYS: readonly string[] = ['mayPublish', 'sharesContact']

/** Nothing there, none of it, or not so. */
export const saysNothing = (column: string, value: unknown): boolean =>
  value === null || value === '' || value === 0 || (value === false && !NO_SAYS.includes(column))

const lookUp =
  (names: Record<string, string>) =>
  (value: string): string =>
    names[value] ?? plain(value)

/** 'Left party' for 'left-party'. */
const plain = (value: string): string => {
  const words = value.replaceAll(/[-_]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const CHARGED = lookUp({
  seat: 'A seat',
  'early-bird': 'Early-bird discount',
  code: 'Discount code',
  move: 'Another departure',
  room: 'Another room',
  refund: 'Goodwill refund',
  dispute: 'Disputed payment',
  forgiven: 'No longer asked for',
  left: 'A former traveler',
  retained: 'Kept of a former traveler',
  promised: 'To go back to a former traveler',
  settled: 'Divided among the party',
})

/** Columns that are stored in short, by table or for all. */
const VALUES: Record<string, (value: string) => string> = {
  // What of it is paid, the state of its money says.
  'bookings.status': lookUp({ ...STATUS_NAMES, completed: 'Booked', deposit_paid: 'Booked' }),
  'bookings.moneyState': lookUp(MONEY_STATE_NAMES),
  'bookings.tourType': plain,
  'bookings.paymentType': lookUp({ deposit: 'Deposit', full: 'Full payment' }),
  'contact_inquiries.interest': interestName,
  'newsletter_subscriptions.state': lookUp(SUBSCRIBER_WORDS),
  'waitlist_entries.state': lookUp(ENTRY_STATE_NAMES),
  'waitlist_entries.rooms': lookUp(ROOMS_WANTED_NAMES),
  'charges.kind': CHARGED,
  'payments.method': lookUp(METHOD_NAMES),
  'signatures.signedAs': lookUp({ lead: 'Lead traveler' }),
  'signatures.byLink': lookUp({ own: 'The traveler', booking: 'The booking' }),
  'room_wishes.kind': lookUp({ companion: 'A companion of choice', introduction: 'To be introduced' }),
  'guest_requests.kind': plain,
  'caught_messages.form': plain,
  'payments.kind': plain,
  'refunds.reason': plain,
  'refunds.state': plain,
  'outbox.state': plain,
  'payment_intents.purpose': plain,
  'payment_intents.method': plain,
  'payment_intents.paysFrom': lookUp(METHOD_NAMES),
  'autopay_consents.paysFrom': lookUp(METHOD_NAMES),
  'autopay_consents.expiresIn': showMonth,
  'autopay_consents.endedFor': plain,
  'autopay_charges.state': plain,
  'autopay_charges.declineCode': plain,
  'autopay_charges.adviceCode': plain,
  'payment_intents.state': plain,
  'travelers.roomType': lookUp(ROOM_NAMES),
  'bookings.roomType': lookUp(ROOM_NAMES),
}

export const wordsFor = (table: string, column: string, value: string): string =>
  VALUES[`${table}.${column}`]?.(value) ?? value
