import { Form } from '@remix-run/react'
import { WATCH } from '#app/people/people-fields'
import { Button } from '#app/ui/button'
import { Panel } from '#app/ui/panel'
import { WATCHING_FAILED } from './form-words'
import { useSiteForm } from './site-form'

/** Takes an address for one letter: that the next departure has opened. */
export function TellMeForm({ startsOn }: { startsOn: string }) {
  const { formProps, lines, notice, busy } = useSiteForm('watch', WATCH, WATCHING_FAILED)
  return (
    <Panel className="mt-7 max-w-2xl scroll-mt-24 p-6 sm:p-7" id="tell-me">
      <Form
        {...formProps}
        action={`/texascountrysafari?departure=${startsOn}`}
        aria-label="Tell me when the next departure opens"
        className="relative grid gap-4"
      >
        <h3 className="type-h3">Tell me when the next departure opens</h3>
        <input type="hidden" name="departure" value={startsOn} />
        {lines}
        {notice}
        <p>
          <Button busy={busy} busyLabel="Sending...">
            Tell me
          </Button>
        </p>
      </Form>
    </Panel>
  )
}
