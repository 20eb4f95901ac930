import type { ReactNode } from 'react'
import { counted } from '#app/platform/words'
import { CHOICE_DAYS, type RunningStatus } from '#app/tours/departure'
import type { SeatsTaken } from '#app/tours/departures.server'
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

/** Where staff decide whether a departure runs: guarantee, postpone or cancel it. */
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
  const actions = (
    <>
      {guarantee}
      {changes}
    </>
  )
  if (guarantee && isMinimumPaid) {
    const title = 'The minimum is paid: guarantee this departure?'
    return (
      <Notice tone="success" title={title} className="mb-5" actions={actions}>
        {running?.words}. Guests are still told that it may not run, and not to buy flights.
      </Notice>
    )
  }
  return (
    <AdminPanel
      title="Does it run?"
      className="mb-5 p-5"
      actions={<span className="flex flex-wrap gap-2.5">{actions}</span>}
    >
      <p className="max-w-prose text-sm">
        {running ? `${running.words}.` : 'It runs with any number of travelers.'} If it cannot take place as
        planned, postpone or cancel it here: everyone who has booked gets one letter and {CHOICE_DAYS} days to
        choose.
      </p>
    </AdminPanel>
  )
}

export const DepartureLinks = ({ id, children }: { id: number; children?: ReactNode }) => (
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

type PaidSeatsProps = {
  id: number
  taken: SeatsTaken
  /** Bookings whose travelers know different dates, and those who were notified of the current ones. */
  toNotify: number
  notified: number
  /** Bookings that have to pay sooner than they agreed to. */
  dueSooner: number
  page: string
}

/** What a change to the departure leaves as it is, and who must hear of a change of dates. */
export const PaidSeats = ({ id, taken, toNotify, notified, dueSooner, page }: PaidSeatsProps) =>
  taken.paid === 0 ? null : (
    <Notice
      tone="info"
      title={`${counted(taken.paid, 'seat is', 'seats are')} paid for`}
      className="mb-5"
      actions={
        <DepartureLinks id={id}>
          {toNotify + notified > 0 && (
            <AdminLink to={`${page}/letter`}>
              {toNotify > 0 ? 'Write to them about the new dates' : 'They were told about the new dates'}
            </AdminLink>
          )}
        </DepartureLinks>
      }
    >
      {taken.paid === 1 ? 'This traveler keeps' : 'These travelers keep'} price, deposit and due dates as
      agreed. If the dates of the journey change, they travel on the new ones; until the journey begins, a
      refund follows the dates they agreed to, or the new ones if those are better for them.
      {dueSooner > 0 &&
        ` ${counted(dueSooner, 'booking')} had to be asked to pay sooner than agreed, so that everything is due before the journey begins.`}
    </Notice>
  )
