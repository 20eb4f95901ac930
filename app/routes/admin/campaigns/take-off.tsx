import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData, useLocation } from '@remix-run/react'
import { subscriberWithId, takeOffNewsletter } from '#app/people/subscribers.server'
import { now } from '#app/platform/clock.server'
import { readForm } from '#app/server/guards/read-form.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { stayOnFailure } from '#app/ui/admin/admin-form'
import { adminHead } from '#app/ui/admin/admin-parts'
import { ConfirmDialog, RouteDialog } from '#app/ui/admin/route-dialog'
import { infoToast, redirectWithToast, successToast } from '#app/ui/toasts/flash.server'

const LIST = '/admin/subscribers'

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, 'see newsletter')
  const subscriber = subscriberWithId(Number(params.id))
  return data(
    { email: subscriber?.email ?? null, hasLeft: subscriber?.state === 'left' },
    { status: subscriber ? 200 : 404 },
  )
}

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change newsletter')
  await readForm(request, [])
  const isTakenOff = takeOffNewsletter(Number(params.id), staff, now())
  return redirectWithToast(
    LIST + new URL(request.url).search,
    isTakenOff
      ? successToast('Taken off the newsletter', 'They get no more campaigns, waiting ones included.')
      : infoToast('Nothing was changed', 'This address had left the newsletter already.'),
  )
}

export const clientAction = stayOnFailure({ title: 'Failed to take off the newsletter' })

export const meta = () => adminHead('Take off the newsletter')

export default function TakeOffDialog() {
  const { email, hasLeft } = useLoaderData<typeof loader>()
  const { search } = useLocation()
  const closeTo = LIST + search
  if (email === null || hasLeft)
    return (
      <RouteDialog title="Off the newsletter already" closeTo={closeTo}>
        <p>{email ? `${email} has left` : 'This address is gone'}. There is nothing left to do.</p>
      </RouteDialog>
    )
  return (
    <ConfirmDialog
      title="Take off the newsletter"
      {...{ closeTo, action: `.${search}` }}
      label="Take off"
      busyLabel="Taking off..."
      tone="danger"
    >
      <p className="wrap-anywhere">
        Take <strong>{email}</strong> off the newsletter? They get no more campaigns, and no email about this.
      </p>
    </ConfirmDialog>
  )
}
