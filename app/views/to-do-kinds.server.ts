import { requestsWaiting } from '#app/bookings/guest-requests.server'
import { installmentInWords } from '#app/bookings/installments/plan'
import { GUEST_REQUEST_WORDS } from '#app/bookings/stored-values'
import { waitingBesideFreeSeats } from '#app/bookings/waitlist/staff-waitlist.server'
import { mailName } from '#app/mail/mail-names'
import { monthsWaiting, nextMonth } from '#app/money/accounts/months.server'
import { WAITS_WORDS } from '#app/money/books/refund-reasons'
import { erasePath, WAITING_PATH } from '#app/people/contact-fields'
import { erasuresAsked } from '#app/people/erasures-asked.server'
import { tasksDue } from '#app/people/notes.server'
import { interestName } from '#app/people/people-fields'
import { isReplyLate, replyDueAt } from '#app/people/reply-promise'
import { businessDay, businessTime } from '#app/platform/clock.server'
import { addDays, type Day, showDay, showDays, showMonth } from '#app/platform/days'
import { showCents } from '#app/platform/money'
import { capitalized } from '#app/platform/typed/fields'
import { counted } from '#app/platform/words'
import { may } from '#app/staff/rights'
import type { Staff } from '#app/staff/sessions.server'
import { runningStatus } from '#app/tours/departure'
import { seatsInWords } from '#app/tours/party'
import { departureInWords } from '#app/tours/tours.server'
import { DETAILS_ASKED_DAYS } from '#app/travelers/detail-fields'
import { detailsOfNextDeparture } from '#app/travelers/details.server'
import { reviewsWaiting } from '#app/travelers/reviews.server'
import { roomsToSettle } from '#app/travelers/room-proposals.server'
import { signaturesMissing } from '#app/travelers/signatures.server'
import { CONTACT_DAYS_BEFORE } from '#db/values'
import { COUNTED, type needsAttention, SHOWN } from './attention.server'
import { choiceRows, departuresToDecide, openChoiceCount, openChoices } from './departures-decided.server'

/** Something that waits for staff. */
export type ToDo = {
  key: string
  /** Of whom, or of what. */
  who: string
  what: string
  /** Since when it waits, or by when it should be done. */
  since: string
  /** The day by which it should be done; what has none comes last. */
  dueOn: Day | null
  isLate: boolean
  /** Where it is done, and what the button there says; for some roles nowhere. */
  to: string | null
  label: string
  phone: string | null
  /** A letter that failed, which a press sends again; and why it failed. */
  mail: number | null
  trouble: string | null
}

export type Asked = { staff: Staff; today: Day; at: Date; departureId: number | null }

/** The same for a kind of it; of a departure where narrowed. */
type Waiting = {
  rows: ToDo[]
  /** All of them, where more may wait than are listed, and where they are. */
  all?: { count: number; words: string; to: string | null; isMail?: boolean }
}

/** A kind of what waits; null for a role that does not see it. */
type Kind = (asked: Asked, attention: ReturnType<typeof needsAttention>) => Waiting | null

/** A thing to do, with nothing where nothing is said of it. */
export const toDo = (row: Pick<ToDo, 'key' | 'who' | 'what' | 'to' | 'label'> & Partial<ToDo>): ToDo => ({
  ...{ since: '', dueOn: null, isLate: false, phone: null, mail: null, trouble: null },
  ...row,
})

const ofBooking = (booking: { reference: string; customerName: string; phone?: string | null }) => ({
  who: `${booking.customerName}, ${booking.reference}`,
  phone: booking.phone ?? null,
  to: `/admin/bookings/${booking.reference}`,
})

/** 'All 12 overdue installments'; beyond COUNTED no one counts. */
const all = (count: number, of: string, to: string | null) => ({
  count,
  words: `All ${count.toLocaleString('en-US')}${count >= COUNTED ? '+' : ''} ${of}`,
  to,
})

