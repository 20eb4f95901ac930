import { TO_PAY_BACK } from '#app/bookings/status'
import type { Shown } from '#app/money/books/quote-digest.server'
import type { RefundQuote } from '#app/money/books/quotes'
import { CHOSEN_REASONS, RefundForm } from '#app/money/changes/money-forms'
import { showCents } from '#app/platform/money'
import { filledIn } from '#app/ui/admin/admin-fields'
import { RouteDialog } from '#app/ui/admin/route-dialog'
import { SelectField } from '#app/ui/field'
import { Notice } from '#app/ui/notice'
import { AmountField, Amounts, BankMayTakeIt, MoneyChoices, NoteField, planAmounts } from '../../money-dialog'
import type { Page } from '../command.server'
import type { refund as refundCommand } from '../refund.server'
import type { Confirming, Screen } from './screen'

/** What is typed at first and sent again with what it comes to. */
const TYPED = ['scope', 'amount', 'reason', 'share', 'note'] as const

export const refund: Screen<'refund'> = {
  failed: 'Failed to order the refund',
  checks: RefundForm,
  reloads: true,
  usually: ({ before }) => before,
  confirm: (page, fields, last) => {
    const {
      reference,
      travelers,
      wholeCents,
      money,
      stands,
      endsBooking,
      begun,
      isDisputed,
      refundsGoTo,
      bankMayTake,
    } = page
    // Of what was typed, the site answers what it comes to.
    const quote = page.quote as Shown<RefundQuote> | null
    if (quote) return asQuoted(page, quote, last)
    const title = `Refund ${reference}`
    if (wholeCents === 0) {
      return (
        <RouteDialog title={title} closeTo={`/admin/bookings/${reference}`}>
          <p className="text-sm">
            Nothing can go back through Stripe: no payment is left that could, or all of it is on its way back
            already.
          </p>
        </RouteDialog>
      )
    }
    return {
      title,
      button: { label: 'Show what it comes to', busyLabel: 'Calculating...' },
      sent: { wholeCents, quoted: money, ...(!stands && { reason: 'goodwill' }) },
      fields: (
        <>
          {begun && (
            <Notice tone="wait" title="Under the terms, nothing is refundable anymore">
              The journey began on {begun}. What you refund now is goodwill.
            </Notice>
          )}
          {isDisputed && (
            <Notice tone="wait" title="A payment of this booking is disputed">
              Stripe refuses to refund it until the dispute is decided. If the guest wins it, they get that
              money from their bank: a refund as well would pay them twice.
            </Notice>
          )}
          <BankMayTakeIt bankMayTake={bankMayTake} />
          <MoneyChoices
            field={fields.scope}
            legend={`How much goes back to ${refundsGoTo}?`}
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
          {page.shares.length > 0 && (
            <SelectField
              label="Whose money is it?"
              hint="Everybody’s goes by what each has paid. Of one traveler, price and money of that one alone change; it goes to the card they paid with first."
              {...filledIn(fields.share)}
            >
              <option value="all">Everybody’s</option>
              {page.shares.map(({ id, name, atMostCents }) => (
                <option key={id} value={id}>
                  {`${name}, up to ${showCents(atMostCents)}`}
                </option>
              ))}
            </SelectField>
          )}
          {stands && (
            <MoneyChoices
              field={fields.reason}
              legend="What happens to the price?"
              options={Object.entries(CHOSEN_REASONS).map(([value, offered]) => ({ value, ...offered }))}
            />
          )}
          <NoteField field={fields.note} />
        </>
      ),
    }
  },
}

/** What the refund comes to, before it is made. */
function asQuoted(
  { reference, wholeCents, money, refundsGoTo }: Page<typeof refundCommand>,
  quote: Shown<RefundQuote>,
  last: Record<string, string>,
): Confirming {
  const typed = Object.fromEntries(TYPED.flatMap((name) => (name in last ? [[name, last[name] ?? '']] : [])))
  const back = showCents(quote.amountCents)
  return {
    title: `Refund ${back} of ${reference}?`,
    lead: `${back}${quote.ofName ? ` of the money of ${quote.ofName}` : ''} goes back to ${refundsGoTo}. ${becomesOf(quote)} We’ll email ${quote.tellsThem ? 'them and the lead traveler' : 'the lead traveler'}. This cannot be undone.`,
    about: quote.stands && (
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
    ),
    button: { tone: 'danger', label: `Refund ${back}`, busyLabel: 'Refunding...' },
    backTo: `/admin/bookings/${reference}/refund?${new URLSearchParams(typed)}`,
    sent: { ...typed, wholeCents, quoted: money, shown: quote.quoted },
  }
}

function becomesOf({ endsBooking, stands, isOwedAgain, travelers }: RefundQuote): string {
  if (endsBooking)
    return `Nothing paid remains: the booking ends and its ${travelers > 1 ? `${travelers} seats become` : 'seat becomes'} available.`
  if (!stands) return 'The booking has ended already, and stays ended.'
  return isOwedAgain ? 'The traveler owes it again.' : 'The price goes down: no one is asked for it again.'
}
