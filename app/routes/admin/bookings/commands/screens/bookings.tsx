import { showDay, showDays, showLongDay } from '#app/platform/days'
import { showCents } from '#app/platform/money'
import { travelersInWords } from '#app/tours/party'
import { filledIn } from '#app/ui/admin/admin-fields'
import { RouteDialog } from '#app/ui/admin/route-dialog'
import { SelectField, TextField } from '#app/ui/field'
import {
  Amounts,
  BankMayTakeIt,
  NoteField,
  PartyAfter,
  PlanAfter,
  PriceAfter,
  planAmounts,
  RefundSummary,
  WhichPrice,
} from '../../money-dialog'
import { andRefund, type Screen } from './screen'

export const cancel: Screen<'cancel'> = {
  failed: 'Failed to cancel the booking',
  confirm: (
    { reference, name, travelers, isDepartureCanceled, overdueCents, quote, refundsGoTo, bankMayTake },
    fields,
  ) => ({
    title: `Cancel ${reference}?`,
    lead: (
      <>
        <bdi>{name}</bdi>’s {travelers > 1 ? `${travelers} seats` : 'seat'}{' '}
        {isDepartureCanceled ? 'will stay empty' : travelers > 1 ? 'go back on sale' : 'goes back on sale'},
        reminders stop, and the payment links stop working.
        {isDepartureCanceled
          ? ' The booking cannot be reinstated: its departure was canceled.'
          : ' You can reinstate the booking only while seats are left; the traveler then owes the refunded amount again.'}
      </>
    ),
    about: (
      <>
        {quote.toCardsCents > 0 && <BankMayTakeIt bankMayTake={bankMayTake} />}
        <RefundSummary {...{ quote, refundsGoTo }} />
      </>
    ),
    button: { tone: 'danger', label: `Cancel booking${andRefund(quote)}`, busyLabel: 'Canceling...' },
    fields: (
      <>
        {overdueCents > 0 && (
          <label className="flex gap-2.5 text-sm">
            <input
              type="checkbox"
              name={fields.forNonPayment.name}
              value="yes"
              defaultChecked={fields.forNonPayment.initialValue === 'yes'}
              className="mt-0.5 size-4"
            />
            <span>
              For non-payment: {showCents(overdueCents)} is overdue. Our email to the traveler says so.
            </span>
          </label>
        )}
        <NoteField field={fields.note} />
      </>
    ),
  }),
}

export const move: Screen<'move'> = {
  failed: 'Failed to move the booking',
  ask: ({ reference, travelers, departures }, fields) => {
    const title = `Move ${reference}`
    if (departures.length === 0) {
      return (
        <RouteDialog title={title} closeTo={`/admin/bookings/${reference}`}>
          <p className="text-sm">
            There is no other departure ahead. Add one under Settings, Departures first.
          </p>
        </RouteDialog>
      )
    }
    return {
      title,
      label: 'Show price and plan',
      fields: (
        <SelectField
          {...filledIn(fields.departure)}
          label={`New departure, for ${travelersInWords(travelers)}`}
        >
          {departures.map(({ id, dates, left }) => (
            <option key={id} value={id} disabled={left < travelers}>
              {`${dates} (${left === 0 ? 'sold out' : `${left} left`})`}
            </option>
          ))}
        </SelectField>
      ),
    }
  },
  confirm: ({ reference, quote }, fields) => {
    const { from, to, travelers, seatsLeft, agreed, today } = quote
    return {
      title: `Move ${reference} to ${showLongDay(to.startsOn)}?`,
      lead: (
        <>
          From {showDays(from.startsOn, from.endsOn)}, for {travelersInWords(travelers)}. {seatsLeft}{' '}
          {seatsLeft === 1 ? 'seat is' : 'seats are'} left there. What was paid stays as it is, details come
          along, rooms shared with other bookings end, and we’ll email the lead traveler.
        </>
      ),
      about: (
        <>
          <Amounts
            title="Now"
            amounts={[
              { label: 'Price', cents: quote.beforeCents },
              ...planAmounts({ installments: quote.installmentsBefore }),
            ]}
          />
          <PriceAfter title={today ? 'Then, at the agreed price' : 'Then'} quote={agreed} />
          {today && <PriceAfter title="Then, at today’s price" quote={today} />}
          <h3 className="mb-1 font-semibold text-xs">If they cancel then</h3>
          <ul className="mb-5 grid gap-1 text-admin-soft text-xs">
            {quote.refundDates.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </>
      ),
      button: { label: 'Move the booking', busyLabel: 'Moving...' },
      fields: <WhichPrice field={fields.price} agreed={agreed} today={today} />,
    }
  },
}

export const reinstate: Screen<'reinstate'> = {
  failed: 'Failed to reinstate the booking',
  confirm: ({ reference, name, today, quote }, fields) => ({
    title: `Reinstate ${reference}?`,
    lead: (
      <>
        <bdi>{name}</bdi> {quote.hold ? 'can travel after all: we hold' : 'is back on the trip and takes'}{' '}
        {quote.seatsLeft === 1 ? 'the last seat' : `${quote.travelers} of the ${quote.seatsLeft} seats left`}.{' '}
        {quote.hold
          ? 'We kept no money for this booking, so all of it is due again, at the agreed price. We’ll email the lead traveler the link to pay.'
          : `${showCents(quote.paidCents)} counts as paid, what was refunded is owed again, and we’ll email the lead traveler.`}
      </>
    ),
    about: (
      <>
        <PartyAfter {...quote} />
        {quote.hold && (
          <Amounts amounts={[{ label: 'Due while the seats are held', cents: quote.hold.nowCents }]} />
        )}
        {quote.installments.length > 0 && <PlanAfter {...quote} />}
      </>
    ),
    button: { label: 'Reinstate the booking', busyLabel: 'Reinstating...' },
    fields: quote.hold && (
      <TextField
        label="Hold the seats until"
        type="date"
        min={today}
        max={quote.hold.atMostUntil}
        hint={`Until ${showDay(quote.hold.atMostUntil)} at the latest.`}
        {...filledIn(fields.heldUntil)}
        defaultValue={fields.heldUntil.initialValue ?? quote.hold.usuallyUntil}
        autoComplete="off"
      />
    ),
  }),
}
