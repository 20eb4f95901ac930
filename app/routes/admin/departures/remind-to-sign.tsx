import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { now } from '#app/platform/clock.server'
import { counted } from '#app/platform/words'
import { namedDeparture } from '#app/server/guards/named-rows.server'
import { readForm } from '#app/server/guards/read-form.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { type Reminded, remindersFor, remindToSign } from '#app/travelers/remind-to-sign.server'
import { stayOnFailure } from '#app/ui/admin/admin-form'
import { adminHead } from '#app/ui/admin/admin-parts'
import { ConfirmDialog, RouteDialog } from '#app/ui/admin/route-dialog'
import { infoToast, redirectWithToast, successToast } from '#app/ui/toasts/flash.server'

const listOf = (departureId: number) => `/admin/departures/${departureId}/settings/documents`

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, 'see travelers')
  const { id } = namedDeparture(params)
  return { list: listOf(id), people: remindersFor(id) }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change travelers')
  const departure = namedDeparture(params)
  await readForm(request, [])
  return redirectWithToast(listOf(departure.id), toastOf(remindToSign(departure, staff, now())))
}

function toastOf(reminded: Reminded) {
  if ('refused' in reminded)
    return reminded.refused === 'over'
      ? infoToast('No one was reminded', 'This departure is over or canceled: no one signs for it anymore.')
      : infoToast('No one was reminded', 'Everyone has signed by now.')
  const { written, hadOne } = reminded
  const rest = hadOne > 0 ? `${counted(hadOne, 'person', 'people')} had one within the last day.` : ''
  return written === 0
    ? infoToast('No one was reminded again', `${rest} Please try again tomorrow.`)
    : successToast(
        `${counted(written, 'reminder')} on the way`,
        rest || 'Each has a link to the page where they sign.',
      )
}

export const clientAction = stayOnFailure({ title: 'Failed to send the reminders' })

export const meta = () => adminHead('Remind to sign')

export default function RemindDialog() {
  const { list, people } = useLoaderData<typeof loader>()
  if (people === 0)
    return (
      <RouteDialog title="Everyone has signed" closeTo={list}>
        <p>There is no one to remind.</p>
      </RouteDialog>
    )
  return (
    <ConfirmDialog title="Remind to sign" closeTo={list} label="Send reminders" busyLabel="Sending...">
      <p>
        Email {counted(people, 'person', 'people')} who still {people === 1 ? 'has' : 'have'} something to
        sign on this departure? Each gets a link to the page where they sign, and one reminder a day at most.
      </p>
    </ConfirmDialog>
  )
}
