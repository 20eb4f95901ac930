import { z } from 'zod'
import { emailAddress } from '#app/people/email-address'
import { EMAIL_AT_MOST, oneLine } from '#app/people/single-line'

export const CAMPAIGN_LIMITS = { subject: 150, body: 20_000 }

const SUBJECT_MISSING = 'Please write a subject'
const BODY_MISSING = 'Please write the letter'

/** Lines are kept; a form sends them with two marks each, where the browser counted one. */
const letterText = (text: string) =>
  text
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/(?![\n\t])\p{Cc}/gu, '')
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/^\n+/, '')
    .trimEnd()

const tooLong = (label: string, atMost: number) =>
  `${label} can be at most ${atMost.toLocaleString('en-US')} characters`

/** A campaign as staff write it: one line, and a letter in Markdown (issue 4). */
export const CampaignForm = z.object({
  // Each part of a pipe has the words: conform makes the empty text undefined in all of them.
  subject: z
    .string({ error: SUBJECT_MISSING })
    .transform(oneLine)
    .pipe(
      z
        .string({ error: SUBJECT_MISSING })
        .min(1, { error: SUBJECT_MISSING })
        .max(CAMPAIGN_LIMITS.subject, { error: tooLong('Subject', CAMPAIGN_LIMITS.subject) }),
    ),
  body: z
    .string({ error: BODY_MISSING })
    .transform(letterText)
    .pipe(
      z
        .string({ error: BODY_MISSING })
        .min(1, { error: BODY_MISSING })
        .max(CAMPAIGN_LIMITS.body, { error: tooLong('The letter', CAMPAIGN_LIMITS.body) }),
    ),
})

export type CampaignText = z.output<typeof CampaignForm>

const TEST_ADDRESS = 'Please enter one email address for the test'

/** The same with the address that a test goes to. */
export const CampaignTestForm = CampaignForm.extend({
  testTo: emailAddress({
    missing: TEST_ADDRESS,
    invalid: TEST_ADDRESS,
    tooLong: tooLong('Email', EMAIL_AT_MOST),
  }),
})
