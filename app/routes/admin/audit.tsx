import type { LoaderFunctionArgs } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { requestedPage } from '#app/platform/lists/page-cursor'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { usersPage } from '#app/staff/users.server'
import { AdminHeading, AdminLink, adminButton, adminHead } from '#app/ui/admin/admin-parts'
import { HistoryList } from '#app/ui/admin/history-list'
import { ClearLink } from '#app/ui/admin/list-controls'
import { SelectField, TextField } from '#app/ui/field'
import { resolveSubject, wholeHistory } from '#app/views/history.server'

const NAMES_AT_MOST = 500
const SITE = 'site'

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request, 'see history')
  const query = new URL(request.url).searchParams
  const about = (query.get('about') ?? '').trim().slice(0, 200)
  const who = whoIn(query.get('who'))
  return {
    about,
    who: String(who ?? ''),
    users: usersPage({ from: 'start' }, NAMES_AT_MOST).rows.map(({ id, username }) => ({ id, username })),
    history: wholeHistory(requestedPage(query), {
      ...(about && { subject: resolveSubject(about) }),
      ...(who && { actorId: who }),
    }),
  }
}

function whoIn(text: string | null): number | typeof SITE | null {
  if (text === SITE) return SITE
  return /^[1-9]\d{0,14}$/.test(text ?? '') ? Number(text) : null
}

export const meta = () => adminHead('Audit log')

export default function AuditPage() {
  const { about, who, users, history } = useLoaderData<typeof loader>()
  const isFiltered = Boolean(about || who)
  return (
    <>
      <AdminHeading
        title="Audit log"
        lead="What staff did, and every movement of money. Nothing here can be changed."
      >
        <AdminLink to="/admin/kept">How long data is kept</AdminLink>
        <AdminLink to="/admin/users">Users</AdminLink>
      </AdminHeading>
      <Form
        key={`${who} ${about}`}
        className="admin-no-print mb-5 grid items-end gap-x-4 gap-y-3 sm:grid-cols-[1fr_1fr_auto]"
      >
        <SelectField name="who" label="Who" defaultValue={who}>
          <option value="">Everyone</option>
          {users.map(({ id, username }) => (
            <option key={id} value={id}>
              {username}
            </option>
          ))}
          <option value={SITE}>The site itself and former users</option>
        </SelectField>
        <TextField
          name="about"
          label="About"
          placeholder="TS-ABC123, a username, settings"
          defaultValue={about}
        />
        <div className="flex gap-2.5">
          <button type="submit" className={adminButton('plain', 'min-h-12.5')}>
            Show
          </button>
          <ClearLink to={isFiltered ? '/admin/audit' : null}>Show all</ClearLink>
        </div>
      </Form>
      <HistoryList
        {...history}
        label="Audit log"
        empty={isFiltered ? 'Nothing found' : 'Nothing yet'}
        emptyHint={
          isFiltered
            ? 'Try a booking reference, a username or “settings”, exactly as it is written.'
            : 'What staff do will appear here.'
        }
      />
    </>
  )
}
