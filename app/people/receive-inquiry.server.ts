import { and, count, eq, gt } from 'drizzle-orm'
import { businessDay } from '#app/clock.server'
import { siteSettings } from '#app/content/site-settings.server'
import { inquiryAcknowledgement } from '#app/mail/inquiry-acknowledgement'
import { inquiryFloodNotice, inquiryNotice } from '#app/mail/inquiry-notice'
import { postToStaff } from '#app/mail/outbox.server'
import { postOnceADay } from '#app/mail/post-once-per.server'
import { contactAtDesk, contactsAtDesk } from '#app/staff/desk-addresses.server'
import { type Db, db, immediately, type Tx } from '#db/connection.server'
import { contactInquiries } from '#db/schema'
import { INTERESTS } from './inquiry-fields'
import type { Inquiry } from './inquiry-form'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const SAME_WITHIN = 10 * MINUTE

/** What the whole site takes, from however many addresses: neither the disk nor the desk can be filled with nonsense. */
const TAKEN = [
  { atMost: 300, within: DAY },
  { atMost: 3_000, within: 30 * DAY },
]
/** Mails to staff about single inquiries in a day; then one that says that there are more. */
const TOLD_A_DAY = 100

export type Received = { inquiryId: number } | { refused: 'too-many' }

/**
 * Stores an inquiry and, in the same transaction, writes the notice to staff and the acknowledgement to the
 * sender. The same words again within ten minutes are one inquiry: a second click, a page sent anew. One mailbox is
 * thanked once a day at most, so that nobody can have us fill a stranger's. Refused beyond what the whole site takes.
 */
export function receiveInquiry(inquiry: Inquiry, now: Date, outer: Db = db): Received {
  return immediately(outer, (tx) => {
    const known = sameInquiry(inquiry, now, tx)
    if (known) return { inquiryId: known.id }

    if (TAKEN.some(({ atMost, within }) => cameWithin(within, atMost, now, tx) === atMost))
      return { refused: 'too-many' }

    const { id } = tx
      .insert(contactInquiries)
      .values({ ...inquiry, createdAt: now })
      .returning({ id: contactInquiries.id })
      .get()
    if (cameWithin(DAY, TOLD_A_DAY + 1, now, tx) <= TOLD_A_DAY) tellStaff(id, inquiry, now, tx)
    else tellOfFlood(now, tx)
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
        eq(contactInquiries.email, inquiry.email),
        eq(contactInquiries.firstName, inquiry.firstName),
        eq(contactInquiries.lastName, inquiry.lastName),
        eq(contactInquiries.phone, inquiry.phone),
        eq(contactInquiries.interest, inquiry.interest),
        eq(contactInquiries.message, inquiry.message),
      ),
    )
    .get()

/** How many came in the last `ms`; counting ends at `atMost`. */
const cameWithin = (ms: number, atMost: number, now: Date, tx: Tx): number =>
  tx
    .select({ total: count() })
    .from(
      tx
        .select({ id: contactInquiries.id })
        .from(contactInquiries)
        .where(gt(contactInquiries.createdAt, new Date(now.getTime() - ms)))
        .limit(atMost)
        .as('newest'),
    )
    .get()?.total ?? 0

/** Staff answer by answering the notice. The parser lets one bare address through: nothing can ride on the header. */
function tellStaff(inquiryId: number, inquiry: Inquiry, now: Date, tx: Tx): void {
  postToStaff(
    {
      kind: 'inquiry-notice',
      once: inquiryId,
      letter: inquiryNotice({
        ...inquiry,
        interest: INTERESTS[inquiry.interest],
        contactAddress: contactAtDesk(inquiryId),
      }),
      headers: { 'Reply-To': inquiry.email },
    },
    now,
    tx,
  )
}

/** Once a day. */
const tellOfFlood = (now: Date, tx: Tx): void =>
  postToStaff(
    {
      kind: 'inquiry-flood',
      once: businessDay(now),
      letter: inquiryFloodNotice({ toldADay: TOLD_A_DAY, contactsAddress: contactsAtDesk() }),
    },
    now,
    tx,
  )

function thankSender(inquiry: Inquiry, now: Date, tx: Tx): void {
  const { contactEmail, contactPhone } = siteSettings()
  postOnceADay(
    inquiry.email,
    {
      kind: 'inquiry-acknowledgement',
      letter: inquiryAcknowledgement({ interest: INTERESTS[inquiry.interest], contactEmail, contactPhone }),
    },
    now,
    tx,
  )
}