export const overdue = ({ overdue: { rows, count } }: ReturnType<typeof needsAttention>) => ({
  all: all(count, 'overdue installments', '/admin/installments?state=overdue'),
  rows: rows.map(({ id, number, owedCents, dueOn, ...booking }) =>
    toDo({
      ...ofBooking(booking),
      key: `installment-${id}`,
      what: `${installmentInWords(number)} of ${showCents(owedCents)} is overdue`,
      since: `Was due ${showDay(dueOn)}`,
      dueOn,
      isLate: true,
      label: 'See booking',
    }),
  ),
})

const requests: Kind = ({ staff, at }) => {
  if (!may(staff, 'see travelers')) return null
  const { rows, count } = requestsWaiting()
  return {
    all: all(count, 'requests from travelers', null),
    rows: rows.map(({ id, kind, createdAt, ...booking }) =>
      toDo({
        ...{ ...ofBooking(booking), ...wrote(createdAt, at) },
        key: `request-${id}`,
        what: `Asks ${GUEST_REQUEST_WORDS[kind]}`,
        label: 'Answer',
      }),
    ),
  }
}

/** Laws give a month for it. */
const DAYS_TO_ERASE = 14

const erasures: Kind = ({ staff, today }) =>
  may(staff, 'change travelers')
    ? {
        rows: erasuresAsked().map(({ id, email, createdAt }) => {
          const dueOn = addDays(businessDay(createdAt), DAYS_TO_ERASE)
          return toDo({
            key: `erasure-${id}`,
            who: email,
            what: 'Asks to be erased: erase them, or write to them what stands in the way',
            since: `Asked ${businessTime(createdAt)}`,
            ...{ dueOn, isLate: dueOn < today },
            to: erasePath(email),
            label: 'See person',
          })
        }),
      }
    : null

const inquiries: Kind = ({ staff, at }, { inquiries: { rows, waiting } }) =>
  may(staff, 'see inquiries')
    ? {
        all: all(waiting, 'unanswered inquiries', WAITING_PATH),
        rows: rows.map(({ id, firstName, lastName, interest, createdAt }) =>
          toDo({
            ...wrote(createdAt, at),
            key: `inquiry-${id}`,
            who: `${firstName} ${lastName}`,
            what: `Asks about ${interestName(interest)}`,
            to: `/admin/contacts/${id}`,
            label: 'Answer',
          }),
        ),
      }
    : null

const wrote = (createdAt: Date, at: Date) => ({
  since: `Wrote ${businessTime(createdAt)}`,
  dueOn: businessDay(replyDueAt(createdAt)),
  isLate: isReplyLate({ createdAt, answeredAt: null }, at),
})

/** Departures for which no one has decided yet whether they run. */
const decisions: Kind = ({ staff, today, departureId }) =>
  may(staff, 'see tour')
    ? {
        rows: departuresToDecide(today, departureId).map((departure) =>
          toDo({
            key: `decision-${departure.id}`,
            who: departureInWords(departure),
            what:
              departure.paidTravelers >= (departure.minimumTravelers ?? 0)
                ? 'The minimum is paid: say that it runs'
                : 'Say whether it runs',
            since: runningStatus(departure, departure.paidTravelers, today)?.words ?? '',
            dueOn: departure.decideOn,
            isLate: departure.daysLeft < 0,
            to: `/admin/departures/${departure.id}`,
            label: 'Decide',
          }),
        ),
      }
    : null

/** Guests of a departure that was canceled or postponed who have not chosen yet. */
const choices: Kind = ({ today, departureId }) => ({
  all: all(openChoiceCount(departureId), 'guests who have not chosen', null),
  rows: openChoices(departureId, SHOWN).map((choice) =>
    toDo({
      ...ofBooking(choice),
      key: `choice-${choice.reference}`,
      what: 'Has not chosen yet: call, and choose for them',
      since: choiceRows([choice])[0]?.about ?? '',
      dueOn: choice.answerBy,
      isLate: choice.answerBy < today,
      label: 'Choose',
    }),
  ),
})

