import { z } from 'zod'
import { emailAddress } from '#app/people/email-address'
import {
  INQUIRY_LIMITS,
  INQUIRY_WORDS,
  INTERESTS,
  type Interest,
  MESSAGE_AT_LEAST,
} from '#app/people/inquiry-fields'
import { oneLine } from '#app/people/single-line'

const tooLong = (label: string, atMost: number) =>
  `${label} can be at most ${atMost.toLocaleString('en-US')} characters`

// Each part of a pipe has the words: conform makes the empty text undefined in all of them.
const line = (field: 'firstName' | 'lastName' | 'phone', label: string) =>
  z
    .string({ error: INQUIRY_WORDS[field] })
    .transform(oneLine)
    .pipe(
      z
        .string({ error: INQUIRY_WORDS[field] })
        .min(1, { error: INQUIRY_WORDS[field] })
        .max(INQUIRY_LIMITS[field], { error: tooLong(label, INQUIRY_LIMITS[field]) }),
    )

/** Lines are kept; a form sends them with two marks each, where the browser counted one. */
const letter = (text: string) =>
  text
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/(?![\n\t])\p{Cc}/gu, '')
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .trim()

/** An inquiry, as the form and the JSON call send it (spec §3, §5). */
export const InquiryForm = z.object({
  firstName: line('firstName', 'First name'),
  lastName: line('lastName', 'Last name'),
  email: emailAddress({
    missing: INQUIRY_WORDS.email,
    invalid: INQUIRY_WORDS.email,
    tooLong: tooLong('Email', INQUIRY_LIMITS.email),
  }),
  phone: line('phone', 'Phone number'),
  interest: z.enum(Object.keys(INTERESTS) as [Interest, ...Interest[]], { error: INQUIRY_WORDS.interest }),
  message: z
    .string({ error: INQUIRY_WORDS.message })
    .transform(letter)
    .pipe(
      z
        .string({ error: INQUIRY_WORDS.message })
        .min(MESSAGE_AT_LEAST, { error: INQUIRY_WORDS.message })
        .max(INQUIRY_LIMITS.message, { error: tooLong('Message', INQUIRY_LIMITS.message) }),
    ),
})

export type Inquiry = z.output<typeof InquiryForm>
