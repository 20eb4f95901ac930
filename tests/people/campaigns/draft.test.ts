import { beforeEach, expect, test } from 'vitest'
import { sendDueMail } from '#app/mail/send-mail.server'
import { saveBroadcast } from '#app/tours/broadcasts.server'
import { testBroadcast } from '#app/travelers/broadcast-text.server'
import { campaignList } from '#app/travelers/campaign-progress.server'
import { db } from '#db/connection.server'
import { outbox } from '#db/schema/mail'
import { auditLog } from '#db/schema/staff'
import { mailbox } from '#tests/fixtures/environment'
import { minutesAfter, NOON } from '#tests/fixtures/orders'
import {
  aBegunCampaign,
  aDraft,
  aLetter,
  aStaffMember,
  campaignNow,
  nobodySubscribed,
  subscribers,
} from './a-list'

const wambui = aStaffMember()
const achieng = aStaffMember('Achieng')

beforeEach(() => {
  nobodySubscribed()
  mailbox.clear()
})

test('the second of two draft editors overwrites nothing unseen', () => {
  const { id, version } = aDraft()
  expect(saveBroadcast({ id, version }, aLetter({ body: 'Hers' }), achieng, NOON)).toMatchObject({
    broadcast: { body: 'Hers', version: version + 1 },
  })
  expect(saveBroadcast({ id, version }, aLetter({ body: 'Mine' }), wambui, NOON)).toEqual({
    refused: 'changed-since',
  })
  expect(campaignNow(id)?.body).toBe('Hers')

  saveBroadcast({ id, version: version + 1 }, aLetter({ body: 'Mine' }), wambui, NOON)
  expect(campaignNow(id)).toMatchObject({ body: 'Mine', version: version + 2 })
})

test('saving what is there already writes nothing', () => {
  const { id, version } = aDraft()
  saveBroadcast({ id, version }, aLetter(), wambui, NOON)
  expect(campaignNow(id)?.version).toBe(version)
  expect(db.select().from(auditLog).all()).toMatchObject([
    { actor: 'Wambui', actorId: wambui.id, action: 'campaign-created', subject: `campaign:${id}` },
  ])
})

test('what is being sent can no longer be changed', () => {
  subscribers(1)
  const { id, version } = aBegunCampaign()
  expect(saveBroadcast({ id, version }, aLetter({ body: 'New' }), wambui, NOON)).toEqual({
    refused: 'not-a-draft',
  })
  expect(saveBroadcast({ id: id + 1, version }, aLetter(), wambui, NOON)).toEqual({ refused: 'gone' })
})

test('a test mail goes to one address outside the campaign', async () => {
  subscribers(2)
  const campaign = aDraft()
  testBroadcast(campaign, null, 'me@example.com', wambui, NOON)
  testBroadcast(campaign, null, 'me@example.com', wambui, NOON)
  await sendDueMail(() => NOON)

  expect(mailbox.messages().map(({ to, subject }) => [to, subject])).toEqual(
    Array(2).fill([['me@example.com'], 'Test: The herds are back']),
  )
  expect(mailbox.messages()[0]?.html).toContain('<strong>herds</strong>')
  expect(db.select().from(outbox).all()).toMatchObject([{ campaignId: null }, { campaignId: null }])
})

test('campaigns are listed newest first, a page at a time', () => {
  for (let number = 1; number <= 23; number += 1)
    aDraft(aLetter({ subject: `Letter ${number}` }), wambui, minutesAfter(Math.floor(number / 2)))
  const subjects = (page: ReturnType<typeof campaignList>) => page.campaigns.map(({ subject }) => subject)

  const first = campaignList({ from: 'start' })
  expect(subjects(first)).toHaveLength(20)
  expect(subjects(first)[0]).toBe('Letter 23')
  const last = campaignList({ from: 'end' })
  expect(subjects(last).slice(-3)).toEqual(['Letter 3', 'Letter 2', 'Letter 1'])
  expect(first.cursors).toMatchObject({ previous: null, next: expect.any(String) })
})
