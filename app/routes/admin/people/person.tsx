import { data, type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { asReference, findBooking } from '#app/bookings/find-booking.server'
import { ENTRY_STATE_NAMES } from '#app/bookings/stored-values'
import { partyWanted } from '#app/bookings/waitlist/waitlist-letters.server'
import { bookForPath, erasePath, heldPath, personPath } from '#app/people/contact-fields'
import { interestName } from '#app/people/people-fields'
import { isReplyLate } from '#app/people/reply-promise'
import { SUBSCRIBER_WORDS } from '#app/people/subscriber-words'
import { businessTime, now, today } from '#app/platform/clock.server'
import { showDay } from '#app/platform/days'
import { EMAIL_AT_MOST } from '#app/platform/typed/fields'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { departureDates } from '#app/tours/departure-list.server'
import { departureInWords } from '#app/tours/tours.server'
import {
  AdminHeading,
  AdminLink,
  AdminPanel,
  adminButton,
  adminHead,
  EmptyState,
} from '#app/ui/admin/admin-parts'
import { AttentionRow } from '#app/ui/admin/attention'
import { Exchange, MailsTable } from '#app/ui/admin/letters'
import { AnswerBadge, Badge } from '#app/ui/badge'
import { Link } from '#app/ui/link'
import { peopleFound, personWith, SHOWN_OF_PERSON, shownAnswer } from '#app/views/person.server'
import { staffBookings } from '#app/views/staff-booking.server'

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request, 'see inquiries')
  await requireStaff(request, 'see bookings')
  const query = new URL(request.url).searchParams
  const email = (query.get('email') ?? '').slice(0, EMAIL_AT_MOST)
  const person = email ? personWith(email) : null
  const term = (person ? '' : (query.get('q') ?? email)).trim().slice(0, EMAIL_AT_MOST)
  const booking = asReference(term) && findBooking(term)
  if (booking) throw redirect(`/admin/bookings/${booking.reference}`)
  const found = await peopleFound(term, request.signal)
  const shown = person && shownPerson(person)
  return data({ term, found, person: shown }, { status: email && !person ? 404 : 200 })
}

function shownPerson(person: NonNullable<ReturnType<typeof personWith>>) {
  const { inquiries, paidFor, named, charged, waiting, subscription, answers, letters, notes } = person
  const dates = departureDates()
  const references = new Map([...paidFor, ...named].map(({ id, reference }) => [id, reference]))
  return {
    atMost: SHOWN_OF_PERSON,
    email: person.email,
    names: person.names,
    phones: person.phones,
    inquiries: inquiries.map(({ id, interest, message, createdAt, answeredAt }) => ({
      id,
      interest: interestName(interest),
      message: message.slice(0, 200),
      wroteAt: businessTime(createdAt),
      ...{ isAnswered: answeredAt !== null, isLate: isReplyLate({ createdAt, answeredAt }, now()) },
    })),
    paidFor: staffBookings(paidFor, dates),
    named: staffBookings(named, dates),
    charged: staffBookings(charged, dates),
    waiting: waiting.map((entry) => ({
      ...{
        id: entry.id,
        departureId: entry.departureId,
        dates: departureWords(dates.get(entry.departureId)),
      },
      party: partyWanted(entry),
      state: ENTRY_STATE_NAMES[entry.state],
      joined: businessTime(entry.joinedAt),
    })),
    subscription: subscription && {
      ...{ id: subscription.id, hasLeft: subscription.state === 'left' },
      state: SUBSCRIBER_WORDS[subscription.state],
      since: businessTime(subscription.createdAt),
    },
    answers: answers.map(shownAnswer),
    letters: letters.map(({ createdAt, sentAt, ...mail }) => ({
      ...mail,
      createdAt: businessTime(createdAt),
      sentAt: sentAt && businessTime(sentAt),
    })),
    notes: notes.map(({ id, text, dueOn, doneAt, writtenBy, createdAt, bookingId, contactId }) => ({
      ...{ id, text, writtenBy, writtenAt: businessTime(createdAt) },
      due: dueOn && showDay(dueOn),
      isDone: doneAt !== null,
      isLate: dueOn !== null && dueOn < today(),
      on: bookingId ? `bookings/${references.get(bookingId)}` : `contacts/${contactId}`,
    })),
  }
}

const departureWords = (dates?: Parameters<typeof departureInWords>[0]): string =>
  dates ? departureInWords(dates) : ''

export const meta: MetaFunction<typeof loader> = ({ data: shown }) =>
  adminHead(shown?.person ? `Person: ${shown.person.email}` : 'Find a person')

export default function PersonPage() {
  const { term, found, person } = useLoaderData<typeof loader>()
  if (person) return <Person person={person} />
  return (
    <>
      <AdminHeading
        title="Find a person"
        lead={term ? `Who goes with “${term}”.` : 'Type a name, an email or a phone number above.'}
      />
      {found.length > 0 ? (
        <ul aria-label="People" className="mt-5 grid gap-2">
          {found.map(({ email, name }) => (
            <li key={email} className="wrap-anywhere text-sm">
              <Link to={personPath(email)} className="admin-quiet-button">
                {name && (
                  <>
                    <bdi>{name}</bdi>,{' '}
                  </>
                )}
                {email}
              </Link>
            </li>
          ))}
        </ul>
      ) : (
        term && (
          <div className="mt-5">
            <EmptyState title="No one found">
              Try a part of a name, of an email address, or of a phone number.{' '}
              {term.includes('@') && (
                <Link to={heldPath(term)}>See whether anything else is held of this address.</Link>
              )}
            </EmptyState>
          </div>
        )
      )}
    </>
  )
}

