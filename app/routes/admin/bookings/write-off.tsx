import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { asShown } from '#app/money/books/quote-digest.server'
import { MONEY_NOTE_AT_MOST, WriteOffForm } from '#app/money/changes/money-forms'
import { writeOff, writeOffQuote } from '#app/money/changes/write-off.server'
import { now } from '#app/platform/clock.server'
import { showCents } from '#app/platform/money'
import { filledIn } from '#app/ui/admin/admin-fields'
import { stayOnFailure } from '#app/ui/admin/admin-form'
import { TextAreaField } from '#app/ui/field'
import {
  answerMoneyCommand,
  answerNotDone,
  bookingToChange,
  done,
  nothingChanged,
} from './booking-command.server'
import { MoneyDialog, useMoneyForm, useQuote } from './money-dialog'

export async function loader(args: LoaderFunctionArgs) {
  const booking = await bookingToChange(args)
  const quote = writeOffQuote(booking, now())
  if (quote.owedCents === 0) throw redirect(`/admin/bookings/${booking.reference}`)
  return {
    reference: booking.reference,
    name: booking.customerName,
    quote: asShown(quote),
    formKey: crypto.randomUUID(),
  }
}

export const action = (args: ActionFunctionArgs) =>
  answerMoneyCommand(args, WriteOffForm, async (typed, staff) => {
    const { reference } = typed
    const outcome = await writeOff(typed, staff, now)
    if ('writtenOffCents' in outcome) {
      return done(
        `Written off ${showCents(outcome.writtenOffCents)}`,
        `${reference} no longer owes anything, and no more reminders go out.`,
      )
    }
    return answerNotDone(
      outcome,
      {
        'nothing-late': nothingChanged(`Nothing on ${reference} is overdue.`),
        'going-back':
          'A refund of this booking is on its way or could not be made. Nothing was changed: please wait for it, or settle it first.',
      },
      ({ owedCents }) =>
        `What is owed has changed since this was opened: it is ${showCents(owedCents)} now. Nothing was written off: please look at it again.`,
    )
  })

export const clientAction = stayOnFailure({ title: 'Failed to write it off' })

export default function WriteOffPage() {
  const { reference, name, formKey, ...loaded } = useLoaderData<typeof loader>()
  const { owedCents, keptCents, quoted } = useQuote(loaded.quote)
  const [form, fields] = useMoneyForm<typeof WriteOffForm>('write-off')
  return (
    <MoneyDialog
      {...{ reference, form, formKey }}
      title={`Write off what ${reference} owes?`}
      lead={
        <>
          <bdi>{name}</bdi> owes {showCents(owedCents)} and will no longer be asked for it: reminders stop,
          and the payment link says that nothing is due. The booking stays, with the {showCents(keptCents)}{' '}
          that was paid. The traveler gets no email; their page says what was written off. This cannot be
          undone. If money comes after all, enter it with “Record payment”: it lowers the amount written off.
        </>
      }
      tone="danger"
      label={`Write off ${showCents(owedCents)}`}
      busyLabel="Writing off..."
      shown={{ quoted }}
    >
      <TextAreaField
        {...filledIn(fields.reason)}
        label="Reason"
        hint="Kept with the booking. The traveler does not see it."
        rows={2}
        maxLength={MONEY_NOTE_AT_MOST}
      />
    </MoneyDialog>
  )
}
