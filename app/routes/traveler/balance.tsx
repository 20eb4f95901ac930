import { showDay } from '#app/days'
import { dueWords } from '#app/installments/installment-state'
import { showCents } from '#app/money'
import { hasBegun } from '#app/tour/departure'
import { ButtonLink } from '#app/ui/button-link'
import { buttonLook } from '#app/ui/button-look'
import { Panel } from '#app/ui/panel'
import type { BookingPage } from './booking-page.server'
import { ContactLine } from './contact-line'
import { MoneyBack } from './money-back'

/** What is left to pay and when, and the dates for a calendar. */
export function Balance({ page }: { page: BookingPage }) {
  const { token, schedule, today, booking, returned } = page
  const { remainingCents } = page.due
  const next = schedule.find(({ owedCents, dueOn }) => owedCents > 0 && dueOn !== null)
  return (
    <Panel as="section" className="p-6 sm:p-8">
      <h2 className="type-h3">{remainingCents > 0 ? 'Still to pay' : 'Nothing is due'}</h2>
      {remainingCents > 0 ? (
        <>
          <p className="mt-2 font-display text-2xl tabular-nums">{showCents(remainingCents)}</p>
          {next?.dueOn && (
            <p className="mt-1 text-sm text-ink-soft">
              Next: {showCents(next.owedCents)}, {dueWords(next.dueOn, today)} {showDay(next.dueOn)}
            </p>
          )}
          <ButtonLink to={`/pay/${token}`} reloadDocument className="mt-5 w-full">
            Pay now
          </ButtonLink>
        </>
      ) : (
        <p className="mt-2 text-ink-soft">
          {booking.isBeingGivenBack
            ? 'All that you paid is being returned, and your booking ends with that.'
            : booking.writtenOffCents > 0
              ? `${showCents(booking.writtenOffCents)} was written off: nothing more is asked for.`
              : 'Your tour is paid in full.'}
          {!booking.isBeingGivenBack &&
            !hasBegun(booking, today) &&
            ` We look forward to ${showDay(booking.startsOn)}.`}
        </p>
      )}
      <MoneyBack returned={returned} className="mt-3 text-sm text-ink-soft" />
      {booking.isBeingGivenBack ? (
        <ContactLine reference={booking.reference} className="mt-3 text-sm text-ink-soft" />
      ) : (
        <a
          href={`/booking/${token}/calendar.ics`}
          className={buttonLook('outline', 'mt-3 w-full print:hidden')}
        >
          Add the dates to my calendar
        </a>
      )}
    </Panel>
  )
}
