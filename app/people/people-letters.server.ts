import type { Letter } from '#app/mail/letter'
import type { MailKind } from '#app/mail/mail-names'
import { postOnceADay } from '#app/mail/outbox.server'
import { env } from '#app/platform/env.server'
import { namesOf } from '#app/platform/typed/fields'
import type { Tx } from '#db/connection.server'
import { INQUIRY } from './people-fields'
import { REPLY_WITHIN } from './reply-promise'
import { REQUEST_RETAINED_DAYS } from './subscriber-words'

/** Thanks the sender. Repeats nothing that was typed: anyone can enter a stranger's address. */
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
        'If a date, a place or another traveler comes to mind before then, just reply to this message. Half a plan is a good beginning.',
    },
    { quiet: `You can also write to ${inquiry.contactEmail} or call ${inquiry.contactPhone}.` },
    { quiet: 'Didn’t write to us? Someone mistyped an address, and you can ignore this message.' },
  ],
})

/** What staff answer, with the inquiry below it. */
export const inquiryAnswer = (answer: {
  subject: string
  text: string
  message: string
  wroteOn: string
  contactEmail: string
  contactPhone: string
}): Letter => ({
  subject: answer.subject,
  blocks: [
    { words: answer.text },
    { quiet: `Reply to this message, write to ${answer.contactEmail} or call ${answer.contactPhone}.` },
    { quiet: `On ${answer.wroteOn}, you wrote:` },
    { quoted: answer.message.replace(/\n{3,}/g, '\n\n') },
  ],
})

/** Tells staff that someone has written; answering this mail answers the sender. */
export const inquiryNotice = ({
  firstName,
  lastName,
  message,
  contactAddress,
  ...inquiry
}: Record<keyof typeof INQUIRY | 'contactAddress', string>): Letter => ({
  subject: `New inquiry from ${firstName} ${lastName}`,
  blocks: [
    {
      rows: [
        ['Name', `${firstName} ${lastName}`],
        ...namesOf(inquiry).map((field): [string, string] => [INQUIRY[field].label, inquiry[field]]),
      ],
    },
    { heading: 'Message' },
    { words: message.replace(/\n{3,}/g, '\n\n') },
    { link: { label: 'Open the contact', address: contactAddress } },
    { quiet: `Reply to this message to answer them. We promise a reply ${REPLY_WITHIN}.` },
  ],
})

/** Tells staff that for now they get no more mails about single inquiries. */
export const inquiryFloodNotice = (flood: { toldADay: number; contactsAddress: string }): Letter => ({
  subject: 'An unusual number of inquiries today',
  blocks: [
    {
      paragraph: `More than ${flood.toldADay} inquiries came in within a day. Every one of them is saved; those after the first ${flood.toldADay} were not emailed to you one by one.`,
    },
    { link: { label: 'Open the contacts', address: flood.contactsAddress } },
    { quiet: `We promise a reply ${REPLY_WITHIN}. If it is spam, you can delete it there.` },
  ],
})

/** Where a subscriber leaves the newsletter. With a campaign, the unsubscription counts as that letter's. */
export const unsubscribeAddress = (token: string, campaignId?: number): string =>
  `${env.BASE_URL}/unsubscribe/${token}${campaignId === undefined ? '' : `?c=${campaignId}`}`

/** The headers by which a mail program offers to unsubscribe with one click (RFC 2369, RFC 8058). */
export const unsubscribeHeaders = (address: string): Record<string, string> => ({
  'List-Unsubscribe': `<${address}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

type Confirmation = {
  kind: MailKind
  email: string
  subject: string
  request: string
  label: string
  address: string
}

/** Asks the owner of the mailbox to confirm, once a day at most; carries nothing that was typed. */
export function postConfirmation(
  { kind, email, subject, request, label, address }: Confirmation,
  now: Date,
  tx: Tx,
): void {
  const blocks: Letter['blocks'] = [
    { paragraph: 'Hello,' },
    { paragraph: request },
    { link: { label, address } },
    {
      quiet: `Wasn’t you? Then do nothing: we won’t write again, and after ${REQUEST_RETAINED_DAYS} days we’ll delete your address.`,
    },
  ]
  postOnceADay(email, { kind, letter: { subject, blocks } }, now, tx)
}

/** Greets a new subscriber, and shows the way out. */
export const newsletterWelcome = (wayOut: string): Letter => ({
  subject: 'Karibu: you are on our list',
  blocks: [
    { paragraph: 'Karibu means welcome.' },
    {
      paragraph:
        'About once a month, we’ll write to you from the road: where the herds are, which camp has a new cook, what is in flower. When a departure opens, you’ll be the first to hear.',
    },
    { link: { label: 'See where we travel', address: env.BASE_URL } },
    { quiet: `Didn’t ask for this, or changed your mind? Unsubscribe here: ${wayOut}` },
  ],
})
