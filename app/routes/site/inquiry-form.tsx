import { Form } from '@remix-run/react'
import {
  INQUIRY_LIMITS,
  INQUIRY_WORDS,
  INTERESTS,
  type Interest,
  MESSAGE_AT_LEAST,
  MESSAGE_AT_MOST,
} from '#app/people/inquiry-fields'
import { Button } from '#app/ui/button'
import { HoneypotField, SelectField, TextAreaField, TextField } from '#app/ui/field'
import { Notice } from '#app/ui/notice'
import { INQUIRY_FAILED } from './form-words'
import { useSiteForm } from './site-form'

const WORDS = { fields: INQUIRY_WORDS, failed: INQUIRY_FAILED }

export type BegunInquiry = { interest: Interest; message: string }

type Props = { action: '/?index' | '/contact'; labelledBy: string; begun?: BegunInquiry | null }

/**
 * The contact form. `noValidate`: the browser's bubbles say other words, one at a time, and nobody
 * could read ours under the fields.
 */
export function InquiryForm({ action, labelledBy, begun }: Props) {
  const { formProps, field, busy, refused } = useSiteForm('inquiry', WORDS, begun ?? {})
  return (
    <Form
      {...formProps}
      action={action}
      noValidate
      aria-labelledby={labelledBy}
      className="relative grid gap-x-5 gap-y-4.5 sm:grid-cols-2"
    >
      <input type="hidden" name="form" value="inquiry" />
      <HoneypotField />
      <TextField
        {...field('firstName')}
        label="First name"
        autoComplete="given-name"
        maxLength={INQUIRY_LIMITS.firstName}
        required
        dir="auto"
      />
      <TextField
        {...field('lastName')}
        label="Last name"
        autoComplete="family-name"
        maxLength={INQUIRY_LIMITS.lastName}
        required
        dir="auto"
      />
      <TextField
        {...field('email')}
        label="Email"
        type="email"
        autoComplete="email"
        maxLength={INQUIRY_LIMITS.email}
        required
      />
      <TextField
        {...field('phone')}
        label="Phone"
        type="tel"
        autoComplete="tel"
        maxLength={INQUIRY_LIMITS.phone}
        required
      />
      {/* React leaves a select at the default it began with: a new one has the new default. */}
      <SelectField
        key={begun?.interest}
        {...field('interest')}
        label="Interest"
        required
        className="sm:col-span-2"
      >
        <option value="">Select your interest</option>
        {Object.entries(INTERESTS).map(([interest, name]) => (
          <option key={interest} value={interest}>
            {name}
          </option>
        ))}
      </SelectField>
      <TextAreaField
        {...field('message')}
        label="Message"
        hint={`When, where, who is coming: whatever you know. Up to ${MESSAGE_AT_MOST} characters.`}
        minLength={MESSAGE_AT_LEAST}
        maxLength={INQUIRY_LIMITS.message}
        required
        dir="auto"
        className="sm:col-span-2"
      />
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
