import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { letter } from '#app/mail/letter'
import { post } from '#app/mail/outbox.server'
import { sendDueMail } from '#app/mail/send-mail.server'
import { subscribe, unsubscribe } from '#app/people/subscribers.server'
import { saveBroadcast } from '#app/tours/broadcasts.server'
import { figuresOf, retryFailed } from '#app/travelers/campaign-progress.server'
import { postBroadcasts } from '#app/travelers/post-broadcasts.server'
import { db, immediately, sqlite } from '#db/connection.server'
import { outbox } from '#db/schema/mail'
import { newsletterSubscriptions } from '#db/schema/people'
import { openingSteps } from '#db/schema/site'
import { mailbox } from '#tests/fixtures/environment'
import { minutesAfter, NOON } from '#tests/fixtures/orders'
import {
  aBegunCampaign,
  aDraft,
  aLetter,
  aStaffMember,
  campaignNow,
  nobodySubscribed,
  sends,
  subscribers,
} from './a-list'

const wambui = aStaffMember()

beforeEach(() => {
  nobodySubscribed()
  mailbox.clear()
  mailbox.refuse(false)
})

const at = (minutes: number) => () => minutesAfter(minutes)
const receivers = () =>
  mailbox
    .messages()
    .flatMap(({ to }) => to)
    .sort()
const mails = () => db.select().from(outbox).all()

/** What the schedule does in some seconds. */
async function seconds(count: number, now = at(0)) {
  for (let second = 0; second < count; second += 1) {
    postBroadcasts(now())
    await sendDueMail(now)
  }
}

test('a campaign reaches everyone on the list once', async () => {
  const emails = subscribers(120)
  const { id } = aBegunCampaign()
  await seconds(10)

  expect(receivers()).toEqual(emails.sort())
  expect(campaignNow(id)).toMatchObject({ state: 'sent', recipients: 120, sentAt: NOON })
  expect(figuresOf(id)).toEqual({ sent: 120, waiting: 0, failed: 0, interrupted: 0, unsubscribed: 0 })
  await seconds(3)
  expect(receivers()).toHaveLength(120)
})

