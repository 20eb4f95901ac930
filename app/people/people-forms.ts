import { z } from 'zod'
import { readDay } from '#app/platform/days'
import { emailAddress } from '#app/platform/typed/addresses'
import { letter } from '#app/platform/typed/clean'
import { formKey, openedVersion, typedText } from '#app/platform/typed/text'
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

export const NewsletterForm = z.object({ email: emailAddress({ missing: 'Valid email is required' }) })

export const NOTE_AT_MOST = 2_000

/** A note of staff; one with a day is a task. `noteId` and `version` are there where it is changed. */
export const NoteForm = z.object({
  note: typedText({ label: 'Note', missing: 'Please write something', atMost: NOTE_AT_MOST, clean: letter }),
  dueOn: z
    .string()
    .optional()
    .transform((day) => day || null)
    .refine((day) => day === null || readDay(day) !== null, {
      error: 'Please choose a day, or leave it empty',
    }),
  formKey,
  noteId: z.coerce.number().optional(),
  version: openedVersion(),
})
