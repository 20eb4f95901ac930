import { data, redirect } from '@remix-run/node'
import { BookingLinksForm } from '#app/bookings/send-booking-links.server'
import { keepCaught } from '#app/people/caught-messages.server'
import { now } from '#app/platform/clock.server'
import { HONEYPOT } from '#app/platform/typed/fields'
import { inEqualTime } from '#app/server/guards/rates.server'
import { parseForm, readForm } from '#app/server/guards/read-form.server'

/** Sends a link to the address that was typed on `page`. Whatever is held of it: the answer is the same. */
export async function answerLinkByMail(request: Request, page: string, send: (email: string) => void) {
  const form = await readForm(request, ['email', HONEYPOT])
  const sent = () => redirect(`${page}?sent`, 303)
  if (form.get(HONEYPOT)) {
    keepCaught('links', { email: form.get('email') ?? '' }, now())
    return sent()
  }
  const submission = parseForm(form, BookingLinksForm)
  if (submission.status !== 'success') {
    const { error, initialValue } = submission.reply()
    return data({ errors: error?.email ?? [], email: String(initialValue?.email ?? '') }, 400)
  }
  await inEqualTime(() => send(submission.value.email))
  return sent()
}
