import { Form } from '@remix-run/react'
import { amountOnItsWay, onItsWayWords } from '#app/bookings/on-its-way'
import { GUEST_REQUEST_WORDS } from '#app/bookings/stored-values'
import { REFUND_REASONS, REFUSED_EACH_TIME } from '#app/money/books/refund-reasons'
import { showDay } from '#app/platform/days'
import { showCents } from '#app/platform/money'
import { AdminLink, adminButton } from '#app/ui/admin/admin-parts'
import { useMay } from '#app/ui/admin/admin-shell'
import { Notice } from '#app/ui/notice'
import type { BookingPageFacts } from './booking-page.server'

/** What is on its way, or still to be done by hand, on a booking's page. */
export function BookingNotices({ facts }: { facts: BookingPageFacts }) {
  const mayChange = useMay()('change money')
  const here = `/admin/bookings/${facts.booking.reference}`
  return (
    <div className="mb-5 grid gap-3 empty:hidden">
      {facts.question && <QuestionNotice {...{ question: facts.question, facts, here }} />}
      {facts.requests.map(({ id, kind, message, askedAt, answer }) => (
        <Notice
          key={id}
          tone="wait"
          title={`${facts.booking.name} asks ${GUEST_REQUEST_WORDS[kind]}`}
          actions={
            <>
              {answer && (
                <AdminLink to={`${here}/${answer.dialog}`} preventScrollReset tone="main">
                  {answer.label}
                </AdminLink>
              )}
              {mayChange && (
                <AdminLink to={`${here}/requests/${id}`} preventScrollReset>
                  Answer
                </AdminLink>
              )}
              <Form method="post" preventScrollReset>
                <input type="hidden" name="request" value={id} />
                <button type="submit" className={adminButton('plain')}>
                  Mark as done
                </button>
              </Form>
            </>
          }
        >
          <span className="wrap-anywhere whitespace-pre-line">
            {`Sent ${askedAt}. ${message || 'No message.'}`}
          </span>
        </Notice>
      ))}
      {facts.placesOnOffer.map(({ id, feeCents, since, isUsed }) => (
        <Notice
          key={id}
          tone="info"
          title="A seat is offered to the waitlist"
          actions={
            mayChange && (
              <AdminLink to={`${here}/place/${id}`} preventScrollReset>
                Remove it
              </AdminLink>
            )
          }
        >
          {`Since ${since}, for a fee of ${showCents(feeCents)}. `}
          {isUsed ? 'A waiting party has the offer now.' : 'No offer needs it yet.'}
          {' Once it is paid for, the traveler is removed and refunded automatically.'}
        </Notice>
      ))}
      {facts.openDisputes.map((one) => (
        <Notice
          key={one.dispute}
          tone="danger"
          title={`A payment of ${showCents(one.amountCents)} is disputed`}
        >
          {`Reported ${one.openedAt} as ${one.reason}. Answer in Stripe’s dashboard`}
          {one.answerBy && ` before ${one.answerBy}`}
          {'. Until it is decided, the ledger stays as it is, and Stripe may refuse to refund the payment.'}
        </Notice>
      ))}
      {facts.notReturnedCents > 0 && (
        <Notice
          tone="wait"
          title={`Still to be paid back by hand: ${showCents(facts.notReturnedCents)}`}
          actions={mayChange && <AdminLink to={`${here}/payment`}>Record it</AdminLink>}
        >
          The booking has ended, and this money does not go back automatically: it was paid by check, wire or
          otherwise, came from a bank account too long ago, or its refund failed or was dropped. Send it, then
          record it here.
        </Notice>
      )}
      {facts.refundsOnTheirWay.map((refund) => (
        <RefundNotice key={refund.id} refund={refund} here={here} />
      ))}
      {facts.onItsWay.map((one) => (
        <Notice
          key={onItsWayWords(one)}
          tone="info"
          title={`${amountOnItsWay(one.amountCents)} from the guest’s bank account`}
        >
          {`Expected about ${showDay(one.aboutOn)}. Until then it is asked for by no page or letter, and most changes of money wait for it. If it does not come, the guest is asked again, and you get a letter.`}
        </Notice>
      ))}
      {facts.openPages.map((page) => (
        <Notice key={page.id} tone="info" title={openPageWords(page)}>
          {`Since ${page.since}${page.paidBy ? `, by ${page.paidBy}` : ''}. It is not in the ledger until Stripe says that it was paid.`}
        </Notice>
      ))}
    </div>
  )
}

