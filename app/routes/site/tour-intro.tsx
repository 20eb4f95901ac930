import { ScrollLink } from '#app/ui/hero'
import { StarIcon } from '#app/ui/icons'
import { VisuallyHidden } from '#app/ui/link'
import { Picture } from '#app/ui/picture'
import { Section, ShukaCheck } from '#app/ui/section'
import type { TourPage } from './tour-page.server'
import { WaitlistForm } from './tour-rooms'

type Props = { tour: TourPage }

/** The way to each part of the page, in sight all along. */
export const TourChips = ({ tour }: Props) => (
  <nav aria-label="On this page" className="page-chips">
    <ul className="wrap flex gap-2 py-1.5">
      {[
        { to: '#itinerary' as const, label: 'Days', isThere: tour.itinerary.length > 0 },
        { to: '#lodges' as const, label: 'Lodges', isThere: tour.lodges.length > 0 },
        { to: '#route' as const, label: 'Map', isThere: tour.map.stops.length > 0 },
        { to: '#departures' as const, label: 'Dates', isThere: tour.departures.length > 0 },
        { to: '#pricing' as const, label: 'Prices', isThere: true },
        { to: '#questions' as const, label: 'Questions', isThere: tour.questions.length > 0 },
      ].map(
        ({ to, label, isThere }) =>
          isThere && (
            <li key={to} className="flex-none">
              <ScrollLink
                to={to}
                className="grid min-h-11 place-items-center rounded-full border border-umber/30 bg-white px-4 font-semibold text-sm text-umber no-underline hover:border-umber"
              >
                {label}
              </ScrollLink>
            </li>
          ),
      )}
    </ul>
  </nav>
)

export const TourIntro = ({ tour }: Props) => (
  <>
    <ShukaCheck className="h-4.5" />
    <Section labelledBy="intro-heading" tight>
      {tour.privateTo && <PrivateTo tour={tour} />}
      <Facts tour={tour} />
      {tour.sales === 'sold-out' && <WaitlistForm {...tour} />}
      <div className="mt-7 sm:mt-9 md:mt-14">
        <h2 id="intro-heading" className="type-h2">
          {tour.words.introTitle}
        </h2>
        <div className="mt-5 gap-x-16 lg:columns-2">
          {tour.words.intro.map((paragraph, index) => (
            <p key={paragraph} className={`type-lead ${index > 0 ? 'mt-4' : ''}`} dir="auto">
              {paragraph}
            </p>
          ))}
        </div>
      </div>
    </Section>
  </>
)

/** Whose departure it is, and what they are told first. */
const PrivateTo = ({ tour }: Props) => (
  <div className="mb-9 border-sun border-l-4 pl-5">
    <p className="type-h3">{tour.privateTo}</p>
    {tour.privateNote && (
      <p className="type-lead mt-2 whitespace-pre-line" dir="auto">
        {tour.privateNote}
      </p>
    )}
  </div>
)

const SEATS = {
  open: ({ seatsLeft, seats }: TourPage) => `${seatsLeft} of ${seats} left`,
  'sold-out': ({ seats }: TourPage) => `All ${seats} taken`,
  'not-yet': ({ opensOn }: TourPage) => (opensOn ? `On sale from ${opensOn}` : 'Not on sale yet'),
  closed: () => 'Sales have closed',
}

const DAY = /\b[A-Z][a-z]{2} \d/g

/** Two by two on a phone. Of a large date no day is parted from its month. */
function Facts({ tour }: Props) {
  const facts = [
    { label: 'Dates', value: tour.dates.replaceAll(DAY, (day) => day.replace(' ', '\u00a0')) },
    { label: 'Length', value: `${tour.dayCount} days` },
    { label: 'Per traveler', value: `From ${tour.from}` },
    { label: 'Seats', value: tour.isCanceled ? 'Not on sale' : SEATS[tour.sales](tour) },
  ]
  return (
    <>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:gap-y-6 lg:grid-cols-[1.6fr_1fr_1fr_1fr]">
        {facts.map(({ label, value }) => (
          <div key={label} className="border-line border-t pt-2.5 sm:pt-3.5">
            <dt className="text-sm text-ink-soft">{label}</dt>
            <dd className="type-h3 mt-1">{value}</dd>
          </div>
        ))}
      </dl>
      {tour.running && <p className="mt-4 text-sm">{tour.running}</p>}
    </>
  )
}

/** What travelers said: published reviews come by themselves. On phones one is swiped to the other. */
export const TourStories = ({ stories }: Pick<TourPage, 'stories'>) => (
  <Section id="stories" labelledBy="stories-heading" title="Who was there" ground="sand" tight>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: on a phone with a keyboard, arrows swipe it */}
    <section aria-label="What travelers say, one after the other" tabIndex={0} className="rail mt-6 md:mt-9">
      <ul className="flex gap-4 sm:grid sm:grid-cols-2 sm:gap-x-14">
        {stories.map((story) => (
          <Story key={story.id} story={story} />
        ))}
      </ul>
    </section>
  </Section>
)

const Story = ({ story }: { story: TourPage['stories'][number] }) => (
  <li className="flex w-[84vw] max-w-90 flex-none snap-start sm:w-auto sm:max-w-none">
    <figure className="flex w-full flex-col border-umber border-t pt-5">
      <p className="flex gap-1 text-ember">
        <VisuallyHidden>{story.rating} out of 5 stars</VisuallyHidden>
        {[1, 2, 3, 4, 5].map((point) => (
          <StarIcon key={point} className={`size-5 ${point <= story.rating ? 'fill-current' : ''}`} />
        ))}
      </p>
      <blockquote className="type-quote mt-3 mb-5" dir="auto">
        <p>“{story.review}”</p>
      </blockquote>
      <figcaption className="mt-auto flex items-center gap-4 text-sm">
        {story.picture && (
          <Picture picture={story.picture} sizes="8rem" className="size-18 flex-none rounded-field" />
        )}
        <span>
          <span className="block font-semibold" dir="auto">
            {story.name}
          </span>
          <span className="block text-ink-soft" dir="auto">
            {story.location}
          </span>
          {story.month && <span className="block text-ink-soft">Traveled in {story.month}</span>}
        </span>
      </figcaption>
    </figure>
  </li>
)
