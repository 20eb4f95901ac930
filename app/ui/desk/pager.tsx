import { useSearchParams } from '@remix-run/react'
import type { PageCursors } from '#app/lists/page-cursor'
import { Link } from '#app/ui/link'
import { deskButton } from './desk-button'

/** The ways to the neighbouring pages of a list, and to its ends; the other words of the address stay. */
type Props = { cursors: PageCursors; label: string; hasLast?: boolean }

export function Pager({ cursors, label, hasLast = true }: Props) {
  const [query] = useSearchParams()
  if (!cursors.previous && !cursors.next) return null
  const to = (name: 'after' | 'before' | 'end' | null, value = '1') => {
    const changed = new URLSearchParams(query)
    for (const key of ['after', 'before', 'end']) changed.delete(key)
    if (name) changed.set(name, value)
    return `?${changed}`
  }
  return (
    <nav aria-label={label} className="desk-no-print mt-4 flex flex-wrap gap-2.5">
      {cursors.previous && (
        <>
          <PagerLink to={to(null)}>First</PagerLink>
          <PagerLink to={to('before', cursors.previous)}>Previous</PagerLink>
        </>
      )}
      {cursors.next && (
        <>
          <PagerLink to={to('after', cursors.next)}>Next</PagerLink>
          {hasLast && <PagerLink to={to('end')}>Last</PagerLink>}
        </>
      )}
    </nav>
  )
}

const PagerLink = ({ to, children }: { to: string; children: string }) => (
  <Link to={to} className={deskButton('plain')}>
    {children}
  </Link>
)
