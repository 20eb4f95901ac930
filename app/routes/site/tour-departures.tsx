import { Badge } from '#app/ui/badge'
import { Link } from '#app/ui/link'
import { Section } from '#app/ui/section'
import type { TourPage } from './tour-page.server'

/**
 * Where several departures lie ahead: plain links, so that choosing one works without scripts. The rooms and
 * prices of the chosen one follow.
 */
export const TourDepartures = ({ departures }: Pick<TourPage, 'departures'>) => (
  <Section
    id="departures"
    labelledBy="departures-heading"
    title="Choose your departure"
    ground="sand"
    className="pb-0!"
    tight
  >
    <ul
      className={`mt-6 grid gap-3 sm:grid-cols-2 md:mt-8 ${departures.length % 3 === 1 ? '' : 'lg:grid-cols-3'}`}
    >
      {departures.map(({ to, dates, price, state, isGuaranteed, runsFrom, isShown }) => (
        <li key={to} className="grid">
          <Link
            to={`${to}#departures`}
            preventScrollReset
            aria-current={isShown ? 'true' : undefined}
            className="rounded-card border border-line bg-paper px-5 py-2.5 no-underline sm:py-3.5 hover:border-umber aria-[current]:border-umber aria-[current]:bg-white aria-[current]:shadow-card"
          >
            <span className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
              <span className="type-h3">{dates}</span>
              {isGuaranteed && <Badge tone="success">Guaranteed</Badge>}
            </span>
            <span className="mt-0.5 block text-ink-soft max-sm:text-sm">
              From {price} · <span className="font-semibold">{state}</span>
              {isShown && <span className="text-umber"> · Shown on this page</span>}
            </span>
            {runsFrom && <span className="mt-1 block text-ink-soft text-sm">{runsFrom}</span>}
          </Link>
        </li>
      ))}
    </ul>
  </Section>
)
