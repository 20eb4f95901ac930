import { randomUUID } from 'node:crypto'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData, useSearchParams } from '@remix-run/react'
import { now } from '#app/platform/clock.server'
import { showDays } from '#app/platform/days'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { may } from '#app/staff/rights'
import { revalidateAfterError, stayOnFailure, useLastActionData } from '#app/ui/admin/admin-form'
import { AdminHeading, adminHead } from '#app/ui/admin/admin-parts'
import { RemovalDialog } from '#app/ui/admin/route-dialog'
import { TextLink } from '#app/ui/link'
import { answerLetter, letterForm, saveTyped } from './answer-letter.server'
import { LetterDelivery, LetterState, Missed } from './letter-delivery'
import { LetterEditor, NOT_SAVED } from './letter-editor'
import {
  deliveryView,
  editorView,
  letterFacts,
  missedView,
  namedLetter,
  reviewView,
} from './letter-page.server'
import { LetterReview } from './letter-review'

export async function loader({ request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, 'see journey')
  const { letter, departure } = namedLetter(params, staff)
  const query = new URL(request.url).searchParams
  const isOut = letter.state === 'sending' || letter.state === 'sent'
  return {
    departureId: departure.id,
    days: showDays(departure.startsOn, departure.endsOn),
    mayWrite: may(staff, 'change bookings'),
    letter: letterFacts(letter, departure, now()),
    body: letter.body,
    review: isOut ? null : reviewView(letter, query.get('as')),
    delivery: isOut ? deliveryView(letter) : null,
    missed: isOut && may(staff, 'change bookings') ? missedView(letter, now()) : null,
    editor: letter.state === 'draft' && query.has('edit') ? editorView(departure, letter) : null,
    formKey: randomUUID(),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change bookings')
  const { letter, departure } = namedLetter(params, staff)
  const isEdited = new URL(request.url).searchParams.has('edit')
  if (isEdited) return saveTyped(await letterForm(request, departure.id), departure.id, letter, staff)
  return answerLetter(request, letter, staff)
}

const NOT_DELETED = { title: 'Failed to delete the letter' }

export const clientAction = stayOnFailure((sent) => {
  const intent = sent.get('intent')
  if (intent === 'remove') return NOT_DELETED
  return intent === 'save' ? NOT_SAVED : { title: 'Failed: nothing was sent or changed' }
})

/** Its recipients may have changed by now, and sending may have begun. */
export const shouldRevalidate = revalidateAfterError

export const meta = () => adminHead('Letter')

export default function LetterPage() {
  const loaded = useLoaderData<typeof loader>()
  const answer = useLastActionData<typeof action>()
  const [query] = useSearchParams()
  const { departureId, days, letter, editor } = loaded
  const list = `/admin/departures/${departureId}/letters`
  const page = `${list}/${letter.id}`
  const refused = answer && 'refused' in answer ? String(answer.refused) : null
  return (
    <>
      <div className="wrap-anywhere">
        <AdminHeading
          title={letter.subject}
          badge={<LetterState letter={letter} />}
          lead={
            <>
              {letter.name ? `${letter.name}, to` : 'To'} the travelers of {days}.{' '}
              <TextLink to={list}>All letters</TextLink>
            </>
          }
        />
      </div>
      {query.has('remove') && letter.state === 'draft' && (
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
      {editor ? (
        <LetterEditor
          view={editor}
          formKey={loaded.formKey}
          lastResult={answer && 'result' in answer ? answer.result : null}
          version={answer && 'version' in answer ? Number(answer.version) : undefined}
          backTo={page}
        />
      ) : loaded.review ? (
        <LetterReview
          letter={letter}
          review={loaded.review}
          mayWrite={loaded.mayWrite}
          page={page}
          refused={refused}
        />
      ) : (
        <>
          {loaded.missed && <Missed missed={loaded.missed} page={page} refused={refused} />}
          <LetterDelivery letter={letter} delivery={loaded.delivery ?? []} body={loaded.body} />
        </>
      )}
    </>
  )
}
