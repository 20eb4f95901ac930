import { Form, useNavigation } from '@remix-run/react'
import { AdminLink, AdminPanel } from '#app/ui/admin/admin-parts'
import { useMay } from '#app/ui/admin/admin-shell'
import { DialogActions, RouteDialog } from '#app/ui/admin/route-dialog'

type Props = { link: string; page: string; isAsked: boolean }

/** What staff send to the group of a private departure; `?new-link` asks before it is changed. */
export function PrivateLink({ link, page, isAsked }: Props) {
  const busy = useNavigation().formData?.get('intent') === 'new-link'
  return (
    <AdminPanel
      title="Its private link, to send to the group"
      className="mb-5 p-5"
      actions={
        useMay()('change tour') && (
          <AdminLink to={`${page}?new-link`} preventScrollReset>
            Make a new link
          </AdminLink>
        )
      }
    >
      <p className="select-all break-all font-mono text-xs">{link}</p>
      {isAsked && (
        <RouteDialog title="Make a new link?" closeTo={page}>
          <p className="text-sm">
            The link that you sent opens nothing anymore: send the new one to the group. Bookings stay as they
            are, and so do the travelers’ own links.
          </p>
          <Form method="post" action={page} className="mt-5">
            <DialogActions
              cancelTo={page}
              cancelLabel="Keep it"
              name="intent"
              value="new-link"
              {...{ busy, label: 'Make a new link', busyLabel: 'Making it...' }}
            />
          </Form>
        </RouteDialog>
      )}
    </AdminPanel>
  )
}
