import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { amountOnItsWay } from '#app/bookings/on-its-way'
import { queueOf } from '#app/bookings/waitlist/staff-waitlist.server'
import { today } from '#app/platform/clock.server'
import { showDay, showDays } from '#app/platform/days'
import { cents, showCents } from '#app/platform/money'
import { counted } from '#app/platform/words'
import { ASK_FOR_ONE } from '#app/server/guards/named-rows.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { isGuideOnly, may } from '#app/staff/rights'
import type { Staff } from '#app/staff/sessions.server'
import { runningStatus } from '#app/tours/departure'
import { listDepartures } from '#app/tours/departure-list.server'
import { isDepartureAhead, seatsTakenOn } from '#app/tours/departures.server'
import { departuresOfGuide, guideDays, guideSees } from '#app/tours/guides.server'
import { allTours } from '#app/tours/tours.server'
import { watcherCount } from '#app/tours/watchers.server'
import {
  AdminHeading,
  AdminLink,
  AdminPanel,
  AdminRow,
  AdminTable,
  adminHead,
  EmptyState,
  numbers,
  OnPhone,
} from '#app/ui/admin/admin-parts'
import { useMay } from '#app/ui/admin/admin-shell'
import { NoDepartureAhead } from '#app/ui/admin/attention'
import { Badge, RunningBadge } from '#app/ui/badge'
import { Link, TextLink } from '#app/ui/link'
import { departureTasks } from '#app/views/departure-overview.server'
import { DepartureBadge, SeatsBar } from './departure-parts'

export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, 'see departures')
  if (isGuideOnly(staff)) return { assigned: departuresOf(staff), askForOne: ASK_FOR_ONE }
  const [seesMoney, seesTour] = [may(staff, 'see money'), may(staff, 'see tour')]
  const tours = allTours()
  const listed = listDepartures(today())
  const rows = listed.map((departure) => {
    const { id, startsOn, endsOn, collectedCents, outstandingCents, onItsWayCents } = departure
    const taken = seatsTakenOn(id)
    const isOver = endsOn < today()
    const [next] = isOver ? [] : departureTasks(departure, today()).filter(({ right }) => may(staff, right))
    return {
      ...{ id, dates: showDays(startsOn, endsOn), isOver },
      journey: tours.length > 1 ? tours.find((tour) => tour.id === departure.tourId)?.shortName : null,
      ...{ state: departure.state, opensOn: departure.salesOpenOn, isPrivate: departure.isPrivate },
      running: runningStatus(departure, taken.paid, today()),
      ...{ seats: departure.seats, taken, next },
      waiting: seesTour && queueOf(id).living.length,
      money: seesMoney && {
        paid: showCents(collectedCents),
        of: showCents(cents(collectedCents + outstandingCents + onItsWayCents)),
        onItsWay: onItsWayCents > 0 ? amountOnItsWay(onItsWayCents) : null,
      },
    }
  })
  return {
    name: tours.length > 1 ? counted(tours.length, 'journey') : (tours[0]?.name ?? ''),
    isAhead: isDepartureAhead(today()),
    watchers: watcherCount(),
    ahead: rows.filter(({ isOver }) => !isOver).toReversed(),
    over: rows.filter(({ isOver }) => isOver),
    /** What a new departure of each journey begins as. */
    latest: tours.flatMap(({ id: tourId, shortName }) => {
      const one = listed.find((departure) => departure.tourId === tourId)
      return one ? { id: one.id, journey: tours.length > 1 ? shortName : null } : []
    }),
  }
}

/** Of a guide: their own, those that are open first. */
const departuresOf = (guide: Staff) =>
  departuresOfGuide(guide.id)
    .map(({ id, name, ...dates }) => {
      const { opensOn, lastDay } = guideDays(dates)
      return {
        ...{ id, name, days: showDays(dates.startsOn, dates.endsOn), sees: guideSees(dates, today()) },
        ...{ opensOn: showDay(opensOn), lastDay: showDay(lastDay) },
      }
    })
    .sort((one, other) => ORDER.indexOf(one.sees) - ORDER.indexOf(other.sees))

const ORDER = ['now', 'later', 'no-longer']

export const meta = () => adminHead('Departures')

