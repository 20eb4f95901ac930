import { z } from 'zod'
import { lines } from '#app/platform/typed/clean'
import { emailAddress, typedText } from '#app/platform/typed/text'

export const CAMPAIGN_LIMITS = { subject: 150, body: 20_000 }

/** Blanks at its beginning mean something in Markdown. */
const letterText = (text: string) => lines(text).replace(/^\n+/, '').trimEnd()

/** A campaign as staff write it: one line, and a letter in Markdown. */
export const CampaignForm = z.object({
  subject: typedText({
    label: 'Subject',
    missing: 'Please write a subject',
    atMost: CAMPAIGN_LIMITS.subject,
  }),
  body: typedText({
    label: 'The letter',
    missing: 'Please write the letter',
    atMost: CAMPAIGN_LIMITS.body,
    clean: letterText,
  }),
})

export type CampaignText = z.output<typeof CampaignForm>

const TEST_ADDRESS = 'Please enter one email address for the test'

/** The same with the address that a test goes to. */
export const CampaignTestForm = CampaignForm.extend({
  testTo: emailAddress({ missing: TEST_ADDRESS }),
})
