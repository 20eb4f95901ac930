import type { ReactNode } from 'react'
import type { Question } from '#app/tours/questions'
import { Badge } from '#app/ui/badge'
import { ButtonLink, buttonLook } from '#app/ui/button'
import { Film } from '#app/ui/film'
import { Hero, ScrollLink } from '#app/ui/hero'
import { CheckIcon } from '#app/ui/icons'
import { Link, MyBookingLine } from '#app/ui/link'
import { Picture } from '#app/ui/picture'
import { Reveal, Section, ShukaCheck } from '#app/ui/section'
import { TourLodges } from './tour-lodges'
import type { TourPage } from './tour-page.server'
import { TourPayments, TourRooms } from './tour-rooms'
import { TourItinerary, TourMap } from './tour-route'

type Props = { tour: TourPage }

/** The journey's page about one of its departures; staff see it as a preview, too. */
export const TourContent = ({ tour }: Props) => (
  <>
    <TourHero tour={tour} />
    <div>
      <TourIntro tour={tour} />
      {tour.departures.length > 0 && <TourDepartures departures={tour.departures} />}
      <TourBand tour={tour} />
      {tour.films.placed.length > 0 && <TourFilms films={tour.films} />}
      {tour.itinerary.length > 0 && <TourItinerary days={tour.itinerary} />}
      {tour.lodges.length > 0 && <TourLodges lodges={tour.lodges} />}
      {tour.map.stops.length > 0 && <TourMap tour={tour} />}
      <TourIncluded tour={tour} />
      {tour.sales === 'open' && <BookingBar tour={tour} />}
    </div>
    <TourRooms tour={tour} />
    {tour.sales === 'open' && <TourPayments tour={tour} />}
    {tour.questions.length > 0 && <TourQuestions questions={tour.questions} />}
  </>
)

const TourHero = ({ tour }: Props) => (
  <Hero
    ground="night"
    picture={tour.heroPicture}
    smallCaps="2Step Safari"
    title={tour.name}
    lead={
      <>
        {tour.dates}
        {tour.isCanceled && ': this departure was canceled'}. {tour.dayCount} days in Kenya with a live
        country band, and never more than {tour.seats} travelers.
      </>
    }
    actions={
      <>
        {tour.sales === 'open' ? (
          <ToCheckout tour={tour}>Reserve a seat</ToCheckout>
        ) : (
          <NotOnSale tour={tour} />
        )}
        <ScrollLink to="#pricing" className={buttonLook('ghost')}>
          See prices
        </ScrollLink>
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

const NotOnSale = ({ tour: { next } }: Props) =>
  next ? (
    <ButtonLink to={`/texascountrysafari?departure=${next.startsOn}`} tone="sun">
      See {next.dates}
    </ButtonLink>
  ) : (
    <ScrollLink to="#tell-me" className={buttonLook('sun')}>
      Tell me when the next one opens
    </ScrollLink>
  )

const TourIntro = ({ tour }: Props) => (
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

function Facts({ tour }: Props) {
  const facts = [
    { label: 'Dates', value: tour.dates, note: tour.running },
    { label: 'Length', value: `${tour.dayCount} days` },
    { label: 'Per traveler', value: `From ${tour.from}` },
    { label: 'Seats', value: tour.isCanceled ? 'Not on sale' : SEATS[tour.sales](tour) },
  ]
  return (
    <dl className="grid gap-x-6 gap-y-7 sm:grid-cols-2 lg:grid-cols-[1.6fr_1fr_1fr_1fr]">
      {facts.map(({ label, value, note }) => (
        <div key={label} className="border-line border-t pt-4">
          <dt className="text-sm text-ink-soft">{label}</dt>
          <dd className="type-h3 mt-1">{value}</dd>
          {note && <dd className="mt-1 text-sm">{note}</dd>}
        </div>
      ))}
    </dl>
  )
}

/** Where several departures lie ahead: plain links, so that choosing one works without scripts. */
const TourDepartures = ({ departures }: Pick<TourPage, 'departures'>) => (
  <Section id="departures" labelledBy="departures-heading" title="Choose your departure" ground="sand">
    <ul className="mt-8 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      {departures.map(({ startsOn, dates, price, state, isGuaranteed, runsFrom, isShown }) => (
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
            {isGuaranteed && (
              <span className="mt-2 block">
                <Badge tone="success">Guaranteed</Badge>
              </span>
            )}
            {runsFrom && <span className="mt-2 block text-ink-soft text-sm">{runsFrom}</span>}
            {isShown && <span className="mt-2 block text-sm text-umber">Shown on this page</span>}
          </Link>
        </li>
      ))}
    </ul>
  </Section>
)

