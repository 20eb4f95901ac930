import type { ReactNode } from 'react'
import { KIND_NAMES } from '#app/tours/itinerary'
import drawing from '#app/tours/kenya.svg?url'
import { KENYA_FRAME } from '#app/tours/kenya-frame'
import type { MapStop } from '#app/tours/kenya-map'
import { DownIcon, KindSign } from '#app/ui/icons'
import { Picture } from '#app/ui/picture'
import { Section, ShukaCheck } from '#app/ui/section'
import type { DayKind } from '#db/values'
import type { TourPage } from './tour-page.server'

type Day = TourPage['itinerary'][number]

/** How many days are told at once; the others unfold. */
const DAYS_SHOWN = 3

export const TourItinerary = ({ days }: { days: Day[] }) => (
  <Section
    id="itinerary"
    labelledBy="itinerary-heading"
    tight
    className="rendered-late [--expected-height:717px] sm:[--expected-height:538px] lg:[--expected-height:349px]"
  >
    <div className="flex flex-wrap items-end justify-between gap-x-12 gap-y-5">
      <h2 id="itinerary-heading" className="type-h2">
        Day by day
      </h2>
      <KindLegend kinds={days.flatMap(({ kinds }) => kinds)} />
    </div>
    <Days days={days.slice(0, DAYS_SHOWN)} className="mt-5 md:mt-10" />
    {days.length > DAYS_SHOWN && (
      <details className="group border-umber/25 border-t">
        <summary className="flex min-h-14 list-none items-center justify-center gap-2.5 py-3 font-semibold text-umber underline decoration-1 underline-offset-5 [&::-webkit-details-marker]:hidden">
          <span className="group-open:hidden">All {days.length} days</span>
          <span className="hidden group-open:inline">The first {DAYS_SHOWN} days only</span>
          <DownIcon className="size-5 transition-transform group-open:rotate-180" />
        </summary>
        <Days days={days.slice(DAYS_SHOWN)} />
      </details>
    )}
  </Section>
)

const Days = ({ days, className = '' }: { days: Day[]; className?: string }) => (
  <ol className={`grid gap-x-12 lg:grid-cols-3 ${className}`}>
    {days.map((day) => (
      <ItineraryDay key={day.date} day={day} />
    ))}
  </ol>
)

/** Concert days sit on a check edge. */
const ItineraryDay = ({ day }: { day: Day }) => (
  <li className="relative grid grid-cols-[auto_1fr] gap-x-4.5 border-umber/25 border-t py-3 sm:py-4 md:py-6">
    {day.kinds.includes('concert') && <ShukaCheck className="absolute inset-x-0 -top-[3px] h-1.5" />}
    <div className="grid content-start gap-2">
      {day.kinds.map((kind) => (
        <KindSign key={kind} kind={kind} />
      ))}
    </div>
    {/* On a phone the picture is small, beside the words: twelve wide ones would be three screens more. */}
    <div className="flow-root sm:flex sm:flex-col">
      {day.picture && (
        <Picture
          picture={day.picture}
          sizes="(width >= 64rem) 34rem, (width >= 40rem) 90vw, 12rem"
          className="max-sm:float-right max-sm:mb-1 max-sm:ml-3 max-sm:size-24 max-sm:rounded-field sm:order-last sm:mt-3 sm:aspect-16/10 sm:w-full sm:rounded-card"
        />
      )}
      <p className="flex flex-wrap gap-x-3 text-sm text-ink-soft">
        <time dateTime={day.day} className="font-semibold tabular-nums">
          {day.date}
        </time>
        <span>{day.place}</span>
        {day.lodge && <span>Night at {day.lodge}</span>}
      </p>
      <h3 className="type-h3 mt-1">{day.title}</h3>
      <p className="sr-only">{day.kinds.map((kind) => KIND_NAMES[kind]).join(', ')}</p>
      <p className="mt-2 max-w-[56ch] text-sm text-ink-soft">{day.text}</p>
    </div>
  </li>
)

type Visit = TourPage['map']['visits'][number]

