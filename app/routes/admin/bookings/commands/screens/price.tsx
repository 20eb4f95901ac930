import {
  HAND_METHODS,
  HandPaymentForm,
  MONEY_NOTE_AT_MOST,
  PRICE_DIRECTIONS,
  PRICE_REASON_AT_MOST,
} from '#app/money/changes/money-forms'
import { showCents } from '#app/platform/money'
import { filledIn } from '#app/ui/admin/admin-fields'
import { RouteDialog } from '#app/ui/admin/route-dialog'
import { SelectField, TextAreaField, TextField } from '#app/ui/field'
import { AmountField, MoneyChoices, NoteField, PriceChangeSummary } from '../../money-dialog'
import type { Page } from '../command.server'
import type { payment as paymentCommand } from '../price.server'
import type { Screen } from './screen'

const titleOf = (direction = ''): string =>
  direction in PRICE_DIRECTIONS ? PRICE_DIRECTIONS[direction as keyof typeof PRICE_DIRECTIONS].title : ''

export const price: Screen<'price'> = {
  failed: 'Failed to change the price',
  ask: ({ reference, travelers }, fields) => ({
    title: `Change the price of ${reference}`,
    label: 'Show the new price',
    fields: (
      <>
        <MoneyChoices
          field={fields.direction}
          legend="What changes?"
          options={Object.entries(PRICE_DIRECTIONS).map(([value, offered]) => ({ value, ...offered }))}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label="Amount"
            hint="Dollars, such as 250, or a percentage, such as 10%."
            {...filledIn(fields.amount)}
            autoComplete="off"
          />
          <SelectField
            label="For"
            {...filledIn(fields.traveler)}
            defaultValue={fields.traveler.initialValue ?? 'all'}
          >
            <option value="all">The whole booking</option>
            {travelers.length > 1 &&
              travelers.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
          </SelectField>
        </div>
        <TextField
          label="Reason, as the guest reads it"
          hint="Shown beside the price and in the email, such as “Choir discount”."
          maxLength={PRICE_REASON_AT_MOST}
          {...filledIn(fields.words)}
          autoComplete="off"
          dir="auto"
        />
      </>
    ),
  }),
  confirm: ({ reference, typed, quote }) => ({
    title: `Change the price of ${reference}?`,
    about: <PriceChangeSummary {...quote} reason={`${titleOf(typed.direction)}: ${typed.words ?? ''}`} />,
    button: { label: 'Change the price', busyLabel: 'Changing...' },
  }),
}

export const undoPrice: Screen<'undoPrice'> = {
  failed: 'Failed to undo the price change',
  confirm: ({ words, isRoom, quote }) => {
    const room = isRoom ? ', and the traveler has the other kind of room again' : ''
    return {
      title: `Undo “${words}”?`,
      about: <PriceChangeSummary {...quote} reason={`“${words}” is undone${room}`} />,
      button: { tone: 'danger', label: 'Undo it', busyLabel: 'Undoing...' },
    }
  },
}

export const writeOff: Screen<'writeOff'> = {
  failed: 'Failed to write it off',
  confirm: ({ reference, name, quote: { owedCents, keptCents } }, fields) => ({
    title: `Write off what ${reference} owes?`,
    lead: (
      <>
        <bdi>{name}</bdi> owes {showCents(owedCents)} and will no longer be asked for it: reminders stop, and
        the payment link says that nothing is due. The booking stays, with the {showCents(keptCents)} that was
        paid. The traveler gets no email; their page says what was written off. This cannot be undone. If
        money comes after all, enter it with “Record payment”: it lowers the amount written off.
      </>
    ),
    button: { tone: 'danger', label: `Write off ${showCents(owedCents)}`, busyLabel: 'Writing off...' },
    fields: (
      <TextAreaField
        {...filledIn(fields.reason)}
        label="Reason"
        hint="Kept with the booking. The traveler does not see it."
        rows={2}
        maxLength={MONEY_NOTE_AT_MOST}
      />
    ),
  }),
}

export const payment: Screen<'payment'> = {
  failed: 'Failed to record the payment',
  reloads: true,
  checks: HandPaymentForm,
  usually: ({ received }) => ({ receivedOn: received.until }),
  confirm: (page, fields) => {
    const { reference, received } = page
    const title = 'Record a payment'
    const options = [
      ...(page.inCents > 0 ? [{ value: 'in', title: 'The traveler paid', detail: whatMayCome(page) }] : []),
      ...(page.outCents > 0 ? paidBack(page) : []),
    ]
    if (options.length === 0) {
      return (
        <RouteDialog title={title} closeTo={`/admin/bookings/${reference}`}>
          <p className="text-sm">
            Nothing can be paid for this booking, and nothing is left that could be paid back.
          </p>
        </RouteDialog>
      )
    }
    return {
      title,
      button: { label: 'Record payment', busyLabel: 'Recording...' },
      fields: (
        <>
          <MoneyChoices field={fields.direction} legend="Which way did the money go?" options={options} />
          <div className="grid gap-5 sm:grid-cols-2">
            <AmountField field={fields.amount} required />
            <SelectField label="How was it paid?" {...filledIn(fields.method)}>
              {Object.entries(HAND_METHODS).map(([method, name]) => (
                <option key={method} value={method}>
                  {name}
                </option>
              ))}
            </SelectField>
            {page.shares.length > 0 && (
              <SelectField
                label="Whose share?"
                hint="Of money that came. It counts for them alone."
                className="sm:col-span-2"
                {...filledIn(fields.share)}
              >
                <option value="all">Everybody</option>
                {page.shares.map(({ id, name, owedCents }) => (
                  <option key={id} value={id}>
                    {`${name}, ${showCents(owedCents)} left`}
                  </option>
                ))}
              </SelectField>
            )}
            <TextField
              type="date"
              label="Day it was received"
              hint="Or paid back. Monthly figures use this day."
              min={received.from}
              max={received.until}
              {...filledIn(fields.receivedOn)}
            />
          </div>
          <NoteField
            field={fields.note}
            label="Note"
            hint="Such as the check number. The traveler does not see it."
          />
        </>
      ),
    }
  },
}

type PaymentPage = Page<typeof paymentCommand>

function whatMayCome({ stands, holdsSeats, depositCents, inCents, writtenOffCents }: PaymentPage): string {
  if (!stands)
    return `From the deposit of ${showCents(depositCents)} to the full price of ${showCents(inCents)}. ${holdsSeats ? 'The seats held for them are then booked.' : 'It takes the seat, if one is free.'}`
  if (writtenOffCents === 0) return `At most ${showCents(inCents)}, the balance due.`
  const written =
    writtenOffCents === inCents ? 'which was written off' : `${showCents(writtenOffCents)} of it written off`
  return `At most ${showCents(inCents)}, ${written}. Any such payment lowers the write-off; nothing more is due.`
}

function paidBack({ outCents, throughStripeCents, refundsGoTo, stands }: PaymentPage) {
  const atMost = `At most ${showCents(outCents)}${stands ? '; all of it ends the booking' : ''}.${
    throughStripeCents > 0
      ? ` ${showCents(throughStripeCents)} of it can go back to ${refundsGoTo}: enter that here only if it could not be sent there, because it cannot go there after that.`
      : ''
  }`
  if (!stands) return [{ value: 'out-owed-again', title: 'We paid money back', detail: atMost }]
  return [
    {
      value: 'out-goodwill',
      title: 'We paid money back and lowered the price',
      detail: `The price goes down by that amount, so no one is asked for it again. ${atMost}`,
    },
    {
      value: 'out-owed-again',
      title: 'We paid money back; the price stays the same',
      detail: `The traveler owes it again, and is notified. ${atMost}`,
    },
  ]
}
