import { type DayKind, KIND_NAMES } from '#app/tours/itinerary'
import { KindSign } from '#app/ui/kind-sign'
import { Section, ShukaCheck } from '#app/ui/section'
import type { TourPage } from './tour-page.server'

export const KindLegend = () => (
  <ul aria-label="What the signs mean" className="flex flex-wrap gap-x-6 gap-y-2 text-sm font-medium">
    {(Object.keys(KIND_NAMES) as DayKind[]).map((kind) => (
      <li key={kind} className="flex items-center gap-2.5">
        <KindSign kind={kind} />
        {KIND_NAMES[kind]}
      </li>
    ))}
  </ul>
)

type Day = TourPage['itinerary'][number]

export const TourItinerary = ({ days }: { days: Day[] }) => (
  <Section
    id="itinerary"
    labelledBy="itinerary-heading"
    className="rendered-late [--expected-height:2370px] sm:[--expected-height:1960px] lg:[--expected-height:1035px]"
  >
    <div className="flex flex-wrap items-end justify-between gap-x-12 gap-y-6">
      <h2 id="itinerary-heading" className="type-h2">
        Day by day
      </h2>
      <KindLegend />
    </div>
    <ol className="mt-10 grid gap-x-12 lg:grid-flow-col lg:grid-cols-2 lg:grid-rows-6">
      {days.map((day) => (
        <ItineraryDay key={day.date} day={day} />
      ))}
    </ol>
  </Section>
)

/** Concert days sit on a check edge. */
const ItineraryDay = ({ day }: { day: Day }) => (
  <li className="relative grid grid-cols-[auto_1fr] gap-x-4.5 border-umber/25 border-t py-6">
    {day.kinds.includes('concert') && <ShukaCheck className="absolute inset-x-0 -top-[3px] h-1.5" />}
    <div className="grid content-start gap-2">
      {day.kinds.map((kind) => (
        <KindSign key={kind} kind={kind} />
      ))}
    </div>
    <div>
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