export const TourMap = ({ tour: { map, dates, words } }: { tour: TourPage }) => (
  <Section
    id="route"
    labelledBy="route-heading"
    ground="sand"
    tight
    className="rendered-late [--expected-height:825px] sm:[--expected-height:1170px] lg:[--expected-height:696px]"
  >
    <div className="grid gap-x-16 gap-y-7 lg:grid-cols-[1.45fr_1fr]">
      <figure className="grid content-start gap-5 max-sm:-mx-(--gutter)">
        <TourMapDrawing
          map={map}
          label={`Map of Kenya with the route of the tour, ${dates}, in the order of its list of stops`}
        />
        <figcaption className="grid gap-2 max-sm:hidden">
          <KindLegend kinds={map.visits.flatMap(({ kinds }) => kinds)} />
          <p className="text-ink-soft text-sm">
            A solid line is a road, with about how many hours it takes; a dotted one is a flight.
          </p>
        </figcaption>
      </figure>
      <div>
        <h2 id="route-heading" className="type-h2">
          {words.routeTitle}
        </h2>
        <p className="type-lead mt-4 whitespace-pre-line" dir="auto">
          {words.routeText}
        </p>
        <ol aria-label="Stops of the route" className="mt-5">
          {map.visits.map((visit) => (
            <RouteStop
              key={visit.dates}
              visit={visit}
              kind={map.stops.find(({ name }) => name === visit.stop)?.kind ?? 'safari'}
            />
          ))}
        </ol>
      </div>
    </div>
  </Section>
)

/** The signs that are used. */
const KindLegend = ({ kinds }: { kinds: DayKind[] }) => (
  <ul aria-label="What the signs mean" className="flex flex-wrap gap-x-6 gap-y-2 text-sm font-medium">
    {(Object.keys(KIND_NAMES) as DayKind[])
      .filter((kind) => kinds.includes(kind))
      .map((kind) => (
        <li key={kind} className="flex items-center gap-2.5">
          <KindSign kind={kind} />
          {KIND_NAMES[kind]}
        </li>
      ))}
  </ul>
)

const HOME = 'The flight home'

type StopProps = { visit: Visit; kind: DayKind }

