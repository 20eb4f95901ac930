import { beforeEach, expect, test } from 'vitest'
import { sendDueMail } from '#app/mail/send-mail.server'
import {
  campaignList,
  createCampaign,
  findCampaign,
  postTest,
  saveCampaign,
} from '#app/people/campaigns.server'
import { db } from '#db/connection.server'
import { outbox } from '#db/schema/mail'
import { auditLog } from '#db/schema/staff'
import { mailbox } from '#tests/fixtures/environment'
import { minutesAfter, NOON } from '#tests/fixtures/orders'
import { aBegunCampaign, aLetter, aStaffMember, nobodySubscribed, subscribers } from './a-list'

const wambui = aStaffMember()
const achieng = aStaffMember('Achieng')

beforeEach(() => {
  nobodySubscribed()
  mailbox.clear()
})

test('the second of two draft editors overwrites nothing unseen', () => {
  const { id, version } = createCampaign(aLetter(), wambui, NOON)
  expect(saveCampaign({ ...aLetter({ body: 'Hers' }), id, version }, achieng, NOON)).toMatchObject({
    campaign: { body: 'Hers', version: version + 1 },
  })
  expect(saveCampaign({ ...aLetter({ body: 'Mine' }), id, version }, wambui, NOON)).toEqual({
    refused: 'changed-since',
  })
  expect(findCampaign(id)?.body).toBe('Hers')

  saveCampaign({ ...aLetter({ body: 'Mine' }), id, version: version + 1 }, wambui, NOON)
  expect(findCampaign(id)).toMatchObject({ body: 'Mine', version: version + 2 })
})

test('saving what is there already writes nothing', () => {
  const { id, version } = createCampaign(aLetter(), wambui, NOON)
  saveCampaign({ ...aLetter(), id, version }, wambui, NOON)
  expect(findCampaign(id)?.version).toBe(version)
  expect(db.select().from(auditLog).all()).toMatchObject([
    { actor: 'Wambui', actorId: wambui.id, action: 'campaign-created', subject: `campaign:${id}` },
  ])
})

test('what is being sent can no longer be changed', () => {
  subscribers(1)
  const { id, version } = aBegunCampaign()
  expect(saveCampaign({ ...aLetter({ body: 'New' }), id, version }, wambui, NOON)).toEqual({
    refused: 'not-a-draft',
  })
  expect(saveCampaign({ ...aLetter(), id: id + 1, version }, wambui, NOON)).toEqual({ refused: 'not-found' })
})

test('a test mail goes to one address outside the campaign', async () => {
  subscribers(2)
  const campaign = createCampaign(aLetter(), wambui, NOON)
  postTest(campaign, 'me@example.com', wambui, NOON)
  postTest(campaign, 'me@example.com', wambui, NOON)
  await sendDueMail(() => NOON)

  expect(mailbox.messages().map(({ to, subject }) => [to, subject])).toEqual(
    Array(2).fill([['me@example.com'], 'Test: The herds are back']),
  )
  expect(mailbox.messages()[0]?.html).toContain('<strong>herds</strong>')
  expect(db.select().from(outbox).all()).toMatchObject([{ campaignId: null }, { campaignId: null }])
})

test('campaigns are listed newest first, a page at a time', () => {
  for (let number = 1; number <= 23; number += 1)
    createCampaign(aLetter({ subject: `Letter ${number}` }), wambui, minutesAfter(Math.floor(number / 2)))
  const subjects = (page: ReturnType<typeof campaignList>) => page.campaigns.map(({ subject }) => subject)

  const first = campaignList({ from: 'start' })
  expect(subjects(first)).toHaveLength(20)
  expect(subjects(first)[0]).toBe('Letter 23')
  const last = campaignList({ from: 'end' })
  expect(subjects(last).slice(-3)).toEqual(['Letter 3', 'Letter 2', 'Letter 1'])
  expect(first.cursors).toMatchObject({ previous: null, next: expect.any(String) })
})
