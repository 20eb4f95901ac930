import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { deleteContact } from '#app/people/change-contact.server'
import { now } from '#app/platform/clock.server'
import { deleteContact as deleteContactCall } from '#app/server/contract/admin-calls'
import { onlyDeclared, refuse } from '#app/server/contract/json-call.server'
import { requireStaffCall } from '#app/server/guards/staff-session.server'

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaffCall(request, 'see inquiries')
  return onlyDeclared(request, deleteContactCall)
}

/** DELETE /api/admin/contacts/{id}. */
export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaffCall(request, 'change inquiries')
  const notAllowed = onlyDeclared(request, deleteContactCall)
  if (notAllowed) return notAllowed

  const isId = /^\d{1,15}$/.test(params.id ?? '')
  const outcome = isId ? deleteContact(Number(params.id), staff, now()) : { refused: 'gone' }
  if ('refused' in outcome) return refuse(404, 'Contact not found')
  return Response.json({ message: 'The contact has been removed successfully.' })
}
