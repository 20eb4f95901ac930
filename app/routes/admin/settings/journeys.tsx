import { getFormProps } from '@conform-to/react'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, Outlet, useLoaderData, useNavigation } from '@remix-run/react'
import { z } from 'zod'
import { now } from '#app/platform/clock.server'
import { namesOf } from '#app/platform/typed/fields'
import { fieldsOf, parseForm, readForm } from '#app/server/guards/read-form.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { changeJourneyState, copyJourney, JOURNEYS_AT_MOST } from '#app/tours/copy-journey.server'
import { JOURNEY, JOURNEY_STATE_NAMES, JourneyForm } from '#app/tours/journey-form'
import { allTours, pathOf } from '#app/tours/tours.server'
import { adminField } from '#app/ui/admin/admin-fields'
import { NotSent, stayOnFailure, useLastActionData, useLastResult } from '#app/ui/admin/admin-form'
import {
  AdminHeading,
  AdminLink,
  AdminPanel,
  adminHead,
  IntentButton,
  SubmitButton,
} from '#app/ui/admin/admin-parts'
import { useStaffForm } from '#app/ui/admin/staff-form'
import { Badge } from '#app/ui/badge'
import { SelectField, TextField } from '#app/ui/field'
import { Link } from '#app/ui/link'
import { ArrivedNotice } from '#app/ui/notice'
import { redirectWithToast } from '#app/ui/toasts/flash.server'

const PAGE = '/admin/settings/journeys'

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request, 'see tour')
  return {
    journeys: allTours().map((tour) => ({
      ...{ id: tour.id, name: tour.name, state: tour.state, path: pathOf(tour) },
    })),
  }
}

const StateForm = z.object({ id: z.coerce.number().int(), intent: z.enum(['shown', 'ended']) })

const REFUSALS = {
  gone: 'This journey is no longer there.',
  'no-departure': 'Guests could book nothing on it yet. Put one of its departures on sale first.',
  'on-sale': 'It still has a departure on sale. Close its departures first.',
  'only-one': 'It is the only journey that guests see. Show another one first.',
  'path-taken': 'Another journey has this address: choose another one',
  'too-many': `The site has ${JOURNEYS_AT_MOST} journeys at most.`,
}

export async function action({ request }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change tour')
  const form = await readForm(request, ['intent', 'id', ...fieldsOf(JourneyForm)])
  if (form.get('intent') !== 'copy') {
    const state = StateForm.safeParse(Object.fromEntries(form))
    const answer = state.success
      ? changeJourneyState(state.data.id, state.data.intent, staff, now())
      : ({ refused: 'gone' } as const)
    if ('refused' in answer) return data({ refused: REFUSALS[answer.refused], copy: null }, { status: 409 })
    return redirectWithToast(PAGE, form.get('intent') === 'shown' ? SHOWN : ENDED)
  }
  const submission = parseForm(form, JourneyForm)
  if (submission.status !== 'success')
    return data({ refused: null, copy: submission.reply() }, { status: 400 })
  const copied = copyJourney(submission.value, staff, now())
  if ('refused' in copied) {
    const words = [REFUSALS[copied.refused]]
    const wrong = copied.refused === 'path-taken' ? { fieldErrors: { path: words } } : { formErrors: words }
    return data({ refused: null, copy: submission.reply(wrong) }, { status: 409 })
  }
  return redirectWithToast(`${PAGE}/${copied.id}`, {
    tone: 'success',
    title: 'Journey copied',
    description: 'It is a draft: write its words and days, put its departure on sale, then show it.',
  })
}

const SHOWN = { tone: 'success', title: 'Journey shown', description: 'Guests see it now.' } as const
const ENDED = {
  tone: 'success',
  title: 'Journey ended',
  description: 'Its page stays for those who have its link, and is on no list.',
} as const

export const clientAction = stayOnFailure({ title: 'Failed to change the journeys' })

export const meta = () => adminHead('Journeys')

type Journey = ReturnType<typeof useLoaderData<typeof loader>>['journeys'][number]

