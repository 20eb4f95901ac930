import { z } from 'zod'
import { fields, required } from '#app/platform/typed/fields'
import { type RowWords, rowFormOf } from '#app/platform/typed/form-schema'

export const DOCUMENTS_AT_MOST = 10
/** Versions of one document. */
export const VERSIONS_AT_MOST = 50
const DAYS_AT_MOST = 365

/** A parent or guardian signs for who is younger than this on the first day. */
export const ADULT_FROM_YEARS = 18

export const SIGNER_WORDS = {
  each: 'Each traveler',
  lead: 'The lead traveler, for everyone on the booking',
  guardian: `A parent or guardian, for each traveler under ${ADULT_FROM_YEARS}`,
} as const

const wrongDays = `Please enter a whole number from 1 to ${DAYS_AT_MOST}`

/** What staff write of a document that travelers sign. */
export const DOCUMENT = fields()({
  title: { ...required('Title', 80), hint: 'As travelers read it: Release of liability' },
  signers: {
    label: 'Who signs',
    of: SIGNER_WORDS,
    missing: 'Please choose who signs',
    usual: 'each',
    hint: `For a traveler who is under ${ADULT_FROM_YEARS} on the first day, a parent or guardian signs.`,
  },
  daysBefore: {
    label: 'Days before departure',
    kind: 'count',
    missing: wrongDays,
    usual: '30',
    hint: 'It should be signed this many days before the first day.',
    schema: z
      .string({ error: wrongDays })
      .regex(/^[1-9]\d{0,2}$/, { error: wrongDays })
      .transform(Number)
      .refine((days) => days <= DAYS_AT_MOST, { error: wrongDays }),
  },
  text: {
    label: 'Text',
    kind: 'paragraphs',
    missing: 'Text is required',
    atMost: 20_000,
    rows: 18,
    wide: true,
    hint: 'In Markdown: an empty line between paragraphs, ## before a heading, - before an item. Have your lawyer read it.',
  },
  asksAgain: {
    label: 'Everyone who has signed must sign again',
    kind: 'tick',
    wide: true,
    hint: 'Leave it unchecked for a typo. A signature always keeps the text that was signed.',
  },
})

export const DocumentForm = rowFormOf(DOCUMENT)

export type DocumentWords = RowWords<typeof DocumentForm>
