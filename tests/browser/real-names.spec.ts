import { booked } from '#tests/fixtures/booked'
import { signInTo } from './sign-in'
import { expect, test } from './site-test'
import { widerThanThePage } from './well-made'

/** Thirty-five letters in one word. */
const LONG = 'Wolfeschlegelsteinhausenbergerdorff'

test('a name of 35 letters widens no page of a phone', async ({ page, site }) => {
  const { id, reference, token } = await booked(site)
  const email = `${LONG.toLowerCase()}@example.com`
  site.change('update bookings set customer_name = ?, customer_email = ? where id = ?', LONG, email, id)
  site.change('update travelers set name = ? where booking_id = ?', LONG, id)
  site.change(
    `insert into contact_inquiries (first_name, last_name, email, phone, interest, message, created_at)
     values (?, ?, ?, '+1 512 555 0100', 'safari', ?, 0)`,
    ...[LONG, LONG, email, LONG.repeat(3)],
  )
  const [intent] = site.rows<{ id: string }>('select stripe_intent_id as id from payments limit 1')
  await signInTo(page, '/admin')
  const found: Record<string, string[]> = {}
  for (const width of [360, 390]) {
    await page.setViewportSize({ width, height: 800 })
    for (const path of [
      `/payment-success?payment_intent=${intent?.id}`,
      ...['', '/travelers/1', '/receipts/1'].map((part) => `/booking/${token}${part}`),
      `/pay/${token}`,
      ...['/admin', '/admin/bookings', '/admin/contacts', '/admin/contacts/1', '/admin/installments'],
      ...['', '/cancel', '/lead', '/travelers/1'].map((part) => `/admin/bookings/${reference}${part}`),
      ...[
        '/admin/payments',
        `/admin/people?q=${LONG}`,
        '/admin/departures/1/manifest',
        '/admin/departures/1/rooms',
        '/admin/audit',
      ],
    ]) {
      await page.goto(path)
      const wider = await widerThanThePage(page)
      if (wider.length > 0)
        found[`${path} at ${width}`] = wider
          .filter((one) => !/admin-link|^LI $|^A |^NAV/.test(one))
          .slice(0, 14)
    }
  }
  expect(found).toEqual({})
})

test('an address is taken with what was pasted around it', async ({ page, site }) => {
  await page.goto('/')
  const form = page.locator('form', { has: page.locator('input[name=form][value=newsletter]') })
  const field = form.getByLabel('Email address')
  await field.fill('\u200bann@example.com\u2060')
  await expect(field).toHaveValue('ann@example.com')
  await form.getByRole('button').click()
  await expect(async () =>
    expect(site.rows('select email from newsletter_subscriptions')).toEqual([{ email: 'ann@example.com' }]),
  ).toPass()
})

test.describe('with scripts off', () => {
  test.use({ javaScriptEnabled: false })

  test('no browser refuses an address for what no one sees, and what is wrong is said', async ({ page }) => {
    const PASTED = '\u200bann@example.com\u2060'
    for (const path of ['/my-booking', '/admin/forgot']) {
      await page.goto(path)
      await page.getByLabel('Email').fill('')
      await page.locator('main').getByRole('button').click()
      await expect(page.locator('[aria-invalid=true]')).toBeVisible()
      await page.getByLabel('Email').fill(PASTED)
      await page.locator('main').getByRole('button').click()
      await expect(page.getByText('Please check your inbox')).toBeVisible()
    }
  })
})

for (const scripts of [true, false])
  test.describe(`with scripts ${scripts ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled: scripts })

    test('staff choose the column of a list whose headings are not understood', async ({ page, site }) => {
      await page.setViewportSize({ width: 390, height: 800 })
      await signInTo(page, '/admin/subscribers/add')
      const text = 'Name;Privat;Empfohlen von\rAnn;ann@example.com;friend@example.com\rBo;bo@example.com;\r'
      await page.getByLabel('Or a CSV file').setInputFiles({
        ...{ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(text) },
      })
      await page.getByRole('checkbox').check()
      await page.getByRole('button', { name: 'Add subscribers' }).click()
      await expect(page.getByText('Which column has the addresses?')).toBeVisible()
      expect(site.rows('select email from newsletter_subscriptions')).toEqual([])
      if (scripts) expect(await widerThanThePage(page)).toEqual([])
      await page.getByRole('radio', { name: 'Privat' }).check()
      await page.getByRole('button', { name: 'Add subscribers' }).click()
      await expect(page.getByText('2 new subscribers')).toBeVisible()
      expect(site.rows('select email from newsletter_subscriptions order by id')).toEqual([
        { email: 'ann@example.com' },
        { email: 'bo@example.com' },
      ])
    })
  })
