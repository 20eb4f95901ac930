import { useForm } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { z } from 'zod'
import { partyOf } from '#app/bookings/party.server'
import { isPaid } from '#app/bookings/status'
import { asShown, type Shown } from '#app/money/books/quote-digest.server'
import type { PriceQuote } from '#app/money/books/quotes'
import { ConfirmPriceForm, PRICE_REASON_AT_MOST, PriceForm, wishOf } from '#app/money/changes/money-forms'
import { priceQuote, repriceBooking } from '#app/money/changes/price-changes.server'
import { now } from '#app/platform/clock.server'
import { travelerWords } from '#app/travelers/detail-fields'
import { filledIn } from '#app/ui/admin/admin-fields'
import { stayOnFailure } from '#app/ui/admin/admin-form'
import { RouteDialog } from '#app/ui/admin/route-dialog'
import { SelectField, TextField } from '#app/ui/field'
import {
  answerMoneyCommand,
  answerRepriced,
  bookingToChange,
  typedInQuery,
  WHY_NOT_REPRICED,
} from './booking-command.server'
import {
  AskForm,
  MoneyChoices,
  MoneyDialog,
  PriceChangeSummary,
  useMoneyForm,
  useQuote,
} from './money-dialog'

/** First what is typed, by GET; then its quote, which is confirmed. */
export async function loader(args: LoaderFunctionArgs) {
  const booking = await bookingToChange(args)
  if (!isPaid(booking.status)) throw redirect(`/admin/bookings/${booking.reference}`)
  const { form, typed, isAgain } = typedInQuery(args.request, PriceForm)
  const facts = {
    reference: booking.reference,
    travelers: partyOf(booking.id).map((traveler) => ({ id: traveler.id, name: travelerWords(traveler) })),
    formKey: crypto.randomUUID(),
    typed,
  }
  if (!form.has('amount')) return { ...facts, result: null, quote: null }
  const submission = parseWithZod(form, { schema: PriceForm })
  if (submission.status !== 'success') return { ...facts, result: submission.reply(), quote: null }
  const quote = priceQuote(booking, wishOf(submission.value), now())
  if ('refused' in quote) {
    const words = [WHY_NOT_REPRICED[quote.refused]]
    const isOfAmount = quote.refused === 'beyond-price' || quote.refused === 'too-little'
    const result = submission.reply(isOfAmount ? { fieldErrors: { amount: words } } : { formErrors: words })
    return { ...facts, result, quote: null }
  }
  return { ...facts, result: null, quote: isAgain ? null : asShown(quote) }
}

export const action = (args: ActionFunctionArgs) =>
  answerMoneyCommand(args, ConfirmPriceForm, async (typed, staff) => {
    const { reference, quoted, formKey } = typed
    return answerRepriced(
      await repriceBooking({ ...wishOf(typed), reference, quoted, formKey }, staff, now),
      'Price changed',
    )
  })

export const clientAction = stayOnFailure({ title: 'Failed to change the price' })

export default function PricePage() {
  const { quote } = useLoaderData<typeof loader>()
  return quote ? <Confirm shown={quote} /> : <Ask />
}

/** What is to change: its quote is shown next. */
function Ask() {
  const { reference, travelers, result, typed } = useLoaderData<typeof loader>()
  const [form, fields] = useForm<z.input<typeof PriceForm>>({
    id: 'price',
    lastResult: result,
    defaultValue: typed,
  })
  return (
    <RouteDialog title={`Change the price of ${reference}`} closeTo={`/admin/bookings/${reference}`}>
      <AskForm form={form} label="Show the new price">
        <MoneyChoices
          field={fields.direction}
          legend="What changes?"
          options={[
            {
              value: 'discount',
              title: 'Discount',
              detail: 'Comes off the open balance, the last installment first.',
            },
            { value: 'surcharge', title: 'Surcharge', detail: 'Due with the last installment.' },
          ]}
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
      </AskForm>
    </RouteDialog>
  )
}

/** What it comes to, before it is done. */
function Confirm({ shown }: { shown: Shown<PriceQuote> }) {
  const { reference, formKey, typed } = useLoaderData<typeof loader>()
  const quote = useQuote(shown)
  const [form] = useMoneyForm('confirm-price')
  const here = `/admin/bookings/${reference}/price`
  return (
    <MoneyDialog
      {...{ reference, form, formKey }}
      title={`Change the price of ${reference}?`}
      about={
        <PriceChangeSummary
          {...quote}
          reason={`${quote.changeCents < 0 ? 'Discount' : 'Surcharge'}: ${typed.words ?? ''}`}
        />
      }
      backTo={`${here}?${new URLSearchParams({ ...typed, again: '' })}`}
      label="Change the price"
      busyLabel="Changing..."
      shown={{ ...typed, quoted: quote.quoted }}
    />
  )
}
