import type { ComponentProps } from 'react'
import { dueWords } from '#app/bookings/installments/due'
import type { OwnReceipt } from '#app/money/books/own-receipts.server'
import { NOT_CONFIGURED } from '#app/money/changes/paying/refusal-words'
import { showDay, showDays } from '#app/platform/days'
import { cents, showCents } from '#app/platform/money'
import { AutopayLine } from '#app/routes/payment/autopay-line'
import { PaymentPending, shareRows } from '#app/routes/payment/payment-parts'
import { ReceiptSheet } from '#app/routes/payment/receipt-sheet'
import { NOT_DUE_BEFORE } from '#app/tours/departure'
import { ButtonLink } from '#app/ui/button'
import { Notice } from '#app/ui/notice'
import { NarrowPage, PageHeading, Panel } from '#app/ui/panel'
import { RefundSteps } from '#app/ui/refund-terms'
import { ContactLine } from '#app/ui/shell/contact-line'
import { bankDiscountRows, onItsWayRows, referenceRow, SummaryList } from '#app/ui/summary-list'
import { OwnReceipts } from '../shares/own-share'
import { PayForm, useLaterPayment } from './pay-form'
import { Refused, Returned } from './pay-outcomes'
import type { ClosedPage, OwnPayPage, PaidByLink, PayAnswer } from './pay-page.server'

type Props = { page: OwnPayPage; answer?: PayAnswer }

/** What the page is called: a companion's share, or a payment for somebody's journey. */
export const ownTitle = ({
  by,
  journey,
  traveler,
}: Pick<OwnPayPage, 'by' | 'journey' | 'traveler'>): string =>
  by === 'traveler'
    ? `Your share of the ${journey.tourName}`
    : `A payment for ${traveler ? `${traveler}’s` : 'a'} journey`

/** The payment link of a companion, or of somebody else: their own amount, and no more of the booking. */
export function OwnPayScreen({ page, answer }: Props) {
  const { returned, receipt, paid, journey, by } = page
  const isPayable = page.state === 'open'
  const payment = useLaterPayment(page, isPayable)
  const refusal = payment.refusal ?? (answer ? { message: answer.refused } : null)
  if (paid) return <PaidLink paid={paid} traveler={page.traveler} />
  if (returned === 'processing' || returned === 'unconfirmed')
    return <PaymentPending isBusy={page.isBusy} isOwnLink />
  if (returned === 'on-its-way') return <OwnOnItsWay page={page} />
  if (receipt) return <OwnPaid page={page} receipt={receipt} />

  const notice = refusal ? (
    <Refused refusal={refusal} isNew={refusal === payment.refusal} />
  ) : (
    returned && (
      <Returned
        returned={returned}
        refundsGoTo={page.wayBack ?? 'your card'}
        isMailed={page.isMailed}
        paysFrom={page.paysFrom}
      />
    )
  )
  return (
    <div className="wrap">
      <PageHeading
        title={ownTitle(page)}
        lead={`${by === 'traveler' ? '' : `${journey.tourName}, `}${showDays(journey.startsOn, journey.endsOn)}`}
      />
      <div className="grid items-start gap-8 pb-20 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <aside className={`lg:sticky lg:top-28 lg:order-last ${isPayable ? '' : 'order-last'}`}>
          {by === 'traveler' ? <Share page={page} /> : <MadeFor page={page} />}
          {isPayable && page.refund && <RefundSteps refund={page.refund} className="mt-6 lg:px-8" />}
        </aside>
        {isPayable ? (
          <div className="grid gap-8">
            {!refusal && <LessIsLeft page={page} />}
            <AutopayLine autopay={page.autopay} />
            <PayForm page={page} typed={answer} payment={payment} notice={notice} />
            <ContactLine reference={journey.reference} className="text-ink-soft text-sm" />
          </div>
        ) : (
          <div className="grid gap-6">
            {notice}
            <NothingToPay page={page} />
          </div>
        )}
      </div>
    </div>
  )
}

/** What a companion's share is, what of it is paid, and when the rest is due. */
const Share = ({ page }: { page: OwnPayPage }) =>
  page.share && (
    <Panel title="Your share">
      <SummaryList className="mt-3" rows={shareRows({ ...page, share: page.share }, 'Your share')} />
      {page.state === 'open' && (
        <p className="mt-4 border-line border-t pt-4 text-sm">
          {page.running && `${page.running} `}
          {page.waits && `${NOT_DUE_BEFORE} `}
          {`${page.bookedBy ?? 'The lead traveler'} made the booking, and sees what you have paid.`}
        </p>
      )}
    </Panel>
  )

