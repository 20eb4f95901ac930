import type { SubmissionResult } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { data } from '@remix-run/node'
import { joinWaitlist, WaitlistForm } from '#app/bookings/waitlist/join-waitlist.server'
import { WAITLIST } from '#app/bookings/waitlist/waitlist-fields'
import { InquiryForm, NewsletterForm, WatchForm } from '#app/people/people-forms'
import { receiveInquiry } from '#app/people/receive-inquiry.server'
import { subscribe } from '#app/people/subscribers.server'
import { now, today } from '#app/platform/clock.server'
import { type Day, readDay } from '#app/platform/days'
import { HONEYPOT, namesOf } from '#app/platform/typed/fields'
import { addressDigest } from '#app/server/guards/guest-cookies.server'
import { readForm } from '#app/server/guards/read-form.server'
import { siteSettings } from '#app/site/settings.server'
import { departureOnOffer } from '#app/tours/departures.server'
import { startWatching } from '#app/tours/watchers.server'
import { redirectWithToast, successToast } from '#app/ui/toasts/flash.server'
import {
  ALREADY_SUBSCRIBED,
  type FormAnswer,
  INQUIRY_SENT,
  inquiryRefusal,
  SUBSCRIBED,
  SUBSCRIPTION_FAILED,
  WATCHING_FAILED,
} from './form-words'

const INQUIRY_FIELDS = [HONEYPOT, ...namesOf(InquiryForm.shape)]

/** The home page has both forms; a hidden field says which one was sent. */
export async function answerHomeForms(request: Request, network: number | null) {
  const form = await readForm(request, ['form', ...INQUIRY_FIELDS, ...namesOf(NewsletterForm.shape)])
  return form.get('form') === 'newsletter'
    ? answerSubscription(form)
    : answerInquiry(form, network, '/#contact')
}

/** The tour's page has two: to hear when the next departure opens, and to wait for a sold-out one. */
export async function answerTourForm(request: Request, clientAddress: string | undefined) {
  const fields = ['form', HONEYPOT, 'departure', ...namesOf(WAITLIST)]
  const form = await readForm(request, fields)
  return form.get('form') === 'waitlist' ? answerWaitlist(form, clientAddress) : answerWatch(form)
}

function answerWaitlist(form: FormData, clientAddress: string | undefined) {
  const departure = departureBeside(form)
  const page = pageOf(departure)
  const waiting = () => redirectWithToast(`${page}#waitlist`, WAITING, { status: 303 })
  if (form.get(HONEYPOT)) return waiting()

  const submission = parseWithZod(form, { schema: WaitlistForm })
  if (submission.status !== 'success') return redisplay('waitlist', submission.reply(), 400)
  const { departure: _, ...wish } = submission.value
  const joined = joinWaitlist({ ...wish, departureId: departure.id }, addressDigest(clientAddress), now())
  if (!('refused' in joined)) return waiting()
  if (joined.refused === 'on-sale') return redirectWithToast(`${page}#pricing`, SEATS_OPEN, { status: 303 })
  const status = joined.refused === 'too-many' ? 429 : 409
  return redisplay('waitlist', submission.reply(), status, NOT_WAITING[joined.refused])
}

const WAITING = successToast(
  'Please check your email',
  'Open the link we just sent you and press the button there: your place on the waitlist counts from now.',
)

const SEATS_OPEN = successToast(
  'Seats can be booked now',
  'They came free a moment ago, so there is nothing to wait for.',
)

/** Why someone was not put on the waitlist. */
const NOT_WAITING = {
  'too-many':
    'Several people from your network are on this waitlist already, or we have received an unusual number of requests. Please write to us.',
  closed: 'We no longer sell seats on this departure.',
}

/** The one whose page the form was sent from. */
const departureBeside = (form: FormData) =>
  departureOnOffer(today(), readDay(String(form.get('departure') ?? '')))

const pageOf = ({ startsOn }: { startsOn: Day }) => `/texascountrysafari?departure=${startsOn}`

async function answerWatch(form: FormData) {
  const page = pageOf(departureBeside(form))
  const watching = () => redirectWithToast(`${page}#tell-me`, WATCHING, { status: 303 })
  if (form.get(HONEYPOT)) return watching()

  const submission = parseWithZod(form, { schema: WatchForm })
  if (submission.status !== 'success') return redisplay('watch', submission.reply(), 400)

  const answer = startWatching(submission.value.email, now(), readDay(String(form.get('departure') ?? '')))
  if (!('refused' in answer)) return watching()
  return answer.refused === 'on-sale'
    ? redirectWithToast('/texascountrysafari#pricing', OPEN_ALREADY, { status: 303 })
    : redisplay('watch', submission.reply(), 429, WATCHING_FAILED.description)
}

const WATCHING = successToast(
  'Please check your email',
  'Open the link we just sent you and press the button there, and we’ll tell you when it opens.',
)

const OPEN_ALREADY = successToast(
  'A departure can be booked now',
  'It opened a moment ago, so there is nothing to wait for. Its dates are on this page.',
)

export const answerContactForm = async (request: Request, network: number | null) =>
  answerInquiry(await readForm(request, INQUIRY_FIELDS), network, '/contact#inquiry')

async function answerInquiry(form: FormData, network: number | null, next: string) {
  const sent = () => redirectWithToast(next, INQUIRY_SENT, { status: 303 })
  if (form.get(HONEYPOT)) return sent()

  const submission = parseWithZod(form, { schema: InquiryForm })
  if (submission.status !== 'success') return redisplay('inquiry', submission.reply(), 400)

  const answer = receiveInquiry({ ...submission.value, network }, now())
  if (!('refused' in answer)) return sent()
  return redisplay('inquiry', submission.reply(), 429, inquiryRefusal(answer.refused, siteSettings()))
}

async function answerSubscription(form: FormData) {
  const subscribed = () => redirectWithToast('/#stay-connected', SUBSCRIBED, { status: 303 })
  if (form.get(HONEYPOT)) return subscribed()

  const submission = parseWithZod(form, { schema: NewsletterForm })
  if (submission.status !== 'success') return redisplay('newsletter', submission.reply(), 400)

  const answer = subscribe(submission.value, now())
  if (!('refused' in answer)) return subscribed()
  return answer.refused === 'too-many'
    ? redisplay('newsletter', submission.reply(), 429, SUBSCRIPTION_FAILED.description)
    : redisplay('newsletter', submission.reply(), 409, ALREADY_SUBSCRIBED)
}

function redisplay(
  form: FormAnswer['form'],
  { error, initialValue }: SubmissionResult,
  status: number,
  refused: string | null = null,
) {
  const answer: FormAnswer = { form, errors: error ?? {}, values: initialValue ?? {}, refused }
  return data(answer, { status })
}
