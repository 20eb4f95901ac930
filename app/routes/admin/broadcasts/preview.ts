import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { onlyMethods } from '#app/server/contract/json-call.server'
import { readForm } from '#app/server/guards/read-form.server'
import { requireStaffCall } from '#app/server/guards/staff-session.server'
import { namedPlace, previewOf, readerOf } from './broadcast-page.server'

export async function loader({ request, params }: LoaderFunctionArgs) {
  await (params.departure
    ? requireStaffCall(request, 'see journey')
    : requireStaffCall(request, 'see newsletter'))
  return onlyMethods(request, 'POST')
}

/**
 * The preview of the letter that is being written. Called by fetch and not as a form of the page: it changes
 * nothing, so Remix need not run the loaders again, and where it fails the page stays as it is.
 */
export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await (params.departure
    ? requireStaffCall(request, 'change bookings')
    : requireStaffCall(request, 'see newsletter'))
  const place = namedPlace(params, staff)
  const form = await readForm(request, ['subject', 'body', 'isUrgent'])
  const typed = (field: 'subject' | 'body') => String(form.get(field) ?? '')
  const text = { subject: typed('subject'), body: typed('body'), isUrgent: form.has('isUrgent') }
  return Response.json({ preview: previewOf(place, text, readerOf(place, null).reader?.shown ?? null).html })
}
