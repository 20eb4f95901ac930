import { Link } from '#app/ui/link'
import { Section } from '#app/ui/section'
import type { TourPage } from './tour-page.server'

/** Where several departures lie ahead: plain links, so that choosing one works without scripts. */
export const TourDepartures = ({ departures }: Pick<TourPage, 'departures'>) => (
  <Section id="departures" labelledBy="departures-heading" ground="sand">
    <h2 id="departures-heading" className="type-h2">
      Choose your departure
    </h2>
    <ul className="mt-8 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      {departures.map(({ startsOn, dates, price, state, isShown }) => (
        <li key={startsOn} className="grid">
          <Link
            to={`/texascountrysafari?departure=${startsOn}#departures`}
            preventScrollReset
            aria-current={isShown ? 'true' : undefined}
            className="rounded-card border border-line bg-paper p-5 no-underline hover:border-umber aria-[current]:border-umber aria-[current]:bg-white aria-[current]:shadow-card"
          >
            <span className="type-h3 block">{dates}</span>
            <span className="mt-1.5 block text-ink-soft">
              From {price} · <span className="font-semibold">{state}</span>
            </span>
            {isShown && <span className="mt-2 block text-sm text-umber">Shown on this page</span>}
          </Link>
        </li>
      ))}
    </ul>
  </Section>
)
