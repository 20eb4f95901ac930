import { getFormProps } from '@conform-to/react'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, useLoaderData, useNavigation } from '@remix-run/react'
import { z } from 'zod'
import { now } from '#app/platform/clock.server'
import { addDays, readDay, showDay, showDays } from '#app/platform/days'
import { namedDeparture } from '#app/server/guards/named-rows.server'
import { readSubmission } from '#app/server/guards/read-form.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { copyDeparture } from '#app/tours/save-departure.server'
import { adminField } from '#app/ui/admin/admin-fields'
import { NotSent, stayOnFailure, useLastActionData, useLastResult } from '#app/ui/admin/admin-form'
import { DialogActions, RouteDialog } from '#app/ui/admin/route-dialog'
import { useStaffForm } from '#app/ui/admin/staff-form'
import { TextField } from '#app/ui/field'
import { redirectWithToast } from '#app/ui/toasts/flash.server'

const CopyForm = z.object({
  startsOn: z
    .string({ error: 'First day is required' })
    .refine((text) => readDay(text) !== null, { error: 'Please enter a day such as 2026-10-15' }),
})

/** After this many days the same weekday comes again, a year on. */
const A_YEAR_OF_WEEKS = 364

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, 'see tour')
  const { id, startsOn, endsOn } = namedDeparture(params)
  return { id, dates: showDays(startsOn, endsOn), offered: addDays(startsOn, A_YEAR_OF_WEEKS) }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change tour')
  const { id } = namedDeparture(params)
  const submission = await readSubmission(request, CopyForm)
  if (submission.status !== 'success') return data(submission.reply(), { status: 400 })
  const { startsOn } = submission.value
  const copied = copyDeparture(id, startsOn, staff, now())
  if ('refused' in copied) {
    const words =
      copied.refused === 'gone'
        ? 'This departure was deleted in the meantime.'
        : `Another departure begins on ${showDay(startsOn)} already: choose another day`
    return data(submission.reply({ fieldErrors: { startsOn: [words] } }), { status: 409 })
  }
  return redirectWithToast(`/admin/departures/${copied.id}`, {
    tone: 'success',
    title: 'Departure copied',
    description: 'It is a draft: look it over, then put it on sale.',
  })
}

export const clientAction = stayOnFailure({ title: 'Failed to copy the departure' })

export default function CopyDeparturePage() {
  const { id, dates, offered } = useLoaderData<typeof loader>()
  const closeTo = `/admin/departures/${id}`
  const busy = useNavigation().formAction === `${closeTo}/copy`
  const [form, fields] = useStaffForm(CopyForm, {
    id: 'copy-departure',
    lastResult: useLastResult(useLastActionData<typeof action>()),
    defaultValue: { startsOn: offered },
  })
  return (
    <RouteDialog title="Copy to a new departure" closeTo={closeTo}>
      <Form method="post" action={`${closeTo}/copy`} {...getFormProps(form)} className="grid gap-5">
        <p className="text-sm">
          The copy gets everything from {dates}: days, seats, prices, and all other dates, moved by the same
          number of days. It is a draft that no one sees until you put it on sale.
        </p>
        <TextField
          {...adminField(form, fields.startsOn)}
          label="First day of the copy"
          type="date"
          required
        />
        <NotSent />
        <DialogActions cancelTo={closeTo} busy={busy} label="Copy departure" busyLabel="Copying..." />
      </Form>
    </RouteDialog>
  )
}