type Shown = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>['person']>

function Person({ person }: { person: Shown }) {
  const [name, ...otherNames] = person.names
  const all = encodeURIComponent(person.email)
  return (
    <>
      <p className="mb-3 text-xs">
        <Link to="/admin/people" className="admin-quiet-button">
          Find a person
        </Link>
      </p>
      <AdminHeading title={name ?? person.email} lead={<Lead person={person} otherNames={otherNames} />}>
        <AdminLink to={bookForPath({ name: name ?? '', email: person.email, phone: person.phones[0] ?? '' })}>
          Book
        </AdminLink>
        <a href={`mailto:${person.email}`} className={adminButton('main')}>
          Email
        </a>
      </AdminHeading>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Rows title="Bookings" all={person.paidFor.length === person.atMost && `/admin/bookings?q=${all}`}>
          {person.paidFor.map((booking) => (
            <BookingRow key={booking.reference} booking={booking} />
          ))}
        </Rows>
        <Rows
          title="Travels on someone else’s booking"
          all={person.named.length === person.atMost && `/admin/bookings?q=${all}`}
        >
          {person.named.map((booking) => (
            <BookingRow key={booking.reference} booking={booking} />
          ))}
        </Rows>
        {person.charged.length > 0 && (
          <Rows title="Their card pays for someone else’s booking">
            {person.charged.map((booking) => (
              <BookingRow key={booking.reference} booking={booking} />
            ))}
          </Rows>
        )}
        <Rows title="Waitlists" all={false}>
          {person.waiting.map(({ id, departureId, dates, party, state, joined }) => (
            <AttentionRow
              key={id}
              to={`/admin/departures/${departureId}/waitlist`}
              name={`${dates}, ${party}`}
              about={`Joined ${joined}`}
              side={state}
            />
          ))}
        </Rows>
        <Rows title="Inquiries" all={person.inquiries.length === person.atMost && `/admin/contacts?q=${all}`}>
          {person.inquiries.map((inquiry) => (
            <AttentionRow
              key={inquiry.id}
              to={`/admin/contacts/${inquiry.id}`}
              name={`${inquiry.interest}, ${inquiry.wroteAt}`}
              about={inquiry.message}
              side={<AnswerBadge {...inquiry} />}
            />
          ))}
        </Rows>
        <Rows title="Notes and tasks">
          {person.notes.map((note) => (
            <AttentionRow
              key={note.id}
              to={`/admin/${note.on}#notes`}
              name={note.text}
              about={`${note.writtenBy}, ${note.writtenAt}`}
              side={note.due && <TaskBadge {...note} due={note.due} />}
            />
          ))}
        </Rows>
        {person.answers.length > 0 && <Exchange title="Answers to inquiries" letters={person.answers} />}
      </div>
      <MailsTable rows={person.letters} />
      <AdminPanel title="What they may ask of you" className="mt-4 p-5">
        <p className="mb-4 max-w-prose text-sm">
          A copy of all that is held of them, or to be erased. They can get the copy themselves at{' '}
          <Link to="/my-data">My data</Link>, by a link to their mailbox.
        </p>
        <p className="flex flex-wrap gap-3">
          <AdminLink to={heldPath(person.email)}>Everything that is held</AdminLink>
          {person.subscription && !person.subscription.hasLeft && (
            <AdminLink to={`/admin/subscribers/${person.subscription.id}/take-off`}>
              Take off the newsletter
            </AdminLink>
          )}
          <AdminLink to={erasePath(person.email)} tone="danger">
            Erase…
          </AdminLink>
        </p>
      </AdminPanel>
    </>
  )
}

const Lead = ({ person, otherNames }: { person: Shown; otherNames: string[] }) => (
  <span className="wrap-anywhere">
    {[
      person.email,
      ...person.phones,
      otherNames.length > 0 && `also ${otherNames.join(', ')}`,
      person.subscription &&
        `Newsletter: ${person.subscription.state.toLowerCase()}, since ${person.subscription.since}`,
    ]
      .filter(Boolean)
      .join(' · ')}
  </span>
)

const TaskBadge = ({ due, isDone, isLate }: { due: string; isDone: boolean; isLate: boolean }) => {
  if (isDone) return <Badge tone="success">Done</Badge>
  return <Badge tone={isLate ? 'failed' : 'wait'}>{isLate ? `Was due ${due}` : `Due ${due}`}</Badge>
}

type RowsProps = { title: string; all?: string | false; children: ReactNode[] }

const Rows = ({ title, all, children }: RowsProps) => (
  <AdminPanel title={title}>
    {children.length > 0 ? <ul>{children}</ul> : <p className="text-admin-soft text-sm">None.</p>}
    {all && (
      <p className="mt-3 border-admin-line border-t pt-3 text-xs">
        <Link to={all} className="admin-quiet-button">
          All of them
        </Link>
      </p>
    )}
  </AdminPanel>
)

const BookingRow = ({ booking }: { booking: Shown['paidFor'][number] }) => (
  <AttentionRow
    to={`/admin/bookings/${booking.reference}`}
    name={`${booking.reference}, ${booking.name}`}
    about={booking.dates}
    side={<Badge tone={booking.money.tone}>{booking.money.words}</Badge>}
  />
)
