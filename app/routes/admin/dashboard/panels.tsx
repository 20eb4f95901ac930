import { Form, useNavigation } from '@remix-run/react'
import { mailName } from '#app/mail/mail-names'
import { showMonth } from '#app/platform/days'
import { showCents } from '#app/platform/money'
import { capitalized } from '#app/platform/typed/fields'
import { seatsInWords } from '#app/tours/party'
import { AdminRow, AdminTable, adminButton, StatCard, StatCards } from '#app/ui/admin/admin-parts'
import { AttentionRow, ChoiceRow, type ShownPanel } from '#app/ui/admin/attention'
import { Badge } from '#app/ui/badge'
import { Link, VisuallyHidden } from '#app/ui/link'
import type { DashboardPage } from './dashboard-page.server'

/** How complete the details for the next departure are. */
export const DetailsLine = ({ next }: { next: DashboardPage['details'] }) =>
  next && (
    <Line
      to={`/admin/manifest?departure=${next.departureId}`}
      link={`Travelers’ details for ${next.dates}`}
      text={`: ${next.complete === next.travelers ? 'complete.' : `${next.complete} of ${next.travelers} complete.`}`}
    />
  )

/** Reviews that no one has read yet. */
export const ReviewsLine = ({ waiting }: { waiting: number }) =>
  waiting > 0 && (
    <Line
      to="/admin/settings/reviews"
      link={waiting === 1 ? '1 new review' : `${waiting} new reviews`}
      text={` from travelers: read ${waiting === 1 ? 'it' : 'them'}, and publish what the traveler allows.`}
    />
  )

/** Free seats that no waiting party fits, or that staff passed one over for. */
export const WaitlistLines = ({ waiting }: Pick<DashboardPage, 'waiting'>) =>
  waiting.map(({ departureId, dates, parties, free }) => (
    <Line
      key={departureId}
      to={`/admin/settings/tour/${departureId}/waitlist`}
      link={`${parties === 1 ? '1 party is waiting' : `${parties} parties are waiting`} for ${dates}`}
      text={`, and ${seatsInWords(free)} ${free === 1 ? 'is' : 'are'} free: too few for them, or they were passed over. You can collect seats for a large party, or offer them by hand.`}
    />
  ))

const Line = ({ to, link, text }: { to: string; link: string; text: string }) => (
  <p className="mb-6 text-sm">
    <Link to={to} className="font-medium text-umber underline underline-offset-3">
      {link}
    </Link>
    {text}
  </p>
)

/** For a role that sees such rows. */
type Seen<Rows extends keyof DashboardPage> = Exclude<DashboardPage[Rows], false>

/** Departures for which no one has decided yet whether they run, the most pressing first. */
export const decisionsPanel = (rows: Seen<'decisions'>): ShownPanel => ({
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

/** Guests of a departure that was canceled or postponed who have not chosen yet. */
export const choicesPanel = ({ count, rows }: Seen<'choices'>): ShownPanel => ({
  title: 'Guests who have not chosen yet',
  count,
  note: 'Their departure was canceled or postponed. Call them, and choose for them on the booking’s page.',
  empty: 'No one has a choice to make.',
  rows: rows.map((choice) => <ChoiceRow key={choice.reference} choice={choice} />),
})

/** Tasks due by today, the most overdue first. */
export const tasksPanel = ({ count, late, rows }: Seen<'tasks'>): ShownPanel => ({
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

export const failedMailPanel = ({ count, rows }: Seen<'failedMail'>): ShownPanel => ({
  title: 'Emails that failed',
  count,
  isUrgent: true,
  empty: 'Every email went out, or is on its way.',
  rows: (
    <>
      {rows.map((mail) => (
        <AttentionRow
          key={mail.id}
          to={mail.reference ? `/admin/bookings/${mail.reference}` : undefined}
          name={`${capitalized(mailName(mail.kind))}${mail.reference ? ` for ${mail.reference}` : ''}`}
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

/** What an owner asks first: seats, this month's money, and the next promise. */
export const OwnerPanel = ({ owner }: Pick<DashboardPage, 'owner'>) => (
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