/** For whom a link was made, and what it pays. */
const MadeFor = ({ page: { madeFor, journey, due, state } }: { page: OwnPayPage }) =>
  madeFor && (
    <Panel title="This payment">
      <SummaryList
        className="mt-3"
        rows={[
          { label: 'Link made for', value: <bdi>{madeFor.payerName}</bdi> },
          { label: 'Journey', value: journey.tourName },
          { label: 'Dates', value: showDays(journey.startsOn, journey.endsOn) },
          state === 'open' && { label: 'Amount', value: showCents(due.remainingCents), total: true },
        ]}
      />
      {state === 'open' && (
        <p className="mt-4 border-line border-t pt-4 text-sm">
          You pay by card, once. Your receipt stays at this link. If we ever have to return the money, it goes
          back to your card.
        </p>
      )}
    </Panel>
  )

/** Others have paid of it since. */
const LessIsLeft = ({ page: { madeFor, due } }: { page: OwnPayPage }) =>
  madeFor &&
  due.remainingCents < madeFor.amountCents && (
    <Notice tone="info" title={`This link was for ${showCents(madeFor.amountCents)}`}>
      {`Only ${showCents(due.remainingCents)} is left to pay now.`}
    </Notice>
  )

/** A companion's payment has just arrived. */
function OwnPaid({ page, receipt }: { page: OwnPayPage; receipt: OwnReceipt }) {
  const { token, journey, due, share } = page
  const follows = page.isMailed
    ? 'A receipt is on its way to you by email.'
    : 'Your receipt stays on your page.'
  return (
    <NarrowPage
      title="Thank you"
      lead={`We received ${showCents(receipt.amountCents)} for your share of the ${journey.tourName}. ${follows}`}
    >
      <Panel title={`Receipt ${receipt.number}`}>
        <SummaryList
          className="mt-3"
          rows={[
            referenceRow(journey.reference),
            { label: 'Date of payment', value: showDay(receipt.day) },
            { label: 'This payment', value: showCents(receipt.amountCents) },
            ...bankDiscountRows(receipt.discountCents),
            share && {
              label: 'Left of your share',
              note: due.next && `Next: ${showCents(due.next.owedCents)}, ${dueWords(due.next, page.today)}`,
              value: due.remainingCents > 0 ? showCents(due.remainingCents) : 'Nothing',
              total: true,
            },
          ]}
        />
      </Panel>
      <p className="mt-8 flex flex-wrap gap-3 print:hidden">
        <ButtonLink to={`/traveler/${token}`}>See your page</ButtonLink>
        <ButtonLink to={`/traveler/${token}/receipts/${receipt.id}`} tone="outline">
          Printable receipt
        </ButtonLink>
        {page.state === 'open' && <PayTheRest token={token} />}
      </p>
      <ContactLine reference={journey.reference} className="mt-8 text-ink-soft" />
    </NarrowPage>
  )
}

/** A companion's payment from a bank account was just begun. */
function OwnOnItsWay({ page }: { page: OwnPayPage }) {
  const { token, journey, due, coming } = page
  return (
    <NarrowPage
      title="Thank you"
      lead={`Your payment for your share of the ${journey.tourName} is on its way.`}
    >
      <Panel title="On its way from your bank">
        <SummaryList
          className="mt-3"
          rows={[
            referenceRow(journey.reference),
            ...onItsWayRows(coming ? [coming] : []),
            ...bankDiscountRows(page.comingDiscountCents ?? cents(0)),
            {
              label: 'Left of your share',
              note: due.next && `Next: ${showCents(due.next.owedCents)}, ${dueWords(due.next, page.today)}`,
              value: due.remainingCents > 0 ? showCents(due.remainingCents) : 'Nothing',
              total: true,
            },
          ]}
        />
        <p className="mt-4 text-ink-soft text-sm">
          You don’t need to do anything. Please leave the money in your account until it arrives.
        </p>
      </Panel>
      <p className="mt-8 flex flex-wrap gap-3 print:hidden">
        <ButtonLink to={`/traveler/${token}`}>See your page</ButtonLink>
        {page.state === 'open' && <PayTheRest token={token} />}
      </p>
      <ContactLine reference={journey.reference} className="mt-8 text-ink-soft" />
    </NarrowPage>
  )
}

