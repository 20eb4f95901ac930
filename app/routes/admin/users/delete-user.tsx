import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { now } from '#app/platform/clock.server'
import { onlyPost } from '#app/server/guards/read-form.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { deleteUser, findUser, userIdIn } from '#app/staff/users.server'
import { stayOnFailure } from '#app/ui/admin/admin-form'
import { adminHead } from '#app/ui/admin/admin-parts'
import { ConfirmDialog } from '#app/ui/admin/route-dialog'
import { redirectWithToast } from '#app/ui/toasts/flash.server'
import { NO_SUCH_USER, OWN_ACCOUNT, USER_DELETED, USER_NOT_DELETED } from './user-form'

const notDeleted = (description: string) =>
  redirectWithToast('/admin/users', { ...USER_NOT_DELETED, description, tone: 'failure' })

export async function loader({ request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, 'see users')
  const user = findUser(userIdIn(params.id))
  if (!user) throw await notDeleted(NO_SUCH_USER)
  if (user.id === staff.id) throw await notDeleted(OWN_ACCOUNT)
  return { id: user.id, username: user.username }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change users')
  onlyPost(request)
  const deleted = deleteUser(userIdIn(params.id), staff, now())
  if ('user' in deleted) return redirectWithToast('/admin/users', USER_DELETED)
  if (deleted.refused === 'signed-out') throw redirect('/admin/login')
  return notDeleted(deleted.refused === 'own-account' ? OWN_ACCOUNT : NO_SUCH_USER)
}

export const clientAction = stayOnFailure(USER_NOT_DELETED)

export const meta = () => adminHead('Delete user')

export default function DeleteUserDialog() {
  const { id, username } = useLoaderData<typeof loader>()
  return (
    <ConfirmDialog
      title="Delete user"
      closeTo="/admin/users"
      action={`/admin/users/${id}/delete`}
      label="Delete user"
      busyLabel="Deleting..."
      tone="danger"
    >
      <p className="[overflow-wrap:anywhere]">
        Are you sure you want to delete <b>{username}</b>? This action cannot be undone.
      </p>
      <p className="mt-2 text-admin-soft text-sm">
        The account is signed out at once. What it did stays in the audit log under its name.
      </p>
    </ConfirmDialog>
  )
}
