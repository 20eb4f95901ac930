import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { asShown } from '#app/money/books/quote-digest.server'
import {
  type NotPostponed,
  postponeInstallment,
  postponeQuote,
} from '#app/money/changes/installment-days.server'
import { PostponeInstallmentForm } from '#app/money/changes/money-forms'
import { now } from '#app/platform/clock.server'
import { showDay } from '#app/platform/days'
import { showCents } from '#app/platform/money'
import { filledIn } from '#app/ui/admin/admin-fields'
import { stayOnFailure } from '#app/ui/admin/admin-form'
import { TextField } from '#app/ui/field'
import {
  answerMoneyCommand,
  answerNotDone,
  bookingToChange,
  done,
  type MoneyAnswer,
} from './booking-command.server'
import { MoneyDialog, NoteField, useMoneyForm, useQuote } from './money-dialog'

const ofDay = (words: string) => ({ words, field: 'dueOn' })

const WHY_NOT_POSTPONED = {
  'not-owed': 'Nothing is due for this installment. Nothing was changed.',
  'not-later': ofDay('Please choose a later day than the one it is due on now'),
  'in-the-past': ofDay('Please choose today or a later day'),
  'after-departure': ofDay('Please choose a day before the departure'),
  'after-the-next': ofDay('The next installment is due before that day: please postpone that one first'),
} satisfies Record<NotPostponed, string | MoneyAnswer<never>>

const DAY_CHANGED =
  'The due date has changed since this was opened. Nothing was changed: please close this and look at it again.'

export async function loader(args: LoaderFunctionArgs) {
  const booking = await bookingToChange(args)
  const quote = postponeQuote(booking, Number(args.params.number))
  if (!quote) throw redirect(`/admin/bookings/${booking.reference}`)
  return { reference: booking.reference, quote: asShown(quote), formKey: crypto.randomUUID() }
}

export const action = (args: ActionFunctionArgs) =>
  answerMoneyCommand(args, PostponeInstallmentForm, async (typed, staff) => {
    const outcome = await postponeInstallment({ ...typed, number: Number(args.params.number) }, staff, now)
    if (!('postponed' in outcome)) return answerNotDone(outcome, WHY_NOT_POSTPONED, DAY_CHANGED)
    const { name, dueOn } = outcome.postponed
    return done(
      'Due date postponed',
      `The ${name.toLowerCase()} of ${typed.reference} is due on ${showDay(dueOn)}, and we’ll email the traveler.`,
    )
  })

export const clientAction = stayOnFailure({ title: 'Failed to change the due date' })

export default function PostponeInstallmentPage() {
  const { reference, formKey, ...loaded } = useLoaderData<typeof loader>()
  const { name, owedCents, dueOn, quoted } = useQuote(loaded.quote)
  const [form, fields] = useMoneyForm<typeof PostponeInstallmentForm>('postpone-installment')
  return (
    <MoneyDialog
      {...{ reference, form, formKey }}
      title={`Postpone a due date of ${reference}?`}
      lead={
        <>
          The {name.toLowerCase()} of {showCents(owedCents)} is due on {showDay(dueOn)}. We’ll email the
          traveler the new date, and the reminders start over for it. The terms stay as they were accepted.
        </>
      }
      label="Save new due date"
      busyLabel="Saving..."
      shown={{ quoted }}
    >
      <TextField label="New due date" type="date" {...filledIn(fields.dueOn)} autoComplete="off" />
      <NoteField field={fields.note} />
    </MoneyDialog>
  )
}
