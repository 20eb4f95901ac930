import { NOT_DUE_BEFORE } from '#app/tours/departure'
import { KIND_NAMES } from '#app/tours/itinerary'
import type { Question } from '#app/tours/questions'
import { Badge } from '#app/ui/badge'
import { CheckIcon, KindSign } from '#app/ui/icons'
import { Link, MyBookingLine, TextLink } from '#app/ui/link'
import { Section, ShukaCheck } from '#app/ui/section'
import { KindLegend, TourMap } from './tour-map'
import { BookingBar, TourBand, TourFilms, TourHero, TourIntro } from './tour-opening'
import type { TourPage } from './tour-page.server'
import { TourRooms } from './tour-rooms'

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

const TourIncluded = ({ tour }: { tour: TourPage }) => (
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

function TourPayments({ tour }: { tour: TourPage }) {
  const [double, single] = tour.rooms
  const steps = [
    {
      title: `${tour.deposit} today`,
      text: 'A deposit by card holds your seat. You may also pay the whole price at once.',
    },
    ...(double?.installments ?? []).map((installment, index) => ({
      title: installment.dueOn,
      text: `${installment.name}: ${installment.amount} for a double room, ${single?.installments[index]?.amount} for a single. We’ll email you before then.`,
    })),
  ]
  return (
    <Section
      labelledBy="payments-heading"
      title="How paying works"
      ground="sand"
      className="rendered-late [--expected-height:1034px] md:[--expected-height:539px] lg:[--expected-height:493px]"
    >
      <ol className="mt-9 grid gap-x-10 gap-y-8 md:grid-cols-3">
        {steps.map((step, index) => (
          <li key={step.title} className="border-umber border-t pt-5">
            <p className="type-h3">
              <span className="text-ember tabular-nums">{index + 1}.</span> {step.title}
            </p>
            <p className="mt-2.5 text-ink-soft">{step.text}</p>
          </li>
        ))}
      </ol>
      {tour.waits && <p className="mt-8 max-w-[60ch] font-semibold">{NOT_DUE_BEFORE}</p>}
      <p className="mt-10 max-w-[60ch]">{tour.refund.terms}</p>
      <p className="mt-3 max-w-[60ch]">
        If you book today: {tour.refund.dates.charAt(0).toLowerCase() + tour.refund.dates.slice(1)}{' '}
        {tour.refundNote} Questions before you decide? <TextLink to="/contact">Talk to us</TextLink>.
      </p>
    </Section>
  )
}

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

/** The journey's page about one of its departures; staff see it as a preview, too. */
export const TourContent = ({ tour }: { tour: TourPage }) => (
  <>
    <TourHero tour={tour} />
    <div>
      <TourIntro tour={tour} />
      {tour.departures.length > 0 && <TourDepartures departures={tour.departures} />}
      <TourBand tour={tour} />
      {tour.films.placed.length > 0 && <TourFilms films={tour.films} />}
      {tour.itinerary.length > 0 && <TourItinerary days={tour.itinerary} />}
      {tour.map.stops.length > 0 && <TourMap tour={tour} />}
      <TourIncluded tour={tour} />
      {tour.sales === 'open' && <BookingBar tour={tour} />}
    </div>
    <TourRooms tour={tour} />
    {tour.sales === 'open' && <TourPayments tour={tour} />}
    {tour.questions.length > 0 && <TourQuestions questions={tour.questions} />}
  </>
)

type Day = TourPage['itinerary'][number]

const TourItinerary = ({ days }: { days: Day[] }) => (
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
