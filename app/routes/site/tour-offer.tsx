import type { ReactNode } from 'react'
import type { Question } from '#app/tours/questions'
import { ButtonLink, buttonLook } from '#app/ui/button'
import { Film } from '#app/ui/film'
import { Hero, ScrollLink } from '#app/ui/hero'
import { CheckIcon, DownIcon } from '#app/ui/icons'
import { MyBookingLine } from '#app/ui/link'
import { Picture } from '#app/ui/picture'
import { Reveal, Section } from '#app/ui/section'
import { Sound } from '#app/ui/sound'
import { TourDepartures } from './tour-departures'
import { TourChips, TourIntro, TourStories } from './tour-intro'
import { TourLodges } from './tour-lodges'
import type { TourPage } from './tour-page.server'
import { TourRooms } from './tour-rooms'
import { TourItinerary, TourMap } from './tour-route'

type Props = { tour: TourPage }

/**
 * The journey's page about one of its departures; staff see it as a preview, too. In the order in which
 * guests doubt: what it is, who says so, each day, where one sleeps, when and for how much, what if.
 */
export const TourContent = ({ tour }: Props) => (
  <>
    <TourHero tour={tour} />
    <TourChips tour={tour} />
    <div>
      <TourIntro tour={tour} />
      {tour.stories.length > 0 && <TourStories stories={tour.stories} />}
      {tour.itinerary.length > 0 && <TourItinerary days={tour.itinerary} />}
      {tour.lodges.length > 0 && <TourLodges lodges={tour.lodges} />}
      {tour.words.bandTitle && <TourBand tour={tour} />}
      {tour.films.placed.length > 0 && <TourFilms films={tour.films} />}
      {tour.map.stops.length > 0 && <TourMap tour={tour} />}
      <TourIncluded tour={tour} />
      {tour.sales === 'open' && <BookingBar tour={tour} />}
    </div>
    {tour.departures.length > 0 && <TourDepartures departures={tour.departures} />}
    <TourRooms tour={tour} />
    {tour.questions.length > 0 && <TourQuestions questions={tour.questions} />}
  </>
)

const TourHero = ({ tour }: Props) => (
  <Hero
    ground="night"
    picture={tour.heroPicture}
    smallCaps={(tour.shortName === tour.name && tour.tagline) || tour.shortName}
    title={tour.name}
    lead={
      <>
        {tour.dates}
        {tour.isCanceled && ': this departure was canceled'}
        {tour.sales === 'sold-out' && !tour.isCanceled && ': sold out'}. {tour.dayCount} days {tour.promise},
        and never more than {tour.seats} travelers.
      </>
    }
    actions={
      <>
        {tour.sales === 'open' ? (
          <ToCheckout tour={tour}>Reserve a seat</ToCheckout>
        ) : (
          <NotOnSale tour={tour} />
        )}
        {tour.sales !== 'sold-out' && (
          <ScrollLink to="#pricing" className={buttonLook('ghost')}>
            See prices
          </ScrollLink>
        )}
      </>
    }
  />
)

type ToCheckout = { tour: TourPage; className?: string; children: ReactNode }

const ToCheckout = ({ tour: { checkoutQuery }, ...rest }: ToCheckout) => (
  <ButtonLink to={`/checkout${checkoutQuery && `?${checkoutQuery}`}`} reloadDocument tone="sun" {...rest} />
)

/** Sticks from the hero to the rooms and ends before them: no field to fill in lies on the way. */
const BookingBar = ({ tour }: Props) => (
  <div className="booking-bar on-dark border-paper/20 border-t bg-dusk">
    <div className="wrap flex items-center justify-between gap-3 py-2.5">
      <p className="text-balance text-xs sm:text-sm">
        From {tour.from}. A {tour.deposit} deposit holds your seat.
      </p>
      <ToCheckout tour={tour} className="min-h-11! px-4.5! py-2! whitespace-nowrap">
        Book now
      </ToCheckout>
    </div>
  </div>
)

const NotOnSale = ({ tour: { next, sales } }: Props) =>
  sales === 'sold-out' ? (
    <>
      <ScrollLink to="#waitlist" className={buttonLook('sun')}>
        Join the waitlist
      </ScrollLink>
      {next && (
        <ButtonLink to={next.to} tone="ghost">
          See {next.dates}
        </ButtonLink>
      )}
    </>
  ) : next ? (
    <ButtonLink to={next.to} tone="sun">
      See {next.dates}
    </ButtonLink>
  ) : (
    <ScrollLink to="#tell-me" className={buttonLook('sun')}>
      Tell me when the next one opens
    </ScrollLink>
  )

