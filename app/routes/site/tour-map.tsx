import { KIND_NAMES } from '#app/tours/itinerary'
import { KindSign } from '#app/ui/kind-sign'
import { Section } from '#app/ui/section'
import { KindLegend } from './tour-itinerary'
import { TourMapDrawing } from './tour-map-drawing'
import type { TourPage } from './tour-page.server'

type Visit = TourPage['map']['visits'][number]

export const TourMap = ({ tour: { map, dates, words } }: { tour: TourPage }) => (
  <Section
    id="route"
    labelledBy="route-heading"
    ground="sand"
    className="rendered-late [--expected-height:1165px] sm:[--expected-height:1502px] lg:[--expected-height:750px]"
  >
    <div className="grid gap-x-16 gap-y-10 lg:grid-cols-[1.45fr_1fr]">
      <figure className="grid content-start gap-5 max-sm:-mx-(--gutter)">
        <TourMapDrawing
          map={map}
          label={`Map of Kenya with the route of the tour, ${dates}, in the order of its list of stops`}
        />
        <figcaption className="max-sm:px-(--gutter)">
          <KindLegend />
        </figcaption>
      </figure>
      <div>
        <h2 id="route-heading" className="type-h2">
          {words.routeTitle}
        </h2>
        <p className="type-lead mt-5 whitespace-pre-line" dir="auto">
          {words.routeText}
        </p>
        <ol aria-label="Stops of the route" className="mt-7">
          {map.visits.map((visit) => (
            <RouteStop key={visit.dates} visit={visit} />
          ))}
        </ol>
      </div>
    </div>
  </Section>
)

const HOME = 'The flight home'

const RouteStop = ({ visit: { stop, dates, kinds } }: { visit: Visit }) => (
  <li className="flex items-center justify-between gap-4 border-umber/25 border-t py-3.5">
    <div>
      <p className="type-h3">{stop}</p>
      <p className="text-sm text-ink-soft">
        <span className="font-semibold tabular-nums">{dates}</span>
        <span className="sr-only">: </span>
        <span className={kinds.length ? 'sr-only' : 'ml-3'}>
          {kinds.map((kind) => KIND_NAMES[kind]).join(', ') || HOME}
        </span>
      </p>
    </div>
    <div className="flex gap-2">
      {kinds.map((kind) => (
        <KindSign key={kind} kind={kind} />
      ))}
    </div>
  </li>
)