export default function DeparturesPage() {
  const loaded = useLoaderData<typeof loader>()
  const may = useMay()
  if (loaded.assigned) return <Assigned {...loaded} />
  const { name, isAhead, watchers, ahead, over, latest } = loaded
  const toCopy = may('change tour')
    ? latest.map(({ id, journey }) => ({ journey, to: `/admin/departures/${id}/copy` }))
    : []
  const copyTo = toCopy[0]?.to
  return (
    <>
      <AdminHeading title="Departures" lead={name}>
        {toCopy.map(({ journey, to }) => (
          <AdminLink key={to} to={to} tone="main">
            New departure{journey && `: ${journey}`}
          </AdminLink>
        ))}
      </AdminHeading>
      {!isAhead && copyTo && <NoDepartureAhead copyTo={copyTo} label="Copy the last one for next season" />}
      {watchers > 0 && (
        <p className="mb-4 text-sm">
          {`${counted(watchers, 'person is', 'people are')} waiting to be told when the next departure opens. Each gets one email.`}
        </p>
      )}
      {ahead.length === 0 ? (
        <EmptyState title="No departure lies ahead">Copy an earlier one to begin the next season.</EmptyState>
      ) : (
        <Departures caption="Departures ahead, the next first" rows={ahead} />
      )}
      {over.length > 0 && (
        <details className="mt-6">
          <summary className="cursor-pointer py-2.5 font-semibold text-sm">
            Past departures ({over.length})
          </summary>
          <Departures caption="Past departures, the latest first" rows={over} />
        </details>
      )}
    </>
  )
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>
type Row = Extract<Loaded, { ahead: unknown[] }>['ahead'][number]

const Departures = ({ caption, rows }: { caption: string; rows: Row[] }) => (
  <AdminTable
    caption={caption}
    brief
    columns={[
      'Departure',
      { label: 'State', className: 'row-end' },
      { label: 'Seats', className: 'row-whole' },
      ...(rows[0]?.waiting === false ? [] : [numbers('Waiting')]),
      ...(rows[0]?.money ? [numbers('Paid of due')] : []),
      'Next',
    ]}
  >
    {rows.map(
      ({ id, journey, dates, state, opensOn, isPrivate, running, seats, taken, waiting, money, next }) => (
        <AdminRow key={id}>
          <th scope="row" className="whitespace-nowrap max-sm:min-w-fit">
            <TextLink to={`/admin/departures/${id}`}>{dates}</TextLink>
            {journey && <span className="block font-normal text-admin-soft text-xs">{journey}</span>}
          </th>
          <td className="max-sm:max-w-1/2">
            <span className="flex flex-wrap gap-1.5 max-sm:justify-end">
              <DepartureBadge {...{ state, opensOn, isPrivate }} />
              <RunningBadge running={running} />
            </span>
          </td>
          <td>{state === 'canceled' ? `${taken.paid} paid` : <SeatsBar {...taken} seats={seats} />}</td>
          {waiting !== false && (
            <td className={`tabular-nums ${waiting > 0 ? '' : 'max-sm:hidden'}`}>
              {waiting}
              <OnPhone> waiting</OnPhone>
            </td>
          )}
          {money && (
            <td className="whitespace-nowrap tabular-nums">
              {money.paid} of {money.of}
              <OnPhone> paid</OnPhone>
              {money.onItsWay && (
                <span className="text-admin-soft sm:block sm:text-2xs">
                  <OnPhone>, </OnPhone>
                  {money.onItsWay}
                </span>
              )}
            </td>
          )}
          <td className={next ? '' : 'max-sm:hidden'}>
            {next ? (
              <>
                <Link to={`/admin/departures/${id}${next.page}`} className="underline underline-offset-3">
                  {next.words}
                </Link>
                {next.isLate && (
                  <span className="ml-2">
                    <Badge tone="failed">Late</Badge>
                  </span>
                )}
              </>
            ) : (
              <span className="text-admin-soft">Nothing</span>
            )}
          </td>
        </AdminRow>
      ),
    )}
  </AdminTable>
)

type AssignedProps = Extract<Loaded, { assigned: unknown[] }>

/** Where a guide arrives: the departures they guide. */
const Assigned = ({ assigned, askForOne }: AssignedProps) => (
  <>
    <AdminHeading title="Your departures" />
    {assigned.length === 0 && (
      <EmptyState title="No departure is assigned to you yet">{askForOne}</EmptyState>
    )}
    <div className="grid gap-4">
      {assigned.map((departure) => (
        <AdminPanel
          key={departure.id}
          title={departure.days}
          actions={<Badge tone={departure.sees === 'now' ? 'success' : 'wait'}>{SEES[departure.sees]}</Badge>}
        >
          <p className="text-sm">{departure.name}</p>
          <p className="mt-1 text-admin-soft text-sm">{openWords(departure)}</p>
          {departure.sees === 'now' && (
            <p className="mt-4 flex flex-wrap gap-2.5">
              <AdminLink to={`/admin/departures/${departure.id}`} tone="main">
                Open it
              </AdminLink>
              <AdminLink to={`/admin/departures/${departure.id}/manifest`}>Manifest</AdminLink>
            </p>
          )}
        </AdminPanel>
      ))}
    </div>
  </>
)

const SEES = { now: 'Open', later: 'Not open yet', 'no-longer': 'Closed' }

function openWords({ sees, opensOn, lastDay }: AssignedProps['assigned'][number]): string {
  if (sees === 'later') return `Its travelers, rooms and letters open here on ${opensOn}.`
  if (sees === 'no-longer') return `Closed since the end of ${lastDay}.`
  return `Open until the end of ${lastDay}.`
}
