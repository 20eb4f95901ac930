import { contactQuery, readContactFilters } from '#app/people/contact-fields'

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