/** Who plays, and how that sounds where staff uploaded a sound. */
const TourBand = ({ tour: { picture, words, players, sound } }: Props) => (
  <Section id="band" labelledBy="band-heading" tight>
    <div
      className={`grid items-center gap-x-16 gap-y-5 sm:gap-y-7 ${picture ? 'lg:grid-cols-[1.15fr_1fr]' : 'max-w-3xl'}`}
    >
      {picture && (
        <Reveal className="aspect-2/1 overflow-hidden rounded-card sm:aspect-3/2 lg:aspect-4/3">
          <Picture picture={picture} sizes="(width >= 64rem) 45rem, 100vw" className="size-full" />
        </Reveal>
      )}
      <div>
        <h2 id="band-heading" className="type-h2">
          {words.bandTitle}
        </h2>
        <p className="type-lead mt-4 whitespace-pre-line" dir="auto">
          {words.bandText}
        </p>
        {sound && <Sound {...sound} className="mt-4 sm:mt-6" />}
        <dl className="mt-4 grid grid-cols-2 gap-x-5 sm:block md:mt-8">
          {players.map(({ id, title, text }) => (
            <div
              key={id}
              className="grid content-start gap-x-6 gap-y-0.5 border-umber/25 border-t py-2 sm:grid-cols-[1fr_1.2fr] sm:items-baseline sm:py-4"
            >
              <dt className="type-h3 max-sm:text-lg max-sm:leading-tight" dir="auto">
                {title}
              </dt>
              <dd className="text-ink-soft max-sm:text-sm max-sm:leading-snug">{text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </div>
  </Section>
)

const TourFilms = ({ films: { heading, placed } }: Pick<TourPage, 'films'>) => (
  <Section labelledBy="films-heading" title={heading} ground="night" tight>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: on a phone with a keyboard, arrows swipe it */}
    <section aria-label="The films, one after the other" tabIndex={0} className="rail mt-6 md:mt-9">
      <ul className="flex gap-4 sm:grid sm:gap-x-6 sm:gap-y-10 lg:grid-cols-2">
        {placed.map(({ place, words, ...film }) => (
          <li key={place} className="w-[84vw] max-w-110 flex-none snap-start sm:w-auto sm:max-w-none">
            <Film {...film} sizes="(width >= 80rem) 36rem, (width >= 64rem) 46vw, 100vw" />
            <h3 className="type-h3 mt-4.5">{film.title}</h3>
            <p className="mt-1 text-mist">{words}</p>
          </li>
        ))}
      </ul>
    </section>
  </Section>
)

const TourIncluded = ({ tour }: Props) => (
  <Section
    labelledBy="included-heading"
    ground="dusk"
    tight
    className="rendered-late [--expected-height:627px] sm:[--expected-height:491px] lg:[--expected-height:326px]"
  >
    <div className="grid gap-x-16 gap-y-6 md:gap-y-10 lg:grid-cols-[1fr_1.35fr]">
      <div>
        <h2 id="included-heading" className="type-h2">
          {tour.seats} seats, and what each one includes
        </h2>
        {tour.earlyBird && <EarlyBird {...tour.earlyBird} />}
      </div>
      <div>
        <ul className="grid gap-x-8 sm:grid-cols-2">
          {tour.included.map(({ id, text }) => (
            <li key={id} className="flex gap-3 border-paper/20 border-t py-2 max-sm:text-sm sm:py-4">
              <CheckIcon className="mt-1 size-5 flex-none text-sun" />
              {text}
            </li>
          ))}
        </ul>
        <p className="mt-4 text-sm text-mist">{tour.words.notIncluded}</p>
      </div>
    </div>
  </Section>
)

const EarlyBird = ({ offer, until }: { offer: string; until: string }) => (
  <div className="mt-4 max-w-md md:mt-8">
    <p className="type-small-caps leading-rule text-dawn">Early bird</p>
    <p className="type-lead mt-2 md:mt-3">
      {offer} for everyone who signs up by <span className="whitespace-nowrap">{until}</span>.
    </p>
  </div>
)

/** Each answer under its question, folded: a page of them is long, and nobody has all. */
const TourQuestions = ({ questions }: { questions: Question[] }) => (
  <Section
    id="questions"
    labelledBy="questions-heading"
    title="Before you ask"
    tight
    className="rendered-late [--expected-height:480px] lg:[--expected-height:312px]"
  >
    <ul className="mt-6 grid gap-x-16 md:mt-9 lg:grid-cols-2">
      {questions.map(({ question, answer }) => (
        <li key={question} className="border-line border-t">
          <details className="group">
            <summary className="flex min-h-14 list-none items-center justify-between gap-4 py-3 [&::-webkit-details-marker]:hidden">
              <span className="type-h3" dir="auto">
                {question}
              </span>
              <DownIcon className="size-5 flex-none text-umber transition-transform group-open:rotate-180" />
            </summary>
            <p className="max-w-[60ch] pb-5 text-ink-soft" dir="auto">
              {answer}
            </p>
          </details>
        </li>
      ))}
    </ul>
    <MyBookingLine className="mt-7" />
  </Section>
)
