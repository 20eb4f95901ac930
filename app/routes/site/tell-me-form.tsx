import { Form } from '@remix-run/react'
import { EMAIL_AT_MOST } from '#app/platform/typed/limits'
import { Button } from '#app/ui/button'
import { HoneypotField, TextField } from '#app/ui/field'
import { Notice } from '#app/ui/notice'
import { Panel } from '#app/ui/panel'
import { WATCHING_FAILED } from './form-words'
import { useSiteForm } from './site-form'

const WORDS = { fields: { email: 'Valid email is required' }, failed: WATCHING_FAILED }

/** Takes an address for one letter: that the next departure has opened. */
export function TellMeForm() {
  const { formProps, field, busy, refused } = useSiteForm('watch', WORDS)
  return (
    <Panel className="mt-7 max-w-2xl scroll-mt-24 p-6 sm:p-7" id="tell-me">
      <Form
        {...formProps}
        action="/texascountrysafari"
        aria-label="Tell me when the next departure opens"
        className="relative grid gap-4"
      >
        <h3 className="type-h3">Tell me when the next departure opens</h3>
        <input type="hidden" name="form" value="watch" />
        <HoneypotField />
        <TextField
          {...field('email')}
          label="Email address"
          type="email"
          autoComplete="email"
          maxLength={EMAIL_AT_MOST}
          required
          hint="We send you a link to confirm your address, and one letter on the day it opens. Nothing else."
        />
        {refused && (
          <Notice tone="danger" role="alert" title={WATCHING_FAILED.title}>
            {refused}
          </Notice>
        )}
        <p>
          <Button busy={busy} busyLabel="Sending...">
            Tell me
          </Button>
        </p>
      </Form>
    </Panel>
  )
}
