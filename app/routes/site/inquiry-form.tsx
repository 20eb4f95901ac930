import { Form } from '@remix-run/react'
import { INQUIRY, type Interest } from '#app/people/people-fields'
import { Button } from '#app/ui/button'
import { Notice } from '#app/ui/notice'
import { INQUIRY_FAILED } from './form-words'
import { useSiteForm } from './site-form'

export type BegunInquiry = { interest: Interest; message: string }

type Props = { action: '/?index' | '/contact'; labelledBy: string; begun?: BegunInquiry | null }

/**
 * The contact form. `noValidate`: the browser's bubbles say other words, one at a time, and no one
 * could read ours under the fields.
 */
export function InquiryForm({ action, labelledBy, begun }: Props) {
  const { formProps, lines, busy, refused } = useSiteForm(
    'inquiry',
    INQUIRY,
    INQUIRY_FAILED,
    begun ?? undefined,
  )
  return (
    <Form
      {...formProps}
      action={action}
      noValidate
      aria-labelledby={labelledBy}
      className="relative grid gap-x-5 gap-y-4.5 sm:grid-cols-2"
    >
      {lines}
      {refused && (
        <Notice tone="danger" role="alert" title={INQUIRY_FAILED.title} className="sm:col-span-2">
          {refused} What you wrote is still here
          {refused === INQUIRY_FAILED.description
            ? '; if you have just sent several messages, wait a minute first.'
            : '.'}
        </Notice>
      )}
      <div className="sm:col-span-2">
        <Button busy={busy} busyLabel="Sending..." className="w-full sm:w-auto sm:min-w-48">
          Send Inquiry
        </Button>
      </div>
    </Form>
  )
}
