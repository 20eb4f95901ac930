import { eq } from 'drizzle-orm'
import { beginSending, createCampaign } from '#app/people/campaigns.server'
import type { CampaignText } from '#app/people/people-forms'
import type { Staff } from '#app/staff/sessions.server'
import { db } from '#db/connection.server'
import { outbox } from '#db/schema/mail'
import { campaigns, newsletterSubscriptions } from '#db/schema/people'
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

export const aLetter = (text: Partial<CampaignText> = {}): CampaignText => ({
  subject: 'The herds are back',
  body: 'Karibu.\n\nThe **herds** are at the [river](https://example.com/river).',
  ...text,
})

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
  const campaign = createCampaign(text, aStaffMember(), NOON)
  const begun = beginSending(campaign, aStaffMember(), NOON)
  if ('refused' in begun) throw new Error(begun.refused)
  return campaign
}

export const campaignNow = (id: number) => db.select().from(campaigns).where(eq(campaigns.id, id)).get()

export function nobodySubscribed(): void {
  for (const table of [outbox, newsletterSubscriptions, campaigns, auditLog]) db.delete(table).run()
}
