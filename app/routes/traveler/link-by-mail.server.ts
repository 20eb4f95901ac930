import { data, redirect } from '@remix-run/node'
import { BookingLinksForm } from '#app/bookings/send-booking-links.server'
import { keepCaught } from '#app/people/caught-messages.server'
import { now } from '#app/platform/clock.server'
import { HONEYPOT } from '#app/platform/typed/fields'
import { inEqualTime } from '#app/server/guards/rates.server'
import { parseForm, readForm } from '#app/server/guards/read-form.server'

const PAGES = { links: '/my-booking', data: '/my-data' }

/** Sends the link that a page asks for to the address typed there. Every address gets the same answer. */
export async function answerLinkByMail(
  request: Request,
  asks: keyof typeof PAGES,
  send: (email: string) => void,
) {
  const form = await readForm(request, ['email', HONEYPOT])
  const sent = () => redirect(`${PAGES[asks]}?sent`, 303)
  if (form.get(HONEYPOT)) {
    keepCaught(asks, { email: form.get('email') ?? '' }, now())
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
