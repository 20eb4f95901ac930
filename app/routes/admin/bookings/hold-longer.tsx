import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { isHeldForGuest } from '#app/bookings/hold'
import { heldAtMostUntil, heldUntil, usuallyHeldUntil } from '#app/bookings/hold-for-guest.server'
import { type HeldLonger, holdLonger } from '#app/money/hold-longer.server'
import { HoldLongerForm } from '#app/money/money-forms'
import { now, today } from '#app/platform/clock.server'
import { earlierDay, showDay } from '#app/platform/days'
import { departureOf } from '#app/tours/departures.server'
import { filledIn } from '#app/ui/admin/admin-fields'
import { revalidateAfterError, stayOnFailure } from '#app/ui/admin/admin-form'
import { TextField } from '#app/ui/field'
import { answerMoneyCommand, bookingToChange, done, notOpened, WHY_NOT } from './booking-command.server'
import { MoneyDialog, NoteField, useMoneyForm } from './money-dialog'

const NOT_HELD =
  'Its seats are no longer held: they were paid for, or the hold has ended. Nothing was changed.'

export async function loader(args: LoaderFunctionArgs) {
  const booking = await bookingToChange(args)
  if (!isHeldForGuest(booking) || booking.holdEndsAt <= now()) return notOpened(booking, NOT_HELD)
  const latest = heldAtMostUntil(departureOf(booking))
  return {
    reference: booking.reference,
    name: booking.customerName,
    until: heldUntil(booking),
    suggested: earlierDay(usuallyHeldUntil(today()), latest),
    today: today(),
    latest,
    formKey: crypto.randomUUID(),
  }
}

export const shouldRevalidate = revalidateAfterError

export const action = (args: ActionFunctionArgs) =>
  answerMoneyCommand(args, HoldLongerForm, (typed, staff) => {
    const outcome = holdLonger(typed, staff, now())
    if ('refused' in outcome) return whyNot(outcome)
    return done(`Held until ${showDay(outcome.heldUntil)}`, 'We’ll email the guest the new day.')
  })

function whyNot(outcome: Extract<HeldLonger, { refused: string }>) {
  switch (outcome.refused) {
    case 'not-found':
      return { words: WHY_NOT['not-found'], status: 404 }
    case 'not-held':
      return { words: NOT_HELD }
    case 'day-changed':
      return {
        words: 'The day has changed since this was opened. Nothing was changed: please look at it again.',
      }
    case 'same-day':
      return { words: 'The seats are held until this day already: choose another one', field: 'heldUntil' }
    case 'wrong-day':
      return {
        words: `Please choose a day from today to ${showDay(outcome.until)}, the day before the journey`,
        field: 'heldUntil',
      }
  }
}

export const clientAction = stayOnFailure({ title: 'Failed to change how long the seats are held' })

export default function HoldLongerPage() {
  const { reference, name, until, suggested, today, latest, formKey } = useLoaderData<typeof loader>()
  const [form, fields] = useMoneyForm<typeof HoldLongerForm>('hold-longer')
  return (
    <MoneyDialog
      {...{ reference, form, formKey }}
      title={`Hold the seats of ${reference} longer?`}
      lead={
        <>
          They are held for <bdi>{name}</bdi> until {showDay(until)}. No installment is due before the day you
          choose. We’ll email <bdi>{name}</bdi> the new day and the link to pay.
        </>
      }
      label="Save new day"
      busyLabel="Saving..."
      shown={{ shownUntil: until }}
    >
      <TextField
        label="Hold the seats until"
        type="date"
        min={today}
        max={latest}
        {...filledIn(fields.heldUntil)}
        defaultValue={fields.heldUntil.initialValue ?? suggested}
        autoComplete="off"
      />
      <NoteField field={fields.note} />
    </MoneyDialog>
  )
}
