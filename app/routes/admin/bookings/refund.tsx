import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { isPaid, TO_PAY_BACK } from '#app/bookings/status'
import { openDisputes } from '#app/money/books/disputes.server'
import { keptCents, refundableCents } from '#app/money/books/ledger.server'
import { digestOf, type Shown } from '#app/money/books/quote-digest.server'
import type { RefundQuote } from '#app/money/books/quotes'
import { RefundForm } from '#app/money/changes/money-forms'
import { refundBooking, refundQuote } from '#app/money/changes/refund-orders.server'
import { moneyQuote } from '#app/money/refunds/orders.server'
import { now, today } from '#app/platform/clock.server'
import { showDay } from '#app/platform/days'
import { cents, showCents } from '#app/platform/money'
import { hasBegun } from '#app/tours/departure'
import { departureOf } from '#app/tours/departures.server'
import { revalidateAfterError, stayOnFailure } from '#app/ui/admin/admin-form'
import { RouteDialog } from '#app/ui/admin/route-dialog'
import { useStaffForm } from '#app/ui/admin/staff-form'
import { Notice } from '#app/ui/notice'
import {
  answerMoneyCommand,
  answerNotDone,
  bookingToChange,
  done,
  promisedBeyond,
  typedInQuery,
} from './booking-command.server'
import {
  AmountField,
  Amounts,
  MoneyChoices,
  MoneyDialog,
  NoteField,
  planAmounts,
  useMoneyForm,
  useMoneyResult,
  useQuote,
} from './money-dialog'

export async function loader(args: LoaderFunctionArgs) {
  const booking = await bookingToChange(args)
  const wholeCents = refundableCents(booking.id)
  const departure = departureOf(booking)
  return {
    reference: booking.reference,
    travelers: booking.travelers,
    wholeCents,
    quoted: digestOf(moneyQuote(booking)),
    stands: isPaid(booking.status),
    /** Nothing would be left paid: the booking ends with it. */
    endsBooking: isPaid(booking.status) && wholeCents >= keptCents(booking.id),
    /** The first day, once the journey has begun: the terms give nothing back anymore. */
    begun: hasBegun(departure, today()) ? showDay(departure.startsOn) : null,
    isDisputed: openDisputes(`booking:${booking.reference}`).length > 0,
    formKey: crypto.randomUUID(),
    /** Back from what it comes to. */
    typed: typedInQuery(args.request, RefundForm).typed,
  }
}

export const shouldRevalidate = revalidateAfterError

export const action = (args: ActionFunctionArgs) =>
  answerMoneyCommand(args, RefundForm, async (typed, staff) => {
    const { scope, amount, wholeCents, ...asked } = typed
    const amountCents = scope === 'whole' ? wholeCents : (amount ?? cents(0))
    if (amountCents === 0) return { words: 'There is no card payment to refund.', status: 400 }
    const wish = { amountCents, ...asked }
    const outcome =
      wish.shown === '' ? refundQuote(wish, staff, now()) : await refundBooking(wish, staff, now)
    if ('amountCents' in outcome) return { shows: outcome }
    if ('known' in outcome) return ALREADY_ORDERED
    if ('ordered' in outcome) {
      const amountBack = showCents(outcome.ordered)
      return done('Refund ordered', `${amountBack} goes back to the card, and we’ll email the traveler.`)
    }
    switch (outcome.refused) {
      case 'effect-changed':
        return {
          words: 'What this refund comes to has changed. Nothing was refunded: please look at it again.',
          quote: outcome.effect,
        }
      case 'quote-changed':
        return {
          words: `The payments or the price of this booking have changed since this was opened: ${showCents(outcome.quote.refundableCents)} can go back to the card now. Nothing was refunded: please look again.`,
        }
      case 'promised':
        return { words: `${promisedBeyond(outcome.atMostCents)} Nothing was refunded.`, field: 'amount' }
      case 'more-than-paid':
        return {
          words: `At most ${showCents(outcome.refundableCents)} can go back to the card. Nothing was refunded.`,
          field: 'amount',
        }
      default:
        return answerNotDone(outcome, {
          'nothing-paid':
            'Nothing is left that could go back to a card: all of it went back, or is on its way.',
        })
    }
  })

const ALREADY_ORDERED = {
  toast: {
    tone: 'info',
    title: 'Already ordered',
    description: 'This form was sent before. Nothing more was refunded.',
  },
} as const

export const clientAction = stayOnFailure({ title: 'Failed to order the refund' })

export default function RefundPage() {
  const quote = useQuote<Shown<RefundQuote> | null>(null)
  return quote ? <Confirm quote={quote} /> : <Ask />
}

