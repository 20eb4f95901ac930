import { writeFile } from 'node:fs/promises'
import { campaignRow, THE_CAMPAIGN } from '#tests/fixtures/campaign-row'
import { eventually, type Site } from '#tests/fixtures/site'
import { signInTo } from './sign-in'
import { expect, type Page, test, untilScriptsRun } from './site-test'
import { expectWellMadeAtBothWidths, PHONE } from './well-made'

const letterInFrame = (page: Page) => page.frameLocator('iframe[title="As its readers will see it"]')

const LETTER =
  'Karibu,\n\nThe **herds** are back. <script>alert(1)</script>\n\n[The river](https://example.com/river)'

async function writeLetter(page: Page) {
  await page.getByLabel('Subject').fill('The herds are back')
  await page.getByLabel('Letter', { exact: true }).fill(LETTER)
}

async function paste(page: Page, addresses: string) {
  await page.getByLabel('Email addresses').fill(addresses)
  await page.getByLabel(/All of them agreed/).check()
  await page.getByRole('button', { name: 'Add subscribers' }).click()
}

function subscribe(site: Site, count: number) {
  for (let reader = 1; reader <= count; reader += 1)
    site.change(
      'insert into newsletter_subscriptions (email, consent_at, created_at, unsubscribe_token) values (?, 1, 1, ?)',
      `reader${reader}@example.com`,
      `token${reader}`,
    )
}

