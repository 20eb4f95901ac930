import { data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { type Booking, readByLink } from '#app/bookings/find-booking.server'
import {
  askStaff,
  GuestRequestForm,
  openRequestsOf,
  takeRequestBack,
} from '#app/bookings/guest-requests.server'
import { partyOf } from '#app/bookings/party.server'
import { isPaid } from '#app/bookings/status'
import { endedByResale } from '#app/bookings/waitlist/offered-places.server'
import { refundsGoTo } from '#app/money/books/ledger.server'
import { moneyReturned, receiptsOf } from '#app/money/books/receipts.server'
import { type CancelQuote, cancelQuote } from '#app/money/books/refund-quote.server'
import { placesToOffer } from '#app/money/changes/party/resold-places.server'
import { paymentDue } from '#app/money/changes/paying/later-payment.server'
import { choicePage } from '#app/money/changes/schedule/choose.server'
import { isReplyLate, REPLY_WITHIN, replyDueAt } from '#app/people/reply-promise'
import { businessDay, now, timeForGuests, today } from '#app/platform/clock.server'
import { showDay, showLongDay } from '#app/platform/days'
import { showCents } from '#app/platform/money'
import { scheduleTogether } from '#app/routes/payment/payment-parts'
import { rememberLink } from '#app/server/guards/guest-cookies.server'
import { type NamedForm, parseForm } from '#app/server/guards/read-form.server'
import { tourPicture } from '#app/site/page-words.server'
import { departureOf, salesState } from '#app/tours/departures.server'
import { NO_REFUND_DAYS } from '#app/tours/refund-policy'
import { travelerWords } from '#app/travelers/detail-fields'
import { partyStanding } from '#app/travelers/details.server'
import { roomCompanionOf } from '#app/travelers/room-companion.server'
import { redirectWithToast, successToast } from '#app/ui/toasts/flash.server'
import { autopayOf } from '#app/views/autopay.server'
import { bookingFacts, paymentSchedule } from '#app/views/booking-facts.server'
import { leadTripBook } from '#app/views/trip-book.server'
import { NOT_ASKED, NOT_OFFERED, type NotOffered } from './refusal-words.server'
import { whoPaysView } from './shares/share-views.server'
import { payerLinksView } from './shares/somebody-else.server'

/**
 * The loader of a page behind a booking's link: null with 404 where the link opens no booking, and on to the
 * booking's page where `pageOf` has nothing to show.
 */
export async function loadLinkPage<Page extends object>(
  { request, params }: LoaderFunctionArgs,
  pageOf: (booking: Booking) => Page | null,
) {
  const token = params.token ?? ''
  const read = readByLink(token, (booking) => ({
    page: pageOf(booking),
    picture: tourPicture(departureOf(booking)).wide,
  }))
  if (!read) return data(null, 404)
  if (!read.page) throw redirect(`/booking/${token}`)
  return data({ token, picture: read.picture, ...read.page }, { headers: await rememberLink(request, token) })
}

export type BookingPage = ReturnType<typeof bookingPage>

/** What the traveler's own page shows of a booking. */
export const bookingPage = (booking: Booking, token: string) => ({
  token,
  booking: bookingFacts(booking),
  isBooked: isPaid(booking.status),
  schedule: scheduleTogether(paymentSchedule(booking)),
  due: paymentDue(booking),
  whoPays: whoPaysView(booking),
  /** By which somebody else pays for them. */
  payerLinks: payerLinksView({ booking, token, share: null, by: 'lead', link: null }),
  autopay: autopayOf(booking, partyOf(booking.id)[0]?.id ?? null),
  receipts: receiptsOf(booking),
  returned: moneyReturned(booking),
  refundToday: refundWords(cancelQuote(booking, now()), refundsGoTo(booking.id)),
  roomCompanion: roomCompanionOf(booking, now()),
  travelers: partyStanding(booking),
  /** The lead traveler's own: their link opens no money, this one does. */
  tripBook: leadTripBook(booking, today()),
  choice: choicePage(booking, now()),
  requests: openRequestsOf(booking.id).map(({ id, kind, createdAt }) => ({
    id,
    kind,
    askedAt: timeForGuests(createdAt),
    /** Null once the promise has run out. */
    answerBy: isReplyLate({ createdAt, answeredAt: null }, now())
      ? null
      : timeForGuests(replyDueAt(createdAt)),
  })),
  /** Whether a place of it is on offer to the waitlist, or can be; null where neither. */
  place: placeOnPage(booking),
  isResold: endedByResale(booking),
  today: today(),
  picture: tourPicture(departureOf(booking)).wide,
})

function placeOnPage(booking: Booking): 'on-offer' | 'possible' | null {
  const places = placesView(booking, now())?.places ?? []
  if (places.some(({ offered }) => offered)) return 'on-offer'
  return places.some(({ quote }) => quote) ? 'possible' : null
}

/** Stores a traveler's request, or says why not, with what was typed; or takes one back. */
export async function answerRequest(
  form: NamedForm<'kind' | 'message' | 'takeBack'>,
  booking: Booking,
  here: string,
) {
  if (form.has('takeBack')) return redirectWithToast(here, takenBack(Number(form.get('takeBack')), booking))
  const submission = parseForm(form, GuestRequestForm)
  const typed = { kind: String(form.get('kind') ?? ''), message: String(form.get('message') ?? '') }
  if (submission.status !== 'success') return data({ ...typed, errors: submission.error ?? {} }, 400)

  const { kind, message = '' } = submission.value
  const asked = askStaff(booking.id, { kind, message }, now())
  if ('refused' in asked) return data({ ...typed, errors: { message: [NOT_ASKED[asked.refused]] } }, 409)
  const promise = `We’ll answer ${REPLY_WITHIN}. Nothing changes until then.`
  return redirectWithToast(here, successToast('Your request has been sent', promise))
}

const takenBack = (id: number, booking: Booking) =>
  Number.isSafeInteger(id) && takeRequestBack(id, booking, now())
    ? successToast('Your request has been taken back', 'Your booking stays as it is.')
    : {
        tone: 'info' as const,
        title: 'This request is closed already',
        description: 'We have answered it, or it was taken back before. Questions? Please write or call.',
      }

/** What the policy gives back if the booking is canceled today (rules 4.2). */
export function refundWords(quote: CancelQuote, cards = 'your card'): string {
  if (quote.why === 'nothing-paid') return 'Nothing is paid at the moment, so nothing would be refunded.'
  if (quote.why === 'has-begun') {
    return `The journey has begun: under the terms, the ${showCents(quote.retainedCents)} that you paid is no longer refundable.`
  }
  if (quote.refundCents === 0) {
    return quote.why === 'too-late'
      ? `The departure is ${NO_REFUND_DAYS} days or fewer away: if you cancel today, the ${showCents(quote.retainedCents)} that you paid is not refundable.`
      : `If you cancel today, nothing would be refunded: the ${showCents(quote.retainedCents)} that you paid is the deposit, which is no longer refundable.`
  }
  const day = quote.askedOn
    ? `As of ${showLongDay(quote.askedOn)}, when you asked to cancel`
    : 'If you cancel today'
  const back = `${day}, you get ${showCents(quote.refundCents)} back${whereTo(quote, cards)}`
  return quote.retainedCents > 0
    ? `${back}. ${showCents(quote.retainedCents)} is no longer refundable.`
    : `${back}: everything you paid.`
}

function whereTo({ toCardsCents, byHandCents }: CancelQuote, cards: string): string {
  if (byHandCents === 0) return ` to ${cards}`
  if (toCardsCents === 0) return ', the same way you paid it'
  return ` (${showCents(toCardsCents)} to ${cards}, ${showCents(byHandCents)} the same way you paid it)`
}

export type PlaceView = NonNullable<ReturnType<typeof placesView>>['places'][number]

/** What the page says of each traveler's place; null where none of the booking was or can be offered. */
export function placesView(booking: Booking, now: Date) {
  const departure = departureOf(booking)
  const places = placesToOffer(booking, now)
  if (places.every(({ offered, why }) => !offered && isDepartureWide(why))) return null
  return {
    tour: departure,
    isSoldOut: salesState(departure, businessDay(now)) === 'sold-out',
    places: places.map(({ traveler, paidCents, offered, quote, why }) => ({
      id: traveler.id,
      name: travelerWords(traveler),
      offered: offered && { since: showDay(businessDay(offered.createdAt)), terms: offered.terms },
      quote: quote && { ...quote, paidCents },
      why: why && NOT_OFFERED[why],
      isNameMissing: why === 'nobody-follows',
      next: traveler.position === 1 ? (places[1]?.traveler.name ?? null) : null,
    })),
  }
}

/** What guests need not read of a thing that they cannot have. */
const isDepartureWide = (why: NotOffered | null): boolean =>
  why === 'none-resold' || why === 'closed' || why === 'inactive'
