import { and, eq, gt } from 'drizzle-orm'
import { type Letter, letter, lines, rows, words } from '#app/mail/letter'
import { INQUIRIES_AN_HOUR } from '#app/mail/open-actions'
import {
  contactInAdmin,
  contactsInAdmin,
  mailboxOf,
  postOnceADay,
  postToStaff,
} from '#app/mail/outbox.server'
import { countWithin, isSiteLimitReached } from '#app/mail/site-limits.server'
import { businessDay, DAY_MS, HOUR_MS, MINUTE_MS } from '#app/platform/clock.server'
import { namesOf } from '#app/platform/typed/fields'
import { waysToReach } from '#app/site/reach'
import { siteSettings } from '#app/site/settings.server'
import { immediately, type Tx } from '#db/connection.server'
import { contactInquiries } from '#db/schema/people'
import { INQUIRY, INTERESTS } from './people-fields'
import type { Inquiry } from './people-forms'
import { REPLY_WITHIN } from './reply-promise'

const SAME_WITHIN = 10 * MINUTE_MS

/** Mails to staff about single inquiries in a day; then one that says that there are more. */
const NOTICES_A_DAY = 100

export type Received = { inquiryId: number } | { refused: 'too-many' | 'too-often' }

/**
 * Stores an inquiry and in the same transaction writes the notice to staff and the acknowledgement. The same
 * words within ten minutes are one inquiry; a mailbox is thanked once a day at most. Refused beyond the
 * limits of a mailbox, a network (null for none) and the site.
 */
export function receiveInquiry(
  { network, ...inquiry }: Inquiry & { network: number | null },
  now: Date,
): Received {
  return immediately((tx) => {
    const known = sameInquiry(inquiry, now, tx)
    if (known) return { inquiryId: known.id }

    if (writesTooOften(inquiry.email, network, now, tx)) return { refused: 'too-often' }
    if (isSiteLimitReached('inquiries', contactInquiries, now, tx)) return { refused: 'too-many' }

    const { id } = tx
      .insert(contactInquiries)
      .values({ ...inquiry, network, createdAt: now })
      .returning({ id: contactInquiries.id })
      .get()
    if (countWithin(DAY_MS, contactInquiries, NOTICES_A_DAY + 1, now, tx) <= NOTICES_A_DAY)
      notifyStaff(id, inquiry, now)
    else reportFlood(now)
    thankSender(inquiry, now, tx)
    return { inquiryId: id }
  })
}

const sameInquiry = (inquiry: Inquiry, now: Date, tx: Tx) =>
  tx
    .select({ id: contactInquiries.id })
    .from(contactInquiries)
    .where(
      and(
        gt(contactInquiries.createdAt, new Date(now.getTime() - SAME_WITHIN)),
        ...namesOf(INQUIRY).map((field) => eq(contactInquiries[field], inquiry[field])),
      ),
    )
    .get()

/** Whether this mailbox, or this network, has written as often in the last hour as people do. */
function writesTooOften(email: string, network: number | null, now: Date, tx: Tx): boolean {
  const lately = tx
    .select({ email: contactInquiries.email, network: contactInquiries.network })
    .from(contactInquiries)
    .where(gt(contactInquiries.createdAt, new Date(now.getTime() - HOUR_MS)))
    .all()
  const mailbox = mailboxOf(email)
  const ofMailbox = lately.filter((other) => mailboxOf(other.email) === mailbox)
  const ofNetwork = lately.filter((other) => network !== null && other.network === network)
  return ofMailbox.length >= INQUIRIES_AN_HOUR.ofMailbox || ofNetwork.length >= INQUIRIES_AN_HOUR.ofNetwork
}

/** Staff reply to the notice. The parser lets only one bare address through: the header cannot be abused. */
function notifyStaff(inquiryId: number, inquiry: Inquiry, now: Date): void {
  postToStaff(now, {
    kind: 'inquiry-notice',
    once: inquiryId,
    letter: inquiryNotice({
      ...inquiry,
      interest: INTERESTS[inquiry.interest],
      contactAddress: contactInAdmin(inquiryId),
    }),
    headers: { 'Reply-To': inquiry.email },
  })
}

/** Once a day. */
const reportFlood = (now: Date): void =>
  postToStaff(now, {
    kind: 'inquiry-flood',
    once: businessDay(now),
    letter: inquiryFloodNotice({ toldADay: NOTICES_A_DAY, contactsAddress: contactsInAdmin() }),
  })

function thankSender(inquiry: Inquiry, now: Date, tx: Tx): void {
  postOnceADay(
    inquiry.email,
    {
      kind: 'inquiry-acknowledgement',
      letter: inquiryAcknowledgement(INTERESTS[inquiry.interest], waysToReach(siteSettings())),
    },
    now,
    tx,
  )
}

/** Tells staff that someone has written; answering this mail answers the sender. */
const inquiryNotice = ({
  firstName,
  lastName,
  message,
  contactAddress,
  ...inquiry
}: Record<keyof typeof INQUIRY | 'contactAddress', string>): Letter => letter`
  # New inquiry from ${firstName} ${lastName}

  | Name | ${firstName} ${lastName} |
  ${rows(namesOf(inquiry).map((field) => [INQUIRY[field].label, inquiry[field]]))}

  ## Message

  ${lines(message.replace(/\n{3,}/g, '\n\n'))}

  [Open the contact](${contactAddress})

  -# Reply to this email to answer them. We promise a reply ${REPLY_WITHIN}.
`

/** Tells staff that for now they get no more mails about single inquiries. */
const inquiryFloodNotice = (flood: { toldADay: number; contactsAddress: string }): Letter => letter`
  # An unusual number of inquiries today

  More than ${flood.toldADay} inquiries came in within a day. Every one of them is saved; those after the first
  ${flood.toldADay} were not emailed to you one by one.

  [Open the contacts](${flood.contactsAddress})

  -# We promise a reply ${REPLY_WITHIN}. If it is spam, you can delete it there.
`

/** Thanks the sender. Repeats nothing that was typed: anyone can enter a stranger's address. */
const inquiryAcknowledgement = (interest: string, ways: string): Letter => letter`
  # We have your inquiry

  Hello,

  Asante sana: thank you. Your words have reached the people who plan our journeys, and one of them will write or call
  ${REPLY_WITHIN}.

  | You asked about | ${interest} |

  If a date, a place or another traveler comes to mind before then, just reply to this email. Half a plan is a good
  beginning.

  ${ways && words`-# You can also ${ways}.`}

  -# Didn’t write to us? Someone mistyped an address, and you can ignore this email.
`
