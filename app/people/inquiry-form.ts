import { z } from 'zod'
import { letter } from '#app/typed/clean'
import { emailAddress } from '#app/typed/email-address'
import { typedText } from '#app/typed/text'
import { INQUIRY_LIMITS, INQUIRY_WORDS, INTERESTS, type Interest, MESSAGE_AT_LEAST } from './inquiry-fields'

const text = (field: 'firstName' | 'lastName' | 'phone' | 'message', label: string) => ({
  label,
  missing: INQUIRY_WORDS[field],
  atMost: INQUIRY_LIMITS[field],
})

/** An inquiry, as the form and the JSON call send it. */
export const InquiryForm = z.object({
  firstName: typedText(text('firstName', 'First name')),
  lastName: typedText(text('lastName', 'Last name')),
  email: emailAddress({ missing: INQUIRY_WORDS.email }),
  phone: typedText(text('phone', 'Phone number')),
  interest: z.enum(Object.keys(INTERESTS) as [Interest, ...Interest[]], { error: INQUIRY_WORDS.interest }),
  message: typedText({ ...text('message', 'Message'), atLeast: MESSAGE_AT_LEAST, clean: letter }),
})

export type Inquiry = z.output<typeof InquiryForm>
