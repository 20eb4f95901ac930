import { CHOICE_DAYS, type RunningShown } from '#app/tours/running'
import { AdminPanel, adminButton } from '#app/ui/admin/admin-parts'
import { useMay } from '#app/ui/admin/admin-shell'
import { Link } from '#app/ui/link'
import { Notice } from '#app/ui/notice'

type Props = {
  page: string
  /** Whether it can be guaranteed now, and whether its minimum is paid. */
  canGuarantee: boolean
  isMinimumPaid: boolean
  canChange: boolean
  running: RunningShown | null
}

/** Staff decide here whether a departure runs: guarantee it, put it off, or cancel it as a whole. */
export function RunningPanel({ page, canGuarantee, isMinimumPaid, canChange, running }: Props) {
  const may = useMay()
  const changes = canChange && may('change money') && (
    <>
      <Link to={`${page}/postpone`} className={adminButton('plain')}>
        Postpone
      </Link>
      <Link to={`${page}/cancel`} className={adminButton('danger')}>
        Cancel this departure
      </Link>
    </>
  )
  const guarantee = canGuarantee && may('change tour') && (
    <Link
      to={`${page}/guarantee`}
      preventScrollReset
      className={adminButton(isMinimumPaid ? 'main' : 'plain')}
    >
      Guarantee it
    </Link>
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
        {running?.words}. Guests still read that it may not run, and buy no flights.
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
