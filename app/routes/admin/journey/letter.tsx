import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { useLoaderData, useSearchParams } from '@remix-run/react'
import { namedDeparture } from '#app/server/guards/named-rows.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { revalidateAfterError, stayOnFailure, useLastActionData } from '#app/ui/admin/admin-form'
import { AdminHeading, adminHead } from '#app/ui/admin/admin-parts'
import { RemovalDialog } from '#app/ui/admin/route-dialog'
import { TextLink } from '#app/ui/link'
import { answerLetter, saveTyped } from './answer-letter.server'
import { LetterDelivery, LetterState, Missed } from './letter-delivery'
import { LetterEditor, NOT_SAVED } from './letter-editor'
import { letterView, namedLetter, newLetterView } from './letter-page.server'
import { LetterReview } from './letter-review'

/** A letter of a departure; where the address names none, a new one. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  if (!params.letter) return newLetterView(request, params)
  const staff = await requireStaff(request, 'see journey')
  return letterView(params, staff, new URL(request.url).searchParams)
}

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change bookings')
  const { letter, departure } = params.letter
    ? namedLetter(params, staff)
    : { letter: null, departure: namedDeparture(params) }
  if (!letter || new URL(request.url).searchParams.has('edit'))
    return saveTyped(request, departure.id, letter, staff)
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

export const meta = ({ params }: MetaArgs) => adminHead(params.letter ? 'Letter' : 'New letter')

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>
type LoadedLetter = Extract<Loaded, { letter: unknown }>

export default function LetterPage() {
  const loaded = useLoaderData<typeof loader>()
  return 'letter' in loaded ? <Letter loaded={loaded} /> : <NewLetter {...loaded} />
}

function NewLetter({ view, formKey }: Exclude<Loaded, LoadedLetter>) {
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
        lastResult={answer && 'result' in answer ? answer.result : null}
        backTo={`/admin/departures/${view.departureId}/letters`}
      />
    </>
  )
}

function Letter({ loaded }: { loaded: LoadedLetter }) {
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
