import { useLocation } from '@remix-run/react'
import { type Day, showDay } from '#app/platform/days'
import { CONFIRMATION_HOURS, CONTACT_DAYS_BEFORE } from '#app/tours/promises'
import { ButtonLink } from '#app/ui/button'
import { Notice } from '#app/ui/notice'
import { NarrowPage } from '#app/ui/panel'

/** The confirmation's error state (rules 11.9). */
export const BookingError = ({ reason }: { reason: string }) => (
  <NarrowPage title="Booking Error">
    <Notice
      tone="danger"
      role="alert"
      title={reason}
      actions={
        <>
          <ButtonLink to="/texascountrysafari">Return to Safari Page</ButtonLink>
          <ButtonLink to="/my-booking" tone="outline">
            Send me my link
          </ButtonLink>
          <ButtonLink to="/contact" tone="outline">
            Contact us
          </ButtonLink>
        </>
      }
    >
      If you paid, your payment is safe: we match every payment with its booking and write to you. Contact us
      from the email address that you booked with.
    </Notice>
  </NarrowPage>
)

type WhetherItRuns = { running: string | null; isUndecided: boolean }

/** Above all else of a page that thanks: before someone buys a flight. */
export const FlightsWait = ({ running, isUndecided }: WhetherItRuns) =>
  running && isUndecided && <Notice tone="wait" title={running} className="mb-6" />

/** What Happens Next, in three steps (rules 1.12). */
export const NextSteps = ({ startsOn, running, isUndecided }: { startsOn: Day } & WhetherItRuns) => (
  <section className="mt-10" aria-labelledby="next-steps">
    <h2 id="next-steps" className="type-h3">
      What Happens Next
    </h2>
    <ol className="mt-5 grid gap-5">
      <Step number={1} title="Confirmation email">
        You’ll receive it within {CONFIRMATION_HOURS} hours. Keep it: the reference in it is all we need to
        find you.
      </Step>
      <Step number={2} title="We contact you">
        {CONTACT_DAYS_BEFORE} days before the trip our team contacts you about flights, packing and the plan
        for each day.
      </Step>
      <Step number={3} title="Your adventure begins">
        On {showDay(startsOn)}, in Nairobi. {!isUndecided && running}
      </Step>
    </ol>
  </section>
)

const Step = ({ number, title, children }: { number: number; title: string; children: React.ReactNode }) => (
  <li className="grid grid-cols-[auto_1fr] gap-4">
    <span
      aria-hidden="true"
      className="grid size-9 place-items-center rounded-full bg-sand font-semibold text-umber tabular-nums"
    >
      {number}
    </span>
    <div>
      <h3 className="font-semibold">{title}</h3>
      <p className="text-sm text-ink-soft">{children}</p>
    </div>
  </li>
)

/**
 * Stripe has not said yet whether the money came: nothing is claimed, and nothing is lost. `isBusy`: it was
 * not asked, because too many ask at this moment. `isBooked`: the money is for a booking that stands.
 */
export const PaymentPending = ({ isBusy = false, isBooked = false }) => {
  const { pathname, search } = useLocation()
  return (
    <NarrowPage title="We are confirming your payment">
      <Notice
        tone="wait"
        role="status"
        title={isBusy ? 'This page will update in a moment' : 'This is taking a little longer than usual'}
        actions={
          <ButtonLink to={pathname + search} reloadDocument>
            Check again
          </ButtonLink>
        }
      >
        Please do not pay a second time. As soon as the payment is confirmed,{' '}
        {isBooked
          ? 'it is on your booking and the receipt goes out by email.'
          : 'your seat is yours and the confirmation goes out by email.'}
      </Notice>
    </NarrowPage>
  )
}
