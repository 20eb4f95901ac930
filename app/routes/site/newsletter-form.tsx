import { Form, useRouteLoaderData } from '@remix-run/react'
import { useState } from 'react'
import { NEWSLETTER } from '#app/people/people-fields'
import type { loader as rootLoader } from '#app/root'
import { Button } from '#app/ui/button'
import { ArrivedNotice, Notice } from '#app/ui/notice'
import { Panel } from '#app/ui/panel'
import { Section } from '#app/ui/section'
import { SUBSCRIPTION_FAILED } from './form-words'
import { useSiteForm } from './site-form'

/** The newsletter on the home page. */
export const StayConnected = () => (
  <Section
    id="stay-connected"
    labelledBy="stay-connected-heading"
    ground="dusk"
    className="rendered-late [--expected-height:411px] sm:[--expected-height:382px] lg:[--expected-height:229px]"
  >
    <div className="grid items-center gap-x-16 gap-y-9 lg:grid-cols-[1fr_30rem]">
      <div>
        <h2 id="stay-connected-heading" className="type-h2">
          Stay Connected
        </h2>
        <p className="type-lead mt-4 text-mist">
          About once a month, a letter from the road: where the herds are, what is in flower, which departure
          has opened.
        </p>
      </div>
      <Panel className="on-light p-6 sm:p-7">
        <NewsletterForm />
      </Panel>
    </div>
  </Section>
)

/**
 * Native validation stays on: an empty form does nothing. What is left to do takes its place once it was
 * sent.
 */
function NewsletterForm() {
  const { formProps, lines, notice, busy } = useSiteForm('newsletter', NEWSLETTER, SUBSCRIPTION_FAILED)
  const isSent = useRouteLoaderData<typeof rootLoader>('root')?.toast?.sent === 'newsletter'
  const [wasSent] = useState(isSent)
  const Sent = wasSent ? Notice : ArrivedNotice
  return (
    <div className="grid items-center *:[grid-area:1/1]">
      {isSent && <Sent tone="info" title="One more step: open our letter and press Confirm." />}
      {/* Once it was sent it keeps its room, so that nothing below moves. */}
      <Form
        {...formProps}
        action="/?index"
        aria-labelledby="stay-connected-heading"
        className={`relative grid gap-4 ${isSent ? 'invisible' : ''}`}
      >
        {lines}
        {notice}
        <Button busy={busy} busyLabel="Subscribing...">
          Subscribe
        </Button>
      </Form>
    </div>
  )
}
