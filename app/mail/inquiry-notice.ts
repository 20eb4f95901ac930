import type { Letter } from '#app/mail/letter'
import { REPLY_WITHIN } from '#app/reply-promise'

/** Tells staff that somebody has written; answering this mail answers the sender. */
export const inquiryNotice = (inquiry: {
  firstName: string
  lastName: string
  email: string
  phone: string
  interest: string
  message: string
  contactAddress: string
}): Letter => ({
  subject: `New inquiry from ${inquiry.firstName} ${inquiry.lastName}`,
  blocks: [
    {
      rows: [
        ['Name', `${inquiry.firstName} ${inquiry.lastName}`],
        ['Email', inquiry.email],
        ['Phone', inquiry.phone],
        ['Interest', inquiry.interest],
      ],
    },
    { heading: 'Message' },
    ...linesOf(inquiry.message),
    { link: { label: 'Open the contact', address: inquiry.contactAddress } },
    { quiet: `Answer this message to write to them. We promise a reply ${REPLY_WITHIN}.` },
  ],
})

const linesOf = (message: string): Letter['blocks'] =>
  message
    .split(/\n+/)
    .filter((line) => line.trim())
    .map((paragraph) => ({ paragraph }))
