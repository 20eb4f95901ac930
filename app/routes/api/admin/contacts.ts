import type { LoaderFunctionArgs } from '@remix-run/node'
import { readContactFilters } from '#app/people/contact-fields'
import { listWholeContacts } from '#app/people/list-contacts.server'
import { listContacts } from '#app/server/contract/admin-calls'
import { answerList, pageFrom, readListCall } from '#app/server/contract/json-call.server'
import { requireStaffCall } from '#app/server/guards/staff-session.server'

const UNFILTERED = readContactFilters(new URLSearchParams())

/** GET /api/admin/contacts: all contacts, newest first. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaffCall(request, 'see inquiries')
  const asked = readListCall(request, listContacts)
  if ('refused' in asked) return asked.refused
  const { limit, cursor } = asked
  const { rows, cursors } = listWholeContacts(UNFILTERED, pageFrom(cursor), limit)
  return answerList('/api/admin/contacts', rows, limit, cursors.next)
}

export const action = (call: LoaderFunctionArgs) => loader(call)
