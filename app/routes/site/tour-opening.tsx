import type { ReactNode } from 'react'
import { ButtonLink, buttonLook } from '#app/ui/button'
import { Film } from '#app/ui/film'
import { Hero, ScrollLink } from '#app/ui/hero'
import { Picture } from '#app/ui/picture'
import { Reveal, Section, ShukaCheck } from '#app/ui/section'
import type { TourPage } from './tour-page.server'

export const TourHero = ({ tour }: { tour: TourPage }) => (
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
export const BookingBar = ({ tour }: { tour: TourPage }) => (
  <div className="booking-bar on-dark border-paper/20 border-t bg-dusk">
    <div className="wrap flex items-center justify-between gap-3 py-2.5">
      <p className="text-balance text-xs sm:text-sm">
        From {tour.from}, {tour.deposit} holds your seat
      </p>
      <ToCheckout tour={tour} className="min-h-11! px-4.5! py-2! whitespace-nowrap">
        Book now
      </ToCheckout>
    </div>
  </div>
)

const NotOnSale = ({ tour: { next } }: { tour: TourPage }) =>
  next ? (
    <ButtonLink to={`/texascountrysafari?departure=${next.startsOn}`} tone="sun">
      See {next.dates}
    </ButtonLink>
  ) : (
    <ScrollLink to="#tell-me" className={buttonLook('sun')}>
      Tell me when the next one opens
    </ScrollLink>
  )

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

/** Who plays: by their instruments, for the names belong to the evening. */
export const TourBand = ({ tour: { picture, words, players } }: { tour: TourPage }) => (
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

export const TourFilms = ({ films: { heading, placed } }: Pick<TourPage, 'films'>) => (
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
