import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { travelerMailbox } from '#app/bookings/traveler-letters.server'
import { asShown } from '#app/money/books/quote-digest.server'
import { AskForPartForm } from '#app/money/changes/money-forms'
import { askForPart, askQuote } from '#app/money/changes/paying/later-payment.server'
import { partWords } from '#app/money/changes/paying/refusal-words'
import { now } from '#app/platform/clock.server'
import { showCents } from '#app/platform/money'
import { revalidateAfterError, stayOnFailure } from '#app/ui/admin/admin-form'
import { useStaffForm } from '#app/ui/admin/staff-form'
import {
  answerMoneyCommand,
  answerNotDone,
  bookingToChange,
  done,
  nothingChanged,
} from './booking-command.server'
import { AmountField, MoneyDialog, useMoneyResult, useQuote } from './money-dialog'

export async function loader(args: LoaderFunctionArgs) {
  const booking = await bookingToChange(args)
  const quote = askQuote(booking)
  if (quote.remainingCents === 0) throw redirect(`/admin/bookings/${booking.reference}`)
  const { address } = travelerMailbox(booking)
  return { reference: booking.reference, address, quote: asShown(quote), formKey: crypto.randomUUID() }
}

export const shouldRevalidate = revalidateAfterError

export const action = (args: ActionFunctionArgs) =>
  answerMoneyCommand(args, AskForPartForm, async ({ amount, ...wish }, staff) => {
    const outcome = await askForPart({ ...wish, amountCents: amount }, staff, now)
    if ('asked' in outcome) return done('Payment link sent', `It asks for ${showCents(amount)}.`)
    if ('remainingCents' in outcome) return { words: partWords(outcome.remainingCents), field: 'amount' }
    return answerNotDone(
      outcome,
      { 'nothing-due': nothingChanged('Nothing is left to pay.') },
      'Someone has sent a payment link since this was opened, or what is left to pay has changed. Nothing was sent: please look again.',
    )
  })

export const clientAction = stayOnFailure({ title: 'Failed to send the payment link' })

export default function AskForPartPage() {
  const { reference, address, quote, formKey } = useLoaderData<typeof loader>()
  const { remainingCents, lastAsked, quoted } = useQuote(quote)
  const [form, fields] = useStaffForm(AskForPartForm, {
    id: 'ask-for-part',
    lastResult: useMoneyResult(),
  })
  return (
    <MoneyDialog
      {...{ reference, form, formKey }}
      title="Send a payment link"
      about={
        <p className="wrap-anywhere mb-4 text-sm">
          We’ll email {address} a link to pay this amount by card. {showCents(remainingCents)} is left to pay.
          {lastAsked && ` The last such link was sent ${lastAsked.at}.`}
        </p>
      }
      label="Send the link"
      busyLabel="Sending..."
      shown={{ quoted }}
    >
      <AmountField field={fields.amount} required />
    </MoneyDialog>
  )
}
