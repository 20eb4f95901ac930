import { Section } from '#app/ui/section'
import { ShukaCheck } from '#app/ui/shuka-check'
import type { TourPage } from './tour-page.server'

export const TourIntro = ({ tour }: { tour: TourPage }) => (
  <>
    <ShukaCheck className="h-4.5" />
    <Section labelledBy="intro-heading">
      <Facts tour={tour} />
      <div className="mt-14 grid gap-x-16 gap-y-5 md:mt-20 lg:grid-cols-2">
        <h2 id="intro-heading" className="type-h2">
          {tour.words.introTitle}
        </h2>
        <div>
          {tour.words.intro.map((paragraph, index) => (
            <p key={paragraph} className={`type-lead ${index > 0 ? 'mt-5' : ''}`} dir="auto">
              {paragraph}
            </p>
          ))}
        </div>
      </div>
    </Section>
  </>
)

const SEATS = {
  open: ({ seatsLeft, seats }: TourPage) => `${seatsLeft} of ${seats} left`,
  'sold-out': ({ seats }: TourPage) => `All ${seats} taken`,
  'not-yet': ({ opensOn }: TourPage) => (opensOn ? `On sale from ${opensOn}` : 'Not on sale yet'),
  closed: () => 'Sales have closed',
}

function Facts({ tour }: { tour: TourPage }) {
  const facts = [
    { label: 'Dates', value: tour.dates },
    { label: 'Length', value: `${tour.dayCount} days` },
    { label: 'Per traveler', value: `From ${tour.rooms[0]?.price}` },
    { label: 'Seats', value: SEATS[tour.sales](tour) },
  ]
  return (
    <dl className="grid gap-x-6 gap-y-7 sm:grid-cols-2 lg:grid-cols-[1.6fr_1fr_1fr_1fr]">
      {facts.map(({ label, value }) => (
        <div key={label} className="border-line border-t pt-4">
          <dt className="text-sm text-ink-soft">{label}</dt>
          <dd className="type-h3 mt-1">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
