import { answersOf } from '#app/people/change-contact.server'
import { contactQuery, readContactFilters } from '#app/people/contact-fields'
import type { Contact } from '#app/people/list-contacts.server'
import { showInstant } from '#app/platform/days'
import { env } from '#app/platform/env.server'
import type { ShownLetter } from './exchange'

/** The search and filters of the list that a contact was opened from, as '?answer=waiting'; '' for none. */
export function listAsked(request: Request): string {
  const query = contactQuery(readContactFilters(new URL(request.url).searchParams))
  return query.size > 0 ? `?${query}` : ''
}

export const CONTACT_GONE = {
  tone: 'failure',
  title: 'Error',
  description: 'This contact no longer exists: someone has deleted it.',
} as const

const when = (instant: Date) => showInstant(instant, env.BUSINESS_TIMEZONE)

/** What somebody asked and staff answered, newest first: the inquiry stands at the end. */
export const exchangeWith = (contact: Contact): ShownLetter[] => [
  ...answersOf([contact.id]).map(shownAnswer),
  {
    id: 0,
    who: `${contact.firstName} ${contact.lastName}`,
    wroteAt: when(contact.createdAt),
    text: contact.message,
  },
]

/** An answer of staff, as the exchange has it. */
export const shownAnswer = (answer: ReturnType<typeof answersOf>[number]): ShownLetter => {
  const { id, subject, text, writtenBy, createdAt, state, sentAt, lastError } = answer
  return {
    ...{ id, subject, text, who: writtenBy, wroteAt: when(createdAt) },
    mail: { state, sentAt: sentAt && when(sentAt), lastError },
  }
}
