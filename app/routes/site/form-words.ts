import { REPLY_WITHIN } from '#app/people/reply-promise'
import { type Contact, waysToReach } from '#app/site/reach'
import type { ToastMessage } from '#app/ui/toasts/toast-message'

// Fixed word for word (rules 11.4 and 11.5).

export const INQUIRY_SENT: ToastMessage = {
  tone: 'success',
  title: 'Inquiry sent successfully!',
  description: `Thank you for your inquiry. We will contact you ${REPLY_WITHIN}.`,
  sent: 'inquiry',
}

export const INQUIRY_FAILED = {
  title: 'Failed to send inquiry',
  description: 'There was an error sending your inquiry. Please try again.',
}

/** Why an inquiry was not taken, and what to do then. */
export function inquiryRefusal(refused: 'too-many' | 'too-often', contact: Contact): string {
  const instead = waysToReach(contact)
  return refused === 'too-many'
    ? `We have received an unusual number of messages today, and could not take yours. Please ${instead || 'try again tomorrow'}.`
    : `Several messages from you have reached us within the last hour, so we did not take this one. Please wait an hour${instead && `, or ${instead}`}.`
}

export const SUBSCRIBED: ToastMessage = {
  tone: 'success',
  title: 'Successfully subscribed!',
  description: 'Thank you for subscribing to our newsletter.',
  sent: 'newsletter',
}

export const SUBSCRIPTION_FAILED = {
  title: 'Subscription failed',
  description: 'There was an error subscribing to our newsletter. Please try again.',
}

export const APPLIED: ToastMessage = {
  tone: 'success',
  title: 'Asante sana: thank you',
  description: `We have your words. A person calls or writes to you ${REPLY_WITHIN}.`,
}

export const APPLICATION_FAILED = {
  title: 'We could not take your application',
  description:
    'We have received an unusual number of them lately. Please try again tomorrow, or write to us.',
}

export const WATCHING_FAILED = {
  title: 'We could not save your address',
  description:
    'We have received an unusual number of addresses lately. Please try again tomorrow, or write to us.',
}

export const WAITING_FAILED = {
  title: 'We could not put you on the waitlist',
  description: 'Please try again later, or write to us.',
}

/** Why someone was not put on the waitlist, or not back on it. */
export const NOT_WAITING = {
  'too-many':
    'Several people from your network are on this waitlist already, or we have received an unusual number of requests. Please write to us.',
  closed: 'We no longer sell seats on this departure.',
  'not-again':
    'Others from your network are on this waitlist already. Please write to us, and we’ll put you back on it.',
}

/** What a subscription is refused with. */
export const ALREADY_SUBSCRIBED = 'This email is already subscribed to our newsletter.'

/** What the forms of the public pages are answered with when they stay on screen. */
export type FormAnswer = {
  form: 'inquiry' | 'newsletter' | 'watch' | 'waitlist' | 'application'
  /** Words under the fields, by name. */
  errors: Record<string, string[] | null>
  /** What was typed, for the page that is made again without scripts. */
  values: Record<string, unknown>
  /** Why the whole form was refused. */
  refused: string | null
  /** It never came to an answer: the form says so in its own words. */
  isUnanswered?: true
}
