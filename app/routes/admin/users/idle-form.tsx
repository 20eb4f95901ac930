import { Form, useNavigation } from '@remix-run/react'
import { IDLE_HOURS_AT_MOST } from '#app/staff/idle-hours'
import { SESSION_DAYS } from '#app/staff/session-days'
import { deskButton } from '#app/ui/desk/desk-button'
import { DeskPanel } from '#app/ui/desk/desk-panel'
import { NotSent } from '#app/ui/desk/not-sent'
import { SelectField } from '#app/ui/select-field'

const HOURS = Array.from({ length: IDLE_HOURS_AT_MOST }, (_, earlier) => earlier + 1)

/** When a desk that was left alone signs itself out. */
export function IdleForm({ idleHours }: { idleHours: number }) {
  const saving = useNavigation().formAction === '/admin/users'
  return (
    <DeskPanel title="Signing out by itself" className="mt-8 p-5">
      <Form
        method="post"
        action="/admin/users"
        preventScrollReset
        className="grid items-end gap-x-4 gap-y-3 sm:grid-cols-[16rem_auto_1fr]"
      >
        <SelectField
          key={idleHours}
          name="idleHours"
          label="After being left alone for"
          defaultValue={idleHours}
        >
          {HOURS.map((hours) => (
            <option key={hours} value={hours}>
              {hours === 1 ? '1 hour' : `${hours} hours`}
            </option>
          ))}
        </SelectField>
        <button type="submit" aria-busy={saving} className={deskButton('plain', 'min-h-12.5')}>
          {saving ? 'Saving...' : 'Save'}
        </button>
      </Form>
      <NotSent className="mt-4" />
      <p className="mt-3 text-desk-soft text-xs">
        For everybody here. However much it is used, nobody stays signed in for more than {SESSION_DAYS} days.
      </p>
    </DeskPanel>
  )
}
