import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { campaignPreview } from '#app/people/campaign-letter.server'
import { env } from '#app/platform/env.server'
import { readForm } from '#app/server/guards/read-form.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { stayOnFailure } from '#app/ui/admin/admin-form'
import { AdminHeading, adminHead } from '#app/ui/admin/admin-parts'
import { answerEditor, EDITOR_FIELDS } from './answer-editor.server'
import { CampaignEditor, campaignFailure } from './campaign-editor'

const EMPTY = { subject: '', body: '', version: 0 }

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request, 'see newsletter')
  return {
    preview: campaignPreview({ subject: '', body: 'Your letter appears here as you write.' }),
    from: `${env.MAIL_FROM.name} <${env.MAIL_FROM.address}>`,
    testTo: env.STAFF_EMAIL,
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change newsletter')
  return answerEditor(await readForm(request, EDITOR_FIELDS), null, staff)
}

export const clientAction = stayOnFailure(campaignFailure)

export const meta = () => adminHead('New campaign')

export default function NewCampaignPage() {
  const { preview, from, testTo } = useLoaderData<typeof loader>()
  return (
    <>
      <AdminHeading title="New campaign" lead="A letter to everyone on the newsletter list." />
      <CampaignEditor draft={EMPTY} preview={preview} from={from} testTo={testTo} />
    </>
  )
}
