import { z } from 'zod'
import { readDay } from '#app/platform/days'
import { letter, lines } from '#app/platform/typed/clean'
import { formOf } from '#app/platform/typed/form-schema'
import { formKey, openedVersion, typedText } from '#app/platform/typed/text'
import { INQUIRY, NEWSLETTER, WATCH } from './people-fields'

const inquiry = formOf(INQUIRY)

/** An inquiry, as the form and the JSON call send it: what someone wrote is stored in 10 kB at most. */
export const InquiryForm = inquiry.extend({
  message: inquiry.shape.message.refine((text) => bytesOf(text) <= MESSAGE_BYTES_AT_MOST, {
    error: 'Message is too long. Please shorten it, or send it in two parts',
    when: ({ issues }) => issues.length === 0,
  }),
})

/** Characters of other scripts, and emoji, take up to three times the room of Latin ones. */
const MESSAGE_BYTES_AT_MOST = 10_000

const bytesOf = (text: string): number => new TextEncoder().encode(text).length

export type Inquiry = z.output<typeof InquiryForm>

export const NewsletterForm = formOf(NEWSLETTER)

export type NewsletterWish = z.output<typeof NewsletterForm>

export const WatchForm = formOf(WATCH)

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

const SUBJECT_AT_MOST = 150
export const ANSWER_AT_MOST = { subject: SUBJECT_AT_MOST, answer: 10_000 }

/** Of a letter that staff write: an answer or a campaign. */
const subject = typedText({
  label: 'Subject',
  missing: 'Please write a subject',
  atMost: SUBJECT_AT_MOST,
})

/** What staff answer to an inquiry. */
export const AnswerForm = z.object({
  subject,
  answer: typedText({
    label: 'Answer',
    missing: 'Please write your answer',
    atMost: ANSWER_AT_MOST.answer,
    clean: letter,
  }),
  answersShown: z.coerce.number().optional(),
  formKey,
})

export const LETTER_LIMITS = { subject: SUBJECT_AT_MOST, body: 20_000 }

/** Blanks at its beginning mean something in Markdown. */
const letterText = (text: string) => lines(text).replace(/^\n+/, '').trimEnd()

/** The words of a letter as staff write it: one line, and Markdown. */
export const LetterForm = z.object({
  subject,
  body: typedText({
    label: 'The letter',
    missing: 'Please write the letter',
    atMost: LETTER_LIMITS.body,
    clean: letterText,
  }),
})