test('a letter lets people and mail programs unsubscribe', async () => {
  const [reader = ''] = subscribers(1)
  const { id } = aBegunCampaign()
  await seconds(2)
  const address = `http://localhost:3000/unsubscribe/token-of-${reader}?c=${id}`

  const [letter] = mailbox.messages()
  expect(letter?.headers['list-unsubscribe']).toBe(`<${address}>`)
  expect(letter?.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
  expect(letter?.text).toContain(address)
  expect(letter?.html).toContain(`href="${address}"`)
})

describe('never twice to one person', () => {
  test('when the process dies in the middle of a portion', async () => {
    const emails = subscribers(70)
    const { id } = aBegunCampaign()
    const dying = () =>
      immediately(() => {
        postBroadcasts(NOON)
        throw new Error('power cut')
      })
    expect(dying).toThrow('power cut')
    expect(mails()).toEqual([])
    expect(campaignNow(id)?.postedThroughId).toBe(0)

    postBroadcasts(NOON)
    expect(mails()).toHaveLength(50)
    expect(dying).toThrow('power cut')
    await seconds(8)
    expect(receivers()).toEqual(emails.sort())
  })

  test('when the place that was reached is forgotten', async () => {
    const emails = subscribers(30)
    const { id } = aBegunCampaign()
    postBroadcasts(NOON)
    await sendDueMail(at(0))
    sqlite.prepare('update broadcasts set posted_through_id = 0 where id = ?').run(id)
    await seconds(5)
    expect(receivers()).toEqual(emails.sort())
  })

  test('when the process dies right after handing over mail', async () => {
    subscribers(2)
    const { id } = aBegunCampaign()
    postBroadcasts(NOON)
    const [first] = mails()
    const claimedUntil = (claimEndsAt: Date) =>
      db
        .update(outbox)
        .set({ state: 'sending', attempts: 1, claimEndsAt })
        .where(eq(outbox.id, first?.id ?? 0))
        .run()

    claimedUntil(new Date(Date.now() + 60_000))
    await seconds(3, at(3))
    expect(campaignNow(id)?.state).toBe('sending')
    claimedUntil(new Date(Date.now() - 1))
    await seconds(3, at(3))
    expect(receivers()).toEqual(['reader2@example.com'])
    expect(figuresOf(id)).toMatchObject({ sent: 1, failed: 1, interrupted: 1 })
    expect(campaignNow(id)?.state).toBe('sent')

    expect(await retryFailed(id, wambui, minutesAfter(4))).toBe(0)
  })

  test('when two press the button at once', () => {
    subscribers(3)
    const campaign = aDraft()
    expect(sends(campaign)).toEqual({ recipients: 3 })
    expect(sends(campaign, aStaffMember('Achieng'))).toEqual({ refused: 'not-a-draft' })
  })
})

test('a draft with a placeholder is not sent', () => {
  subscribers(1)
  const campaign = aDraft(aLetter({ body: 'Dear {{name}}, karibu' }))
  expect(sends(campaign)).toEqual({ refused: 'not-ready' })
  expect(campaignNow(campaign.id)?.state).toBe('draft')
})

test('only the draft that was seen is sent', () => {
  const campaign = aDraft()
  expect(sends(campaign)).toEqual({ refused: 'nobody' })
  subscribers(1)
  saveBroadcast(campaign, aLetter({ body: 'Changed' }), wambui, NOON)
  expect(sends(campaign)).toEqual({ refused: 'changed-since' })
  expect(sends({ id: 999, version: 1 })).toEqual({ refused: 'gone' })
})

test('subscribers who join during sending are not written to', async () => {
  subscribers(1)
  aBegunCampaign()
  db.insert(newsletterSubscriptions)
    .values({ email: 'late@example.com', consentAt: NOON, createdAt: NOON, unsubscribeToken: 'late' })
    .run()
  await seconds(3)
  expect(receivers()).toEqual(['reader1@example.com'])
})

describe('who leaves', () => {
  const leave = (reader: number, campaignId: number | null = null) =>
    unsubscribe(`token-of-reader${reader}@example.com`, NOON, campaignId)

  test('before the portion is left out', async () => {
    subscribers(3)
    const { id } = aBegunCampaign()
    leave(2)
    await seconds(3)
    expect(receivers()).toEqual(['reader1@example.com', 'reader3@example.com'])
    expect(campaignNow(id)?.state).toBe('sent')
  })

  test('while the mail waits is not written to anymore', async () => {
    subscribers(3)
    aBegunCampaign()
    postBroadcasts(NOON)
    leave(3)
    await seconds(3)
    expect(receivers()).toEqual(['reader1@example.com', 'reader2@example.com'])
  })

  test('while an attempt is under way gets no other one', async () => {
    subscribers(1)
    const { id } = aBegunCampaign()
    postBroadcasts(NOON)
    mailbox.refuse(true)
    const underWay = sendDueMail(at(0))
    leave(1)
    await underWay
    mailbox.refuse(false)
    await seconds(3, at(10))
    expect(receivers()).toEqual([])
    expect(campaignNow(id)?.state).toBe('sent')
  })

  test('through a letter counts only for its own campaign', () => {
    subscribers(3)
    const { id } = aBegunCampaign()
    const draft = aDraft()
    expect(leave(1, id)).toBe(true)
    expect(leave(1, id)).toBe(false)
    expect(leave(2, draft.id)).toBe(true)
    expect(leave(3, 123_456)).toBe(true)
    expect(figuresOf(id).unsubscribed).toBe(1)
    expect(figuresOf(draft.id).unsubscribed).toBe(0)
  })
})

const BOOKED = letter`# Booked\n\nKaribu`

describe('mail about bookings', () => {
  test('goes before a campaign that waits', async () => {
    subscribers(60)
    aBegunCampaign()
    postBroadcasts(NOON)
    const to = { name: '', address: 'traveler@example.com' }
    const mail = { kind: 'booking-confirmation', once: 'TS-1', to, letter: BOOKED } as const
    immediately(() => post(mail, minutesAfter(1)))
    await sendDueMail(at(1))
    const inOrder = mailbox.messages().flatMap(({ to }) => to)
    // Twenty go at once, and it is the last one written.
    expect(inOrder).toHaveLength(51)
    expect(inOrder.slice(0, 20)).toContain('traveler@example.com')
  })

  test('goes before letters that strangers can cause, however many', async () => {
    for (let asked = 0; asked < 60; asked += 1) subscribe({ email: `stranger${asked}@example.com` }, NOON)
    const to = { name: '', address: 'traveler@example.com' }
    immediately(() =>
      post({ kind: 'booking-confirmation', once: 'TS-2', to, letter: BOOKED }, minutesAfter(1)),
    )
    await sendDueMail(at(1))
    const inOrder = mailbox.messages().flatMap(({ to }) => to)
    expect(inOrder).toHaveLength(61)
    expect(inOrder.slice(0, 5)).toContain('traveler@example.com')
  })

  test('waits behind a few hundred campaign mails at most', () => {
    subscribers(400)
    aBegunCampaign()
    for (let second = 0; second < 20; second += 1) postBroadcasts(NOON)
    expect(mails()).toHaveLength(200)
  })
})

describe('failed mails', () => {
  async function failedCampaign() {
    subscribers(2)
    const { id } = aBegunCampaign()
    mailbox.refuse(true)
    for (let minutes = 0; minutes <= 26 * 60; minutes += 30) await seconds(1, at(minutes))
    mailbox.refuse(false)
    return id
  }

  test('are retried by staff without those who left', async () => {
    const id = await failedCampaign()
    await seconds(1, at(27 * 60))
    expect(campaignNow(id)?.state).toBe('sent')
    expect(figuresOf(id)).toMatchObject({ sent: 0, failed: 2, interrupted: 0 })

    unsubscribe('token-of-reader1@example.com', NOON)
    expect(await retryFailed(id, wambui, minutesAfter(28 * 60))).toBe(1)
    expect(campaignNow(id)?.state).toBe('sending')
    await seconds(3, at(28 * 60))
    expect(receivers()).toEqual(['reader2@example.com'])
    expect(figuresOf(id)).toMatchObject({ sent: 1, failed: 1 })
    expect(campaignNow(id)?.state).toBe('sent')
  })
})

test('a mail that was taken lets its text go', async () => {
  subscribers(1)
  aBegunCampaign()
  await seconds(2)
  expect(mails()).toMatchObject([{ state: 'sent', textBody: '', htmlBody: '' }])
})

test('no campaign leaves with an address that the seed invented', () => {
  subscribers(1)
  db.delete(openingSteps).run()
  const campaign = aDraft()
  expect(sends(campaign)).toEqual({ refused: 'no-address' })
  db.insert(openingSteps).values({ step: 'sample-company', confirmedAt: NOON }).run()
  expect(sends(campaign)).toEqual({ recipients: 1 })
})
