import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { type Booking, bookingByLink } from '#app/bookings/find-booking.server'
import { now } from '#app/platform/clock.server'
import { inEqualTime } from '#app/server/guards/rates.server'
import { FORM_UNREADABLE, type NamedForm, parseForm, readForm } from '#app/server/guards/read-form.server'
import { roomCompanionOf } from '#app/travelers/room-companion.server'
import {
  confirmRequest,
  declineRequest,
  RequestForm,
  RoomWishForm,
  SharingForm,
  saveRoomWish,
  shareContact,
} from '#app/travelers/room-wishes.server'
import { unlistedHead } from '#app/ui/page-head'
import { LinkPage, revalidateAlways, UnknownLink } from '#app/ui/shell/contact-line'
import { infoToast, redirectWithToast, successToast } from '#app/ui/toasts/flash.server'
import type { ToastMessage } from '#app/ui/toasts/toast-message'
import { loadLinkPage } from './booking-page.server'
import { RoomCompanion, type RoomWishAnswer } from './room-companion'

/** The room companion alone: where the forms of the booking's page are answered, and a refusal is shown. */
export const loader = (args: LoaderFunctionArgs) =>
  loadLinkPage(args, (booking) => {
    const room = roomCompanionOf(booking, now())
    return room && { room }
  })

export async function action({ request, params }: ActionFunctionArgs) {
  const booking = bookingByLink(params.token ?? '')
  return booking ? answerRoomForm(request, booking) : data(null, 404)
}

export const shouldRevalidate = revalidateAlways

export const meta = unlistedHead('/booking', 'Your room companion', 'Who you share a room with.')

export default function RoomCompanionPage() {
  const page = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  if (!page) return <UnknownLink />
  return (
    <LinkPage page={page} title="Your room">
      <RoomCompanion token={page.token} room={page.room} answer={answer ?? undefined} />
    </LinkPage>
  )
}

const FIELDS = ['command', 'wish', 'companion', 'travelerId', 'shares'] as const

/** Carries out the room page's command. Throws a Response for what none of our pages sends. */
async function answerRoomForm(request: Request, booking: Booking) {
  const form = await readForm(request, FIELDS)
  const command = form.get('command')
  const goBack = (toast: ToastMessage) => redirectWithToast(`/booking/${booking.linkToken}`, toast)
  if (command === 'wish') return answerWish(form, booking, goBack)
  if (command === 'share') {
    const { travelerId, shares } = parsed(parseForm(form, SharingForm))
    if (!shareContact(booking.id, travelerId, shares, now())) return goBack(NOTHING_CHANGED)
    return goBack(shares ? SHARED : NOT_SHARED)
  }
  const { travelerId } = parsed(parseForm(form, RequestForm))
  if (command === 'decline') {
    return goBack(declineRequest(booking.id, travelerId, now()) ? DECLINED : NOTHING_CHANGED)
  }
  if (command !== 'confirm') throw new Response(FORM_UNREADABLE, { status: 400 })
  const confirmed = confirmRequest(booking.id, travelerId, now())
  return goBack('saved' in confirmed && confirmed.isPaired ? PAIRED : NOTHING_CHANGED)
}

type GoBack = (toast: ToastMessage) => ReturnType<typeof redirectWithToast>

/** A refusal keeps what was typed. That someone was written to must not be told by a slower answer. */
async function answerWish(form: NamedForm<(typeof FIELDS)[number]>, booking: Booking, goBack: GoBack) {
  const submission = parseForm(form, RoomWishForm)
  const refuse = (errors: RoomWishAnswer['errors']) =>
    data<RoomWishAnswer>(
      { errors, wish: String(form.get('wish') ?? ''), companion: String(form.get('companion') ?? '') },
      400,
    )
  if (submission.status !== 'success') return refuse(submission.error ?? {})
  const wish = submission.value
  const saved = await inEqualTime(() => saveRoomWish(booking.id, wish, now()))
  if ('refused' in saved) {
    return saved.refused === 'yourself' ? refuse({ companion: [YOURSELF] }) : goBack(NOTHING_CHANGED)
  }
  return goBack(saved.isPaired ? PAIRED : SAVED[wish.kind])
}

/** These forms have no field that a person fills in. */
function parsed<Value>(submission: { status?: string | undefined; value?: Value }): Value {
  if (submission.status === 'success' && submission.value) return submission.value
  throw new Response(FORM_UNREADABLE, { status: 400 })
}

const YOURSELF = 'This is your own booking: please enter your companion’s reference'

const SAVED = {
  companion: successToast('Saved', 'We’ll pair you as soon as you have both named each other.'),
  introduction: successToast('Saved', 'Our team is looking for someone, and you will get an email.'),
  none: successToast('Saved', 'Your room request was cleared.'),
}

const PAIRED = successToast('You share a room', 'Both of you get an email about it.')
const DECLINED = successToast('Thank you', 'We won’t ask you about them again, and won’t tell them.')
const SHARED = successToast('Saved', 'Each of you sees how to reach the other once both have agreed.')
const NOT_SHARED = successToast('Saved', 'Your email address and phone number are not shared.')
const NOTHING_CHANGED = infoToast(
  'Nothing was changed',
  'Your room has changed in the meantime: please look at it as it is now.',
)
