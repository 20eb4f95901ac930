import { REPLY_WITHIN } from '#app/reply-promise'
import type { Letter } from './letter'

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
    { words: inquiry.message.replace(/\n{3,}/g, '\n\n') },
    { link: { label: 'Open the contact', address: inquiry.contactAddress } },
    { quiet: `Answer this message to write to them. We promise a reply ${REPLY_WITHIN}.` },
  ],
})

/** Tells staff that for now they get no more mails about single inquiries. */
export const inquiryFloodNotice = (flood: { toldADay: number; contactsAddress: string }): Letter => ({
  subject: 'Very many inquiries today',
  blocks: [
    {
      paragraph: `More than ${flood.toldADay} inquiries came within a day. Every one of them is kept; those beyond the first ${flood.toldADay} have no mail of their own.`,
    },
    { link: { label: 'Open the contacts', address: flood.contactsAddress } },
    { quiet: `We promise a reply ${REPLY_WITHIN}. Is it a flood of nonsense? It can be deleted there.` },
  ],
})