const rooms: Kind = ({ staff, today, departureId }) =>
  may(staff, 'change travelers')
    ? {
        rows: roomsToSettle(today)
          .filter((one) => departureId === null || one.departureId === departureId)
          .map((one) =>
            toDo({
              key: `rooms-${one.departureId}`,
              who: `Rooms for ${one.dates}`,
              what: `${counted(one.proposals, 'pair')} alone in double rooms could share one`,
              to: `/admin/departures/${one.departureId}/rooms`,
              label: 'Settle',
            }),
          ),
      }
    : null

const tasks: Kind = ({ staff, today }) => {
  if (!may(staff, 'see travelers')) return null
  const { rows, count } = tasksDue(today)
  return {
    all: all(count, 'tasks', null),
    rows: rows.map(({ id, text, reference, contactId, name, dueOn }) =>
      toDo({
        key: `task-${id}`,
        who: reference ? `${name}, ${reference}` : name,
        what: text,
        since: `Task, ${dueOn < today ? 'was due' : 'due'} ${showDay(dueOn)}`,
        dueOn,
        isLate: dueOn < today,
        to: `/admin/${reference ? `bookings/${reference}` : `contacts/${contactId}`}#notes`,
        label: 'See task',
      }),
    ),
  }
}

const toPayBack: Kind = (_, { toPayBack: { rows, count } }) => ({
  all: all(count, 'bookings to be paid back by hand', null),
  rows: rows.map(({ amountCents, since, ...booking }) =>
    toDo({
      ...ofBooking(booking),
      ...waitsSince('Waiting since', new Date(since)),
      key: `back-${booking.reference}`,
      what: `${showCents(amountCents)} to be paid back by hand: send it, then record it`,
      label: 'Record it',
    }),
  ),
})

const refunds: Kind = ({ staff }, { waitingRefunds: { rows, count } }) => ({
  all: all(count, 'refunds that wait', null),
  rows: rows.map(({ id, reference, customerName, amountCents, stripeIntentId, waits, createdAt }) => ({
    ...toDo({
      ...waitsSince('Ordered', createdAt),
      key: `refund-${id}`,
      who: reference ? `${customerName}, ${reference}` : 'A payment without a booking',
      what: `Refund of ${showCents(amountCents)}. ${WAITS_WORDS[waits]}`,
      to: reference
        ? `/admin/bookings/${reference}${waits !== 'late' && may(staff, 'change money') ? `/refunds/${id}` : ''}`
        : may(staff, 'see history')
          ? `/admin/audit?about=${encodeURIComponent(`intent:${stripeIntentId}`)}`
          : null,
      label: 'Decide',
    }),
  })),
})

const letters: Kind = ({ staff }, { failedMail: { rows, count } }) =>
  may(staff, 'see mail')
    ? {
        all: { ...all(count, 'letters that failed', null), isMail: may(staff, 'change mail') },
        rows: rows.map((mail) =>
          toDo({
            ...waitsSince('Written', mail.createdAt),
            key: `mail-${mail.id}`,
            who: mail.toAddress,
            what: `${capitalized(mailName(mail.kind))}${mail.reference ? ` for ${mail.reference}` : ''} did not arrive`,
            to: mail.reference && `/admin/bookings/${mail.reference}`,
            label: 'Try again',
            mail: mail.id,
            trouble: mail.lastError,
          }),
        ),
      }
    : null

const waitsSince = (word: string, since: Date) => ({
  since: `${word} ${businessTime(since)}`,
  dueOn: businessDay(since),
  isLate: true,
})

