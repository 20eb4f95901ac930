import { Form, useNavigation } from '@remix-run/react'
import { Badge } from '#app/ui/badge'
import { VisuallyHidden } from '#app/ui/link'
import { AdminLink, adminButton } from './admin-parts'
import { Call } from './attention'

export type ToDoRow = Record<'key' | 'who' | 'what' | 'since' | 'label', string> &
  Record<'lateness' | 'to' | 'phone' | 'trouble', string | null> & {
    isLate: boolean
    /** A letter that failed, which a press sends again. */
    mail: number | null
  }

/** What waits for staff, a line each: of whom, what, since when, how late, and where it is done. */
export const ToDoRows = ({ rows, label }: { rows: ToDoRow[]; label: string }) => (
  <ol aria-label={label} className="admin-rows">
    {rows.map((row) => (
      <li
        key={row.key}
        className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-4 py-2 sm:grid-cols-[minmax(0,1fr)_7.5rem_8.5rem]"
      >
        <div className={`wrap-anywhere ${row.lateness ? 'max-sm:col-span-2' : ''}`} dir="auto">
          <p className="text-sm">
            <b className="font-semibold">{row.who}</b>
            {row.what && (
              <span className="max-sm:block sm:before:content-['·_'] sm:before:pl-1.5">{row.what}</span>
            )}
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
        <p className={row.lateness ? undefined : 'max-sm:hidden'}>
          {row.lateness && <Badge tone={row.isLate ? 'failed' : 'quiet'}>{row.lateness}</Badge>}
        </p>
        <div className="text-right">
          <DoIt row={row} />
        </div>
      </li>
    ))}
  </ol>
)

function DoIt({ row: { mail, to, label, who } }: { row: ToDoRow }) {
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

/** Sends a letter that failed again, or all of them. */
export function RetryButton({ mail, label, about }: { mail: string; label: string; about?: string }) {
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
