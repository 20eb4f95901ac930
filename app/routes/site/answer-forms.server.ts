import { data } from '@remix-run/node'
import type { input, output, ZodType } from 'zod'
import { APPLICATION } from '#app/bookings/leaders/application-fields'
import { ApplicationForm } from '#app/bookings/leaders/leader-form'
import { applyAsLeader } from '#app/bookings/leaders/save-leader.server'
import { joinWaitlist, WaitlistForm } from '#app/bookings/waitlist/join-waitlist.server'
import { WAITLIST } from '#app/bookings/waitlist/waitlist-fields'
import { keepCaught } from '#app/people/caught-messages.server'
import { InquiryForm, NewsletterForm, WatchForm } from '#app/people/people-forms'
import { receiveInquiry } from '#app/people/receive-inquiry.server'
import { replyDueAt } from '#app/people/reply-promise'
import { subscribe } from '#app/people/subscribers.server'
import { now, timeForGuests, today } from '#app/platform/clock.server'
import { HONEYPOT, namesOf } from '#app/platform/typed/fields'
import { addressDigest } from '#app/server/guards/guest-cookies.server'
import { type NamedForm, type NamesRead, parseForm, readForm } from '#app/server/guards/read-form.server'
import { siteSettings } from '#app/site/settings.server'
import { pageOf, readNameInLinks } from '#app/tours/departure'
import { departureOnOffer } from '#app/tours/departures.server'
import { startWatching } from '#app/tours/watchers.server'
import { redirectWithToast, successToast } from '#app/ui/toasts/flash.server'
import type { ToastMessage } from '#app/ui/toasts/toast-message'
import {
  ALREADY_SUBSCRIBED,
  APPLICATION_FAILED,
  APPLIED,
  type FormAnswer,
  INQUIRY_SENT,
  inquiryRefusal,
  NOT_WAITING,
  SUBSCRIBED,
  SUBSCRIPTION_FAILED,
  WATCHING_FAILED,
} from './form-words'

const INQUIRY_FIELDS = [HONEYPOT, ...namesOf(InquiryForm.shape)]
const WAITLIST_FIELDS = [HONEYPOT, ...namesOf(WAITLIST), 'departure' as const]

type Sent<Names extends readonly string[]> = NamedForm<Names[number]>

/** The home page has both forms; a hidden field says which one was sent. */
export async function answerHomeForms(request: Request, network: number | null) {
  const form = await readForm(request, ['form', ...INQUIRY_FIELDS, ...namesOf(NewsletterForm.shape)])
  return form.get('form') === 'newsletter'
    ? answerSubscription(form)
    : answerInquiry(form, network, '/#contact')
}

/** The tour's page has two: to hear when the next departure opens, and to wait for a sold-out one. */
export async function answerTourForm(request: Request, clientAddress: string | undefined) {
  const form = await readForm(request, ['form', ...WAITLIST_FIELDS])
  return form.get('form') === 'waitlist' ? answerWaitlist(form, clientAddress) : answerWatch(form)
}

function answerWaitlist(form: Sent<typeof WAITLIST_FIELDS>, clientAddress: string | undefined) {
  const departure = departureBeside(form)
  const page = pageOf(departure)
  const done = { to: `${page}#waitlist`, toast: WAITING }
  return answerForm('waitlist', form, WaitlistForm, done, ({ departure: _, ...wish }) => {
    const joined = joinWaitlist({ ...wish, departureId: departure.id }, addressDigest(clientAddress), now())
    if (!('refused' in joined)) return done
    if (joined.refused === 'on-sale') return { to: `${page}#pricing`, toast: SEATS_OPEN }
    return { status: joined.refused === 'too-many' ? 429 : 409, words: NOT_WAITING[joined.refused] }
  })
}

const WAITING = successToast(
  'Please check your email',
  'Open the link we just sent you and press the button there: your place on the waitlist counts from now.',
)

const SEATS_OPEN = successToast(
  'Seats can be booked now',
  'They came free a moment ago, so there is nothing to wait for.',
)

/** The one whose page the form was sent from. */
const departureBeside = (form: NamedForm<'departure'>) =>
  departureOnOffer(today(), readNameInLinks(form.get('departure')))

