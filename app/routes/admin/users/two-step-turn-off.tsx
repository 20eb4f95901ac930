import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { thisMoment } from '#app/platform/clock.server'
import { renewedSession, sessionTokenOf } from '#app/server/guards/staff-session.server'
import { turnOff } from '#app/staff/own-account.server'
import { stayOnFailure, useLastActionData } from '#app/ui/admin/admin-form'
import { AdminHeading, AdminPanel, adminHead } from '#app/ui/admin/admin-parts'
import { redirectWithToast } from '#app/ui/toasts/flash.server'
import { loadBothFactors, ownPage, readBothFactors, refuseBothFactors } from './account-forms.server'
import { BothFactors } from './two-step-parts'

export const loader = ({ request }: LoaderFunctionArgs) => loadBothFactors(request)

export async function action({ request, context }: ActionFunctionArgs) {
  const read = await readBothFactors(request, context.clientAddress)
  if ('invalid' in read) return read.invalid
  const by = { ...read.by, sessionToken: await sessionTokenOf(request) }
  const off = await turnOff(read.typed, by, thisMoment())
  if ('refused' in off) return refuseBothFactors(read, off)
  return redirectWithToast(ownPage(read.by.staff), TURNED_OFF, {
    headers: await renewedSession(off.newToken),
  })
}

const TURNED_OFF = {
  tone: 'success',
  title: 'Two-step sign-in is off',
  description: 'Your password alone signs you in. Your other sessions have ended.',
} as const

export const clientAction = stayOnFailure({ title: 'Two-step sign-in was not turned off' })

export const meta = () => adminHead('Two-step sign-in')

export default function TurnOffPage() {
  const shown = useLoaderData<typeof loader>()
  const answer = useLastActionData<typeof action>()
  return (
    <>
      <AdminHeading
        title="Turn two-step sign-in off"
        lead="After that, your password alone signs you in. Your recovery codes are deleted, and your other sessions end."
      />
      <AdminPanel>
        <BothFactors
          shown={shown}
          answered={answer?.submission}
          action="/admin/users/two-step/off"
          label="Turn off"
          busyLabel="Turning off..."
          tone="danger"
        />
      </AdminPanel>
    </>
  )
}
