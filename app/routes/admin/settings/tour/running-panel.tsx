import type { ReactNode } from 'react'
import { counted } from '#app/platform/words'
import type { SeatsTaken } from '#app/tours/departures.server'
import { CHOICE_DAYS, type RunningStatus } from '#app/tours/running'
import { AdminLink, AdminPanel } from '#app/ui/admin/admin-parts'
import { useMay } from '#app/ui/admin/admin-shell'
import { Badge } from '#app/ui/badge'
import { Notice } from '#app/ui/notice'

type Props = {
  page: string
  /** Whether it can be guaranteed now, and whether its minimum is paid. */
  canGuarantee: boolean
  isMinimumPaid: boolean
  canChange: boolean
  running: RunningStatus | null
}

/** Staff decide here whether a departure runs: guarantee it, put it off, or cancel it as a whole. */
export function RunningPanel({ page, canGuarantee, isMinimumPaid, canChange, running }: Props) {
  const may = useMay()
  const changes = canChange && may('change money') && (
    <>
      <AdminLink to={`${page}/postpone`}>Postpone</AdminLink>
      <AdminLink to={`${page}/cancel`} tone="danger">
        Cancel this departure
      </AdminLink>
    </>
  )
  const guarantee = canGuarantee && may('change tour') && (
    <AdminLink to={`${page}/guarantee`} preventScrollReset tone={isMinimumPaid ? 'main' : 'plain'}>
      Guarantee it
    </AdminLink>
  )
  if (!guarantee && !changes) return null
  if (guarantee && isMinimumPaid) {
    return (
      <Notice
        tone="success"
        title="The minimum is paid: guarantee this departure?"
        className="mb-5"
        actions={
          <>
            {guarantee}
            {changes}
          </>
        }
      >
        {running?.words}. Guests are still told that it may not run, and not to buy flights.
      </Notice>
    )
  }
  return (
    <AdminPanel
      title="Does it run?"
      className="mb-5 p-5"
      actions={
        <span className="flex flex-wrap gap-2.5">
          {guarantee}
          {changes}
        </span>
      }
    >
      <p className="max-w-prose text-sm">
        {running ? `${running.words}.` : 'It runs with any number of travelers.'} If it cannot take place as
        planned, postpone or cancel it here: everyone who has booked gets one letter and {CHOICE_DAYS} days to
        choose.
      </p>
    </AdminPanel>
  )
}

export const Ways = ({ id, children }: { id: number; children?: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-3">
    <AdminLink to={`/admin/bookings?departure=${id}`}>Bookings</AdminLink>
    <AdminLink to={`/admin/manifest?departure=${id}`}>Manifest</AdminLink>
    {children}
  </div>
)

export const SeatsBadge = ({ taken, seats }: { taken: SeatsTaken; seats: number }) => (
  <Badge tone={taken.held + taken.paid >= seats ? 'wait' : 'info'}>
    {taken.held + taken.paid} of {seats} seats taken
  </Badge>
)

type BookedProps = {
  id: number
  taken: SeatsTaken
  /** Bookings whose travelers know of other dates, and those who were told of the present ones. */
  untold: number
  told: number
  /** Bookings that are asked for money sooner than they agreed to. */
  dueSooner: number
  page: string
}

/** What a change does not touch, and whom a change of dates does. */
export const Booked = ({ id, taken, untold, told, dueSooner, page }: BookedProps) =>
  taken.paid === 0 ? null : (
    <Notice
      tone="info"
      title={`${taken.paid} ${taken.paid === 1 ? 'seat is' : 'seats are'} paid for`}
      className="mb-5"
      actions={
        <Ways id={id}>
          {untold + told > 0 && (
            <AdminLink to={`${page}/letter`}>
              {untold > 0 ? 'Write to them about the new dates' : 'They were told about the new dates'}
            </AdminLink>
          )}
        </Ways>
      }
    >
      {taken.paid === 1 ? 'This traveler keeps' : 'These travelers keep'} price, deposit and due dates as
      agreed. If the dates of the journey change, they travel on the new ones; until the journey begins, a
      refund follows the dates they agreed to, or the new ones if those are better for them.
      {dueSooner > 0 &&
        ` ${counted(dueSooner, 'booking')} had to be asked to pay sooner than agreed, so that everything is due before the journey begins.`}
    </Notice>
  )
