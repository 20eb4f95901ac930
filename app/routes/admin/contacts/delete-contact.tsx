import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData, useLocation } from '@remix-run/react'
import { useEffect } from 'react'
import { type Deleted, deleteContact } from '#app/people/change-contact.server'
import { contactQuery, readContactFilters } from '#app/people/contact-fields'
import { contactWith } from '#app/people/list-contacts.server'
import { now } from '#app/platform/clock.server'
import { PAGE_NAMES } from '#app/platform/lists/page-cursor'
import { log } from '#app/platform/log.server'
import { readForm } from '#app/server/guards/read-form.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import type { Staff } from '#app/staff/sessions.server'
import { stayOnFailure } from '#app/ui/admin/admin-form'
import { AdminLink, adminHead } from '#app/ui/admin/admin-parts'
import { ConfirmDialog, RouteDialog } from '#app/ui/admin/route-dialog'
import { redirectWithToast } from '#app/ui/toasts/flash.server'

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, 'see inquiries')
  const contact = contactWith(params.id)
  const name = contact ? `${contact.firstName} ${contact.lastName}` : null
  return data({ name, email: contact?.email }, { status: contact ? 200 : 404 })
}

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change inquiries')
  await readForm(request, [])
  const outcome = tryToDelete(Number(params.id), staff)
  return redirectWithToast(
    listBehind(request.url),
    TOASTS['refused' in outcome ? outcome.refused : 'deleted'],
  )
}

/** A failure of any kind is shown in a toast (rules 11.12), and the list is still there. */
function tryToDelete(id: number, staff: Staff): Deleted | { refused: 'failed' } {
  try {
    return deleteContact(id, staff, now())
  } catch (error) {
    log.error({ err: error, contactId: id }, 'A contact could not be deleted')
    return { refused: 'failed' }
  }
}

const TOASTS = {
  deleted: {
    tone: 'success',
    title: 'Contact deleted',
    description: 'The contact has been removed successfully.',
  },
  gone: {
    tone: 'failure',
    title: 'Error',
    description: 'Failed to delete contact. Someone has deleted it already.',
  },
  failed: { tone: 'failure', title: 'Error', description: 'Failed to delete contact.' },
} as const

function listBehind(url: string): string {
  const query = new URL(url).searchParams
  const kept = contactQuery(readContactFilters(query))
  for (const name of PAGE_NAMES) if (query.has(name)) kept.set(name, query.get(name) ?? '')
  return `/admin/contacts${kept.size > 0 ? `?${kept}` : ''}`
}

export const clientAction = stayOnFailure({
  title: TOASTS.failed.title,
  description: TOASTS.failed.description,
})

export const meta = () => adminHead('Delete contact')

export default function DeleteContactDialog() {
  const { name, email } = useLoaderData<typeof loader>()
  const { search } = useLocation()
  const closeTo = `/admin/contacts${search}`
  useEffect(() => focusListHeading, [])
  if (name === null) {
    return (
      <RouteDialog title="Contact already deleted" closeTo={closeTo}>
        <p>Someone has deleted this contact already. There is nothing left to do.</p>
        <AdminLink to={closeTo} className="mt-5">
          Back to contacts
        </AdminLink>
      </RouteDialog>
    )
  }
  return (
    <ConfirmDialog
      title="Delete contact"
      {...{ closeTo, action: `.${search}` }}
      label="Delete contact"
      busyLabel="Deleting..."
      tone="danger"
    >
      <p className="break-words">
        Delete <strong dir="auto">{name}</strong> ({email}), with the message and your notes? This cannot be
        undone.
      </p>
    </ConfirmDialog>
  )
}

/** Where the row that opened the dialog is gone, focus goes to the list's heading. */
function focusListHeading() {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) document.querySelector<HTMLElement>('#main h1')?.focus()
  })
}
