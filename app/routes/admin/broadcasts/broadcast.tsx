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
import { RemovalDialog } from '#app/ui/admin/route-dialog'
import { TextLink } from '#app/ui/link'
import { Notice } from '#app/ui/notice'
import { answerBroadcast, saveTyped } from './answer-broadcast.server'
import { BroadcastEditor, type EditorAnswer, NOT_SAVED } from './broadcast-editor'
import { type BroadcastView, broadcastView, namedBroadcast } from './broadcast-page.server'
import { BroadcastProgress, BroadcastState } from './broadcast-progress'
import { BroadcastReview } from './broadcast-review'

/** A campaign, or a letter of a departure; where the address names none, a new one. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const staff = await (params.departure
    ? requireStaff(request, 'see journey')
    : requireStaff(request, 'see newsletter'))
  return broadcastView(params, staff, new URL(request.url).searchParams)
}

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await (params.departure
    ? requireStaff(request, 'change bookings')
    : requireStaff(request, 'change newsletter'))
  const { place, broadcast } = namedBroadcast(params, staff)
  if (!broadcast || new URL(request.url).searchParams.has('edit'))
    return saveTyped(request, place, broadcast, staff)
  return answerBroadcast(request, place, broadcast, staff)
}

const NOT_DELETED = { title: 'Failed to delete the letter' }
const NOTHING_DONE = { title: 'Failed: nothing was sent or changed' }
const FAILURES: Record<string, Failure> = {
  save: NOT_SAVED,
  review: NOT_SAVED,
  remove: NOT_DELETED,
  test: { title: 'Failed to send the test' },
  send: { title: 'Failed to begin sending' },
  retry: { title: 'Failed to try the emails again' },
}

export const clientAction = stayOnFailure((sent) => FAILURES[String(sent.get('intent'))] ?? NOTHING_DONE)

/** Its recipients may have changed by now, and sending may have begun. */
export const shouldRevalidate = revalidateAfterError

export const meta = ({ params }: MetaArgs) => {
  const isNew = !params.id && !params.letter
  return adminHead(`${isNew ? 'New ' : ''}${params.departure ? 'letter' : 'campaign'}`.replace(/^./, upper))
}

const upper = (letter: string) => letter.toUpperCase()

export default function BroadcastPage() {
  const loaded = useLoaderData<typeof loader>()
  if (loaded.facts) return <Written loaded={loaded} />
  const { days, editor } = loaded
  return (
    <>
      <AdminHeading
        title={days === null ? 'New campaign' : 'New letter'}
        lead={
          days === null
            ? 'A letter to everyone on the newsletter list.'
            : `To travelers of ${days}. It is about this journey: nothing is advertised, and no one can unsubscribe from it.`
        }
      />
      <BroadcastEditor key="new" view={editor} />
    </>
  )
}

function Written({ loaded }: { loaded: BroadcastView }) {
  const answer = useLastActionData<EditorAnswer | { refused: string }>()
  const [query] = useSearchParams()
  const { list, days, page, facts, editor, review, progress } = loaded
  const refused = answer && 'refused' in answer ? answer.refused : null
  return (
    <>
      {/* A subject may be one long word. */}
      <div className="wrap-anywhere">
        <AdminHeading
          title={facts.subject}
          badge={<BroadcastState facts={facts} />}
          lead={
            <>
              {days !== null && `${facts.name ? `${facts.name}, to` : 'To'} the travelers of ${days}. `}
              <TextLink to={list}>{facts.isCampaign ? 'All campaigns' : 'All letters'}</TextLink>
            </>
          }
        />
      </div>
      {answer && 'tooLate' in answer && answer.tooLate && <WrittenTooLate {...answer.tooLate} />}
      {query.has('remove') && facts.state === 'draft' && (
        <RemovalDialog
          title="Delete this letter?"
          page={page}
          label="Delete letter"
          busyLabel="Deleting..."
          notSent={NOT_DELETED}
        >
          The draft disappears, and no one gets it. This cannot be undone.
        </RemovalDialog>
      )}
      {editor && <BroadcastEditor key={facts.id} view={editor} />}
      {!editor && review && <BroadcastReview loaded={loaded} review={review} refused={refused} />}
      {progress && <BroadcastProgress loaded={loaded} progress={progress} refused={refused} />}
    </>
  )
}

const WrittenTooLate = ({ subject, body }: { subject: string; body: string }) => (
  <Notice
    tone="wait"
    role="alert"
    title="This letter is scheduled or has left in the meantime, and was not changed"
    className="mb-6"
  >
    <p>Nothing you wrote is lost. Here it is, to copy:</p>
    <p className="mt-2 font-semibold" dir="auto">
      {subject}
    </p>
    <pre className="mt-1 whitespace-pre-wrap break-words font-sans" dir="auto">
      {body}
    </pre>
  </Notice>
)
