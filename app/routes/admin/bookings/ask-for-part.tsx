import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { travelerMailbox } from '#app/bookings/traveler-letters.server'
import { amountsOwed } from '#app/money/amounts-owed.server'
import { AskForPartForm } from '#app/money/money-forms'
import { askFingerprint, askForPart, lastAsked } from '#app/money/payments/later-payment.server'
import { partWords } from '#app/money/payments/refusal-words'
import { businessTime, now } from '#app/platform/clock.server'
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
import { AmountField, MoneyDialog, useMoneyResult } from './money-dialog'

export async function loader(args: LoaderFunctionArgs) {
  const booking = await bookingToChange(args)
  const { remainingCents } = amountsOwed(booking)
  if (remainingCents === 0) throw redirect(`/admin/bookings/${booking.reference}`)
  const { address } = travelerMailbox(booking)
  const last = lastAsked(booking)
  return {
    ...{ reference: booking.reference, remainingCents, address },
    lastSent: last && businessTime(last.createdAt),
    quoted: askFingerprint(booking),
    formKey: crypto.randomUUID(),
  }
}

export const shouldRevalidate = revalidateAfterError

export const action = (args: ActionFunctionArgs) =>
  answerMoneyCommand(args, AskForPartForm, ({ amount, ...wish }, staff) => {
    const outcome = askForPart({ ...wish, amountCents: amount }, staff, now())
    if ('asked' in outcome) return done('Payment link sent', `It asks for ${showCents(amount)}.`)
    if ('remainingCents' in outcome) return { words: partWords(outcome.remainingCents), field: 'amount' }
    return answerNotDone(outcome, {
      'nothing-due': nothingChanged('Nothing is left to pay.'),
      changed:
        'Someone has sent a payment link since this was opened, or what is left to pay has changed. Nothing was sent: please look again.',
    })
  })

export const clientAction = stayOnFailure({ title: 'Failed to send the payment link' })

export default function AskForPartPage() {
  const { reference, remainingCents, address, lastSent, quoted, formKey } = useLoaderData<typeof loader>()
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
          {lastSent && ` The last such link was sent ${lastSent}.`}
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
