import { letter, words } from '#app/mail/letter'
import type { MailKind } from '#app/mail/mail-names'
import { postOnceADay } from '#app/mail/outbox.server'
import { env } from '#app/platform/env.server'
import type { Tx } from '#db/connection.server'
import { REQUEST_RETAINED_DAYS } from './subscriber-words'

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
  const written = letter`
    # ${subject}

    Hello,

    ${request}

    [${label}](${address})

    ${notYou}
  `
  postOnceADay(email, { kind, letter: written }, now, tx)
}

/** To someone whose address was typed by who knows whom. */
export const notYou = words`
  -# Wasn’t you? Then do nothing: we won’t write again, and after ${REQUEST_RETAINED_DAYS} days we’ll delete your
  address.
`
