import type { Letter } from '#app/mail/letter'
import { REPLY_WITHIN } from '#app/reply-promise'

/**
 * Thanks whoever has written (app/reply-promise.ts). It repeats nothing that was typed but the first
 * name, and no name that could carry a link: anybody can enter a stranger's address.
 */
export const inquiryAcknowledgement = (inquiry: {
  firstName: string
  interest: string
  contactEmail: string
  contactPhone: string
}): Letter => ({
  subject: 'We have your inquiry',
  blocks: [
    { paragraph: isPlainName(inquiry.firstName) ? `Dear ${inquiry.firstName},` : 'Hello,' },
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

const isPlainName = (name: string) => name.length <= 40 && !/[/:@<>]|\.\S/.test(name)