function answerWatch(form: Sent<typeof WAITLIST_FIELDS>) {
  const done = { to: `${pageOf(departureBeside(form))}#tell-me`, toast: WATCHING }
  return answerForm('watch', form, WatchForm, done, ({ email }) => {
    const answer = startWatching(email, now(), readNameInLinks(form.get('departure')))
    if (!('refused' in answer)) return done
    return answer.refused === 'on-sale'
      ? { to: `/${departureBeside(form).path}#pricing`, toast: OPEN_ALREADY }
      : { status: 429, words: WATCHING_FAILED.description }
  })
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

function answerInquiry(form: Sent<typeof INQUIRY_FIELDS>, network: number | null, to: string) {
  const done = { to, toast: { ...INQUIRY_SENT, stays: whoAnswers(form) } }
  return answerForm('inquiry', form, InquiryForm, done, (inquiry) => {
    const answer = receiveInquiry({ ...inquiry, network }, now())
    if (!('refused' in answer)) return done
    return { status: 429, words: inquiryRefusal(answer.refused, siteSettings()) }
  })
}

/** In a cookie. */
const STAYS_AT_MOST = 100

/** Beside the emptied form: that it has come, who answers, and by when. */
function whoAnswers(form: NamedForm<'firstName' | 'email'>) {
  const typed = (field: 'firstName' | 'email') =>
    String(form.get(field) ?? '')
      .trim()
      .slice(0, STAYS_AT_MOST)
  const { leaderName } = siteSettings()
  return {
    title: `Asante, ${typed('firstName')}.`,
    text: `${leaderName ? `${leaderName}, or a colleague,` : 'A real person'} writes to ${typed('email')} by ${timeForGuests(replyDueAt(now()))}.`,
  }
}

/** Who would bring others, from the end of the ambassadors' page. */
export async function answerApplication(request: Request) {
  const form = await readForm(request, [HONEYPOT, 'form', ...namesOf(APPLICATION)])
  const done = { to: '/twende-home#apply', toast: APPLIED }
  return answerForm('application', form, ApplicationForm, done, (application) => {
    const answer = applyAsLeader(application, now())
    return 'refused' in answer ? { status: 429, words: APPLICATION_FAILED.description } : done
  })
}

function answerSubscription(form: NamedForm<typeof HONEYPOT | keyof typeof NewsletterForm.shape>) {
  const done = { to: '/#stay-connected', toast: SUBSCRIBED }
  return answerForm('newsletter', form, NewsletterForm, done, (subscriber) => {
    const answer = subscribe(subscriber, now())
    if (!('refused' in answer)) return done
    return answer.refused === 'too-many'
      ? { status: 429, words: SUBSCRIPTION_FAILED.description }
      : { status: 409, words: ALREADY_SUBSCRIBED }
  })
}

/** A page that shows a toast. */
type Done = { to: string; toast: ToastMessage }

/**
 * A form with the hidden field filled in is a robot's, as a rule: it is answered as if it was taken, and
 * stored for staff.
 */
async function answerForm<Schema extends ZodType>(
  name: FormAnswer['form'],
  form: NamedForm<typeof HONEYPOT | NamesRead<input<Schema>>>,
  schema: Schema,
  done: Done,
  take: (typed: output<Schema>) => Done | { status: number; words: string },
) {
  if (form.get(HONEYPOT)) {
    keepCaught(name, wordsOf(form), now())
    return goTo(done)
  }
  const submission = parseForm(form, schema)
  const redisplay = (status: number, refused: string | null) => {
    const { error, initialValue } = submission.reply()
    const answer: FormAnswer = { form: name, errors: error ?? {}, values: initialValue ?? {}, refused }
    return data(answer, { status })
  }
  if (submission.status !== 'success') return redisplay(400, null)
  const answer = take(submission.value)
  return 'to' in answer ? goTo(answer) : redisplay(answer.status, answer.words)
}

/** What was typed of the fields that the form has. */
const wordsOf = (form: FormData): Record<string, string> =>
  Object.fromEntries(
    [...form]
      .filter(([name]) => name !== HONEYPOT && name !== 'form')
      .map(([name, text]) => [name, String(text)]),
  )

const goTo = ({ to, toast }: Done) => redirectWithToast(to, toast, { status: 303 })
