import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { today } from '#app/platform/clock.server'
import { showDay, showDays } from '#app/platform/days'
import { ASK_FOR_ONE } from '#app/server/guards/named-rows.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { departuresOfGuide, guideDays, guideSees } from '#app/tours/guides.server'
import {
  AdminHeading,
  AdminLink,
  AdminPanel,
  adminButton,
  adminHead,
  EmptyState,
} from '#app/ui/admin/admin-parts'
import { Badge } from '#app/ui/badge'

export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, 'see journey')
  return {
    askForOne: ASK_FOR_ONE,
    departures: departuresOfGuide(staff.id)
      .map(({ id, name, ...dates }) => {
        const { opensOn, lastDay } = guideDays(dates)
        return {
          ...{ id, name, days: showDays(dates.startsOn, dates.endsOn), sees: guideSees(dates, today()) },
          ...{ opensOn: showDay(opensOn), lastDay: showDay(lastDay) },
        }
      })
      .sort((one, other) => ORDER.indexOf(one.sees) - ORDER.indexOf(other.sees)),
  }
}

/** What a guide looks for first. */
const ORDER = ['now', 'later', 'no-longer']

export const meta = () => adminHead('Your departures')

type Departure = Awaited<ReturnType<typeof loader>>['departures'][number]

/** Where a guide arrives: the departures they guide, with links to what each needs. */
export default function GuidesDeparturesPage() {
  const { departures, askForOne } = useLoaderData<typeof loader>()
  return (
    <>
      <AdminHeading title="Your departures" />
      {departures.length === 0 && (
        <EmptyState title="No departure is assigned to you yet">{askForOne}</EmptyState>
      )}
      <div className="grid gap-4">
        {departures.map((departure) => (
          <AdminPanel
            key={departure.id}
            title={departure.days}
            actions={
              <Badge tone={departure.sees === 'now' ? 'success' : 'wait'}>{STATES[departure.sees]}</Badge>
            }
          >
            <p className="text-sm">{departure.name}</p>
            <p className="mt-1 text-admin-soft text-sm">{openWords(departure)}</p>
            {departure.sees === 'now' && <DepartureLinks id={departure.id} />}
          </AdminPanel>
        ))}
      </div>
    </>
  )
}

const STATES = { now: 'Open', later: 'Not open yet', 'no-longer': 'Closed' }

function openWords({ sees, opensOn, lastDay }: Departure): string {
  if (sees === 'later') return `Its travelers, rooms and letters open here on ${opensOn}.`
  if (sees === 'no-longer') return `Closed since the end of ${lastDay}.`
  return `Open until the end of ${lastDay}.`
}

const DepartureLinks = ({ id }: { id: number }) => (
  <div className="mt-4 grid gap-2.5 sm:flex sm:flex-wrap">
    <AdminLink to={`/admin/manifest?departure=${id}`} tone="main">
      Manifest
    </AdminLink>
    <AdminLink to={`/admin/rooms?departure=${id}`}>Room list</AdminLink>
    <AdminLink to={`/admin/tour-preview/${id}`}>Itinerary</AdminLink>
    <AdminLink to={`/admin/departures/${id}/letters`}>Letters</AdminLink>
    <a href={`/admin/manifest-phone/${id}`} className={adminButton('plain')}>
      Keep the manifest on this phone
    </a>
    <a href={`/admin/manifest-offline?departure=${id}`} className={adminButton('plain')} download>
      Manifest for a phone without network
    </a>
  </div>
)
