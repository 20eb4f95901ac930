import { parseWithZod } from '@conform-to/zod/v4'
import { data } from '@remix-run/node'
import type { Booking } from '#app/bookings/find-booking.server'
import { GuestRequestForm } from '#app/bookings/guest-forms'
import { askStaff, openRequestsOf } from '#app/bookings/guest-requests.server'
import { isPaid } from '#app/bookings/status'
import { endedByResale } from '#app/bookings/waitlist/offered-places.server'
import { paymentDue } from '#app/money/payments/later-payment.server'
import { moneyReturned, receiptsOf } from '#app/money/receipts.server'
import { cancelQuote } from '#app/money/refunds/end-canceled.server'
import { choicePage } from '#app/money/schedule/choice-page.server'
import { REPLY_WITHIN } from '#app/people/people-fields'
import { now, today } from '#app/platform/clock.server'
import { showInstant } from '#app/platform/days'
import { env } from '#app/platform/env.server'
import { partyStanding } from '#app/travelers/details.server'
import { roomCompanionOf } from '#app/travelers/room-companion.server'
import { redirectWithToast } from '#app/ui/toasts/flash.server'
import { bookingFacts, paymentSchedule } from '#app/views/booking-facts.server'
import { leadTripBook } from '#app/views/trip-book.server'
import { placesShown } from './offered-places.server'
import { refundWords } from './refund-words'
import { scheduleTogether } from './schedule-rows'

export type BookingPage = ReturnType<typeof bookingPage>

/** What the traveler's own page shows of a booking. */
export const bookingPage = (booking: Booking, token: string) => ({
  token,
  booking: bookingFacts(booking),
  stands: isPaid(booking.status),
  schedule: scheduleTogether(paymentSchedule(booking)),
  due: paymentDue(booking),
  receipts: receiptsOf(booking),
  returned: moneyReturned(booking),
  refundToday: refundWords(cancelQuote(booking, now())),
  roomCompanion: roomCompanionOf(booking, now()),
  travelers: partyStanding(booking),
  /** The lead traveler's own: their link opens no money, this one does. */
  tripBook: leadTripBook(booking, today()),
  choice: choicePage(booking, now()),
  requests: openRequestsOf(booking.id).map(({ kind, createdAt }) => ({
    kind,
    askedAt: showInstant(createdAt, env.BUSINESS_TIMEZONE),
  })),
  /** Whether a place of it is on offer to the waitlist, or can be; null where neither. */
  place: placeOnPage(booking),
  isResold: endedByResale(booking),
  today: today(),
})

function placeOnPage(booking: Booking): 'on-offer' | 'possible' | null {
  const places = placesShown(booking, now())?.places ?? []
  if (places.some(({ offered }) => offered)) return 'on-offer'
  return places.some(({ quote }) => quote) ? 'possible' : null
}

const REFUSED = {
  over: 'This booking can no longer be changed here. Please write or call.',
  'already-open': 'We already have this request and are working on it.',
  'too-many': 'You have asked several times today. Please write or call.',
}

/** Stores a traveler's request, or says why not, with what was typed. */
export async function answerRequest(form: FormData, booking: Booking, here: string) {
  const submission = parseWithZod(form, { schema: GuestRequestForm })
  const typed = { kind: String(form.get('kind') ?? ''), message: String(form.get('message') ?? '') }
  if (submission.status !== 'success') return data({ ...typed, errors: submission.error ?? {} }, 400)

  const { kind, message = '' } = submission.value
  const asked = askStaff(booking.id, { kind, message }, now())
  if ('refused' in asked) return data({ ...typed, errors: { message: [REFUSED[asked.refused]] } }, 409)
  return redirectWithToast(here, {
    tone: 'success',
    title: 'Your request has been sent',
    description: `We answer ${REPLY_WITHIN}. Nothing changes before that.`,
  })
}
