import type { ComponentProps } from 'react'
import { checkoutPath, HOLD_MINUTES } from '#app/bookings/hold'
import { dueWords } from '#app/bookings/installments/due'
import type { Receipt } from '#app/money/books/receipts.server'
import { NOT_CONFIGURED } from '#app/money/changes/paying/refusal-words'
import { showDay, showDays } from '#app/platform/days'
import { showCents } from '#app/platform/money'
import { Karibu, karibu } from '#app/routes/payment/karibu'
import { FlightsWait, NextSteps, NOTHING_TO_DO, nothingDue } from '#app/routes/payment/payment-parts'
import { ButtonLink } from '#app/ui/button'
import { Notice } from '#app/ui/notice'
import { NarrowPage, Panel } from '#app/ui/panel'
import { ContactLine } from '#app/ui/shell/contact-line'
import { onItsWayRows, referenceRow, SummaryList } from '#app/ui/summary-list'
import type { PayPage } from './pay-page.server'

/** The receipt of a payment that just arrived; after the first one, the booking and what comes next. */
export function PaidReceipt({ page, receipt }: { page: PayPage; receipt: Receipt }) {
  const { token, booking, due, isFirst } = page
  const follows = `A ${isFirst ? 'confirmation' : 'receipt'} is on its way to you by email.`
  const said = {
    title: isFirst ? karibu(booking) : 'Thank you',
    lead: `We received ${showCents(receipt.amountCents)} for the ${booking.tourName}. ${follows}`,
  }
  const content = (
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
            ...onItsWayRows(booking.onItsWay),
            {
              label: 'Balance due',
              note: due.next && `Next: ${showCents(due.next.owedCents)}, ${dueWords(due.next, page.today)}`,
              value: due.remainingCents > 0 ? showCents(due.remainingCents) : 'Nothing',
              total: true,
            },
          ]}
        />
      </Panel>
      {isFirst && <NextSteps {...booking} />}
      <p className="mt-8 flex flex-wrap gap-3 print:hidden">
        <ButtonLink to={`/booking/${token}`}>See your booking</ButtonLink>
        <ButtonLink to={`/booking/${token}/receipts/${receipt.id}`} tone="outline">
          Printable receipt
        </ButtonLink>
        {due.remainingCents > 0 && (
          <ButtonLink to={`/pay/${token}`} reloadDocument tone="outline">
            Pay the balance
          </ButtonLink>
        )}
      </p>
      <ContactLine reference={booking.reference} className="mt-8 text-ink-soft" />
    </>
  )
  return isFirst ? (
    <Karibu {...said} booking={booking} picture={page.picture} token={token}>
      {content}
    </Karibu>
  ) : (
    <NarrowPage {...said}>{content}</NarrowPage>
  )
}

/** A payment from a bank account was just begun: when it comes, and that nothing is to be done. */
export function OnItsWayPage({ page: { token, booking, due, today } }: { page: PayPage }) {
  return (
    <NarrowPage title="Thank you" lead={`Your payment for the ${booking.tourName} is on its way.`}>
      <Panel title="On its way from your bank">
        <SummaryList
          className="mt-3"
          rows={[
            referenceRow(booking.reference),
            ...onItsWayRows(booking.onItsWay),
            {
              label: 'Left to pay',
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
          <ButtonLink to={`/pay/${token}`} reloadDocument tone="outline">
            Pay the rest
          </ButtonLink>
        )}
      </p>
      <ContactLine reference={booking.reference} className="mt-8 text-ink-soft" />
    </NarrowPage>
  )
}

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

function whyNoForm({ booking, due, isProcessing, today }: PayPage): Reason {
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
