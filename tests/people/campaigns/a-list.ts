import { randomUUID } from 'node:crypto'
import { eq, isNull } from 'drizzle-orm'
import type { Staff } from '#app/staff/sessions.server'
import type { BroadcastText } from '#app/tours/broadcast-form'
import { type Broadcast, broadcastWith, draftBroadcast } from '#app/tours/broadcasts.server'
import { sendNow } from '#app/travelers/send-broadcasts.server'
import { db } from '#db/connection.server'
import { broadcasts } from '#db/schema/broadcasts'
import { outbox } from '#db/schema/mail'
import { newsletterSubscriptions } from '#db/schema/people'
import { adminUsers, auditLog } from '#db/schema/staff'
import { NOON } from '#tests/fixtures/orders'

/** Somebody of the staff, the same each time. */
export function aStaffMember(username = 'Wambui'): Staff {
  const known = db.select().from(adminUsers).where(eq(adminUsers.username, username)).get()
  const { id, role } =
    known ??
    db
      .insert(adminUsers)
      .values({ username, passwordHash: 'none', role: 'admin', createdAt: NOON })
      .returning()
      .get()
  return { id, username, role }
}

export const aLetter = (text: Partial<BroadcastText> = {}): BroadcastText => ({
  subject: 'The herds are back',
  body: 'Karibu.\n\nThe **herds** are at the [river](https://example.com/river).',
  ...{ audience: { who: 'subscribers', ids: [] }, addressees: 'travelers', isUrgent: false },
  ...{ timing: 'by-hand', sendOn: null, days: null, sendMinute: 540 },
  ...text,
})

export function aDraft(text = aLetter(), staff = aStaffMember(), now = NOON): Broadcast {
  const drafted = draftBroadcast(null, text, randomUUID(), staff, now)
  if ('refused' in drafted) throw new Error(drafted.refused)
  return drafted.broadcast
}

/** Presses "Send now" on a draft as it was seen. */
export const sends = (
  { id, version }: Pick<Broadcast, 'id' | 'version'>,
  staff = aStaffMember(),
  now = NOON,
) => sendNow({ id, version, shown: '' }, staff, now)

/** Readers 1 to `count`, as they subscribed one after the other. */
export function subscribers(count: number): string[] {
  const emails = Array.from({ length: count }, (_, index) => `reader${index + 1}@example.com`)
  for (const email of emails)
    db.insert(newsletterSubscriptions)
      .values({ email, consentAt: NOON, createdAt: NOON, unsubscribeToken: `token-of-${email}` })
      .run()
  return emails
}

/** A campaign whose sending has begun. */
export function aBegunCampaign(text = aLetter()) {
  const campaign = aDraft(text)
  const begun = sends(campaign)
  if ('refused' in begun) throw new Error(begun.refused)
  return campaign
}

export const campaignNow = broadcastWith

export function nobodySubscribed(): void {
  db.delete(outbox).run()
  db.delete(newsletterSubscriptions).run()
  db.delete(broadcasts).where(isNull(broadcasts.departureId)).run()
  db.delete(auditLog).run()
}