const PayTheRest = ({ token }: { token: string }) => (
  <ButtonLink to={`/pay/${token}`} reloadDocument tone="outline">
    Pay the rest
  </ButtonLink>
)

/** The receipt of somebody else's payment, which stays at their link. */
const PaidLink = ({ paid, traveler }: { paid: PaidByLink; traveler: string | null }) => (
  <ReceiptSheet
    receipt={paid.sheet}
    booking={paid.booking}
    paidBy={paid.paidBy}
    before={
      <>
        <Notice
          tone="success"
          title={`Thank you. We received ${showCents(paid.sheet.amountCents)} for ${traveler ? `${traveler}’s` : 'the'} journey.`}
        >
          This receipt stays at your link. Nothing more is asked of you.
        </Notice>
        {paid.wentBackCents > 0 && (
          <Notice tone="info" title={`${showCents(paid.wentBackCents)} of it went back to your card`}>
            Your bank shows it within a few days.
          </Notice>
        )}
      </>
    }
  />
)

/** Why there is no form on this link, in kind words, and where to go on. */
function NothingToPay({ page }: { page: OwnPayPage }) {
  const { token, by, state, journey, receipts } = page
  const { text, ...notice } = whyNoForm(page)
  const hasPage = by === 'traveler' && state !== 'ended'
  return (
    <>
      <Notice
        {...notice}
        actions={hasPage && <ButtonLink to={`/traveler/${token}`}>See your page</ButtonLink>}
      >
        {text}
      </Notice>
      {receipts.length > 0 && (
        <Panel as="section" title="Your payments">
          <OwnReceipts token={token} receipts={receipts} />
        </Panel>
      )}
      <ContactLine reference={journey.reference} />
    </>
  )
}

type Reason = Pick<ComponentProps<typeof Notice>, 'tone' | 'title'> & { text: string }

function whyNoForm({ by, state, share, traveler, bookedBy }: OwnPayPage): Reason {
  switch (state) {
    case 'withdrawn':
      return {
        tone: 'info',
        title: 'This link was withdrawn',
        text: `So there is nothing to pay here. Would you still like to help? ${traveler ?? 'Who sent it to you'} can send you another one.`,
      }
    case 'ended':
      return {
        tone: 'info',
        title: 'Nothing is due anymore',
        text: 'This booking has ended. What is to be returned goes back to where it was paid from.',
      }
    case 'departure-canceled':
      return {
        tone: 'info',
        title: 'We had to cancel this departure',
        text: `So nothing more is due. ${bookedBy ?? 'The lead traveler'} has our email about what comes next.`,
      }
    case 'processing':
      return {
        tone: 'wait',
        title: 'A payment is being processed',
        text: 'Please do not pay again. As soon as it is confirmed, you see it here.',
      }
    case 'unavailable':
      return { tone: 'danger', title: 'Payment System Unavailable', text: NOT_CONFIGURED }
    case 'on-its-way':
      return {
        tone: 'wait',
        title: share ? 'Your payment is on its way' : 'Nothing is left to pay for now',
        text: share
          ? `${showCents(share.onItsWayCents)} is on its way from a bank account. Nothing more is due for now.`
          : 'Another payment is on its way.',
      }
    default:
      return by === 'traveler'
        ? { tone: 'success', title: 'Your share is paid in full', text: 'Nothing more is due. Thank you.' }
        : {
            tone: 'success',
            title: 'Nothing is left to pay',
            text: 'It has all been paid in the meantime. Thank you all the same.',
          }
  }
}

/** A link that pays nothing anymore. */
export function ClosedLink({ page }: { page: ClosedPage }) {
  if (page.closed === 'not-asked')
    return (
      <NarrowPage title="Nothing to pay here">
        <Notice
          tone="info"
          title={`${page.bookedBy ?? 'The lead traveler'} pays for everybody`}
          actions={<ButtonLink to={page.to}>See your page</ButtonLink>}
        >
          So nothing is asked of you. What you have paid stays paid.
        </Notice>
      </NarrowPage>
    )
  return page.paid ? (
    <PaidLink paid={page.paid} traveler={null} />
  ) : (
    <NarrowPage title="Nothing to pay here">
      <Notice tone="info" title="This link is no longer needed">
        Nothing is left that could be paid by it. Thank you all the same.
      </Notice>
    </NarrowPage>
  )
}