/** Who plays: by their instruments, for the names belong to the evening. */
const TourBand = ({ tour: { picture, words, players } }: Props) => (
  <Section labelledBy="band-heading" ground="sand">
    <div className="grid items-center gap-x-16 gap-y-10 lg:grid-cols-[1.15fr_1fr]">
      <Reveal className="aspect-3/2 overflow-hidden rounded-card lg:aspect-5/6">
        <Picture picture={picture} sizes="(width >= 64rem) 54rem, 100vw" className="size-full" />
      </Reveal>
      <div>
        <h2 id="band-heading" className="type-h2">
          {words.bandTitle}
        </h2>
        <p className="type-lead mt-5 whitespace-pre-line" dir="auto">
          {words.bandText}
        </p>
        <dl className="mt-8">
          {players.map(({ id, title, text }) => (
            <div
              key={id}
              className="grid gap-x-6 gap-y-0.5 border-umber/25 border-t py-4 sm:grid-cols-[9rem_1fr] sm:items-baseline"
            >
              <dt className="type-h3">{title}</dt>
              <dd className="text-ink-soft">{text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </div>
  </Section>
)

const TourFilms = ({ films: { heading, placed } }: Pick<TourPage, 'films'>) => (
  <Section labelledBy="films-heading" title={heading} ground="night">
    <ul className="mt-9 grid gap-x-6 gap-y-10 lg:grid-cols-2">
      {placed.map(({ place, words, ...film }) => (
        <li key={place}>
          <Film {...film} sizes="(width >= 80rem) 36rem, (width >= 64rem) 46vw, 100vw" />
          <h3 className="type-h3 mt-4.5">{film.title}</h3>
          <p className="mt-1 text-mist">{words}</p>
        </li>
      ))}
    </ul>
  </Section>
)

const TourIncluded = ({ tour }: Props) => (
  <Section
    labelledBy="included-heading"
    ground="dusk"
    className="rendered-late [--expected-height:838px] sm:[--expected-height:528px] lg:[--expected-height:326px]"
  >
    <div className="grid gap-x-16 gap-y-10 lg:grid-cols-[1fr_1.35fr]">
      <div>
        <h2 id="included-heading" className="type-h2">
          {tour.seats} seats, and what each one includes
        </h2>
        {tour.earlyBird && <EarlyBird {...tour.earlyBird} />}
      </div>
      <div>
        <ul className="grid gap-x-8 sm:grid-cols-2">
          {tour.included.map(({ id, text }) => (
            <li key={id} className="flex gap-3 border-paper/20 border-t py-4">
              <CheckIcon className="mt-1 size-5 text-sun" />
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
  <div className="mt-8 max-w-md">
    <p className="type-small-caps leading-rule text-dawn">Early bird</p>
    <p className="type-lead mt-3">
      {offer} for everyone who signs up by <span className="whitespace-nowrap">{until}</span>.
    </p>
  </div>
)

const TourQuestions = ({ questions }: { questions: Question[] }) => (
  <Section
    labelledBy="questions-heading"
    title="Before you ask"
    className="rendered-late [--expected-height:1387px] sm:[--expected-height:1075px] lg:[--expected-height:695px]"
  >
    <dl className="mt-9 grid gap-x-16 gap-y-9 lg:grid-cols-2">
      {questions.map(({ question, answer }) => (
        <div key={question} className="border-line border-t pt-5">
          <dt className="type-h3">{question}</dt>
          <dd className="mt-2.5 max-w-[60ch] text-ink-soft">{answer}</dd>
        </div>
      ))}
    </dl>
    <MyBookingLine className="mt-9" />
  </Section>
)
