import { Form } from '@remix-run/react'
import { WAITLIST } from '#app/bookings/waitlist/waitlist-fields'
import { Button } from '#app/ui/button'
import { Panel } from '#app/ui/panel'
import { WAITING_FAILED } from './form-words'
import { useSiteForm } from './site-form'

const BEGUN = { rooms: 'any' }

/** Takes a wish to wait for a departure that is sold out. */
export function WaitlistForm({ startsOn, dates }: { startsOn: string; dates: string }) {
  const { formProps, lines, notice, busy } = useSiteForm('waitlist', WAITLIST, WAITING_FAILED, BEGUN)
  return (
    <Panel className="mt-7 max-w-2xl scroll-mt-24 p-6 sm:p-7" id="waitlist">
      <Form
        {...formProps}
        action={`/texascountrysafari?departure=${startsOn}`}
        aria-label="Join the waitlist"
        className="relative grid grid-cols-2 gap-4 max-sm:*:col-span-2"
      >
        <div className="sm:col-span-2">
          <h3 className="type-h3">Join the waitlist</h3>
          <p className="mt-2 text-ink-soft">
            Seats that come free on {dates} are offered by email, in the order in which people joined. It
            costs nothing, and you can leave at any time.
          </p>
        </div>
        <input type="hidden" name="departure" value={startsOn} />
        {lines}
        {notice && <div className="sm:col-span-2">{notice}</div>}
        <p className="sm:col-span-2">
          <Button busy={busy} busyLabel="Sending...">
            Join the waitlist
          </Button>
        </p>
      </Form>
    </Panel>
  )
}
