import { type InferSelectModel, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { ERASED_NAME, ERASED_WORDS, erasedAddress } from '#app/mail/erased-address'
import type { Day } from '#app/platform/days'
import { newLinkToken } from '#app/platform/keys.server'
import { autopayCharges } from '#db/schema/autopay'
import {
  bookings,
  formerWords,
  guestRequests,
  reviewPhotos,
  reviews,
  roomWishes,
  travelerDetails,
  travelers,
  waitlistEntries,
} from '#db/schema/bookings'
import { signatures } from '#db/schema/documents'
import { leaders } from '#db/schema/leaders'
import { inquiryAnswers, outbox } from '#db/schema/mail'
import {
  autopayConsents,
  charges,
  installments,
  payerLinks,
  paymentIntents,
  payments,
  refunds,
} from '#db/schema/money'
import {
  caughtMessages,
  contactInquiries,
  erasureRequests,
  newsletterSubscriptions,
  notes,
} from '#db/schema/people'
import { departureWatchers } from '#db/schema/tours'
import { isOf, type Sought } from './sought.server'

/**
 * What a column is to the person whom its row is about: `theirs` is shown to them and gone once they are
 * erased, what bookkeeping needs is shown and `stays`, and `ours` are numbers, links, digests and names
 * of staff, which say nothing of a guest.
 */
type Use = 'theirs' | 'stays' | 'ours'

type Uses<Row> = { [Column in keyof Row]: Use }

/** A table with rows about people: how they are found by address, shown, and erased. */
export type PersonalTable<Table extends SQLiteTable = SQLiteTable> = {
  table: Table
  /** What its rows are, as the person reads it, and staff. */
  what: Record<'person' | 'staff', string>
  found: (sought: Sought) => SQL | undefined
  /** Rows to erase that are not shown: they are about the person and to someone else. */
  erasedToo?: (sought: Sought) => SQL | undefined
  /** Each column: one more does not compile until it is said what it is. */
  columns: Uses<InferSelectModel<Table>>
  /** What is put in place of what was theirs; rows that say nothing without it are deleted. */
  erased: 'deleted' | 'stays' | ((on: Day) => Record<string, unknown>)
}

const personal = <Table extends SQLiteTable>(table: PersonalTable<Table>): PersonalTable =>
  table as unknown as PersonalTable

const saidOf = (person: string, staff: string) => ({ person, staff })

const ofBookings = (column: SQLiteColumn) => (sought: Sought) => inArray(column, sought.bookings)

const numbered = { id: 'ours', createdAt: 'stays' } as const

/**
 * The one list of what is held of people, in the order in which it is erased: a row before those it needs.
 * `tests/server/personal` compares it with the schema.
 */
export const PERSONAL_TABLES: PersonalTable[] = [
  personal({
    table: inquiryAnswers,
    what: saidOf('Our answers to you', 'Our answers to them'),
    found: ({ inquiries }) => inArray(inquiryAnswers.contactId, inquiries),
    columns: {
      ...numbered,
      ...{ subject: 'theirs', text: 'theirs', writtenBy: 'ours' },
      ...{ contactId: 'ours', mailId: 'ours', formKey: 'ours' },
    },
    erased: 'deleted',
  }),
  personal({
    table: notes,
    what: saidOf('Notes of our staff', 'Notes of our staff'),
    found: ({ inquiries, bookings: led }) =>
      or(inArray(notes.contactId, inquiries), inArray(notes.bookingId, led)),
    columns: {
      ...numbered,
      ...{ text: 'theirs', dueOn: 'stays', doneAt: 'stays', writtenBy: 'ours', doneBy: 'ours' },
      ...{ bookingId: 'ours', contactId: 'ours', formKey: 'ours' },
    },
    erased: 'deleted',
  }),
  personal({
    table: contactInquiries,
    what: saidOf('Your inquiries', 'Their inquiries'),
    found: ({ inquiries }) => inArray(contactInquiries.id, inquiries),
    columns: {
      ...numbered,
      ...{ firstName: 'theirs', lastName: 'theirs', email: 'theirs', phone: 'theirs' },
      ...{ interest: 'theirs', message: 'theirs', answeredAt: 'stays', network: 'ours' },
    },
    erased: 'deleted',
  }),
  personal({
    table: caughtMessages,
    what: saidOf('Messages that were caught as spam', 'Messages that were caught as spam'),
    found: ({ mailbox }) => sql`exists (
      select 1 from json_each(${caughtMessages.words}) as typed where ${isOf(mailbox, sql`trim(typed.value)`)})`,
    columns: { ...numbered, words: 'theirs', form: 'stays' },
    erased: 'deleted',
  }),
  personal({
    table: newsletterSubscriptions,
    what: saidOf('Your newsletter subscription', 'Their newsletter subscription'),
    found: ({ subscriptions }) => inArray(newsletterSubscriptions.id, subscriptions),
    columns: {
      ...numbered,
      ...{ email: 'theirs', consentAt: 'stays', confirmedAt: 'stays', waitingSince: 'stays', state: 'stays' },
      ...{ unsubscribedAt: 'stays', consentSource: 'ours', unsubscribedCampaignId: 'ours' },
      ...{ unsubscribeToken: 'ours', confirmToken: 'ours' },
    },
    erased: 'deleted',
  }),
  personal({
    table: departureWatchers,
    what: saidOf(
      'Departures that you asked us to tell you about',
      'Departures that they asked us to tell them about',
    ),
    found: ({ mailbox }) => isOf(mailbox, departureWatchers.email),
    columns: {
      ...numbered,
      ...{ email: 'theirs', consentAt: 'stays', waitingSince: 'stays', toldAt: 'stays' },
      ...{ tourId: 'ours', departureId: 'ours', changeId: 'ours', token: 'ours', confirmToken: 'ours' },
    },
    erased: 'deleted',
  }),
  personal({
    table: erasureRequests,
    what: saidOf('Your request to be erased', 'Their request to be erased'),
    found: ({ mailbox }) => isOf(mailbox, erasureRequests.email),
    columns: { ...numbered, email: 'theirs' },
    erased: 'deleted',
  }),
  personal({
    table: leaders,
    what: saidOf('Bringing others as a leader', 'Bringing others as a leader'),
    found: ({ mailbox }) => isOf(mailbox, leaders.email),
    columns: {
      ...numbered,
      ...{ name: 'theirs', email: 'theirs', phone: 'theirs', message: 'theirs', notes: 'theirs' },
      ...{ state: 'stays', code: 'stays', updatedAt: 'stays', pageKey: 'ours' },
    },
    erased: (on) => ({
      ...{ name: ERASED_NAME, phone: null, message: '', notes: '', state: 'ended' },
      ...{ email: erasedAddress(leaders.id, on), pageKey: sql`${newLinkToken()} || ${leaders.id}` },
    }),
  }),
  personal({
    table: waitlistEntries,
    what: saidOf('Your places on waitlists', 'Their places on waitlists'),
    found: ({ mailbox }) => isOf(mailbox, waitlistEntries.email),
    columns: {
      ...numbered,
      ...{ name: 'theirs', email: 'theirs', phone: 'theirs', addressDigest: 'ours' },
      ...{ atLeast: 'stays', atMost: 'stays', rooms: 'stays', state: 'stays', joinedAt: 'stays' },
      ...{ confirmedAt: 'stays', collectUntil: 'stays', isSkipped: 'stays', updatedAt: 'stays' },
      ...{ departureId: 'ours', confirmToken: 'ours', linkToken: 'ours' },
    },
    erased: 'deleted',
  }),
  personal({
    table: guestRequests,
    what: saidOf('What you asked of us on your booking page', 'What they asked of us on their booking page'),
    found: ofBookings(guestRequests.bookingId),
    columns: {
      ...numbered,
      ...{ kind: 'stays', message: 'theirs', doneAt: 'stays', bookingId: 'ours', doneBy: 'ours' },
    },
    erased: 'deleted',
  }),
  personal({
    table: reviewPhotos,
    what: saidOf('Photographs that came with your review', 'Photographs that came with their review'),
    found: ({ travelers: theirs }) => sql`${reviewPhotos.reviewId} in (
      select ${reviews.id} from ${reviews} where ${inArray(reviews.travelerId, theirs)})`,
    columns: { ...numbered, width: 'stays', height: 'stays', digest: 'ours', reviewId: 'ours' },
    erased: 'deleted',
  }),
  personal({
    table: reviews,
    what: saidOf('Your review', 'Their review'),
    found: ({ travelers: theirs }) => inArray(reviews.travelerId, theirs),
    columns: {
      ...numbered,
      ...{ rating: 'theirs', words: 'theirs', mayPublish: 'theirs', publishAs: 'theirs', place: 'theirs' },
      ...{ updatedAt: 'stays', publishedAt: 'stays', setAsideAt: 'stays' },
      ...{ travelerId: 'ours', bookingId: 'ours' },
    },
    erased: 'deleted',
  }),
  personal({
    table: roomWishes,
    what: saidOf('With whom you want to share a room', 'With whom they want to share a room'),
    found: ({ travelers: theirs }) => inArray(roomWishes.travelerId, theirs),
    columns: { travelerId: 'ours', kind: 'theirs', companion: 'theirs', createdAt: 'stays' },
    erased: 'deleted',
  }),
  personal({
    table: travelerDetails,
    what: saidOf('Details for the journey', 'Details for the journey'),
    found: ({ travelers: theirs }) => inArray(travelerDetails.travelerId, theirs),
    columns: {
      ...{ travelerId: 'ours', version: 'ours', updatedAt: 'stays' },
      ...{ passportName: 'theirs', bornOn: 'theirs', nationality: 'theirs', passportEndsOn: 'theirs' },
      ...{ sealedPassportNumber: 'theirs', sealedMedicalNotes: 'theirs', diet: 'theirs', ownPhone: 'theirs' },
      ...{ emergencyName: 'theirs', emergencyPhone: 'theirs', emergencyRelation: 'theirs' },
      ...{ arrivalFlight: 'theirs', departureFlight: 'theirs' },
    },
    erased: 'deleted',
  }),
  personal({
    table: signatures,
    what: saidOf('What you signed, and for whom', 'What they signed, and for whom'),
    found: ({ travelers: theirs, bookings: led }) =>
      or(
        inArray(signatures.travelerId, theirs),
        sql`${inArray(signatures.bookingId, led)} and ${signatures.signedAs} = 'guardian'`,
      ),
    columns: {
      ...{ id: 'ours', travelerName: 'theirs', signedName: 'theirs', signedAs: 'stays', byLink: 'stays' },
      ...{ digest: 'stays', signedAt: 'stays', endedAt: 'stays' },
      ...{ versionId: 'ours', bookingId: 'ours', travelerId: 'ours' },
    },
    erased: () => ({ travelerName: ERASED_NAME, signedName: ERASED_NAME }),
  }),
  personal({
    table: travelers,
    what: saidOf(
      'Travelers: you, and those whom you named without an address of their own',
      'Travelers: they, and those whom they named without an address of their own',
    ),
    found: ({ travelers: theirs }) => inArray(travelers.id, theirs),
    columns: {
      ...numbered,
      ...{ name: 'theirs', email: 'theirs', position: 'stays', roomType: 'stays', depositCents: 'stays' },
      ...{ joinedOn: 'stays', agreedStartsOn: 'stays', refundTerms: 'stays', noRefundDays: 'stays' },
      ...{ firstPartCents: 'stays', finalPartCents: 'stays', sharesContact: 'theirs', updatedAt: 'stays' },
      ...{ bookingId: 'ours', roomId: 'ours', partedFromId: 'ours', linkToken: 'ours' },
    },
    erased: () => ({
      name: sql`iif(${travelers.name} = '', '', ${ERASED_NAME})`,
      ...{ email: null, sharesContact: false, linkToken: sql`${newLinkToken()} || ${travelers.id}` },
    }),
  }),
  personal({
    table: bookings,
    what: saidOf('Your bookings', 'Their bookings'),
    found: ({ bookings: led }) => inArray(bookings.id, led),
    columns: {
      ...numbered,
      ...{ reference: 'stays', customerName: 'theirs', customerEmail: 'theirs', customerPhone: 'theirs' },
      ...{ customerAddress: 'theirs', customerCity: 'theirs', customerZipCode: 'theirs' },
      // Taxes go by these.
      ...{ customerState: 'stays', customerCountry: 'stays' },
      ...{ tourType: 'stays', agreedStartsOn: 'stays', agreedEndsOn: 'stays', toldStartsOn: 'stays' },
      ...{ toldEndsOn: 'stays', roomType: 'stays', singles: 'stays', paymentType: 'stays', status: 'stays' },
      ...{ travelers: 'stays', totalCents: 'stays', depositCents: 'stays', agreedDepositCents: 'stays' },
      ...{ earlyBirdOffer: 'stays', refundTerms: 'stays', noRefundDays: 'stays', holdEndsAt: 'stays' },
      ...{ soldBy: 'ours', firstPaidAt: 'stays', canceledAt: 'stays', staysCents: 'stays' },
      keptCents: 'stays',
      ...{ goingBackCents: 'stays', stuckBackCents: 'stays', askedCents: 'stays', writtenOffCents: 'stays' },
      onItsWayCents: 'stays',
      ...{ moneyState: 'stays', updatedAt: 'stays', termsVersionId: 'stays', privacyVersionId: 'stays' },
      ...{ departureId: 'ours', browserDigest: 'ours', checkoutKey: 'ours', addressDigest: 'ours' },
      ...{ linkToken: 'ours', waitlistOfferId: 'ours', leaderId: 'ours', source: 'stays', eachPays: 'stays' },
    },
    erased: (on) => ({
      ...{ customerName: ERASED_NAME, customerEmail: erasedAddress(bookings.id, on), customerPhone: null },
      ...{ customerAddress: '', customerCity: '', customerZipCode: '' },
      ...{ addressDigest: null, browserDigest: '', linkToken: sql`${newLinkToken()} || ${bookings.id}` },
    }),
  }),
  personal({
    table: formerWords,
    what: saidOf(
      'Names, addresses and phone numbers that a booking had before',
      'Names, addresses and phone numbers that a booking had before',
    ),
    found: ({ mailbox, bookings: led }) =>
      or(inArray(formerWords.bookingId, led), isOf(mailbox, formerWords.word)),
    erasedToo: ({ words, otherBookings, formerBookings }) => sql`
      ${inArray(formerWords.bookingId, [...otherBookings, ...formerBookings])}
      and ${inArray(formerWords.word, words)}`,
    columns: { bookingId: 'ours', word: 'theirs' },
    erased: 'deleted',
  }),
  personal({
    table: outbox,
    what: saidOf(
      'Emails that we sent you; their text is deleted after a month',
      'Emails that we sent them; their text is deleted after a month',
    ),
    found: ({ mailbox }) => isOf(mailbox, outbox.toAddress),
    // Notices to staff, and letters to others of their bookings: these, too, say who they are.
    erasedToo: ({ bookings: led, letters }) =>
      or(inArray(outbox.bookingId, led), inArray(outbox.id, letters)),
    columns: {
      ...numbered,
      ...{ toName: 'theirs', toAddress: 'theirs', subject: 'theirs', textBody: 'theirs' },
      ...{ state: 'stays', sentAt: 'stays', lastError: 'theirs' },
      ...{ htmlBody: 'ours', headers: 'ours', messageId: 'ours', kind: 'ours', occasion: 'ours' },
      ...{
        bookingId: 'ours',
        campaignId: 'ours',
        subscriberId: 'ours',
        installmentId: 'ours',
        travelerId: 'ours',
        formKey: 'ours',
      },
      ...{ rank: 'ours', attempts: 'ours', nextAttemptAt: 'ours', claimEndsAt: 'ours' },
    },
    // What was sent stays counted; what waits is not sent (eraseFrom).
    erased: (on) => ({
      ...{ toName: '', toAddress: erasedAddress(outbox.id, on), occasion: sql`'erased:' || ${outbox.id}` },
      ...{ subject: ERASED_WORDS, textBody: '', htmlBody: '', headers: {}, lastError: null },
    }),
  }),
  personal({
    table: payments,
    what: saidOf('What you paid, and what went back', 'What they paid, and what went back'),
    found: ofBookings(payments.bookingId),
    columns: {
      ...numbered,
      ...{ kind: 'stays', method: 'stays', amountCents: 'stays', note: 'stays', enteredAt: 'stays' },
      ...{ stripeIntentId: 'stays', stripeRefundId: 'stays', isOwedAgain: 'stays' },
      ...{ bookingId: 'ours', recordedBy: 'ours', forTravelerId: 'ours' },
    },
    erased: 'stays',
  }),
  personal({
    table: refunds,
    what: saidOf('Refunds that were ordered', 'Refunds that were ordered'),
    found: ofBookings(refunds.bookingId),
    columns: {
      ...numbered,
      ...{ amountCents: 'stays', reason: 'stays', note: 'stays', state: 'stays', doneAt: 'stays' },
      ...{ stripeIntentId: 'stays', stripeRefundId: 'stays', lastError: 'ours', seenEntryId: 'ours' },
      ...{ bookingId: 'ours', orderedBy: 'ours', orderKey: 'ours', attempt: 'ours', nextAttemptAt: 'ours' },
    },
    erased: 'stays',
  }),
  personal({
    table: charges,
    what: saidOf('What your journey costs', 'What their journey costs'),
    found: ofBookings(charges.bookingId),
    columns: {
      ...numbered,
      ...{ kind: 'stays', priceCents: 'stays', paidCents: 'stays', words: 'stays' },
      ...{ bookingId: 'ours', actId: 'ours', travelerId: 'ours', undoesId: 'ours', refundId: 'ours' },
      ...{ paymentId: 'ours', codeId: 'ours', leaderTermsId: 'ours', intentId: 'ours', takenOff: 'ours' },
      changedBy: 'ours',
    },
    erased: 'stays',
  }),
  personal({
    table: installments,
    what: saidOf('Your installments', 'Their installments'),
    found: ofBookings(installments.bookingId),
    columns: {
      ...{ id: 'ours', bookingId: 'ours', isOwed: 'ours', number: 'stays', amountCents: 'stays' },
      ...{ dueOn: 'stays', agreedDueOn: 'stays', plannedDueOn: 'stays', paidAt: 'stays' },
      ...{ owedCents: 'stays', writtenOffCents: 'stays' },
    },
    erased: 'stays',
  }),
  personal({
    table: paymentIntents,
    what: saidOf('What we asked Stripe to collect', 'What we asked Stripe to collect'),
    found: ofBookings(paymentIntents.bookingId),
    columns: {
      ...numbered,
      ...{ purpose: 'stays', method: 'stays', installmentNumber: 'stays', amountCents: 'stays' },
      ...{ paysFrom: 'stays', savesMethod: 'stays', discountCents: 'stays' },
      ...{ state: 'stays', stripeIntentId: 'stays', processingAt: 'stays', updatedAt: 'stays' },
      ...{ bookingId: 'ours', idempotencyKey: 'ours', stripeSessionId: 'ours', secretDigest: 'ours' },
      ...{ checkoutKey: 'ours', declinedCharges: 'ours', forTravelerId: 'ours', payerTravelerId: 'ours' },
      payerLinkId: 'ours',
    },
    erased: 'stays',
  }),
  personal({
    table: payerLinks,
    what: saidOf('Links for somebody else to pay', 'Links for somebody else to pay'),
    found: ofBookings(payerLinks.bookingId),
    columns: {
      ...numbered,
      ...{ payerName: 'theirs', amountCents: 'stays', withdrawnAt: 'stays' },
      ...{ bookingId: 'ours', forTravelerId: 'ours', linkToken: 'ours' },
    },
    erased: () => ({ payerName: ERASED_NAME }),
  }),
  personal({
    table: autopayConsents,
    what: saidOf(
      'What you agreed we may charge automatically',
      'What they agreed we may charge automatically',
    ),
    // Of the payer alone: on a booking of theirs someone else may have agreed, who is not erased with them.
    found: ({ consents }) => inArray(autopayConsents.id, consents),
    columns: {
      ...{ id: 'ours', bookingId: 'ours', stripeCustomerId: 'ours', stripeMethodId: 'ours' },
      ...{ forTravelerId: 'ours' },
      ...{ payerEmail: 'theirs', words: 'stays', plan: 'stays', agreedAt: 'stays', paysFrom: 'stays' },
      ...{ brand: 'stays', last4: 'stays', expiresIn: 'stays', startedAt: 'stays', endedAt: 'stays' },
      ...{ endedFor: 'stays', detachedAt: 'stays' },
    },
    erased: (on) => ({ payerEmail: erasedAddress(autopayConsents.id, on) }),
  }),
  personal({
    table: autopayCharges,
    what: saidOf('What was charged automatically', 'What was charged automatically'),
    found: ({ bookings: led, consents }) =>
      or(inArray(autopayCharges.bookingId, led), inArray(autopayCharges.consentId, consents)),
    columns: {
      ...{ id: 'ours', consentId: 'ours', bookingId: 'ours', announcementId: 'ours', intentId: 'ours' },
      ...{ forTravelerId: 'ours' },
      ...{ number: 'stays', dueOn: 'stays', amountCents: 'stays', chargeOn: 'stays', state: 'stays' },
      ...{ announcedAt: 'stays', announcedAgainAt: 'stays', begunAt: 'stays', tries: 'stays' },
      ...{ firstTriedOn: 'stays', triedOn: 'stays', nextTryOn: 'stays' },
      ...{ declineCode: 'stays', adviceCode: 'stays' },
    },
    erased: 'stays',
  }),
]
