import { dueWords } from '#app/bookings/installments/due'
import { onItsWayWords } from '#app/bookings/on-its-way'
import { showDay } from '#app/platform/days'
import { showCents } from '#app/platform/money'
import { capitalized } from '#app/platform/typed/fields'
import { CheckIcon } from '#app/ui/icons'
import { Link } from '#app/ui/link'
import type { BookingPage } from './booking-page.server'
import { ownShareOf } from './money-panels'

type Step = { title: string; says: string; to: string; isFile?: boolean; isDone: boolean }

/** The three things that a guest does next, each with its state. */
export const BookingSteps = ({ page }: { page: BookingPage }) => (
  <section aria-labelledby="steps" className="mb-8 print:hidden">
    <h2 id="steps" className="type-h3">
      Your next steps
    </h2>
    <ol className="mt-4 grid gap-3 md:grid-cols-3">
      {[payment(page), details(page), third(page)].map((step, index) => (
        <li key={step.title}>
          <StepCard step={step} number={index + 1} />
        </li>
      ))}
    </ol>
  </section>
)

function StepCard({ step: { title, says, to, isFile, isDone }, number }: { step: Step; number: number }) {
  const look =
    'grid h-full grid-cols-[auto_1fr] gap-3.5 rounded-card border border-line bg-white p-4.5 no-underline transition-colors hover:border-umber'
  const words = (
    <>
      <span
        className={`grid size-8 place-items-center rounded-full font-semibold text-sm tabular-nums ${isDone ? 'bg-acacia text-paper' : 'bg-sand text-umber'}`}
      >
        {isDone ? <CheckIcon className="size-4.5" /> : number}
      </span>{' '}
      <span>
        <span className="block font-semibold text-umber">{title}</span>{' '}
        <span className="mt-0.5 block text-ink-soft text-sm">{says}</span>
      </span>
    </>
  )
  // A file and a page that pays are documents of their own.
  return isFile ? (
    <a href={to} className={look}>
      {words}
    </a>
  ) : (
    <Link to={to} className={look}>
      {words}
    </Link>
  )
}

function payment(page: BookingPage): Step {
  const { token, schedule, today, booking, autopay } = page
  const to = `/pay/${token}`
  const own = ownShareOf(page)
  const next = own ? own.next : schedule.find(({ owedCents, dueOn }) => owedCents > 0 && dueOn !== null)
  if (own && !next) {
    const says = own.onItsWayCents > 0 ? 'Your share is on its way.' : 'Your share is paid.'
    return { title: 'Payments', says, to: '#who-pays', isDone: true }
  }
  const [coming] = booking.onItsWay
  if (!next?.dueOn && coming)
    return { title: 'Payments', says: `${onItsWayWords(coming)}.`, to, isFile: true, isDone: true }
  if (!next?.dueOn) return { title: 'Payments', says: 'Nothing is due.', to, isFile: true, isDone: true }
  const charge = autopay?.charges[0]
  if (autopay && charge && charge.dueOn >= today) {
    const says = `${showCents(charge.owedCents)} to ${autopay.card}. Nothing to do.`
    return { title: `Charged on ${showDay(charge.dueOn)}`, says, to: autopay.path, isDone: true }
  }
  return {
    title: `Pay ${showCents(next.owedCents)}`,
    says: booking.waits
      ? 'Once this departure is guaranteed.'
      : capitalized(dueWords({ ...next, dueOn: next.dueOn }, today)),
    to,
    isFile: true,
    isDone: false,
  }
}

/** What is still to be told and to be signed, by everyone who travels. */
function details({ token, travelers }: BookingPage): Step {
  const unanswered = travelers.filter(({ missing }) => missing.length > 0)
  const unsigned = travelers.filter(({ toSign }) => toSign.length > 0)
  const toSign = unsigned.flatMap((traveler) => traveler.toSign).length
  const [first] = [...unanswered, ...unsigned]
  if (!first)
    return { title: 'Your details', says: 'All answered. Thank you.', to: '#travelers', isDone: true }
  const page = `/booking/${token}/travelers/${first.position}`
  if (unanswered.length === 0)
    return { title: 'Read and sign', says: `${toSign} to sign.`, to: `${page}#sign`, isDone: false }
  const answered =
    travelers.length > 1
      ? `${travelers.length - unanswered.length} of ${travelers.length} travelers complete`
      : `${first.answered} questions answered`
  return {
    title: travelers.length > 1 ? 'Tell us who comes with you' : 'Tell us about yourself',
    says: toSign > 0 ? `${answered}, ${toSign} to sign` : answered,
    to: page,
    isDone: false,
  }
}

/** With whom a bed is shared, where that is to be said; else what to read, or the days to write down. */
function third({ token, roomCompanion, tripBook }: BookingPage): Step {
  if (roomCompanion?.alone)
    return roomCompanion.alone.wish
      ? { title: 'Your room companion', says: 'We have your wish.', to: '#room', isDone: true }
      : { title: 'Your room companion', says: 'Coming with someone, or alone?', to: '#room', isDone: false }
  if (tripBook)
    return {
      title: 'Read your trip book',
      says: 'Every day, and what to pack.',
      to: tripBook,
      isFile: true,
      isDone: false,
    }
  return {
    title: 'Save the dates',
    says: 'Add them to your calendar.',
    to: `/booking/${token}/calendar.ics`,
    isFile: true,
    isDone: false,
  }
}