for (const scripts of [true, false])
  test.describe(`with scripts ${scripts ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled: scripts })

    test('a letter is written, previewed, tested and sent', async ({ page, site }) => {
      await signInTo(page, '/admin/campaigns')
      await expect(page.getByText('No campaigns yet')).toBeVisible()
      await page.getByRole('link', { name: 'ADD SUBSCRIBERS' }).click()
      await paste(page, 'Wanjiru <wanjiru@example.com>\nachieng@example.com; WANJIRU@example.com\nrubbish')
      await expect(page.getByRole('status').filter({ hasText: '2 new subscribers' })).toContainText(
        '1 already there, 1 refused.',
      )
      await expect(page.getByRole('row', { name: /3 rubbish not an email address/ })).toBeVisible()

      if (scripts) await untilScriptsRun(page)
      await page.getByRole('link', { name: 'All campaigns' }).click()
      await expect(page.getByText('2 confirmed subscribers on the newsletter list.')).toBeVisible()
      await page.getByRole('link', { name: 'CREATE CAMPAIGN' }).click()
      await writeLetter(page)
      if (!scripts) await page.getByRole('button', { name: 'Update preview' }).click()
      await expect(letterInFrame(page).locator('strong')).toHaveText('herds')
      await expect(letterInFrame(page).locator('body')).toContainText('<script>alert(1)</script>')
      await expect(letterInFrame(page).locator('body')).toContainText('1200 Congress Avenue')
      await expect(page.getByLabel('Subject')).toHaveValue('The herds are back')

      await page.getByRole('button', { name: 'Review and send' }).click()
      await expect(page.getByText('Draft saved', { exact: true })).toBeVisible()
      await page.getByLabel('To', { exact: true }).fill('me@example.com')
      await page.getByRole('button', { name: 'Send test' }).click()
      await expect(
        page.getByText('To me@example.com. Its links open nothing.', { exact: true }),
      ).toBeVisible()
      const tried = await site.mailbox.waitFor(({ subject }) => subject === 'Test: The herds are back')
      expect(tried.to).toEqual(['me@example.com'])

      await expect(page.getByRole('heading', { name: 'Nothing has been sent yet' })).toBeVisible()
      await page.getByRole('button', { name: 'Send now to 2 subscribers' }).click()
      await expect(page.getByText('Sending has begun', { exact: true })).toBeVisible()
      // It looks again by itself.
      await expect(page.locator('main').getByText('Sent', { exact: true }).first()).toBeVisible()
      await expect(page.getByRole('progressbar')).toHaveCount(0)

      const letters = () => site.mailbox.messages().filter(({ subject }) => subject === 'The herds are back')
      await expect
        .poll(() =>
          letters()
            .flatMap(({ to }) => to)
            .sort(),
        )
        .toEqual(['achieng@example.com', 'wanjiru@example.com'])
      const wayOut = /<(.+)>/.exec(String(letters()[0]?.headers['list-unsubscribe']))?.[1] ?? ''
      await page.goto(wayOut)
      await page.getByRole('button', { name: 'Unsubscribe' }).click()
      await expect(page.getByRole('heading', { name: 'You are unsubscribed' })).toBeVisible()

      await page.goto('/admin/campaigns')
      await expect(page.getByRole('row', { name: /The herds are back Sent .* 2 2 0 1$/ })).toBeVisible()
    })

    test('a draft that is refused or was changed elsewhere loses no text', async ({ page, site }) => {
      await test.step('the second of two editors loses no text', async () => {
        await signInTo(page, '/admin/campaigns/new')
        await writeLetter(page)
        await page.getByRole('button', { name: 'Save draft' }).click()
        await expect(page).toHaveURL(/saved=1/)
        await expect(page.getByRole('heading', { level: 1 })).toContainText('The herds are back')
        site.change("update broadcasts set body = 'Hers', version = version + 1 where departure_id is null")

        await page.getByLabel('Letter', { exact: true }).fill('Mine')
        await page.getByRole('button', { name: 'Save draft' }).click()
        await expect(page.getByRole('alert')).toContainText('Someone else has saved this draft')
        await expect(page.getByLabel('Letter', { exact: true })).toHaveValue('Mine')
        await page.getByText('Show the draft as it is saved now').click()
        await expect(page.getByText('Hers', { exact: true })).toBeVisible()
        expect(site.rows('select body from broadcasts where departure_id is null')).toEqual([
          { body: 'Hers' },
        ])

        await page.getByRole('button', { name: 'Save draft' }).click()
        await expect(page).toHaveURL(/saved=3/)
        expect(site.rows('select body from broadcasts where departure_id is null')).toEqual([
          { body: 'Mine' },
        ])
        await page.getByLabel('Letter', { exact: true }).fill('Mine again')
        await page.getByRole('button', { name: 'Save draft' }).click()
        await expect(page).toHaveURL(/saved=4/)
      })

      await test.step('text saved after the sending began is given back', async () => {
        await page.goto('/admin/campaigns/new')
        await writeLetter(page)
        await page.getByRole('button', { name: 'Save draft' }).click()
        await expect(page).toHaveURL(/saved=1/)
        await expect(page.getByRole('heading', { level: 1 })).toContainText('The herds are back')
        await expect(letterInFrame(page).locator('strong')).toHaveText('herds')
        site.change("update broadcasts set state = 'sent' where departure_id is null")
        await page.getByLabel('Letter', { exact: true }).fill('Too late')
        await page.getByRole('button', { name: 'Save draft' }).click()
        await expect(page.getByRole('alert')).toContainText('Too late')
      })

      await test.step('a faulty letter is refused under its field', async () => {
        await page.goto('/admin/campaigns/new')
        await page.getByLabel('Subject').fill('x'.repeat(151))
        await page.getByLabel('Letter', { exact: true }).fill('Karibu')
        await page.getByRole('button', { name: 'Save draft' }).click()
        await expect(page.getByText('Subject can be at most 150 characters')).toBeVisible()
        await expect(page.getByLabel('Letter', { exact: true })).toHaveValue('Karibu')
      })
    })

    test('a list is taken with a word about consent, or refused in a sentence', async ({ page, site }) => {
      await test.step('nobody is added without a word about consent', async () => {
        await signInTo(page, '/admin/subscribers/add')
        await page.getByLabel('Email addresses').fill('wanjiru@example.com')
        await page.getByRole('button', { name: 'Add subscribers' }).click()
        expect(site.rows('select id from newsletter_subscriptions')).toEqual([])

        const refused = await page.request.post('/admin/subscribers/add', {
          multipart: { addresses: 'wanjiru@example.com' },
        })
        expect(refused.status()).toBe(400)
        const html = await refused.text()
        expect(html).toContain('Please confirm that they agreed to receive our newsletter')
        expect(html).toContain('wanjiru@example.com</textarea>')
        expect(site.rows('select id from newsletter_subscriptions')).toEqual([])
      })

      await test.step('an uploaded file is read or refused in a sentence', async () => {
        await page.goto('/admin/subscribers/add')
        const choose = async (name: string, content: Buffer) => {
          const path = test.info().outputPath(name)
          await writeFile(path, content)
          await page.getByLabel('Or a CSV file').setInputFiles(path)
          await page.getByLabel(/All of them agreed/).check()
          await page.getByRole('button', { name: 'Add subscribers' }).click()
        }
        const broken = Array.from({ length: 3_000 }, (_, row) => `"Reader ${row},reader${row}@example.com`)
        await choose('list.csv', Buffer.from(`name,email\n${broken.join('\n')}`))
        await expect(page.getByText('3,000 new subscribers')).toBeVisible()

        await choose('list.xlsx', Buffer.from('PK\u0003\u0004'))
        await expect(page.getByText(/This is a spreadsheet, not a CSV file/)).toBeVisible()

        await choose('list.csv', Buffer.alloc(12_500_000, 'a@example.com\n'))
        await expect(page.getByText(/This list is larger than 12 MB/)).toBeVisible()
      })
    })

    test('failed mails are tried again by a button', async ({ page, site }) => {
      subscribe(site, 2)
      site.change(campaignRow('sent', 2))
      const [campaign] = site.rows<{ id: number }>(THE_CAMPAIGN)
      for (const reader of [1, 2])
        site.change(
          "insert into outbox (kind, occasion, campaign_id, subscriber_id, to_name, to_address, subject, text_body, html_body, message_id, state, next_attempt_at, last_error, created_at) values ('campaign', ?, ?, ?, '', ?, 'Karibu', 'Hello', 'Hello', ?, 'failed', 1, '550 no such mailbox', 1)",
          `campaign:${campaign?.id}:${reader}`,
          campaign?.id,
          reader,
          `reader${reader}@example.com`,
          `<${reader}@here>`,
        )
      await signInTo(page, `/admin/campaigns/${campaign?.id}`)
      await expect(page.getByText('2 emails could not be sent')).toBeVisible()
      await page.getByRole('button', { name: 'Retry failed' }).click()
      await expect(page.getByText('2 emails are waiting to be sent.', { exact: true })).toBeVisible()
      await eventually(() => site.mailbox.messages().length === 2)
    })
  })

