import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { sendDueMail } from '#app/mail/send-mail.server'
import { copyBroadcast, holdBroadcast, removeBroadcast } from '#app/tours/broadcasts.server'
import { testBroadcast } from '#app/travelers/broadcast-text.server'
import { areDatedDue, leavingOn, postBroadcasts } from '#app/travelers/post-broadcasts.server'
import { scheduleBroadcast } from '#app/travelers/send-broadcasts.server'
import { db } from '#db/connection.server'
import { contactInquiries, newsletterSubscriptions } from '#db/schema/people'
import { auditLog } from '#db/schema/staff'
import { mailbox } from '#tests/fixtures/environment'
import { NOON } from '#tests/fixtures/orders'
import { on } from '#tests/travelers/wishes'
import { aDraft, aLetter, aStaffMember, campaignNow, nobodySubscribed, subscribers } from './a-list'

const wambui = aStaffMember()

beforeEach(() => {
  nobodySubscribed()
  mailbox.clear()
})

/** For ten in the morning of a day. */
const planned = (sendOn = '2025-09-20', body = aLetter().body) =>
  aDraft(aLetter({ body, timing: 'on-day', sendOn, sendMinute: 600 }))

/** What the schedule does at an instant. */
async function passes(instant: Date) {
  while (postBroadcasts(instant) > 0);
  await sendDueMail(() => instant)
  postBroadcasts(instant)
}

const receivers = () => mailbox.messages().flatMap(({ to }) => to)

test('a scheduled campaign leaves at its hour, to those who are on the list by then', async () => {
  subscribers(1)
  const campaign = planned()
  expect(scheduleBroadcast(campaign, wambui, NOON)).toEqual({ leavesAt: on('2025-09-20', 10) })
  expect(scheduleBroadcast(campaign, wambui, NOON)).toEqual({ refused: 'not-a-draft' })
  expect(leavingOn('2025-09-20', NOON)).toMatchObject([{ id: campaign.id, departureId: null, recipients: 1 }])
  await passes(on('2025-09-20', 9))
  expect([receivers(), areDatedDue(on('2025-09-20', 9))]).toEqual([[], false])

  db.insert(newsletterSubscriptions)
    .values({ email: 'late@example.com', consentAt: NOON, createdAt: NOON, unsubscribeToken: 'late' })
    .run()
  expect(areDatedDue(on('2025-09-20', 10))).toBe(true)
  await passes(on('2025-09-20', 10))
  expect(receivers().toSorted()).toEqual(['late@example.com', 'reader1@example.com'])
  expect(campaignNow(campaign.id)).toMatchObject({ state: 'sent', recipients: 2 })
  expect(db.select().from(auditLog).all()).toMatchObject([
    { actor: 'Wambui', action: 'campaign-created' },
    { actor: 'Wambui', action: 'campaign-scheduled' },
    { actor: 'schedule', action: 'campaign-begun', detail: { recipients: 2 } },
  ])
})

test('while the clock is wrong a campaign does not begin, but one that has begun goes on', () => {
  subscribers(60)
  const campaign = planned()
  scheduleBroadcast(campaign, wambui, NOON)
  expect(postBroadcasts(on('2025-09-20', 10), false)).toBe(0)
  expect(postBroadcasts(on('2025-09-20', 10))).toBe(50)
  expect(postBroadcasts(on('2025-09-20', 10), false)).toBe(10)
})

test('a campaign that was missed is sent on the next day, and later not at all', async () => {
  subscribers(1)
  const [late, over] = [planned(), planned('2025-09-19')]
  for (const one of [late, over]) scheduleBroadcast(one, wambui, NOON)
  await passes(on('2025-09-21', 15))
  expect(campaignNow(late.id)?.state).toBe('sent')
  expect(campaignNow(over.id)).toMatchObject({ state: 'skipped', skippedBecause: 'too-late' })
  expect(receivers()).toHaveLength(1)
  expect(holdBroadcast(over.id, wambui, NOON)).toEqual({ held: true })
  expect(scheduleBroadcast(over, wambui, on('2025-09-21'))).toEqual({ refused: 'too-late' })
  expect(removeBroadcast(over, wambui, NOON)).toEqual({ removed: true })
})

test('a campaign that would reach nobody, or is not ready, never leaves', async () => {
  const campaign = planned()
  expect(scheduleBroadcast(planned('2025-09-20', '{{trip book}}'), wambui, NOON)).toEqual({
    refused: 'not-ready',
  })
  expect(scheduleBroadcast(aDraft(), wambui, NOON)).toEqual({ refused: 'no-time' })
  scheduleBroadcast(campaign, wambui, NOON)
  await passes(on('2025-09-20', 10))
  expect(campaignNow(campaign.id)).toMatchObject({ state: 'skipped', skippedBecause: 'nobody' })
})

test('a copy is a draft of its own, once for a press', async () => {
  subscribers(1)
  const campaign = planned()
  scheduleBroadcast(campaign, wambui, NOON)
  await passes(on('2025-09-20', 10))
  const key = randomUUID()
  const copies = [1, 2].map(() => copyBroadcast(campaign.id, key, wambui, NOON))
  const [copy] = copies
  if (!copy || 'refused' in copy) throw new Error('not copied')
  expect(copies).toEqual([copy, copy])
  const { subject, body, sendOn, sendMinute } = campaign
  expect(copy.broadcast).toMatchObject({
    subject,
    body,
    sendOn,
    sendMinute,
    state: 'draft',
    version: 1,
    recipients: 0,
  })
  expect(copy.broadcast.id).not.toBe(campaign.id)
  expect(copyBroadcast(999, key, wambui, NOON)).toEqual({ refused: 'gone' })
})

test('a campaign greets by the first name that someone gave us, and has pictures of the gallery', async () => {
  subscribers(2)
  const person = {
    lastName: 'Kamau',
    phone: '1',
    interest: 'safari',
    message: 'Hello there',
    createdAt: NOON,
  }
  db.insert(contactInquiries)
    .values({ ...person, firstName: 'Wanjirũ', email: 'Reader1@example.com' })
    .run()
  const body = 'Dear {{firstName}},\n\n![A balloon](/pictures/mara-balloon)'
  const campaign = aDraft(aLetter({ body }))
  testBroadcast(campaign, { firstName: 'Njeri' }, 'me@example.com', wambui, NOON)
  scheduleBroadcast(planned('2025-06-01', body), wambui, NOON)
  await passes(on('2025-06-01', 15))
  const to = (address: string) => mailbox.messages().find((mail) => mail.to.includes(address))
  expect(to('reader1@example.com')?.text).toContain('Dear Wanjirũ,')
  expect(to('reader2@example.com')?.text).toContain('Dear friend,')
  expect(to('me@example.com')?.text).toContain('Dear Njeri,')
  expect(to('reader1@example.com')?.html).toMatch(
    /<img src="http:\/\/localhost:3000\/pictures\/mara-balloon-\d+\.jpg" alt="A balloon"/,
  )
})
