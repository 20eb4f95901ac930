import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { readContactFilters } from '#app/people/contact-filters'
import { listWholeContacts } from '#app/people/list-contacts.server'
import { requireStaffCall } from '#app/routes/admin/staff-session.server'
import { answerList, readListCall } from '#app/routes/api/admin/people-list.server'
import { onlyMethods } from '#app/routes/api/json-call.server'

const EVERYBODY = readContactFilters(new URLSearchParams())

/** GET /api/admin/contacts (spec §7): all contacts, newest first. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaffCall(request)
  const asked = readListCall(request)
  if ('refused' in asked) return asked.refused
  const { limit, cursor } = asked
  const { rows, cursors } = listWholeContacts(
    EVERYBODY,
    cursor ? { from: 'after', cursor } : { from: 'start' },
    limit,
  )
  return answerList('/api/admin/contacts', rows, limit, cursors.next)
}

export async function action({ request }: ActionFunctionArgs) {
  await requireStaffCall(request)
  return onlyMethods(request, 'GET')
}
