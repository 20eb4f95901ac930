import { Form, useNavigation } from '@remix-run/react'
import { AdminLink, adminButton, RestOfList } from '#app/ui/admin/admin-parts'
import { Call } from '#app/ui/admin/attention'
import { Badge } from '#app/ui/badge'
import { Link, VisuallyHidden } from '#app/ui/link'
import type { DashboardPage } from './dashboard-page.server'

/** More of them wait behind a line that opens. */
const AT_ONCE = 8

type Row = DashboardPage['toDo'][number]
type Props = { rows: Row[]; beyond: DashboardPage['beyond'] }

/** What waits for the one who looks, the latest first: who, what, since when, and where it is done. */
export const ToDoList = ({ rows, beyond }: Props) => (
  <section aria-labelledby="to-do">
    <h2 id="to-do" className="mb-2 flex items-center gap-2.5 font-semibold text-control">
      To do now
      {rows.length > 0 && <Badge tone="quiet">{rows.length}</Badge>}
    </h2>
    {rows.length === 0 ? (
      <p className="rounded-field border border-admin-line bg-white px-4 py-3 text-sm">
        Nothing needs attention today. Everyone has an answer, and no one is late.
      </p>
    ) : (
      <Rows label="To do now, the latest first" rows={rows.slice(0, AT_ONCE)} />
    )}
    <div className="flex flex-wrap items-start gap-x-6 *:min-w-0 [&>[open]]:basis-full">
      <RestOfList count={rows.length - AT_ONCE}>
        <Rows label="More to do" rows={rows.slice(AT_ONCE)} />
      </RestOfList>
      {beyond.length > 0 && (
        <ul className="mt-2 flex flex-wrap gap-x-6 gap-y-1 text-xs">
          {beyond.map(({ words, to, isMail }) => (
            <li key={words}>
              {to ? (
                <Link to={to} className="admin-quiet-button inline-block">
                  {words}
                </Link>
              ) : (
                <span className="inline-block py-1.5">{words}</span>
              )}
              {isMail && <RetryButton mail="all" label="Try all again" />}
            </li>
          ))}
        </ul>
      )}
    </div>
  </section>
)

const Rows = ({ rows, label }: { rows: Row[]; label: string }) => (
  <ol aria-label={label} className="admin-rows">
    {rows.map((row) => (
      <li
        key={row.key}
        className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-4 py-2 sm:grid-cols-[minmax(0,1fr)_7.5rem_8.5rem]"
      >
        <div className="wrap-anywhere max-sm:col-span-2" dir="auto">
          <p className="text-sm">
            <b className="font-semibold">{row.who}</b>
            <span className="max-sm:block sm:before:content-['·_'] sm:before:pl-1.5">{row.what}</span>
          </p>
          <p className="text-2xs text-admin-soft">
            {row.since}
            {row.phone && (
              <>
                {row.since && ' · '}
                <Call phone={row.phone} />
              </>
            )}
          </p>
          {row.trouble && <p className="line-clamp-3 text-2xs text-danger">{row.trouble}</p>}
        </div>
        <p>{row.lateness && <Badge tone={row.isLate ? 'failed' : 'quiet'}>{row.lateness}</Badge>}</p>
        <div className="text-right">
          <DoIt row={row} />
        </div>
      </li>
    ))}
  </ol>
)

function DoIt({ row: { mail, to, label, who } }: { row: Row }) {
  if (mail !== null) return <RetryButton mail={String(mail)} label={label} about={`, mail to ${who}`} />
  return (
    to && (
      <AdminLink to={to}>
        <span>{label}</span>
        <VisuallyHidden>{who}</VisuallyHidden>
      </AdminLink>
    )
  )
}

function RetryButton({ mail, label, about }: { mail: string; label: string; about?: string }) {
  const busy = useNavigation().formData?.get('mail') === mail
  return (
    <Form method="post" action="/admin/dashboard" preventScrollReset>
      <input type="hidden" name="mail" value={mail} />
      <button type="submit" disabled={busy} aria-busy={busy} className={adminButton('plain')}>
        <span>{busy ? 'Trying...' : label}</span>
        {about && <VisuallyHidden>{about}</VisuallyHidden>}
      </button>
    </Form>
  )
}
