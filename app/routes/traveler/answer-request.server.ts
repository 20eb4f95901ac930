import { parseWithZod } from '@conform-to/zod/v4'
import { data } from '@remix-run/node'
import type { Booking } from '#app/bookings/find-booking.server'
import { GuestRequestForm } from '#app/bookings/guest-request-form'
import { askStaff } from '#app/bookings/guest-requests.server'
import { now } from '#app/clock.server'
import { REPLY_WITHIN } from '#app/reply-promise'
import { redirectWithToast } from '#app/ui/toasts/flash.server'

const REFUSED = {
  over: 'This booking can no longer be changed here. Please write or call.',
  'already-open': 'We already have this request and are working on it.',
  'too-many': 'You have asked several times today. Please write or call.',
}

/** Stores a traveler's request, or says why not, with what was typed. */
export async function answerRequest(form: FormData, booking: Booking, here: string) {
  const submission = parseWithZod(form, { schema: GuestRequestForm })
  const typed = { kind: String(form.get('kind') ?? ''), message: String(form.get('message') ?? '') }
  if (submission.status !== 'success')
    return data({ ...typed, error: submission.error?.message?.[0] ?? 'Please choose what to ask for' }, 400)

  const { kind, message = '' } = submission.value
  const asked = askStaff(booking.id, { kind, message }, now())
  if ('refused' in asked) return data({ ...typed, error: REFUSED[asked.refused] }, 409)
  return redirectWithToast(here, {
    tone: 'success',
    title: 'Your request has been sent',
    description: `We answer ${REPLY_WITHIN}. Nothing changes before that.`,
  })
}
