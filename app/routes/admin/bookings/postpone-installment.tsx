import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import {
  type InstallmentPostponed,
  openInstallment,
  postponeInstallment,
} from '#app/money/installment-days.server'
import { PostponeInstallmentForm } from '#app/money/money-forms'
import { now } from '#app/platform/clock.server'
import { showDay } from '#app/platform/days'
import { showCents } from '#app/platform/money'
import { filledIn } from '#app/ui/admin/admin-fields'
import { stayOnFailure } from '#app/ui/admin/admin-form'
import { TextField } from '#app/ui/field'
import { answerMoneyCommand, bookingToChange, done, WHY_NOT } from './booking-command.server'
import { MoneyDialog, NoteField, useMoneyForm } from './money-dialog'

const WHY_NOT_POSTPONED: Record<Extract<InstallmentPostponed, { refused: string }>['refused'], string> = {
  ...WHY_NOT,
  'not-owed': 'Nothing is due for this installment. Nothing was changed.',
  'day-changed':
    'The due date has changed since this was opened. Nothing was changed: please close this and look at it again.',
  'not-later': 'Please choose a later day than the one it is due on now',
  'in-the-past': 'Please choose today or a later day',
  'after-departure': 'Please choose a day before the departure',
  'after-the-next': 'The next installment is due before that day: please postpone that one first',
}

const OF_THE_DAY = ['not-later', 'in-the-past', 'after-departure', 'after-the-next']

export async function loader(args: LoaderFunctionArgs) {
  const booking = await bookingToChange(args)
  const installment = openInstallment(booking, Number(args.params.number))
  if (!installment) throw redirect(`/admin/bookings/${booking.reference}`)
  const { name, owedCents, dueOn } = installment
  return { reference: booking.reference, name, owedCents, dueOn }
}

export const action = (args: ActionFunctionArgs) =>
  answerMoneyCommand(args, PostponeInstallmentForm, (typed, staff) => {
    const outcome = postponeInstallment({ ...typed, number: Number(args.params.number) }, staff, now())
    if ('refused' in outcome) {
      const { refused } = outcome
      return {
        words: WHY_NOT_POSTPONED[refused],
        field: OF_THE_DAY.includes(refused) ? 'dueOn' : undefined,
        status: refused === 'not-found' ? 404 : 409,
      }
    }
    const { name, dueOn } = outcome.postponed
    return done(
      'Due date postponed',
      `The ${name.toLowerCase()} of ${typed.reference} is due on ${showDay(dueOn)}, and we’ll email the traveler.`,
    )
  })

export const clientAction = stayOnFailure({ title: 'Failed to change the due date' })

export default function PostponeInstallmentPage() {
  const { reference, name, owedCents, dueOn } = useLoaderData<typeof loader>()
  const [form, fields] = useMoneyForm<typeof PostponeInstallmentForm>('postpone-installment')
  return (
    <MoneyDialog
      {...{ reference, form }}
      title={`Postpone a due date of ${reference}?`}
      lead={
        <>
          The {name.toLowerCase()} of {showCents(owedCents)} is due on {showDay(dueOn)}. We’ll email the
          traveler the new date, and the reminders start over for it. The terms stay as they were accepted.
        </>
      }
      label="Save new due date"
      busyLabel="Saving..."
      shown={{ shownDueOn: dueOn }}
    >
      <TextField label="New due date" type="date" {...filledIn(fields.dueOn)} autoComplete="off" />
      <NoteField field={fields.note} />
    </MoneyDialog>
  )
}
