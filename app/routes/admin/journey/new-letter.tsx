import { randomUUID } from 'node:crypto'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { namedDeparture } from '#app/server/guards/named-rows.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { stayOnFailure, useLastActionData } from '#app/ui/admin/admin-form'
import { AdminHeading, adminHead } from '#app/ui/admin/admin-parts'
import { letterForm, saveTyped } from './answer-letter.server'
import { LetterEditor, NOT_SAVED } from './letter-editor'
import { editorView } from './letter-page.server'

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, 'change bookings')
  return { view: editorView(namedDeparture(params), null), formKey: randomUUID() }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change bookings')
  const { id } = namedDeparture(params)
  return saveTyped(await letterForm(request, id), id, null, staff)
}

export const clientAction = stayOnFailure(NOT_SAVED)

export const meta = () => adminHead('New letter')

export default function NewLetterPage() {
  const { view, formKey } = useLoaderData<typeof loader>()
  const answer = useLastActionData<typeof action>()
  return (
    <>
      <AdminHeading
        title="New letter"
        lead={`To travelers of ${view.dates}. It is about this journey: nothing is advertised, and no one can unsubscribe from it.`}
      />
      <LetterEditor
        view={view}
        formKey={formKey}
        lastResult={answer?.result}
        backTo={`/admin/departures/${view.departureId}/letters`}
      />
    </>
  )
}
