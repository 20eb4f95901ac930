import type { ReactNode } from 'react'
import type { PageCursors } from '#app/platform/lists/page-cursor'
import { EmptyState, RestOfList } from '#app/ui/admin/admin-parts'
import { Pager, useAskedForPage } from '#app/ui/admin/list-controls'
import { Link } from '#app/ui/link'

/** An entry of the audit log, in words. */
type ShownAct = {
  id: number
  when: string
  at: string
  who: string
  did: string
  name: string
  to: string | null
  detail: string
}

type Props = {
  acts: ShownAct[]
  cursors: PageCursors
  /** For those who cannot see it. */
  label: string
  empty: string
  emptyHint?: ReactNode
  /** On a subject's own page its name is left out: 'took a payment'. */
  hideSubject?: boolean
  /** More of them wait behind a line that opens. */
  atOnce?: number
}

/** Who did what and when, newest first. */
export function HistoryList({ acts, cursors, label, empty, emptyHint, hideSubject, atOnce }: Props) {
  const shown = useAskedForPage() ? acts.length : (atOnce ?? acts.length)
  if (acts.length === 0) return <EmptyState title={empty}>{emptyHint}</EmptyState>
  const pager = <Pager cursors={cursors} label={`Pages of ${label.toLowerCase()}`} shown={acts.length} />
  return (
    <>
      <Acts label={label} acts={acts.slice(0, shown)} hideSubject={hideSubject} />
      {shown >= acts.length && pager}
      <RestOfList count={acts.length - shown}>
        <Acts label="Earlier" acts={acts.slice(shown)} hideSubject={hideSubject} />
        {pager}
      </RestOfList>
    </>
  )
}

const Acts = ({ acts, label, hideSubject = false }: Pick<Props, 'acts' | 'label' | 'hideSubject'>) => (
  <ol aria-label={label} className="admin-rows text-sm">
    {acts.map((act) => (
      <li key={act.id} className="grid gap-x-5 gap-y-0.5 px-4 py-2.5 sm:grid-cols-[11.5rem_1fr]">
        <time dateTime={act.at} className="text-2xs leading-6 text-admin-soft tabular-nums">
          {act.when}
        </time>
        <div className="min-w-0 [overflow-wrap:anywhere]">
          <p>
            <b className="font-semibold">
              <bdi>{act.who}</bdi>
            </b>{' '}
            {hideSubject || !act.name ? act.did.replace(/ (for|of|about|on)$/, '') : act.did}
            {!hideSubject && act.name && (
              <>
                {' '}
                <Subject act={act} />
              </>
            )}
          </p>
          {act.detail && <p className="text-2xs text-admin-soft first-letter:uppercase">{act.detail}</p>}
        </div>
      </li>
    ))}
  </ol>
)

const Subject = ({ act }: { act: ShownAct }) =>
  act.to ? (
    <Link to={act.to} className="font-medium text-umber underline underline-offset-3 hover:text-umber-deep">
      <bdi>{act.name}</bdi>
    </Link>
  ) : (
    <b className="font-medium">
      <bdi>{act.name}</bdi>
    </b>
  )
