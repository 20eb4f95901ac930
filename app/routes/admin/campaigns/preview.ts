import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { campaignPreview } from '#app/people/campaign-letter.server'
import { onlyMethods } from '#app/server/contract/json-call.server'
import { readForm } from '#app/server/guards/read-form.server'
import { requireStaffCall } from '#app/server/guards/staff-session.server'

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaffCall(request, 'see newsletter')
  return onlyMethods(request, 'POST')
}

/**
 * The preview of the letter that is being written. Called by fetch and not as a form of the page: it changes
 * nothing, so Remix need not run the loaders again, and where it fails the page stays as it is.
 */
export async function action({ request }: ActionFunctionArgs) {
  await requireStaffCall(request, 'see newsletter')
  const form = await readForm(request, ['subject', 'body'])
  const typed = (field: string) => String(form.get(field) ?? '')
  return Response.json({ preview: campaignPreview({ subject: typed('subject'), body: typed('body') }) })
}
