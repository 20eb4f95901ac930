import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { useLoaderData, useSearchParams } from '@remix-run/react'
import { requireStaff } from '#app/server/guards/staff-session.server'
import {
  type Failure,
  revalidateAfterError,
  stayOnFailure,
  useLastActionData,
} from '#app/ui/admin/admin-form'
import { AdminHeading, adminHead } from '#app/ui/admin/admin-parts'
import { TextLink } from '#app/ui/link'
import { Notice } from '#app/ui/notice'
import { answerCampaign, campaignPage } from './answer-campaign.server'
import { CampaignEditor, DRAFT_NOT_SAVED, type EditorAnswer, TEST_NOT_SENT } from './campaign-editor'
import { CampaignProgress, CampaignReview, CampaignStateBadge } from './campaign-progress'

/** A campaign; where the address names none, a new one. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, 'see newsletter')
  return campaignPage(params.id)
}

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change newsletter')
  return answerCampaign(request, params.id, staff)
}

const FAILURES: Record<string, Failure> = {
  test: TEST_NOT_SENT,
  send: { title: 'Failed to begin sending' },
  retry: { title: 'Failed to try the emails again' },
}

export const clientAction = stayOnFailure((sent) => FAILURES[String(sent.get('intent'))] ?? DRAFT_NOT_SAVED)
/** Sending may have begun before a letter was saved. */
export const shouldRevalidate = revalidateAfterError

export const meta = ({ params }: MetaArgs) => adminHead(params.id ? 'Campaign' : 'New campaign')

export default function CampaignPage() {
  const loaded = useLoaderData<typeof loader>()
  const isReviewed = useSearchParams()[0].get('step') === 'send'
  if (!loaded.campaign)
    return (
      <>
        <AdminHeading title="New campaign" lead="A letter to everyone on the newsletter list." />
        <CampaignEditor key="new" draft={NEW_DRAFT} {...loaded} />
      </>
    )
  const { campaign } = loaded
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
          <CampaignProgress {...loaded} />
        </>
      ) : isReviewed ? (
        <CampaignReview {...loaded} />
      ) : (
        <CampaignEditor draft={campaign} {...loaded} />
      )}
    </>
  )
}

const NEW_DRAFT = { subject: '', body: '', version: 0 }

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