function openPageWords({ amountCents, isProcessing, share }: BookingPageFacts['openPages'][number]): string {
  const toward = share ? ` toward ${share}’s share` : ''
  return isProcessing
    ? `A card payment of ${showCents(amountCents)}${toward} is being processed`
    : `A payment page for ${showCents(amountCents)}${toward} is open`
}

type QuestionProps = {
  question: NonNullable<BookingPageFacts['question']>
  facts: BookingPageFacts
  here: string
}

/** The choice of a guest whose departure was canceled or postponed: on the phone staff choose for them. */
function QuestionNotice({ question: { kind, dates, answerBy, isOpen }, facts, here }: QuestionProps) {
  if (!isOpen) {
    return (
      <Notice tone="wait" title="Everything will be refunded as soon as possible">
        {`${dates} was ${kind}. It is waiting for Stripe, an open payment or a dispute, and is retried every minute.`}
      </Notice>
    )
  }
  return (
    <Notice
      tone="wait"
      title={`${dates} was ${kind}: ${facts.booking.name} can choose until ${answerBy}`}
      actions={
        <>
          {kind === 'canceled' && facts.acts.move && (
            <AdminLink to={`${here}/move`} preventScrollReset tone="main">
              Move the booking
            </AdminLink>
          )}
          {kind === 'postponed' && (
            <Form method="post" preventScrollReset>
              <input type="hidden" name="choice" value="stays" />
              <button type="submit" className={adminButton('main')}>
                They travel on the new dates
              </button>
            </Form>
          )}
          {facts.acts.cancel && (
            <AdminLink to={`${here}/cancel`} preventScrollReset>
              Give everything back
            </AdminLink>
          )}
        </>
      }
    >
      {kind === 'canceled'
        ? 'Everything back, or another departure. Without an answer, they get everything back. If they call, choose for them here.'
        : 'The new dates, or everything back. Without an answer the booking stays. If they call, choose for them here.'}
    </Notice>
  )
}

type Refund = BookingPageFacts['refundsOnTheirWay'][number]

function RefundNotice({ refund, here }: { refund: Refund; here: string }) {
  const { title, label, next } = wordsFor(refund)
  const mayChange = useMay()('change money')
  return (
    <Notice
      tone={label ? 'danger' : 'info'}
      title={title}
      actions={
        label &&
        mayChange && (
          <AdminLink to={`${here}/refunds/${refund.id}`} preventScrollReset>
            {label}
          </AdminLink>
        )
      }
    >
      {`Ordered ${refund.createdAt}${refund.orderedBy ? ` by ${refund.orderedBy}` : ''} ${REFUND_REASONS[refund.reason].onPage}. `}
      {next}
      {refund.lastError && ` Stripe said: ${refund.lastError}.`}
      {refund.note && ` Note: ${refund.note}`}
    </Notice>
  )
}

/** `label` is the button's, where it waits for staff. */
function wordsFor({ amountCents, foundCents, state }: Refund) {
  const amount = showCents(amountCents)
  if (foundCents !== null) {
    return {
      title: `Was it the refund of ${amount}?`,
      label: 'Answer',
      next: `${showCents(foundCents)} of the same payment was given back in Stripe’s dashboard since. Until you answer, nothing more is sent.`,
    }
  }
  return state === 'refused'
    ? {
        title: `A refund of ${amount} could not be made`,
        label: 'Decide what happens',
        next: `${REFUSED_EACH_TIME}. It is waiting for you.`,
      }
    : {
        title: `A refund of ${amount} is on its way`,
        label: null,
        next: 'It is made automatically as soon as Stripe can be reached.',
      }
}
