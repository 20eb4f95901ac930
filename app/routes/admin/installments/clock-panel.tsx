import { Form, useNavigation } from '@remix-run/react'
import { useKeptForm } from '#app/ui/admin/admin-form'
import { AdminPanel, adminButton } from '#app/ui/admin/admin-parts'
import { FIELD_LOOK } from '#app/ui/field'

const STEPS = [
  { moveTo: 'next-run', label: 'To the next run' },
  { moveTo: 'day', label: 'One day on' },
  { moveTo: 'week', label: 'One week on' },
] as const

/** Test mode alone: business time is moved on, and the days between are lived through. */
export function ClockPanel({ now, today }: { now: string; today: string }) {
  const kept = useKeptForm()
  const isMoving = useNavigation().formData?.get('operation') === 'move-clock'
  return (
    <div id="clock" className="scroll-mt-24">
      <AdminPanel title="Move the clock (test mode)">
        <p className="mb-4 text-admin-soft text-sm">
          It is {now}. No real money moves here, so you may watch a whole season: each day’s reminders go out
          on the way. The clock only moves forwards, until the site is started again.
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
            <label className="text-xs">
              <span className="mb-1.5 block font-semibold">To noon on</span>
              <input
                type="date"
                name="onDay"
                defaultValue={kept?.onDay}
                required
                min={today}
                className={`${FIELD_LOOK} h-11 w-auto!`}
              />
            </label>
            <button
              type="submit"
              name="moveTo"
              value="on-day"
              disabled={isMoving}
              aria-busy={isMoving}
              className={adminButton('plain')}
            >
              {isMoving ? 'Moving...' : 'Move'}
            </button>
          </Form>
        </div>
      </AdminPanel>
    </div>
  )
}
