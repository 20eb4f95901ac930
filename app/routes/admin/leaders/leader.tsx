import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { LEADER, LeaderForm, type LeaderWords } from '#app/bookings/leaders/leader-form'
import { leaderWithId, linkToShare, pageOfLeader, suggestedCode } from '#app/bookings/leaders/leaders.server'
import {
  addLeader,
  endLeader,
  LEADERS_AT_MOST,
  openLeader,
  saveLeader,
} from '#app/bookings/leaders/save-leader.server'
import { moneyWords } from '#app/bookings/status'
import { today } from '#app/platform/clock.server'
import { showDay } from '#app/platform/days'
import { showCents } from '#app/platform/money'
import { counted } from '#app/platform/words'
import { EditRow, rowTexts, stayOnListFailure } from '#app/routes/admin/settings/editable-list'
import { editRow, openRow } from '#app/routes/admin/settings/list-answers.server'
import { rowId } from '#app/server/guards/named-rows.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { may } from '#app/staff/rights'
import { hasBegun } from '#app/tours/departure'
import { departuresNotOver } from '#app/tours/departures.server'
import { departureInWords } from '#app/tours/tours.server'
import { AdminLink, AdminRow, AdminTable, adminHead, EmptyState, numbers } from '#app/ui/admin/admin-parts'
import { BookingLink } from '#app/ui/admin/admin-shell'
import { Badge } from '#app/ui/badge'
import { agreementsOf, guestsOf } from '#app/views/leaders.server'

const LIST = '/admin/leaders'
const TEXTS = rowTexts('End', 'leader')

export async function loader({ request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, 'see leaders')
  const id = rowId(params.id)
  const leader = id === 'new' ? undefined : leaderWithId(id)
  const agreements = leader ? agreementsOf(leader.id) : []
  const open = () => {
    if (!leader) return null
    const opened = openLeader(leader)
    return leader.code === null
      ? { ...opened, words: { ...opened.words, code: suggestedCode(leader.name) } }
      : opened
  }
  return openRow(params.id, open, {
    state: leader?.state ?? null,
    message: leader?.message ?? '',
    // Who has the page's link acts as the leader.
    links:
      leader?.state === 'approved' && may(staff, 'change leaders')
        ? { share: linkToShare(leader, today()), page: pageOfLeader(leader) }
        : null,
    agreements: agreements.map(({ terms, departure, ...one }) => ({
      departureId: departure.id,
      dates: departureInWords(departure),
      isOpen: !hasBegun(departure, today()) && departure.canceledAt === null,
      seats: blockWords(terms, one.seatsLeft),
      reward:
        [
          terms.freeEvery !== null && `One place free for each ${terms.freeEvery}`,
          terms.eachCents !== null && `${showCents(terms.eachCents)} for each traveler`,
        ]
          .filter(Boolean)
          .join(', ') || 'None',
      paid: one.paid,
      earned: [
        terms.freeEvery !== null && placesWords(one),
        terms.eachCents !== null && `${showCents(one.sumCents)}${terms.earnedAt === null ? ' so far' : ''}`,
      ]
        .filter(Boolean)
        .join(', '),
    })),
    others: departuresNotOver(today())
      .filter((one) => !hasBegun(one, today()) && one.canceledAt === null)
      .filter(({ id: departureId }) => !agreements.some(({ departure }) => departure.id === departureId))
      .map((one) => ({ id: one.id, dates: departureInWords(one) })),
    guests: (leader ? guestsOf(leader.id) : []).map((booking) => ({
      ...{ reference: booking.reference, name: booking.customerName, travelers: booking.travelers },
      money: moneyWords(booking),
    })),
  })
}

type Agreement = ReturnType<typeof agreementsOf>[number]

function blockWords({ seats, releaseOn, releasedAt }: Agreement['terms'], left: number): string {
  if (seats === 0 || releaseOn === null) return 'None'
  if (releasedAt !== null) return `${seats}, until ${showDay(releaseOn)}: open to anyone since`
  return `${left} of ${seats} left, until ${showDay(releaseOn)}`
}

/** What was earned and could not be given yet waits for a booking of their own, or is paid back by hand. */
function placesWords({ earned, given, givenCents, own }: Omit<Agreement, 'terms' | 'departure'>): string {
  const places = counted(earned, 'free place')
  if (earned === 0) return 'No free place yet'
  if (given === 0)
    return `${places}: ${own ? 'nothing of the booking is open' : 'waits for a booking of their own'}`
  const rest = earned > given ? `, ${earned - given} waiting` : ''
  return `${places}: ${showCents(givenCents)} off ${own?.reference}${rest}`
}

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change leaders')
  return editRow(request, params.id, staff, {
    ...{ table: LEADER, schema: LeaderForm, list: LIST, remove: endLeader },
    add: (words: LeaderWords, ...by) => addLeader(words, ...by),
    change: (id, words, ...by) => saveLeader(id, words, ...by),
    refusals: {
      gone: { formErrors: ['There is no such leader anymore.'] },
      'too-many': { formErrors: [`There are ${LEADERS_AT_MOST} leaders, and no more can be added.`] },
      'code-taken': { fieldErrors: { code: ['This code already exists: write another one'] } },
    },
    saved: ({ name }) => ({
      title: 'Leader saved',
      description: `${name} can share their link. Someone new gets it by email.`,
    }),
    removed: { title: 'Leader ended', description: 'Link and code no longer work.' },
  })
}

