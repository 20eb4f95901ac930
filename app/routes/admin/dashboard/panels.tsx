import { Form, useNavigation } from '@remix-run/react'
import type { ComponentProps } from 'react'
import { mailName } from '#app/mail/mail-names'
import { showMonth } from '#app/platform/days'
import { showCents } from '#app/platform/money'
import { seatsInWords } from '#app/tours/party'
import type { NextDepartureDetails } from '#app/travelers/details.server'
import { AdminRow, AdminTable, adminButton, StatCard, StatCards } from '#app/ui/admin/admin-parts'
import { AttentionRow, ChoiceRow, type ShownPanel } from '#app/ui/admin/attention'
import { Badge } from '#app/ui/badge'
import { Link, VisuallyHidden } from '#app/ui/link'
import type { ownerFigures } from '#app/views/owner-figures.server'

/** How complete the details for the next departure are; nothing while nobody travels on it. */
export const DetailsLine = ({ next }: { next: NextDepartureDetails | null }) =>
  next && (
    <p className="mb-6 text-sm">
      <Link
        to={`/admin/manifest?departure=${next.departureId}`}
        className="font-medium text-umber underline underline-offset-3"
      >
        Travelers’ details for {next.dates}
      </Link>
      : {next.complete === next.travelers ? 'complete.' : `${next.complete} of ${next.travelers} complete.`}
    </p>
  )

/** What travelers wrote after their return, and nobody has read. */
export const ReviewsLine = ({ waiting }: { waiting: number }) =>
  waiting > 0 && (
    <p className="mb-6 text-sm">
      <Link to="/admin/settings/reviews" className="font-medium text-umber underline underline-offset-3">
        {waiting === 1 ? '1 new review' : `${waiting} new reviews`}
      </Link>{' '}
      from travelers: read {waiting === 1 ? 'it' : 'them'}, and publish what the traveler allows.
    </p>
  )

type WaitlistLinesProps = { waiting: { departureId: number; dates: string; parties: number; free: number }[] }

/** Free seats that no waiting party fits, or that staff passed one over for. */
export const WaitlistLines = ({ waiting }: WaitlistLinesProps) =>
  waiting.map(({ departureId, dates, parties, free }) => (
    <p key={departureId} className="mb-6 text-sm">
      <Link
        to={`/admin/settings/tour/${departureId}/waitlist`}
        className="font-medium text-umber underline underline-offset-3"
      >
        {parties === 1 ? '1 party is waiting' : `${parties} parties are waiting`} for {dates}
      </Link>
      {`, and ${seatsInWords(free)} ${free === 1 ? 'is' : 'are'} free: too few for them, or they were passed over. You can collect seats for a large party, or offer them by hand.`}
    </p>
  ))

type Decision = { id: number; dates: string; words: string; isLate: boolean; isPaid: boolean }

/** Departures of which nobody has decided yet whether they run, the most pressing first. */
export const decisionsPanel = (rows: Decision[]): ShownPanel => ({
  title: 'Departures to decide',
  count: rows.length,
  isUrgent: rows.some(({ isLate }) => isLate),
  empty: 'No departure is waiting for a decision.',
  rows: rows.map(({ id, dates, words, isLate, isPaid }) => (
    <AttentionRow
      key={id}
      to={`/admin/settings/tour/${id}`}
      name={dates}
      about={words}
      side={
        isPaid ? <Badge tone="success">Minimum paid</Badge> : isLate && <Badge tone="failed">Overdue</Badge>
      }
    />
  )),
})

type Choices = { count: number; rows: ComponentProps<typeof ChoiceRow>['choice'][] }

/** Guests of a departure that was canceled or postponed who have not chosen yet. */
export const choicesPanel = ({ count, rows }: Choices): ShownPanel => ({
  title: 'Guests who have not chosen yet',
  count,
  note: 'Their departure was canceled or postponed. Call them, and choose for them on the booking’s page.',
  empty: 'Nobody has a choice to make.',
  rows: rows.map((choice) => <ChoiceRow key={choice.reference} choice={choice} />),
})

type Tasks = {
  count: number
  late: number
  rows: {
    id: number
    text: string
    reference: string | null
    contactId: number | null
    name: string
    due: string
    isLate: boolean
  }[]
}