const RouteStop = ({ visit: { number, stop, dates, kinds }, kind }: StopProps) => (
  <li className="flex items-center justify-between gap-3.5 border-umber/25 border-t py-1 sm:py-1.5 lg:py-3">
    <StopNumber kind={kind}>{number}</StopNumber>
    <div className="flex flex-1 flex-wrap items-baseline gap-x-3">
      <p className="font-display-small text-lg">{stop}</p>
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

const { width: WIDTH, height: HEIGHT } = KENYA_FRAME

/** Places of the first route's names, set by eye: none touches another, the route or a border. */
const FIRST_ROUTE: Partial<Record<MapStop['name'], string>> = {
  Nairobi: 'left-full bottom-1/2 -mb-0.5 pl-1.5',
  Amboseli: 'right-full top-1/2 mt-1.5 pr-1.5 text-right sm:mt-2',
  'Lake Naivasha': 'left-full bottom-1/2 mb-2 pl-1.5 flex items-baseline gap-2 sm:mb-4',
  'Lake Nakuru': 'right-0 bottom-full pb-0.5 text-right',
  'Maasai Mara': '-right-4 top-full pt-4.5 text-right sm:-right-6',
  Diani: 'right-full top-1/2 mr-7.5 mt-1.5 text-right',
}

const SIDES: Record<MapStop['side'], string> = {
  right: 'left-full top-1/2 -translate-y-1/2 pl-1.5',
  left: 'right-full top-1/2 -translate-y-1/2 pr-1.5 text-right',
  below: 'left-1/2 top-full -translate-x-1/2 pt-0.5 text-center',
  above: 'bottom-full left-1/2 -translate-x-1/2 pb-0.5 text-center',
}

/** Only the south, so that pins and names have room; all of it if the route goes beyond. */
const TourMapDrawing = ({ map, label }: Pick<TourPage, 'map'> & { label: string }) => (
  <div
    role="img"
    aria-label={label}
    className={`rendered-late relative overflow-hidden bg-sand sm:rounded-card ${map.goesBeyond ? 'aspect-[76/80]' : 'aspect-[54/50]'}`}
  >
    <div
      className={`absolute aspect-[76/80] ${map.goesBeyond ? 'inset-0' : 'top-[-70.5%] left-[-9%] w-[150%]'}`}
    >
      <img
        src={drawing}
        alt=""
        width={WIDTH}
        height={HEIGHT}
        loading="lazy"
        decoding="async"
        className="absolute inset-0 size-full"
      />
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        fill="none"
        strokeLinecap="round"
        aria-hidden="true"
        className="absolute inset-0 size-full"
      >
        <path d={pathOf(map.legs)} strokeWidth="6.5" className="stroke-paper/85" />
        <path
          d={pathOf(map.legs.filter(({ isFlown }) => !isFlown))}
          strokeWidth="3"
          className="stroke-ember"
        />
        <path
          d={pathOf(map.legs.filter(({ isFlown }) => isFlown))}
          strokeWidth="3"
          strokeDasharray=".1 7.6"
          className="stroke-ember"
        />
      </svg>
      {PLACE_NAMES.filter(({ north }) => !north || map.goesBeyond).map(({ name, north: _, ...place }) => (
        <At key={name} {...place}>
          {name}
        </At>
      ))}
      {map.legs.map(
        ({ path, hours }) =>
          hours && (
            <At key={path} x={hours.x} y={hours.y} className="z-5">
              <span className="absolute -translate-1/2 whitespace-nowrap rounded-full bg-paper px-1.5 py-0.5 font-semibold text-2xs text-ink leading-none">
                {hours.words}
              </span>
            </At>
          ),
      )}
      {map.stops.map((stop) => (
        <Pin key={stop.name} stop={stop} beside={besideOf(map.stops, stop)} />
      ))}
    </div>
  </div>
)

const pathOf = (legs: TourPage['map']['legs']) => legs.map(({ path }) => path).join('')

const DISC = 'absolute -translate-1/2 rounded-full bg-paper p-0.75'

const AROUND = [0, 45, 90, 135, 180, 225, 270, 315].map((angle) => {
  const turned = (angle * Math.PI) / 180
  return [Math.round(20 * Math.cos(turned)) / 10, Math.round(20 * Math.sin(turned)) / 10] as const
})

/** Solid for two pixels all around, so that no dot of the route reads as a comma. */
const HALO = [
  ...AROUND.map(([x, y]) => `${x}px ${y}px 1px var(--color-straw)`),
  '0 0 5px var(--color-straw)',
].join(', ')

/** By eye on the first route, by reckoning on any other. */
const besideOf = (stops: MapStop[], { name, side }: MapStop) =>
  (stops.every((one) => one.name in FIRST_ROUTE) && FIRST_ROUTE[name]) || SIDES[side]

const NUMBER_LOOK: Record<DayKind, string> = { concert: 'bg-ember', safari: 'bg-acacia', beach: 'bg-lagoon' }

/** A stop's place in the order of the road, in the color of what most of its days are made of. */
const StopNumber = ({ kind, children }: { kind: DayKind; children: number }) => (
  <span
    className={`grid size-5.5 place-items-center rounded-full font-bold text-2xs text-paper tabular-nums sm:size-7 sm:text-xs ${NUMBER_LOOK[kind]}`}
  >
    {children}
  </span>
)

const Pin = ({ stop, beside }: { stop: MapStop; beside: string }) => (
  <At x={stop.x} y={stop.y} className="z-10">
    <span className="relative block size-6 sm:size-8">
      <span className={`${DISC} top-1/2 left-1/2`}>
        <StopNumber kind={stop.kind}>{stop.number}</StopNumber>
      </span>
      {stop.concert && (
        <span className={`${DISC} top-0 left-full scale-40 sm:scale-50`}>
          <KindSign kind="concert" />
        </span>
      )}
      <span className={`absolute whitespace-nowrap leading-tight ${beside}`} style={{ textShadow: HALO }}>
        <span className="block font-display-small text-[1rem] text-ink md:text-[1.375rem]">{stop.name}</span>
        <span className="block text-xs leading-tight font-semibold text-ink-soft tabular-nums">
          {stop.dates}
        </span>
      </span>
    </span>
  </At>
)

/** Names on the map, with their places in units of the drawing; some lie outside of its south. */
const PLACE_NAMES: (Pick<Place, 'x' | 'y' | 'start' | 'className'> & { name: string; north?: true })[] = [
  { name: 'Tanzania', x: 138, y: 676, className: 'text-sm tracking-[.24em] text-umber uppercase' },
  { name: 'Kilimanjaro', x: 303, y: 674, className: 'text-xs text-ink-soft' },
  {
    ...{ name: 'Kenya', x: 345, y: 250, north: true },
    className: 'text-xl tracking-[.24em] text-umber uppercase max-sm:hidden',
  },
  {
    ...{ name: 'Lake Victoria', x: 8, y: 434, start: true, north: true },
    className: 'text-xs text-info max-sm:hidden',
  },
  {
    ...{ name: 'Lake Turkana', x: 304, y: 178, start: true, north: true },
    className: 'text-xs text-ink-soft max-sm:hidden',
  },
  {
    ...{ name: 'Indian Ocean', x: 648, y: 680, north: true },
    className: 'font-display-small text-xl tracking-wide text-lagoon max-sm:hidden',
  },
]

type Place = { x: number; y: number; start?: boolean; className: string; children: ReactNode }

/** Something at a place given in units of the drawing: in the middle of it, or starting there. */
const At = ({ x, y, start, className, children }: Place) => (
  <span
    className={`absolute -translate-y-1/2 whitespace-nowrap ${start ? '' : '-translate-x-1/2'} ${className}`}
    style={{ left: percent(x / WIDTH), top: percent(y / HEIGHT) }}
  >
    {children}
  </span>
)

const percent = (share: number) => `${(100 * share).toFixed(2)}%`
