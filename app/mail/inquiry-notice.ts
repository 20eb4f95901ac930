import type { Letter } from '#app/mail/letter'

/** Tells staff that somebody has written; answering this mail answers the sender. */
export const inquiryNotice = (inquiry: {
  firstName: string
  lastName: string
  email: string
  phone: string
  interest: string
  message: string
  contactsAddress: string
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
    { link: { label: 'See all contacts', address: inquiry.contactsAddress } },
    { quiet: 'Answer this message to write to them. We promise a reply within 24 hours.' },
  ],
})

const linesOf = (message: string): Letter['blocks'] =>
  message
    .split(/\n+/)
    .filter((line) => line.trim())
    .map((paragraph) => ({ paragraph }))
