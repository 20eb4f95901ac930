import { useForm } from '@conform-to/react'
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { z } from 'zod'
import { type Extended, extendInstallment, openInstallment } from '#app/money/extend-installment.server'
import { ExtendForm } from '#app/money/money-forms'
import { now } from '#app/platform/clock.server'
import { showDay } from '#app/platform/days'
import { showCents } from '#app/platform/money'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { keepTyped, useAdminAnswer, useLastResult } from '#app/ui/admin/admin-form'
import { RouteDialog } from '#app/ui/admin/route-dialog'
import { TextField } from '#app/ui/field'
import { answerMoneyCommand } from './money-command.server'
import { MoneyForm, NoteField } from './money-form'
import { NOT_FOUND, namedBooking } from './named-booking.server'

const WHY_NOT: Record<Extract<Extended, { refused: string }>['refused'], string> = {
  'not-found': NOT_FOUND,
  'not-owed': 'Nothing is due for this installment. Nothing was changed.',
  'day-changed':
    'The due day has changed since this was opened. Nothing was changed: please close this and look at it again.',
  'not-later': 'Please choose a later day than the one it is due on now',
  'in-the-past': 'Please choose today or a day to come',
  'after-departure': 'Please choose a day before the departure',
  'after-the-next': 'The next installment is due before that day: please give that one a later day first',
}

const OF_THE_DAY = ['not-later', 'in-the-past', 'after-departure', 'after-the-next']

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, 'change money')
  const booking = namedBooking(params)
  const installment = openInstallment(booking, Number(params.number))
  if (!installment) throw redirect(`/admin/bookings/${booking.reference}`)
  const { name, owedCents, dueOn } = installment
  return { reference: booking.reference, name, owedCents, dueOn }
}

export const action = (args: ActionFunctionArgs) =>
  answerMoneyCommand(args, ExtendForm, (typed, staff) => {
    const outcome = extendInstallment({ ...typed, number: Number(args.params.number) }, staff, now())
    if ('refused' in outcome) {
      const { refused } = outcome
      return {
        words: WHY_NOT[refused],
        field: OF_THE_DAY.includes(refused) ? 'dueOn' : undefined,
        status: refused === 'not-found' ? 404 : 409,
      }
    }
    const { name, dueOn } = outcome.extended
    return {
      toast: {
        tone: 'success',
        title: 'A later day',
        description: `The ${name.toLowerCase()} of ${typed.reference} is due on ${showDay(dueOn)}, and the traveler gets a message.`,
      },
    }
  })

export const clientAction = keepTyped({ title: 'Failed to change the day' })

export default function ExtendInstallmentPage() {
  const { reference, name, owedCents, dueOn } = useLoaderData<typeof loader>()
  const answered = useAdminAnswer<typeof action>()
  const closeTo = `/admin/bookings/${reference}`
  const [form, fields] = useForm<z.input<typeof ExtendForm>>({
    id: 'extend-installment',
    lastResult: useLastResult(answered?.result),
  })
  return (
    <RouteDialog title={`A later day for ${reference}?`} closeTo={closeTo}>
      <p className="mb-4 text-sm">
        The {name.toLowerCase()} asks for {showCents(owedCents)} and is due on {showDay(dueOn)}. The traveler
        gets a letter with the new day, and the reminders begin again for it. The terms stay as they were
        accepted.
      </p>
      <MoneyForm form={form} closeTo={closeTo} tone="main" label="Give the later day" busyLabel="Saving...">
        <input type="hidden" name="shownDueOn" value={dueOn} />
        <TextField
          id={fields.dueOn.id}
          name={fields.dueOn.name}
          label="New due day"
          type="date"
          defaultValue={fields.dueOn.initialValue}
          errors={fields.dueOn.errors}
          autoComplete="off"
        />
        <NoteField field={fields.note} />
      </MoneyForm>
    </RouteDialog>
  )
}
