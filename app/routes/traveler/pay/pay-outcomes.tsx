import type { ComponentProps } from 'react'
import { checkoutPath, HOLD_MINUTES } from '#app/bookings/hold'
import { dueWords } from '#app/bookings/installments/due'
import type { Receipt } from '#app/money/books/receipts.server'
import { NOT_CONFIGURED } from '#app/money/changes/paying/refusal-words'
import { showDay, showDays } from '#app/platform/days'
import { cents, showCents } from '#app/platform/money'
import type { Refusal } from '#app/routes/payment/card-fields'
import { Karibu, karibu } from '#app/routes/payment/karibu'
import { FlightsWait, NextSteps, NOTHING_TO_DO, nothingDue } from '#app/routes/payment/payment-parts'
import { ButtonLink } from '#app/ui/button'
import { ArrivedNotice, Notice } from '#app/ui/notice'
import { NarrowPage, Panel } from '#app/ui/panel'
import { ContactLine } from '#app/ui/shell/contact-line'
import { bankDiscountRows, onItsWayRows, referenceRow, SummaryList } from '#app/ui/summary-list'
import type { PaysFrom } from '#db/values'
import type { ShareFigures } from '../shares/share-views.server'
import type { PayPage } from './pay-page.server'
import type { PaymentReturn } from './payment-return.server'

/** The receipt of a payment that just arrived; after the first one, the booking and what comes next. */
export function PaidReceipt({ page, receipt }: { page: PayPage; receipt: Receipt }) {
  const { token, here, booking, share, due, isFirst } = page
  const follows = `A ${isFirst ? 'confirmation' : 'receipt'} is on its way to you by email.`
  const said = {
    title: isFirst ? karibu(booking) : 'Thank you',
    lead: `We received ${showCents(receipt.amountCents)} for the ${booking.tourName}. ${follows}`,
  }
  const paid = (
    <>
      {isFirst && <FlightsWait {...booking} />}
      <Panel title={`Receipt ${receipt.number}`}>
        <SummaryList
          className="mt-3"
          rows={[
            referenceRow(booking.reference),
            isFirst && { label: booking.tourName, value: showDays(booking.startsOn, booking.endsOn) },
            isFirst && { label: 'Room', value: booking.roomName },
            { label: 'Date of payment', value: showDay(receipt.day) },
            { label: 'This payment', value: showCents(receipt.amountCents) },
            ...bankDiscountRows(receipt.discountCents),
            ...(share ? [] : onItsWayRows(booking.onItsWay)),
            {
              label: share ? leftOf(share) : 'Balance due',
              note: due.next && `Next: ${showCents(due.next.owedCents)}, ${dueWords(due.next, page.today)}`,
              value: due.remainingCents > 0 ? showCents(due.remainingCents) : 'Nothing',
              total: true,
            },
          ]}
        />
      </Panel>
    </>
  )
  const toBooking = <ButtonLink to={`/booking/${token}`}>See your booking</ButtonLink>
  const more = (
    <>
      <ButtonLink to={`/booking/${token}/receipts/${receipt.id}`} tone="outline">
        Printable receipt
      </ButtonLink>
      {due.remainingCents > 0 && (
        <ButtonLink to={here} reloadDocument tone="outline">
          {share ? 'Pay the rest' : 'Pay the balance'}
        </ButtonLink>
      )}
    </>
  )
  if (isFirst)
    return (
      <Karibu
        {...said}
        {...{ booking, token }}
        picture={page.picture}
        action={toBooking}
        pointsAhead
        aside={
          <>
            <NextSteps {...booking} />
            <p className="flex flex-wrap gap-3 print:hidden">{more}</p>
            <ContactLine reference={booking.reference} className="text-ink-soft" />
          </>
        }
      >
        {paid}
      </Karibu>
    )
  return (
    <NarrowPage {...said}>
      {paid}
      <p className="mt-8 flex flex-wrap gap-3 print:hidden">
        {toBooking}
        {more}
      </p>
      <ContactLine reference={booking.reference} className="mt-8 text-ink-soft" />
    </NarrowPage>
  )
}

/** A payment from a bank account was just begun: when it comes, and that nothing is to be done. */
export function OnItsWayPage({ page }: { page: PayPage }) {
  const { token, here, booking, share, due, today } = page
  return (
    <NarrowPage title="Thank you" lead={`Your payment for the ${booking.tourName} is on its way.`}>
      <Panel title="On its way from your bank">
        <SummaryList
          className="mt-3"
          rows={[
            referenceRow(booking.reference),
            ...onItsWayRows(share && page.coming ? [page.coming] : booking.onItsWay),
            ...bankDiscountRows(page.comingDiscountCents ?? cents(0)),
            {
              label: share ? leftOf(share) : 'Left to pay',
              note: due.next && `Next: ${showCents(due.next.owedCents)}, ${dueWords(due.next, today)}`,
              value: due.remainingCents > 0 ? showCents(due.remainingCents) : 'Nothing',
              total: true,
            },
          ]}
        />
        <p className="mt-4 text-sm text-ink-soft">
          {NOTHING_TO_DO} Please leave the money in your account until then.
        </p>
      </Panel>
      <p className="mt-8 flex flex-wrap gap-3 print:hidden">
        <ButtonLink to={`/booking/${token}`}>See your booking</ButtonLink>
        {due.remainingCents > 0 && (
          <ButtonLink to={here} reloadDocument tone="outline">
            Pay the rest
          </ButtonLink>
        )}
      </p>
      <ContactLine reference={booking.reference} className="mt-8 text-ink-soft" />
    </NarrowPage>
  )
}

