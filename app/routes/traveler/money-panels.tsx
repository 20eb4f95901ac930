import type { ComponentProps, ReactNode } from 'react'
import { checkoutPath, HOLD_MINUTES } from '#app/bookings/hold'
import { dueWords } from '#app/bookings/installments/due'
import { onItsWayWords } from '#app/bookings/on-its-way'
import type { MoneyReturned } from '#app/money/books/receipts.server'
import { showDay } from '#app/platform/days'
import { showCents, showSigned } from '#app/platform/money'
import { AutopayLine } from '#app/routes/payment/autopay-line'
import { NOTHING_TO_DO, nothingDue } from '#app/routes/payment/payment-parts'
import { BANK_DAYS } from '#app/tours/promises'
import { ButtonLink, buttonLook } from '#app/ui/button'
import { TextLink, VisuallyHidden } from '#app/ui/link'
import { Notice } from '#app/ui/notice'
import { Panel } from '#app/ui/panel'
import { ContactLine } from '#app/ui/shell/contact-line'
import type { BookingPage } from './booking-page.server'

/** What went back, what is on its way, and what failed: a sentence for each, where there is something. */
function MoneyBack({
  returned: { cameBackCents, onItsWayCents, failedCents, paidAgainCents, otherwiseCents },
  refundsGoTo,
  className,
}: {
  returned: MoneyReturned
  refundsGoTo: string
  className: string
}) {
  const sentences = [
    cameBackCents > 0 && `We refunded you ${showCents(cameBackCents)}.`,
    onItsWayCents > 0 &&
      `${showCents(onItsWayCents)} is on its way back to ${refundsGoTo}. Your bank will show it within ${BANK_DAYS}.`,
    failedCents > 0 &&
      `${showCents(failedCents)} could not be returned to ${refundsGoTo}. We are looking for another way, and will write to you about it.`,
    paidAgainCents > 0 &&
      `A refund of ${showCents(paidAgainCents)} did not reach ${refundsGoTo}, so it counts as paid again. If you were expecting it, please write to us.`,
    otherwiseCents > 0 &&
      `We still owe you ${showCents(otherwiseCents)}, which we’ll refund the same way you paid it. We’ll write to you about it.`,
  ].filter((sentence) => sentence !== false)
  return sentences.map((sentence) => (
    <p key={sentence} className={className}>
      {sentence}
    </p>
  ))
}

/** What is left to pay and when, the dates for a calendar, and the schedule with them. */
export function Balance({ page, children }: { page: BookingPage; children: ReactNode }) {
  const { token, schedule, today, booking, returned } = page
  const { remainingCents } = page.due
  const next = schedule.find(({ owedCents, dueOn }) => owedCents > 0 && dueOn !== null)
  const own = ownShareOf(page)
  return (
    <Panel
      as="section"
      title={
        own
          ? 'Your share'
          : remainingCents > 0
            ? 'Balance due'
            : booking.onItsWay.length > 0
              ? 'On its way'
              : 'Nothing is due'
      }
    >
      {own ? (
        <OwnBalance page={page} own={own} />
      ) : remainingCents > 0 ? (
        <>
          <p className="mt-2 font-display text-2xl tabular-nums">{showCents(remainingCents)}</p>
          {next?.dueOn && (
            <p className="mt-1 text-sm text-ink-soft">
              Next: {showCents(next.owedCents)},{' '}
              {next.dueOn && dueWords({ ...next, dueOn: next.dueOn }, today)}
            </p>
          )}
          {booking.onItsWay.map((one) => (
            <p key={onItsWayWords(one)} className="mt-3 text-sm text-ink-soft">
              {onItsWayWords(one)}. {NOTHING_TO_DO}
            </p>
          ))}
          <AutopayLine autopay={page.autopay} className="mt-3" />
          <ButtonLink to={`/pay/${token}`} reloadDocument className="mt-5 w-full">
            Make a payment
          </ButtonLink>
        </>
      ) : (
        <p className="mt-2 text-ink-soft">
          {booking.isDepartureCanceled
            ? 'We had to cancel this departure, so nothing more is due.'
            : booking.isBeingGivenBack
              ? 'Everything you paid is being returned, and your booking ends with that.'
              : nothingDue(booking, today)}
        </p>
      )}
      <MoneyBack
        returned={returned}
        refundsGoTo={booking.refundsGoTo}
        className="mt-3 text-sm text-ink-soft"
      />
      {(booking.isBeingGivenBack || booking.isDepartureCanceled) && (
        <ContactLine reference={booking.reference} className="mt-3 text-sm text-ink-soft" />
      )}
      {(booking.isDepartureCanceled || !booking.isBeingGivenBack) && (
        <a
          href={`/booking/${token}/calendar.ics`}
          className={buttonLook('outline', 'mt-3 w-full print:hidden')}
        >
          {booking.isDepartureCanceled ? 'Remove the dates from my calendar' : 'Add the dates to my calendar'}
        </a>
      )}
      {children}
    </Panel>
  )
}

/** The lead traveler's own share, while each pays their own and something is left. */
export const ownShareOf = ({ whoPays, due }: BookingPage) =>
  whoPays?.eachPays && due.remainingCents > 0 ? whoPays.shares.find(({ isLead }) => isLead) : undefined

type OwnBalanceProps = { page: BookingPage; own: NonNullable<ReturnType<typeof ownShareOf>> }

