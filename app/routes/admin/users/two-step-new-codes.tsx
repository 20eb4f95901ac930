import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { thisMoment } from '#app/platform/clock.server'
import { renewRecoveryCodes } from '#app/staff/own-account.server'
import { stayOnFailure, useLastActionData } from '#app/ui/admin/admin-form'
import { AdminHeading, AdminPanel, adminHead } from '#app/ui/admin/admin-parts'
import { loadBothFactors, readBothFactors, refuseBothFactors } from './account-forms.server'
import { BothFactors, RecoveryCodesPanel } from './two-step-parts'

export const loader = ({ request }: LoaderFunctionArgs) => loadBothFactors(request)

/** Answers with the codes, without a redirect: they are shown once and stored only as hashes. */
export async function action({ request, context }: ActionFunctionArgs) {
  const read = await readBothFactors(request, context.clientAddress)
  if ('invalid' in read) return read.invalid
  const made = await renewRecoveryCodes(read.typed, read.by, thisMoment())
  if ('refused' in made) return refuseBothFactors(read, made)
  return data({ codes: made.codes, submission: null })
}

export const clientAction = stayOnFailure({ title: 'No new recovery codes were made' })

export const meta = () => adminHead('New recovery codes')

export default function NewCodesPage() {
  const shown = useLoaderData<typeof loader>()
  const answer = useLastActionData<typeof action>()
  if (answer && 'codes' in answer) {
    return <RecoveryCodesPanel title="New recovery codes" codes={answer.codes} doneTo={shown.ownPage} />
  }
  return (
    <>
      <AdminHeading
        title="New recovery codes"
        lead={`You get ten new ones. ${shown.factor.left === 1 ? 'The one that is left' : `The ${shown.factor.left} that are left`} will stop working.`}
      />
      <AdminPanel>
        <BothFactors
          shown={shown}
          answered={answer?.submission}
          action="/admin/users/two-step/codes"
          label="Make new codes"
          busyLabel="Making them..."
        />
      </AdminPanel>
    </>
  )
}