test('a mail program unsubscribes a reader with one click', async ({ page, site }) => {
  subscribe(site, 1)
  site.change(campaignRow('sent', 1))
  const [campaign] = site.rows<{ id: number }>(THE_CAMPAIGN)
  const answer = await page.request.post(`/unsubscribe/token1?c=${campaign?.id}`, {
    form: { 'List-Unsubscribe': 'One-Click' },
    maxRedirects: 0,
  })
  expect(answer.status()).toBe(200)
  expect(site.rows('select unsubscribed_campaign_id as id from newsletter_subscriptions')).toEqual([campaign])
})

test.describe('at 390 and 1280 pixels', () => {
  test.use({ viewport: PHONE })

  test('no screen of the campaigns violates WCAG 2.2 AA', async ({ page, site }) => {
    test.slow() // eleven screens, each looked at whole
    await signInTo(page, '/admin/campaigns')
    await expectWellMadeAtBothWidths(page)
    await page.goto('/admin/subscribers/add')
    await expectWellMadeAtBothWidths(page)
    await paste(page, `a@example.com\n${'x'.repeat(300)}`)
    await expect(page.getByText('1 new subscriber', { exact: true })).toBeVisible()
    await expectWellMadeAtBothWidths(page)
    await page.goto('/admin/subscribers')
    await expectWellMadeAtBothWidths(page)
    await page.getByRole('link', { name: 'Left (0)' }).click()
    await expect(page.getByText('No one has this status')).toBeVisible()
    await expectWellMadeAtBothWidths(page)

    await page.goto('/admin/campaigns/new')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await expectWellMadeAtBothWidths(page)
    await page.getByLabel('Subject').fill('Unbroken'.repeat(18))
    await page.getByLabel('Letter', { exact: true }).fill(LETTER)
    await page.getByRole('button', { name: 'Save draft' }).click()
    await expect(page).toHaveURL(/saved=1/)
    await expectWellMadeAtBothWidths(page)
    await page.getByRole('button', { name: 'Review and send' }).click()
    await expect(page.getByRole('heading', { name: 'Nothing has been sent yet' })).toBeVisible()
    await expectWellMadeAtBothWidths(page)

    site.mailbox.refuse(true)
    await page.getByRole('button', { name: 'Send now to 1 subscriber' }).click()
    await expect(page.getByRole('progressbar')).toBeVisible()
    await expectWellMadeAtBothWidths(page)
    await eventually(() => site.rows('select id from outbox where campaign_id is not null').length === 1)
    site.change(
      "update outbox set state = 'failed', last_error = '550', next_attempt_at = 9e15 where campaign_id is not null",
    )
    await expect(page.getByText('1 email could not be sent')).toBeVisible()
    await expectWellMadeAtBothWidths(page)
    await page.goto('/admin/campaigns')
    await expectWellMadeAtBothWidths(page)
  })
})

test('a picture or a placeholder is named in the preview and refused before sending', async ({ page }) => {
  await signInTo(page, '/admin/campaigns/new')
  await page.getByLabel('Subject').fill('The herds are back')
  await page
    .getByLabel('Letter', { exact: true })
    .fill('Dear {{first_name}},\n\n![A lion](https://example.com/lion.jpg)')
  await expect(
    letterInFrame(page).getByText('{{first_name}} is not filled in: it would be sent exactly like this'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Review and send' }).click()
  await expect(page.getByLabel('Letter', { exact: true })).toHaveAccessibleDescription(
    /would be sent exactly like this/,
  )
  await page.getByLabel('Letter', { exact: true }).fill('![A lion](https://example.com/lion.jpg)')
  await page.getByRole('button', { name: 'Review and send' }).click()
  await expect(page.getByLabel('Letter', { exact: true })).toHaveAccessibleDescription(
    /pictures of the gallery alone/,
  )
})