/** What the site sells: each journey with its page, its words and its departures. */
export default function JourneysPage() {
  const { journeys } = useLoaderData<typeof loader>()
  const answer = useLastActionData<typeof action>()
  return (
    <>
      <AdminHeading
        title="Journeys"
        lead="Each has its own page, words, days and departures. With several, guests find a list of them in the menu."
      />
      {answer?.refused && (
        <ArrivedNotice tone="danger" role="alert" title={answer.refused} className="mb-5" />
      )}
      <ul className="admin-rows mb-6">
        {journeys.map((journey) => (
          <JourneyRow key={journey.id} {...journey} />
        ))}
      </ul>
      <NewJourney journeys={journeys} lastResult={answer?.copy} />
      <Outlet />
    </>
  )
}

function JourneyRow({ id, name, state, path }: Journey) {
  const sent = useNavigation().formData
  const busy = sent?.get('id') === String(id) ? sent.get('intent') : null
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-3">
      <div className="min-w-0 flex-[1_1_16rem]">
        <Link to={`${PAGE}/${id}`} className="font-semibold underline-offset-4 hover:underline">
          {name}
        </Link>
        <p className="mt-0.5 text-admin-soft text-xs">{path}</p>
      </div>
      <Badge tone={state === 'shown' ? 'success' : 'quiet'}>{JOURNEY_STATE_NAMES[state]}</Badge>
      <Form method="post" action={PAGE} preventScrollReset className="flex gap-2.5">
        <input type="hidden" name="id" value={id} />
        {state === 'shown' ? (
          <IntentButton intent="ended" busy={busy} busyLabel="Ending...">
            End it
          </IntentButton>
        ) : (
          <IntentButton intent="shown" tone="main" busy={busy} busyLabel="Showing...">
            Show it
          </IntentButton>
        )}
      </Form>
      <div className="flex gap-2.5">
        {state === 'draft' ? (
          <AdminLink to={`${PAGE}/${id}/delete`} preventScrollReset aria-label={`Delete ${name}`}>
            Delete
          </AdminLink>
        ) : (
          <AdminLink to={path} aria-label={`View ${name}`}>
            View
          </AdminLink>
        )}
        <AdminLink to={`${PAGE}/${id}`} aria-label={`Edit ${name}`}>
          Edit
        </AdminLink>
      </div>
    </li>
  )
}

type Answer = NonNullable<ReturnType<typeof useLastActionData<typeof action>>>

function NewJourney({
  journeys,
  lastResult,
}: {
  journeys: Journey[]
  lastResult?: Answer['copy'] | undefined
}) {
  const busy = useNavigation().formData?.get('intent') === 'copy'
  const [form, fields] = useStaffForm(JourneyForm, {
    id: `journey-${journeys.length}`,
    lastResult: useLastResult(lastResult ?? undefined),
    defaultValue: { from: String(journeys[0]?.id ?? '') },
    shouldValidate: 'onBlur',
  })
  return (
    <AdminPanel title="New journey" className="max-w-3xl p-5">
      <Form method="post" action={PAGE} {...getFormProps(form)} key={form.id} className="grid gap-5">
        <p className="text-sm">
          It begins as a copy of another one, with its words, questions, and its latest departure. Pictures
          and films are its own: choose them under Pages. No one sees it until you show it.
        </p>
        {journeys.length > 1 ? (
          <SelectField label="Copy of" {...adminField(form, fields.from)}>
            {journeys.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
        ) : (
          <input type="hidden" name="from" value={journeys[0]?.id} />
        )}
        {namesOf(JOURNEY).map((name) => (
          <TextField
            key={name}
            {...adminField(form, fields[name])}
            label={JOURNEY[name].label}
            type={name === 'startsOn' ? 'date' : 'text'}
            hint={'hint' in JOURNEY[name] ? JOURNEY[name].hint : undefined}
            required
          />
        ))}
        <NotSent />
        <div>
          <SubmitButton
            name="intent"
            value="copy"
            busy={busy}
            label="Copy to a new journey"
            busyLabel="Copying..."
          />
        </div>
      </Form>
    </AdminPanel>
  )
}
