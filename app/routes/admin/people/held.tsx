import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { erasePath, heldFilePath, personPath } from '#app/people/contact-fields'
import { now } from '#app/platform/clock.server'
import { EMAIL_AT_MOST } from '#app/platform/typed/fields'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { heldInWords } from '#app/server/personal/personal-data.server'
import { readForStaff } from '#app/server/personal/read-person.server'
import { AdminHeading, AdminLink, adminButton, adminHead, EmptyState } from '#app/ui/admin/admin-parts'
import { HeldDataList } from '#app/ui/held-data'

/** All that is held of an address, as its owner would get it. */
export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, 'see travelers')
  const email = (new URL(request.url).searchParams.get('email') ?? '').trim().slice(0, EMAIL_AT_MOST)
  const held = email ? heldInWords(readForStaff(email, staff, now()), 'staff') : []
  return data({ email, held }, { status: held.length > 0 ? 200 : 404 })
}

export const meta = () => adminHead('What is held of a person')

export default function HeldPage() {
  const { email, held } = useLoaderData<typeof loader>()
  if (held.length === 0)
    return (
      <>
        <AdminHeading title="What is held of a person" />
        <EmptyState title="Nothing is held of this address">
          Check how it is spelled, or find the person by name.
        </EmptyState>
        <AdminLink to="/admin/people" className="mt-5">
          Find a person
        </AdminLink>
      </>
    )
  return (
    <>
      <AdminHeading
        title="What is held of a person"
        lead={`${email}. The person reads the same at My data, by a link to that mailbox. That you opened it is in the audit log.`}
      >
        <AdminLink to={personPath(email)}>Back to the person</AdminLink>
        <a href={heldFilePath(email)} className={adminButton('main')}>
          Save as JSON
        </a>
        <AdminLink to={erasePath(email)} tone="danger">
          Erase…
        </AdminLink>
      </AdminHeading>
      <HeldDataList held={held} rowLook="rounded-lg border border-admin-line bg-white" />
    </>
  )
}