export const clientAction = stayOnListFailure(TEXTS)

export const meta = () => adminHead('Leader')

export default function LeaderPage() {
  const row = useLoaderData<typeof loader>()
  const { words, state, id } = row
  return (
    <>
      <EditRow
        {...{ form: 'leader', list: LIST, row, table: LEADER, schema: LeaderForm, panel: 'max-w-3xl' }}
        texts={
          state === 'applied'
            ? { ...TEXTS, save: 'Approve and send the link', remove: 'Delete application' }
            : TEXTS
        }
        heading={words ? words.name : 'Add leader'}
        removal={
          state === 'applied' ? (
            <>The application of {words?.name} is deleted. Nothing is sent.</>
          ) : (
            <>
              Link, code and page of <strong>{words?.name}</strong> stop working, and seats that were kept are
              on sale. Guests and rewards stay as they are.
            </>
          )
        }
        isOver={state === 'ended'}
        above={<Above {...row} />}
      />
      {typeof id === 'number' && state !== 'applied' && (
        <>
          <Agreements {...row} id={id} />
          <Guests guests={row.guests} />
        </>
      )}
    </>
  )
}

type Row = ReturnType<typeof useLoaderData<typeof loader>>

const Above = ({ message, links }: Pick<Row, 'message' | 'links'>) => (
  <div className="mb-5 grid gap-3 text-sm">
    {message && (
      <p className="whitespace-pre-line wrap-anywhere border-sand border-l-3 pl-3">
        <bdi>{message}</bdi>
      </p>
    )}
    {links && (
      <>
        <Shared label="Link to share" link={links.share} />
        <Shared label="Their own page" link={links.page} />
      </>
    )}
  </div>
)

const Shared = ({ label, link }: { label: string; link: string }) => (
  <p>
    {label}:{' '}
    <code className="rounded-badge bg-admin px-1.5 py-0.5 text-xs select-all wrap-anywhere">{link}</code>
  </p>
)

const Agreements = ({
  id,
  agreements,
  others,
  state,
}: Pick<Row, 'agreements' | 'others' | 'state'> & { id: number }) => (
  <section className="mt-8">
    <h2 className="mb-3 font-semibold">Seats and reward</h2>
    {agreements.length > 0 && (
      <AdminTable
        caption="What is agreed, by departure"
        columns={['Departure', 'Seats kept', 'Reward', numbers('Paid in full'), 'Earned', 'Agreement']}
      >
        {agreements.map(({ departureId, dates, seats, reward, paid, earned, isOpen }) => (
          <AdminRow key={departureId}>
            <th scope="row">{dates}</th>
            <td>{seats}</td>
            <td>{reward}</td>
            <td>{paid}</td>
            <td>{earned}</td>
            <td>
              {isOpen && state === 'approved' && (
                <AdminLink to={`${LIST}/${id}/${departureId}`}>
                  Change<span className="sr-only"> {dates}</span>
                </AdminLink>
              )}
            </td>
          </AdminRow>
        ))}
      </AdminTable>
    )}
    {state === 'approved' && others.length > 0 && (
      <p className="mt-3 flex flex-wrap gap-3">
        {others.map((one) => (
          <AdminLink key={one.id} to={`${LIST}/${id}/${one.id}`}>
            {`Agree for ${one.dates}`}
          </AdminLink>
        ))}
      </p>
    )}
  </section>
)

const Guests = ({ guests }: Pick<Row, 'guests'>) => (
  <section className="mt-8">
    <h2 className="mb-3 font-semibold">Their guests</h2>
    {guests.length === 0 ? (
      <EmptyState title="No one yet">
        A booking appears here when seats are held with the code. You can correct that on the booking’s page.
      </EmptyState>
    ) : (
      <AdminTable
        caption="Bookings of their guests, the latest first"
        columns={['Booking', 'Lead traveler', numbers('Travelers'), 'Payment']}
      >
        {guests.map(({ reference, name, travelers, money }) => (
          <AdminRow key={reference}>
            <th scope="row">
              <BookingLink reference={reference} />
            </th>
            <td className="wrap-anywhere">
              <bdi>{name}</bdi>
            </td>
            <td>{travelers}</td>
            <td>
              <Badge tone={money.tone}>{money.words}</Badge>
            </td>
          </AdminRow>
        ))}
      </AdminTable>
    )}
  </section>
)