/** Signatures whose day has passed, details that are missing, and a word from the team, before a journey. */
const beforeJourney: Kind = ({ staff, today, departureId }) => {
  if (!may(staff, 'see travelers')) return null
  const isAsked = (one: { departureId: number }) => departureId === null || one.departureId === departureId
  const unsigned = signaturesMissing(today)
    .filter(isAsked)
    .map((one) =>
      toDo({
        key: `unsigned-${one.departureId}`,
        who: `${counted(one.missing, 'signature')} missing for ${one.dates}`,
        what: 'The day to sign by has passed: see who has not signed, and write to them',
        dueOn: today,
        isLate: true,
        to: `/admin/departures/${one.departureId}/settings/documents`,
        label: 'See who',
      }),
    )
  const next = detailsOfNextDeparture(today)
  // Travelers are asked for them from then on: before, no one is waited for.
  const firstAsked = next && addDays(next.startsOn, -Math.max(...DETAILS_ASKED_DAYS))
  if (!firstAsked || firstAsked > today || !isAsked(next)) return { rows: unsigned }
  const to = `/admin/departures/${next.departureId}/manifest`
  const lastAsked = addDays(next.startsOn, -Math.min(...DETAILS_ASKED_DAYS))
  const contact = addDays(next.startsOn, -CONTACT_DAYS_BEFORE)
  const details = toDo({
    key: 'details',
    who: `Travelers’ details for ${next.dates}`,
    what: `${next.complete} of ${next.travelers} complete`,
    dueOn: lastAsked,
    isLate: lastAsked < today,
    to,
    label: 'See who',
  })
  const word = toDo({
    key: 'word',
    who: `Travelers of ${next.dates}`,
    what: 'Promised: a word from the team before the journey',
    dueOn: contact,
    to,
    label: 'See them',
  })
  return {
    rows: [
      ...unsigned,
      ...(next.complete < next.travelers ? [details] : []),
      ...(contact >= today ? [word] : []),
    ],
  }
}

const reviews: Kind = ({ staff }) => {
  const waiting = may(staff, 'see content') ? reviewsWaiting() : 0
  return {
    rows:
      waiting === 0
        ? []
        : [
            toDo({
              key: 'reviews',
              who: counted(waiting, 'new review'),
              what: 'From travelers: read, and publish what they allow',
              to: '/admin/settings/reviews',
              label: 'Read',
            }),
          ],
  }
}

/** Free seats that no waiting party fits, or that staff passed one over for. */
const waitlists: Kind = ({ staff, today, departureId }) =>
  may(staff, 'see tour')
    ? {
        rows: waitingBesideFreeSeats(today)
          .filter((one) => departureId === null || one.departureId === departureId)
          .map((one) =>
            toDo({
              key: `waitlist-${one.departureId}`,
              who: `Waitlist for ${showDays(one.startsOn, one.endsOn)}`,
              what: `${one.parties === 1 ? '1 party waits' : `${one.parties} parties wait`} beside ${seatsInWords(one.free)}, too few for them or passed over: collect seats, or offer them by hand`,
              to: `/admin/departures/${one.departureId}/waitlist`,
              label: 'Decide',
            }),
          ),
      }
    : null

/** Months that are over and whose books are open; the first is closed first, by the end of the next. */
const months: Kind = ({ staff, today }) => {
  const waiting = may(staff, 'change books') ? monthsWaiting(today) : []
  return {
    all: all(waiting.length, 'months to close', '/admin/books'),
    rows: waiting.slice(0, 1).map((month) => {
      const dueOn = addDays(`${nextMonth(nextMonth(month))}-01`, -1)
      return toDo({
        key: 'month',
        who: showMonth(month),
        what: 'The month is over: compare it with Stripe and the bank, and close it',
        dueOn,
        isLate: dueOn < today,
        to: `/admin/books?month=${month}`,
        label: 'Close it',
      })
    }),
  }
}

export const KINDS: Kind[] = [
  (_, attention) => overdue(attention),
  ...[requests, erasures, inquiries, decisions, choices, rooms, tasks, toPayBack, refunds, letters],
  ...[beforeJourney, reviews, waitlists, months],
]
