import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData, useSearchParams } from '@remix-run/react'
import { findCampaign } from '#app/people/campaigns.server'
import { readForm } from '#app/server/guards/read-form.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { revalidateAfterError, stayOnFailure, useLastActionData } from '#app/ui/admin/admin-form'
import { AdminHeading, adminHead } from '#app/ui/admin/admin-parts'
import { TextLink } from '#app/ui/link'
import { Notice } from '#app/ui/notice'
import { answerEditor, answerSending, campaignPage, EDITOR_FIELDS } from './answer-editor.server'
import { CampaignEditor, campaignFailure, type EditorAnswer } from './campaign-editor'
import { CampaignProgress, CampaignReview, CampaignStateBadge } from './campaign-progress'

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, 'see newsletter')
  return campaignPage(campaignAt(params.id))
}

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change newsletter')
  const form = await readForm(request, EDITOR_FIELDS)
  const { id } = campaignAt(params.id)
  const intent = form.get('intent')
  if (intent === 'send' || intent === 'retry') return answerSending(form, id, staff)
  return answerEditor(form, id, staff)
}

function campaignAt(id = '') {
  const campaign = /^\d{1,9}$/.test(id) ? findCampaign(Number(id)) : undefined
  if (!campaign) throw new Response('Not found', { status: 404 })
  return campaign
}

export const clientAction = stayOnFailure(campaignFailure)
/** Sending may have begun before a letter was saved. */
export const shouldRevalidate = revalidateAfterError

export const meta = () => adminHead('Campaign')

export default function CampaignPage() {
  const shown = useLoaderData<typeof loader>()
  const isReviewed = useSearchParams()[0].get('step') === 'send'
  const { campaign, preview, from, testTo } = shown
  return (
    <>
      {/* A subject may be one long word. */}
      <div className="wrap-anywhere">
        <AdminHeading
          title={campaign.subject}
          badge={<CampaignStateBadge state={campaign.state} />}
          lead={<TextLink to="/admin/campaigns">All campaigns</TextLink>}
        />
      </div>
      {campaign.state !== 'draft' ? (
        <>
          <WrittenTooLate />
          <CampaignProgress {...shown} />
        </>
      ) : isReviewed ? (
        <CampaignReview {...shown} />
      ) : (
        <CampaignEditor draft={campaign} preview={preview} from={from} testTo={testTo} />
      )}
    </>
  )
}

function WrittenTooLate() {
  const tooLate = useLastActionData<EditorAnswer>()?.tooLate
  if (!tooLate) return null
  return (
    <Notice
      tone="wait"
      role="alert"
      title="Sending had begun before you saved: the letter went out as it was."
      className="mb-6"
    >
      <p>Nothing you wrote is lost. Here it is, to copy:</p>
      <p className="mt-2 font-semibold" dir="auto">
        {tooLate.subject}
      </p>
      <pre className="mt-1 whitespace-pre-wrap break-words font-sans" dir="auto">
        {tooLate.body}
      </pre>
    </Notice>
  )
}
