import type { ownerFigures, Promised } from '#app/analytics/owner-figures.server'
import { showDay, showInstant, showMonth } from '#app/days'
import { showCents } from '#app/money'
import { DeskTable } from '#app/ui/desk/desk-table'
import { StatCard, StatCards } from '#app/ui/desk/stat-card'
import { Link } from '#app/ui/link'

type Owner = Omit<ReturnType<typeof ownerFigures>, 'promised'> & { promised: ShownPromise | null }

export type ShownPromise = { to: string; words: string }

/** What was promised next, in words. */
export const promiseInWords = (promised: Promised, zone: string): ShownPromise =>
  promised.kind === 'reply'
    ? {
        to: `/admin/contacts/${promised.contactId}`,
        words: `An answer to ${promised.name}, by ${showInstant(promised.until, zone)}`,
      }
    : {
        to: `/admin/manifest?departure=${promised.departureId}`,
        words: `A word from the team to the travelers of ${promised.dates}, by ${showDay(promised.on)}`,
      }

/** What an owner asks first: seats, this month's money, and what is promised next. */
export const OwnerPanel = ({ owner }: { owner: Owner }) => (
  <section aria-label="At a glance">
    {owner.seats.length > 0 && (
      <div className="mb-4">
        <DeskTable caption="Seats on sale" columns={['Departure on sale', 'Paid for', 'Held', 'Left']} stacks>
          {owner.seats.map(({ departureId, dates, seats, paidFor, held, left }) => (
            <tr key={departureId}>
              <th scope="row" data-label="Departure on sale">
                <Link
                  to={`/admin/bookings?departure=${departureId}`}
                  className="underline underline-offset-3 hover:text-umber"
                >
                  {dates}
                </Link>
              </th>
              <td data-label="Paid for" className="tabular-nums">
                {paidFor} of {seats}
              </td>
              <td data-label="Held" className="tabular-nums">
                {held}
              </td>
              <td data-label="Left" className="tabular-nums">
                {left}
              </td>
            </tr>
          ))}
        </DeskTable>
      </div>
    )}
    <StatCards>
      <StatCard
        label="Came in this month"
        value={showCents(owner.cameCents)}
        note={`${showMonth(owner.month)}, refunds taken off`}
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
        </Link>
      </p>
    )}
  </section>
)
