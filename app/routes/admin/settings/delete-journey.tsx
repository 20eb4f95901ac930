import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { now } from '#app/platform/clock.server'
import { inUse } from '#app/routes/admin/departures/refusal-words'
import { namedTour } from '#app/server/guards/named-rows.server'
import { readForm } from '#app/server/guards/read-form.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { removeJourney } from '#app/tours/remove-journey.server'
import { stayOnFailure, useLastActionData } from '#app/ui/admin/admin-form'
import { adminHead } from '#app/ui/admin/admin-parts'
import { ConfirmDialog } from '#app/ui/admin/route-dialog'
import { redirectWithToast } from '#app/ui/toasts/flash.server'

const LIST = '/admin/settings/journeys'

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, 'see tour')
  const { name } = namedTour(params)
  return { name }
}

const REFUSALS = {
  'not-draft':
    'Guests have seen this journey, so it stays. End it instead: then it is in no menu and on no list.',
  'was-sold': 'It has bookings, so it stays with all that belongs to them.',
}

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change tour')
  await readForm(request, [])
  const outcome = await removeJourney(Number(params.journey), staff, now())
  if ('removed' in outcome)
    return redirectWithToast(LIST, {
      tone: 'success',
      title: 'Journey deleted',
      description: `${outcome.removed} is gone, with its departures, words and pictures.`,
    })
  if (outcome.refused === 'gone')
    return redirectWithToast(LIST, {
      tone: 'info',
      title: 'Nothing was deleted',
      description: 'Someone has deleted this journey already.',
    })
  const refused =
    outcome.refused === 'in-use'
      ? inUse(outcome, 'leave it a draft: no guest sees it')
      : REFUSALS[outcome.refused]
  return data({ refused }, { status: 409 })
}

export const clientAction = stayOnFailure({ title: 'Failed to delete the journey' })

export const meta = () => adminHead('Delete journey')

export default function DeleteJourneyDialog() {
  const { name } = useLoaderData<typeof loader>()
  const answer = useLastActionData<typeof action>()
  return (
    <ConfirmDialog
      title="Delete journey"
      closeTo={LIST}
      refused={answer?.refused}
      label="Delete journey"
      busyLabel="Deleting..."
      tone="danger"
    >
      <p className="break-words">
        Delete the draft of <strong dir="auto">{name}</strong>, with its departures, days, words and pictures?
        This cannot be undone.
      </p>
    </ConfirmDialog>
  )
}
