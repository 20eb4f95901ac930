import { REPLY_WITHIN } from '#app/reply-promise'
import type { ToastMessage } from '#app/ui/toasts/toast-message'

// Fixed word for word (rules 11.4 and 11.5).

export const INQUIRY_SENT: ToastMessage = {
  tone: 'success',
  title: 'Inquiry sent successfully!',
  description: `Thank you for your inquiry. We will contact you ${REPLY_WITHIN}.`,
}

export const INQUIRY_FAILED = {
  title: 'Failed to send inquiry',
  description: 'There was an error sending your inquiry. Please try again.',
}

/** Where the whole site has taken as many inquiries as it can in a day. */
export const tooManyInquiries = (to: { contactEmail: string; contactPhone: string }): string =>
  `Very many messages have reached us today, and we could not take yours. Please write to ${to.contactEmail} or call ${to.contactPhone}.`

export const SUBSCRIBED: ToastMessage = {
  tone: 'success',
  title: 'Successfully subscribed!',
  description: 'Thank you for subscribing to our newsletter.',
}

export const SUBSCRIPTION_FAILED = {
  title: 'Subscription failed',
  description: 'There was an error subscribing to our newsletter. Please try again.',
}

export const WATCHING: ToastMessage = {
  tone: 'success',
  title: 'We will tell you',
  description: 'One letter when the next departure opens, and no other.',
}

export const WATCHING_FAILED = {
  title: 'We could not take your address',
  description: 'Please try again in a moment, or write to us.',
}

/** What a subscription is refused with. */
export const ALREADY_SUBSCRIBED = 'This email is already subscribed to our newsletter.'