/** What staff wrote down to do by today, the most overdue first. */
export const tasksPanel = ({ count, late, rows }: Tasks): ShownPanel => ({
  title: 'Tasks',
  count,
  isUrgent: late > 0,
  empty: 'No task is due by today.',
  rows: rows.map(({ id, text, reference, contactId, name, due, isLate }) => (
    <AttentionRow
      key={id}
      to={`/admin/${reference ? `bookings/${reference}` : `contacts/${contactId}`}#notes`}
      name={text}
      about={reference ? `${name}, ${reference}` : name}
      side={<Badge tone={isLate ? 'failed' : 'wait'}>{isLate ? `Was due ${due}` : `Due ${due}`}</Badge>}
    />
  )),
})

type Mail = {
  id: number
  kind: string
  toAddress: string
  reference: string | null
  lastError: string | null
  writtenAt: string
}

type FailedMail = { count: number; rows: Mail[] }

export const failedMailPanel = ({ count, rows }: FailedMail): ShownPanel => ({
  title: 'Mail that failed',
  count,
  isUrgent: true,
  empty: 'Every email went out, or is on its way.',
  rows: (
    <>
      {rows.map((mail) => (
        <AttentionRow
          key={mail.id}
          to={mail.reference ? `/admin/bookings/${mail.reference}` : undefined}
          name={`${named(mail.kind)}${mail.reference ? ` for ${mail.reference}` : ''}`}
          about={`To ${mail.toAddress}, ${mail.writtenAt}`}
          side={
            <RetryButton mail={String(mail.id)} label="Try again" about={`, mail to ${mail.toAddress}`} />
          }
        >
          {mail.lastError && (
            <p className="wrap-anywhere mt-0.5 line-clamp-5 text-2xs text-danger">{mail.lastError}</p>
          )}
        </AttentionRow>
      ))}
      {count > rows.length && (
        <li className="border-admin-line border-t pt-3">
          <RetryButton mail="all" label="Try all again" />
        </li>
      )}
    </>
  ),
})

function RetryButton({ mail, label, about }: { mail: string; label: string; about?: string }) {
  const busy = useNavigation().formData?.get('mail') === mail
  return (
    <Form method="post" action="/admin/dashboard" preventScrollReset>
      <input type="hidden" name="mail" value={mail} />
      <button type="submit" disabled={busy} aria-busy={busy} className={adminButton('plain')}>
        {busy ? 'Trying...' : label}
        {about && <VisuallyHidden>{about}</VisuallyHidden>}
      </button>
    </Form>
  )
}

/** 'Booking confirmation'. */
function named(kind: string): string {
  const name = mailName(kind)
  return name.charAt(0).toUpperCase() + name.slice(1)
}

type Owner = Omit<ReturnType<typeof ownerFigures>, 'promised'> & { promised: ShownPromise | null }

export type ShownPromise = { to: string; words: string; isLate: boolean }

/** What an owner asks first: seats, this month's money, and what is promised next. */
export const OwnerPanel = ({ owner }: { owner: Owner }) => (
  <section aria-label="At a glance">
    {owner.seats.length > 0 && (
      <div className="mb-4">
        <AdminTable
          caption="Seats on sale"
          columns={['Departure on sale', 'Paid for', 'Held or offered', 'Left']}
        >
          {owner.seats.map(({ departureId, dates, seats, paidFor, held, left }) => (
            <AdminRow key={departureId}>
              <th scope="row">
                <Link
                  to={`/admin/bookings?departure=${departureId}`}
                  className="underline underline-offset-3 hover:text-umber"
                >
                  {dates}
                </Link>
              </th>
              <td>
                {paidFor} of {seats}
              </td>
              <td>{held}</td>
              <td>{left}</td>
            </AdminRow>
          ))}
        </AdminTable>
      </div>
    )}
    <StatCards>
      <StatCard
        label="Received this month"
        value={showCents(owner.cameCents)}
        note={`${showMonth(owner.month)}, minus refunds`}
      />
      <StatCard
        label="Still due this month"
        value={`${showCents(owner.due.dueCents)}${owner.due.isMore ? '+' : ''}`}
        note="Installments from today on"
        to="/admin/installments?state=unpaid"
      />
      <StatCard
        label="Overdue"
        value={showCents(owner.overdueCents)}
        note={`${owner.overdueCount} installment${owner.overdueCount === 1 ? '' : 's'}`}
        to="/admin/installments?state=overdue"
      />
    </StatCards>
    {owner.promised && (
      <p className="wrap-anywhere mb-6 text-sm" dir="auto">
        Promised next:{' '}
        <Link to={owner.promised.to} className="font-medium text-umber underline underline-offset-3">
          {owner.promised.words}
        </Link>{' '}
        {owner.promised.isLate && <Badge tone="failed">Late</Badge>}
      </p>
    )}
  </section>
)
