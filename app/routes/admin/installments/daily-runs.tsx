import { Form, useNavigation } from '@remix-run/react'
import { deskButton } from '#app/ui/desk/desk-button'
import { DeskPanel } from '#app/ui/desk/desk-panel'

/** The two daily runs by hand: what was sent before is not sent again. */
export function DailyRuns() {
  return (
    <DeskPanel title="Daily automation">
      <p className="mb-4 text-desk-soft text-sm">
        Both run by themselves every day. Running them here does no harm: whoever had a reminder of a kind
        does not get it twice.
      </p>
      <div className="grid gap-3 sm:grid-cols-2">
        <RunButton operation="reminders" label="Check & Send Reminders" busyLabel="Checking..." />
        <RunButton operation="overdue" label="Process Overdue Payments" busyLabel="Processing..." />
      </div>
    </DeskPanel>
  )
}

type Run = { operation: string; label: string; busyLabel: string }

function RunButton({ operation, label, busyLabel }: Run) {
  const navigation = useNavigation()
  const isRunning = navigation.formData?.get('operation') === operation
  return (
    <Form method="post" preventScrollReset>
      <button
        type="submit"
        name="operation"
        value={operation}
        disabled={navigation.state !== 'idle'}
        aria-busy={isRunning}
        className={deskButton('plain', 'w-full')}
      >
        {isRunning ? busyLabel : label}
      </button>
    </Form>
  )
}
