import { Link } from '#app/ui/link'

type Props = { links: { to: string; label: string; isCurrent: boolean }[] }

/** What a list can be narrowed to, in a row of which one is chosen. */
export const FilterLinks = ({ links }: Props) => (
  <nav aria-label="Show" className="mb-4 flex flex-wrap gap-2">
    {links.map(({ to, label, isCurrent }) => (
      <Link
        key={to}
        to={to}
        preventScrollReset
        aria-current={isCurrent ? 'true' : undefined}
        className="inline-flex min-h-10 items-center rounded-full border border-field px-3.5 text-xs no-underline aria-[current=true]:border-umber aria-[current=true]:bg-umber aria-[current=true]:text-paper"
      >
        {label}
      </Link>
    ))}
  </nav>
)
