import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { LEADER_TERMS, LeaderTermsForm, type LeaderTermsWords } from '#app/bookings/leaders/leader-form'
import { leaderWithId, termsOfLeader } from '#app/bookings/leaders/leaders.server'
import { saveTerms } from '#app/bookings/leaders/save-terms.server'
import { bareCents } from '#app/platform/typed/amounts'
import { EditRow, rowTexts, stayOnListFailure } from '#app/routes/admin/settings/editable-list'
import { editRow, openRow } from '#app/routes/admin/settings/list-answers.server'
import { namedDeparture } from '#app/server/guards/named-rows.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { departureInWords } from '#app/tours/tours.server'
import { adminHead } from '#app/ui/admin/admin-parts'

const TEXTS = rowTexts('Remove', 'agreement')

function namedLeader(id: string | undefined) {
  const leader = leaderWithId(Number(id))
  if (!leader) throw new Response(null, { status: 404 })
  return leader
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, 'see leaders')
  const leader = namedLeader(params.id)
  const departure = namedDeparture(params)
  const terms = termsOfLeader(leader.id).find(({ departureId }) => departureId === departure.id)
  const words = {
    seats: terms?.seats || '',
    releaseOn: terms?.releaseOn ?? '',
    freeEvery: terms?.freeEvery ?? '',
    each: terms?.eachCents ? bareCents(terms.eachCents) : '',
  }
  return openRow(params.departure, () => ({ words, version: '' }), {
    ...{ leaderId: leader.id, name: leader.name, dates: departureInWords(departure) },
  })
}

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change leaders')
  const leaderId = namedLeader(params.id).id
  const { id: departureId } = namedDeparture(params)
  const nothing = { seats: null, releaseOn: null, freeEvery: null, each: null }
  return editRow(request, params.departure, staff, {
    ...{ table: LEADER_TERMS, schema: LeaderTermsForm, list: `/admin/leaders/${leaderId}` },
    change: (_, { version: __, ...words }: LeaderTermsWords & { version?: string | undefined }, ...by) => {
      const saved = saveTerms({ leaderId, departureId }, words, ...by)
      return 'saved' in saved ? { id: departureId } : { refused: saved.refused }
    },
    remove: (_, ...by) => 'saved' in saveTerms({ leaderId, departureId }, nothing, ...by),
    refusals: {
      gone: { formErrors: ['This leader has ended, so nothing can be agreed anymore.'] },
      'has-begun': { formErrors: ['This departure has begun or was canceled: what was agreed stays.'] },
      'release-over': { fieldErrors: { releaseOn: ['This day is over: choose today or a later one'] } },
      'too-few-seats': {
        fieldErrors: { seats: ['More than are free: write fewer, or move other bookings first'] },
      },
    },
    saved: () => ({ title: 'Agreement saved', description: 'Seats and rewards follow within a minute.' }),
    removed: { title: 'Agreement removed', description: 'No seats are kept, and there is no reward.' },
  })
}

export const clientAction = stayOnListFailure(TEXTS)

export const meta = () => adminHead('Seats and reward')

export default function AgreementPage() {
  const row = useLoaderData<typeof loader>()
  return (
    <EditRow
      {...{ form: 'agreement', texts: TEXTS, row, table: LEADER_TERMS, schema: LeaderTermsForm }}
      list={`/admin/leaders/${row.leaderId}`}
      heading={`${row.name}, ${row.dates}`}
      removal="Seats that were kept are on sale, and free places that were given are taken back."
      panel="max-w-3xl"
    />
  )
}
