import { REPLY_WITHIN } from '#app/reply-promise'
import type { Letter } from './letter'

/**
 * Thanks the person who wrote (app/reply-promise.ts). It repeats nothing that was typed: anybody can enter a stranger's
 * address.
 */
export const inquiryAcknowledgement = (inquiry: {
  interest: string
  contactEmail: string
  contactPhone: string
}): Letter => ({
  subject: 'We have your inquiry',
  blocks: [
    { paragraph: 'Hello,' },
    {
      paragraph: `Asante sana: thank you. Your words have reached the people who plan our journeys, and one of them will write or call ${REPLY_WITHIN}.`,
    },
    { rows: [['You asked about', inquiry.interest]] },
    {
      paragraph:
        'If a date, a place or a traveler comes to mind until then, simply answer this message. Half a plan is a good beginning.',
    },
    { quiet: `You can also write to ${inquiry.contactEmail} or call ${inquiry.contactPhone}.` },
    { quiet: 'You did not write to us? Then somebody mistyped an address, and you can forget this message.' },
  ],
})
