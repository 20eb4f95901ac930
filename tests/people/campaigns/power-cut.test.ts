import { afterAll, beforeAll, expect, test } from 'vitest'
import { patiently } from '#scripts/test/patience.mjs'
import { campaignRow } from '#tests/fixtures/campaign-row'
import { eventually, type Site, startSite } from '#tests/fixtures/site'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

const receivers = () => site.mailbox.messages().flatMap(({ to }) => to)

test(
  'a campaign survives site crashes without writing to anybody twice',
  async () => {
    const readers = 100
    for (let reader = 1; reader <= readers; reader += 1)
      site.change(
        'insert into newsletter_subscriptions (email, consent_at, created_at, unsubscribe_token) values (?, 1, 1, ?)',
        `reader${reader}@example.com`,
        `token${reader}`,
      )
    site.change(campaignRow('sending', readers))
    for (const already of [1, 25, 45]) {
      await eventually(() => receivers().length >= already)
      await site.killHard()
      await site.start()
    }

    // What was on its way when the power went may have arrived: it waits for staff instead of being sent
    // again.
    const unsettled = () =>
      site.rows<{ mails: number }>("select count(*) as mails from outbox where state = 'sending'")[0]
        ?.mails ?? 0
    const written = () => site.rows('select id from outbox where campaign_id is not null').length
    await eventually(
      () =>
        written() === readers &&
        site.rows("select id from outbox where state = 'waiting' and campaign_id is not null").length === 0,
      40_000,
    )
    await eventually(() => receivers().length >= readers - unsettled())
    expect(new Set(receivers()).size).toBe(receivers().length)
  },
  patiently(60_000),
)
