import { Form, useNavigation } from '@remix-run/react'
import type { ComponentProps } from 'react'
import { MAIL_JOBS } from '#app/server/schedule/job-hours'
import { useUnsavedForm } from '#app/ui/admin/admin-form'
import { AdminRow, AdminTable, adminButton, FoldedPanel, SubmitButton } from '#app/ui/admin/admin-parts'
import { Badge } from '#app/ui/badge'
import { FIELD_LOOK } from '#app/ui/field'
import type { InstallmentsScreen } from './installments-screen.server'

/** The daily runs by hand: what was sent or charged before is not again. */
export const DailyRuns = () => (
  <div className="flex flex-wrap items-center gap-2.5">
    <RunButton operation="reminders" label="Check & Send Reminders" busyLabel="Checking..." />
    <RunButton operation="overdue" label="Process Overdue Payments" busyLabel="Processing..." />
    <RunButton operation="autopay" label="Charge Automatic Payments" busyLabel="Charging..." />
    <p className="basis-full text-admin-soft text-xs">
      All run automatically every day. Running them here does no harm: no one gets the same reminder, or is
      charged, twice.
    </p>
  </div>
)

type RunButtonProps = { operation: string; label: string; busyLabel: string }

function RunButton({ operation, label, busyLabel }: RunButtonProps) {
  const navigation = useNavigation()
  const isRunning = navigation.formData?.get('operation') === operation
  return (
    <Form method="post" preventScrollReset>
      <SubmitButton
        name="operation"
        value={operation}
        busy={isRunning}
        disabled={navigation.state !== 'idle'}
        label={label}
        busyLabel={busyLabel}
        tone="plain"
      />
    </Form>
  )
}

const NAMES: Record<string, string> = MAIL_JOBS

type Run = InstallmentsScreen['runs'][number]

/** The last runs of both jobs, by the schedule or by hand. */
export const LastRuns = ({ runs }: { runs: Run[] }) =>
  runs.length === 0 ? (
    <p className="text-admin-soft text-sm">
      No run yet. The first one comes at its scheduled hour, or when you press a button.
    </p>
  ) : (
    <AdminTable
      caption="Last runs"
      columns={['Run', 'Started', 'By', 'Looked at', 'Emails', 'Took', 'Outcome']}
    >
      {runs.map((run) => (
        <AdminRow key={run.id}>
          <th scope="row">{NAMES[run.job] ?? run.job}</th>
          <td className="whitespace-nowrap">{run.startedAt}</td>
          <td>{run.startedBy}</td>
          <td>{run.counts?.looked ?? 0}</td>
          <td>{run.counts?.sent ?? 0}</td>
          <td className="whitespace-nowrap">{run.seconds === null ? '' : `${run.seconds.toFixed(1)} s`}</td>
          <td>
            <Outcome run={run} />
          </td>
        </AdminRow>
      ))}
    </AdminTable>
  )

function Outcome({ run }: { run: Run }) {
  if (run.state === 'failed') return <Badge tone="failed">Failed, tried again</Badge>
  return run.state === 'running' ? (
    <Badge tone="wait">Not finished</Badge>
  ) : (
    <Badge tone="success">Done</Badge>
  )
}

const STEPS = [
  { moveTo: 'next-run', label: 'To the next run' },
  { moveTo: 'day', label: 'One day on' },
  { moveTo: 'week', label: 'One week on' },
] as const

/** Test mode alone: business time is moved on, and the days between are lived through. */
export function ClockPanel({ now, today }: { now: string; today: string }) {
  const unsaved = useUnsavedForm()
  const isMoving = useNavigation().formData?.get('operation') === 'move-clock'
  return (
    <FoldedPanel title="Move the clock (test mode)">
      {/* Within what is folded: the browser opens it for an address that ends in #clock. */}
      <div id="clock" className="grid scroll-mt-24 gap-4">
        <p className="text-admin-soft text-sm">
          It is {now}. No real money moves here, so you may watch a whole season: each day’s reminders go out
          on the way. The clock only moves forward, until the site is started again.
        </p>
        <div className="flex flex-wrap items-end gap-2.5">
          {STEPS.map(({ moveTo, label }) => (
            <Form key={moveTo} method="post" preventScrollReset>
              <input type="hidden" name="operation" value="move-clock" />
              <button
                type="submit"
                name="moveTo"
                value={moveTo}
                disabled={isMoving}
                className={adminButton('plain')}
              >
                {label}
              </button>
            </Form>
          ))}
          <Form method="post" preventScrollReset className="flex flex-wrap items-end gap-2.5">
            <input type="hidden" name="operation" value="move-clock" />
            <DayInput label="To noon on" name="onDay" defaultValue={unsaved?.onDay} required min={today} />
            <SubmitButton
              name="moveTo"
              value="on-day"
              busy={isMoving}
              label="Move"
              busyLabel="Moving..."
              tone="plain"
            />
          </Form>
        </div>
      </div>
    </FoldedPanel>
  )
}

/** A day beside the button that sends it. */
export const DayInput = ({ label, ...input }: ComponentProps<'input'> & { label: string }) => (
  <label className="text-xs">
    <span className="mb-1.5 block font-semibold">{label}</span>
    <input type="date" {...input} className={`${FIELD_LOOK} h-11 w-auto!`} />
  </label>
)
