import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Form, useLoaderData, useNavigation } from '@remix-run/react'
import { entryWithId } from '#app/bookings/waitlist/entries.server'
import { seatsFor } from '#app/bookings/waitlist/offer-seats.server'
import {
  actOnQueue,
  COLLECT_DAYS_AT_MOST,
  isPossible,
  QUEUE_ACTS,
  type QueueAct,
  type QueueActed,
} from '#app/bookings/waitlist/staff-waitlist.server'
import { partyWanted } from '#app/bookings/waitlist/waitlist-letters.server'
import { now, today } from '#app/platform/clock.server'
import { addDays, readDay } from '#app/platform/days'
import { counted } from '#app/platform/words'
import { namedDeparture } from '#app/server/guards/named-rows.server'
import { readForm } from '#app/server/guards/read-form.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { seatsInWords } from '#app/tours/party'
import { NotSent, revalidateAfterError, stayOnFailure, useLastActionData } from '#app/ui/admin/admin-form'
import { type AdminButtonTone, AdminLink, SubmitButton } from '#app/ui/admin/admin-parts'
import { RouteDialog } from '#app/ui/admin/route-dialog'
import { TextField } from '#app/ui/field'
import { Notice } from '#app/ui/notice'
import { redirectWithToast } from '#app/ui/toasts/flash.server'

const listOf = (departureId: number) => `/admin/departures/${departureId}/waitlist`

/** The party that the address names, of this departure; throws 404 for another. */
function namedParty(params: LoaderFunctionArgs['params']) {
  const departure = namedDeparture(params)
  const entry = /^\d{1,15}$/.test(params.entry ?? '') ? entryWithId(Number(params.entry)) : undefined
  if (entry?.departureId !== departure.id) throw new Response(null, { status: 404 })
  return { departure, entry }
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, 'change tour')
  const { departure, entry } = namedParty(params)
  const possible = QUEUE_ACTS.filter((act) => isPossible(act, entry))
  if (possible.length === 0) throw redirect(listOf(departure.id))
  return {
    ...{ departureId: departure.id, name: entry.name, party: partyWanted(entry), possible },
    atLeast: entry.atLeast,
    seats: seatsFor(entry, departure),
    lastDay: addDays(today(), COLLECT_DAYS_AT_MOST),
    collectDays: COLLECT_DAYS_AT_MOST,
  }
}

export const shouldRevalidate = revalidateAfterError

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change tour')
  const { departure, entry } = namedParty(params)
  const form = await readForm(request, ['act', 'until'])
  const act = QUEUE_ACTS.find((one) => one === form.get('act'))
  const until = String(form.get('until') ?? '')
  if (!act) return data({ refused: 'Please choose what happens.', until }, { status: 400 })
  const wish = { departureId: departure.id, entryId: entry.id, act, until: readDay(until) ?? undefined }
  const acted = actOnQueue(wish, staff, now())
  if ('refused' in acted) return data({ refused: refusedWords(acted), until }, { status: 400 })
  return redirectWithToast(listOf(departure.id), { tone: 'success', title: ACTS[act].done })
}

function refusedWords(acted: Extract<QueueActed, { refused: string }>): string {
  switch (acted.refused) {
    case 'too-few-seats':
      return `Only ${counted(acted.seats, 'seat is', 'seats are')} free now, fewer than this party needs.`
    case 'wrong-day':
      return `Please choose a day from today to ${COLLECT_DAYS_AT_MOST} days from now.`
    case 'being-paid':
      return 'Someone is paying under this offer right now. Please wait until the hold has ended.'
    case 'sales-closed':
      return 'Sales of this departure have closed.'
    default:
      return 'This party’s state has changed in the meantime. Please look at the list again.'
  }
}

export const clientAction = stayOnFailure({ title: 'Nothing was changed' })

export default function WaitlistPartyPage() {
  const loaded = useLoaderData<typeof loader>()
  const answer = useLastActionData<typeof action>()
  const closeTo = listOf(loaded.departureId)
  return (
    <RouteDialog title={`${loaded.name}, ${loaded.party}`} closeTo={closeTo}>
      {answer && <Notice tone="danger" role="alert" title={answer.refused} className="mb-4" />}
      <div className="grid gap-4">
        {loaded.possible.map((act) => (
          <Act key={act} act={act} loaded={loaded} typedUntil={answer?.until} />
        ))}
      </div>
      <NotSent className="mt-4" />
      <AdminLink to={closeTo} preventScrollReset className="mt-5">
        Back
      </AdminLink>
    </RouteDialog>
  )
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>
type Words = Record<'label' | 'busy' | 'done', string> & {
  tone: AdminButtonTone
  says: (loaded: Loaded) => string
}

const ACTS: Record<QueueAct, Words> = {
  offer: {
    label: 'Offer now',
    busy: 'Sending...',
    done: 'Offer sent',
    tone: 'main',
    says: ({ seats, atLeast }) =>
      seats >= atLeast
        ? `Keeps ${seatsInWords(seats)} for them and emails the offer, out of turn.`
        : `Not possible now: they need ${seatsInWords(atLeast)}, and ${seats === 0 ? 'none' : seats} can be offered.`,
  },
  skip: {
    label: 'Pass over',
    busy: 'Saving...',
    done: 'Party passed over',
    tone: 'plain',
    says: () => 'They keep their place but get no offers until you resume. They are not told.',
  },
  resume: {
    label: 'Resume',
    busy: 'Saving...',
    done: 'Party back in line',
    tone: 'main',
    says: () => 'They get offers again, in their old place.',
  },
  collect: {
    label: 'Collect seats',
    busy: 'Saving...',
    done: 'Collecting seats',
    tone: 'plain',
    says: ({ collectDays }) =>
      `Until that day, at most ${collectDays} days ahead, all seats that come free wait for this party; no one else is offered any. Their page and everyone else’s say so.`,
  },
  'stop-collecting': {
    label: 'Stop collecting',
    busy: 'Saving...',
    done: 'No longer collecting',
    tone: 'plain',
    says: () => 'Free seats are offered in order again, at once.',
  },
  'take-off': {
    label: 'Remove from the list',
    busy: 'Removing...',
    done: 'Removed from the waitlist',
    tone: 'danger',
    says: () => 'Ends their place and any offer. They get no email: please write to them yourself.',
  },
}

function Act({ act, loaded, typedUntil }: { act: QueueAct; loaded: Loaded; typedUntil: string | undefined }) {
  const doing = useNavigation().formData?.get('act') === act
  const { label, busy, tone, says } = ACTS[act]
  return (
    <Form method="post" preventScrollReset className="grid gap-3 border-admin-line border-t pt-4 text-sm">
      <p>{says(loaded)}</p>
      {act === 'collect' && (
        <TextField
          name="until"
          label="Last day"
          type="date"
          required
          max={loaded.lastDay}
          defaultValue={typedUntil ?? ''}
        />
      )}
      {(act !== 'offer' || loaded.seats >= loaded.atLeast) && (
        <SubmitButton
          name="act"
          value={act}
          tone={tone}
          busy={doing}
          label={label}
          busyLabel={busy}
          className="w-fit"
        />
      )}
    </Form>
  )
}