function OwnBalance({ page: { token, due, today }, own }: OwnBalanceProps) {
  const { owedCents, onItsWayCents, next } = own
  return (
    <>
      <p className="mt-2 font-display text-2xl tabular-nums">
        {owedCents > 0 ? showCents(owedCents) : onItsWayCents > 0 ? 'On its way' : 'Paid'}
      </p>
      {next && (
        <p className="mt-1 text-sm text-ink-soft">
          Next: {showCents(next.owedCents)}, {dueWords(next, today)}
        </p>
      )}
      <p className="mt-1 text-sm text-ink-soft">
        {showCents(due.remainingCents)} of all shares is left.{' '}
        <TextLink to="#who-pays" className="inline-block py-1">
          Who has paid
        </TextLink>
      </p>
      <ButtonLink to={`/pay/${token}`} reloadDocument className="mt-5 w-full">
        {owedCents > 0 ? 'Pay my share' : 'Pay another’s share'}
      </ButtonLink>
    </>
  )
}

/** Every payment and refund, each with its receipt. */
export const MoneyTable = ({ page: { token, receipts } }: { page: BookingPage }) => (
  <Panel as="section">
    <h2 className="type-h3" id="money">
      Payments
    </h2>
    <table className="mt-3 w-full text-sm" aria-labelledby="money">
      <thead className="sr-only">
        <tr>
          <th scope="col">What and when</th>
          <th scope="col">Amount</th>
          <th scope="col">Receipt</th>
        </tr>
      </thead>
      <tbody>
        {receipts.map((receipt) => (
          <tr key={receipt.id} className="border-t border-line first:border-t-0">
            <td className="py-3 pr-8">
              {receipt.name}
              {receipt.paidBy && (
                <>
                  , <bdi>{receipt.paidBy}</bdi>
                </>
              )}
              <span className="block text-xs text-ink-soft">{showDay(receipt.day)}</span>
            </td>
            <td className="py-3 pr-8 text-right font-medium tabular-nums">
              {showSigned(receipt.amountCents)}
            </td>
            <td className="py-3 text-right">
              <TextLink to={`/booking/${token}/receipts/${receipt.id}`} className="inline-block py-1">
                Receipt<VisuallyHidden> {receipt.number}</VisuallyHidden>
              </TextLink>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </Panel>
)

/** A booking that is not active, or not yet: why, and what came back. */
export function BookingOver({ page }: { page: BookingPage }) {
  const { text, isNotYet, ...notice } = whyNotActive(page)
  return (
    <div className="grid gap-4">
      <Notice {...notice}>
        {text}
        {!isNotYet && <CameBack page={page} />}
      </Notice>
      <ContactLine reference={page.booking.reference} className="text-sm text-ink-soft" />
    </div>
  )
}

type Reason = Pick<ComponentProps<typeof Notice>, 'tone' | 'title' | 'actions'> & {
  text?: string
  isNotYet?: boolean
}

function whyNotActive({ token, booking, due }: BookingPage): Reason {
  const [seats, are] = booking.travelers > 1 ? ['your seats', 'they are'] : ['your seat', 'it is']
  const goTo = (address: string, label: string) => (
    <ButtonLink to={address} reloadDocument>
      {label}
    </ButtonLink>
  )
  if (booking.isDepartureCanceled && !wasCanceled(booking))
    return {
      tone: 'info',
      title: 'We had to cancel this departure',
      text: `Nothing is due anymore. If a payment still arrives, it goes back to ${booking.refundsGoTo} in full.`,
      actions: <ButtonLink to={booking.journey}>See the other departures</ButtonLink>,
    }
  if (booking.heldUntil)
    return {
      tone: 'wait',
      title: `We hold ${seats} until ${showDay(booking.heldUntil)}`,
      text: `Once the first payment has arrived, ${are} yours.`,
      actions: goTo(`/pay/${token}`, `Pay ${showCents(due.remainingCents)}`),
      isNotYet: true,
    }
  if (booking.status === 'pending')
    return {
      tone: 'wait',
      title: 'The first payment has not arrived yet',
      text: `A seat is held for ${HOLD_MINUTES} minutes from the moment you enter your details.`,
      actions: goTo(checkoutPath(booking), 'Go to checkout'),
      isNotYet: true,
    }
  if (wasCanceled(booking)) return { tone: 'info', title: 'This booking is canceled' }
  return {
    tone: 'info',
    title: 'This seat was released',
    text: 'The first payment did not arrive in time. You are welcome to book again.',
    actions: goTo(checkoutPath(booking), 'Book a seat'),
  }
}

const wasCanceled = ({ status }: BookingPage['booking']): boolean =>
  status === 'cancelled' || status === 'refunded'

function CameBack({ page: { booking, returned, choice, isResold } }: { page: BookingPage }) {
  const isOurs = choice?.kind === 'canceled'
  return (
    <>
      {isOurs && wasCanceled(booking) && (
        <p className="mt-1">We had to cancel its departure, so we’re refunding everything you paid.</p>
      )}
      {isResold && <p className="mt-1">Someone on the waitlist took the seat you offered.</p>}
      <MoneyBack returned={returned} refundsGoTo={booking.refundsGoTo} className="mt-1" />
      {booking.onItsWay.map((one) => (
        <p key={onItsWayWords(one)} className="mt-1">
          {onItsWayWords(one)}. As soon as it is here, we return all of it.
        </p>
      ))}
      {wasCanceled(booking) && (
        <>
          <p className="mt-1">Nothing more is due, and no more reminders are sent.</p>
          {(isOurs || isResold ? [] : booking.refundTerms.accepted).map((terms) => (
            <p key={terms} className="mt-1">
              {terms}
            </p>
          ))}
        </>
      )}
    </>
  )
}