/** Of the share that was paid. */
const leftOf = ({ isLead, called }: ShareFigures): string =>
  isLead ? 'Left of your share' : `Left of ${called}’s share`

/** Why there is no form on this link, in kind words, and where to go on. */
export function NothingToPay({ page }: { page: PayPage }) {
  const { token, booking } = page
  const { text, toCheckout, ...notice } = whyNoForm(page)
  const action = toCheckout ? (
    <ButtonLink to={checkoutPath(booking)} reloadDocument>
      {toCheckout}
    </ButtonLink>
  ) : (
    <ButtonLink to={`/booking/${token}`}>See your booking</ButtonLink>
  )
  return (
    <>
      <Notice {...notice} actions={action}>
        {text}
      </Notice>
      <ContactLine reference={booking.reference} />
    </>
  )
}

type Reason = Pick<ComponentProps<typeof Notice>, 'tone' | 'title'> & { text: string; toCheckout?: string }

function whyNoForm({ booking, share, due, isProcessing, today }: PayPage): Reason {
  switch (booking.heldUntil ? 'held' : booking.status) {
    case 'pending':
      return {
        tone: 'wait',
        title: 'The first payment has not arrived yet',
        text: `A seat is held for ${HOLD_MINUTES} minutes from the moment you enter your details. Please finish that payment at checkout; later ones are made here.`,
        toCheckout: 'Go to checkout',
      }
    case 'expired':
    case 'payment_failed':
      return {
        tone: 'info',
        title: 'This seat was released',
        text: 'The first payment did not arrive in time, so nothing is due. You are welcome to book again.',
        toCheckout: 'Book a seat',
      }
    case 'cancelled':
    case 'refunded':
      return {
        tone: 'info',
        title: 'This booking is canceled',
        text: 'Nothing is due anymore. Your booking page shows any refund.',
      }
  }
  if (isProcessing)
    return {
      tone: 'wait',
      title: 'A payment is being processed',
      text: 'Please do not pay again. As soon as it is confirmed, your receipt goes out by email.',
    }
  if (booking.isBeingGivenBack)
    return {
      tone: 'info',
      title: 'Your payments are on their way back',
      text: 'Everything you paid is being returned, so nothing is due for this booking anymore.',
    }
  if (booking.isDepartureCanceled)
    return {
      tone: 'info',
      title: 'We had to cancel this departure',
      text: 'So nothing more is due. Your booking page shows what you can choose, and any refund.',
    }
  if (share && due.remainingCents === 0) return shareDone(share)
  if (due.remainingCents === 0 && booking.onItsWay.length > 0)
    return { tone: 'wait', title: 'Your payment is on its way', text: nothingDue(booking, today) }
  if (due.remainingCents > 0)
    return { tone: 'danger', title: 'Payment System Unavailable', text: NOT_CONFIGURED }
  return {
    tone: booking.writtenOffCents > 0 ? 'info' : 'success',
    title: 'Nothing is due',
    text: nothingDue(booking, today),
  }
}

/** Where each pays their own: nothing is due of this share, whatever the others still have to pay. */
const shareDone = ({ isLead, called, onItsWayCents }: ShareFigures): Reason =>
  onItsWayCents > 0
    ? {
        tone: 'wait',
        title: `${showCents(onItsWayCents)} is on its way from a bank account`,
        text: `Nothing more of ${isLead ? 'your' : `${called}’s`} share is due for now.`,
      }
    : {
        tone: 'success',
        title: isLead ? 'Your share is paid in full' : `${called}’s share is paid in full`,
        text: 'Nothing more of it is due.',
      }

/** Takes focus when it has just come; after a reload the page is read from its top. */
export function Refused({ refusal: { message, next }, isNew }: { refusal: Refusal; isNew: boolean }) {
  const Said = isNew ? ArrivedNotice : Notice
  return (
    <Said tone="danger" role="alert" title="Payment Failed">
      <span>{message}</span>
      {next && <p className="mt-1">{next}</p>}
    </Said>
  )
}

const NOT_PAID: Record<PaysFrom, { title: string; next: string }> = {
  card: { title: 'Your card was not charged', next: 'Please try again, or use another card.' },
  'bank-account': {
    title: 'Nothing was taken from your account',
    next: 'Please try again, or pay by card.',
  },
}

type ReturnedProps = {
  returned: NonNullable<PaymentReturn['returned']>
  refundsGoTo: string
  /** Whether letters reach the payer. */
  isMailed?: boolean
  paysFrom?: PaysFrom
}

export const Returned = ({ returned, refundsGoTo, isMailed = true, paysFrom = 'card' }: ReturnedProps) =>
  returned === 'given-back' ? (
    <Notice tone="info" role="status" title="Your payment is on its way back">
      It was no longer needed, so we are returning it to {refundsGoTo} in full. You do not need to do
      anything.
    </Notice>
  ) : returned === 'failed-at-bank' ? (
    <Notice tone="danger" role="alert" title="Your bank payment did not go through">
      {isMailed && 'We’ve emailed you why. '}Please pay in another way, by the day that is named below.
    </Notice>
  ) : returned === 'not-paid' ? (
    <Notice tone="danger" role="alert" title={NOT_PAID[paysFrom].title}>
      The payment was not completed. {NOT_PAID[paysFrom].next}
    </Notice>
  ) : null