/** How much goes back: what that comes to is shown next. */
function Ask() {
  const { reference, travelers, wholeCents, quoted, stands, endsBooking, begun, isDisputed, formKey, typed } =
    useLoaderData<typeof loader>()
  const [form, fields] = useStaffForm(RefundForm, {
    id: 'refund',
    lastResult: useMoneyResult(),
    defaultValue: typed,
  })
  const title = `Refund ${reference}`
  if (wholeCents === 0) {
    return (
      <RouteDialog title={title} closeTo={`/admin/bookings/${reference}`}>
        <p className="text-sm">
          Nothing can go back to a card: no card payment is left, or all of it is on its way back already.
        </p>
      </RouteDialog>
    )
  }
  return (
    <MoneyDialog
      {...{ reference, form, formKey, title }}
      label="Show what it comes to"
      busyLabel="Calculating..."
      shown={{ wholeCents, quoted, ...(!stands && { reason: 'goodwill' }) }}
    >
      {begun && (
        <Notice tone="wait" title="Under the terms, nothing is refundable anymore">
          The journey began on {begun}. What you refund now is goodwill.
        </Notice>
      )}
      {isDisputed && (
        <Notice tone="wait" title="A payment of this booking is disputed">
          Stripe refuses to refund it until the dispute is decided. If the guest wins it, they get that money
          from their bank: a refund as well would pay them twice.
        </Notice>
      )}
      <MoneyChoices
        field={fields.scope}
        legend="How much goes back to the card?"
        options={[
          { value: 'part', title: 'A part', detail: 'The amount below.' },
          {
            value: 'whole',
            title: `All of it: ${showCents(wholeCents)}`,
            ...(endsBooking && {
              detail: `Then nothing paid remains: the booking ends and its ${travelers > 1 ? `${travelers} seats become` : 'seat becomes'} available.`,
            }),
          },
        ]}
      />
      <AmountField field={fields.amount} hint={`Partial refund: up to ${showCents(wholeCents)}.`} />
      {stands && (
        <MoneyChoices
          field={fields.reason}
          legend="What happens to the price?"
          options={[
            {
              value: 'goodwill',
              title: 'It is lowered by this amount',
              detail: 'No one will be asked for it again.',
            },
            {
              value: 'owed-again',
              title: 'It stays',
              detail: 'The traveler owes this amount again, and is notified.',
            },
          ]}
        />
      )}
      <NoteField field={fields.note} />
    </MoneyDialog>
  )
}

/** What is typed on the first page and sent again with the second. */
const TYPED = ['scope', 'amount', 'reason', 'note'] as const

/** What the refund comes to, before it is made. */
function Confirm({ quote }: { quote: Shown<RefundQuote> }) {
  const { reference, wholeCents, quoted, formKey } = useLoaderData<typeof loader>()
  const result = useMoneyResult()
  const sent = Object.fromEntries(
    TYPED.flatMap((name) => {
      const value = result?.initialValue?.[name]
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )
  const [form] = useMoneyForm('confirm-refund')
  const back = showCents(quote.amountCents)
  return (
    <MoneyDialog
      {...{ reference, form, formKey }}
      title={`Refund ${back} of ${reference}?`}
      lead={`${back} goes back to the card. ${becomesOf(quote)} We’ll email the lead traveler. This cannot be undone.`}
      about={
        quote.stands && (
          <Amounts
            amounts={[
              { label: 'Price now', cents: quote.beforeCents },
              ...(quote.endsBooking
                ? []
                : [
                    { label: 'Price then', cents: quote.totalCents },
                    { label: 'Paid then', cents: quote.paidCents },
                    { label: 'Balance due then', cents: quote.remainingCents },
                    ...planAmounts(quote),
                  ]),
              ...(quote.promisedCents > 0
                ? [{ label: `${TO_PAY_BACK}, from before`, cents: quote.promisedCents }]
                : []),
            ]}
          />
        )
      }
      tone="danger"
      label={`Refund ${back} to card`}
      busyLabel="Refunding..."
      backTo={`/admin/bookings/${reference}/refund?${new URLSearchParams(sent)}`}
      shown={{ ...sent, wholeCents, quoted, shown: quote.quoted }}
    />
  )
}

function becomesOf({ endsBooking, stands, isOwedAgain, travelers }: RefundQuote): string {
  if (endsBooking)
    return `Nothing paid remains: the booking ends and its ${travelers > 1 ? `${travelers} seats become` : 'seat becomes'} available.`
  if (!stands) return 'The booking has ended already, and stays ended.'
  return isOwedAgain ? 'The traveler owes it again.' : 'The price goes down: no one is asked for it again.'
}
