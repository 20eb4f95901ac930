import { RestOfList } from '#app/ui/admin/admin-parts'
import { RetryButton, ToDoRows } from '#app/ui/admin/to-do-rows'
import { Badge } from '#app/ui/badge'
import { Link } from '#app/ui/link'
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
      <ToDoRows label="To do now, the latest first" rows={rows.slice(0, AT_ONCE)} />
    )}
    <div className="flex flex-wrap items-start gap-x-6 *:min-w-0 [&>[open]]:basis-full">
      <RestOfList count={rows.length - AT_ONCE}>
        <ToDoRows label="More to do" rows={rows.slice(AT_ONCE)} />
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
