import { createPaymentIntent, customerInfo } from '#tests/fixtures/checkout-calls'
import type { Site } from '#tests/fixtures/site'
import { fillCard, fillTraveler, payButton } from './checkout-page'
import { signInTo } from './sign-in'
import { expect, type Page, test } from './site-test'
import { expectWellMade, expectWellMadeAtBothWidths, PHONE } from './well-made'

const TOUR = '/texascountrysafari'
/** Another two runs of the journey: one on sale, one that opens later. */
const TWO_MORE = `insert into departures (tour_id, starts_on, ends_on, seats, deposit_cents, double_price_cents,
    single_price_cents, first_installment_due_on, final_installment_due_on, sales, sales_open_on, updated_at)
  select tour_id, '2026-10-15', '2026-10-26', 20, deposit_cents, 480000, single_price_cents, '2026-08-14', '2026-09-14',
    'open', null, 0 from departures where id = 1
  union all select tour_id, '2027-10-14', '2027-10-25', 20, deposit_cents, 490000, single_price_cents, '2027-08-13',
    '2027-09-13', 'open', '2026-01-10', 0 from departures where id = 1`

for (const scripts of [true, false])
  test.describe(`with scripts ${scripts ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled: scripts })

    test('a guest chooses a later departure and books it', async ({ page, site }) => {
      site.change(TWO_MORE)
      await page.goto(TOUR)
      const choices = page.getByRole('region', { name: 'Choose your departure' }).getByRole('link')
      await expect(choices).toHaveText([
        /Oct 16 to Oct 27, 2025.*From \$4,500.*20 seats left.*Shown on this page/,
        /Oct 15 to Oct 26, 2026.*From \$4,800.*20 seats left/,
        /Oct 14 to Oct 25, 2027.*Opens on Jan 10, 2026/,
      ])
      await choices.nth(1).click()
      await expect(choices.nth(1)).toContainText('Shown on this page')
      await expect(page).toHaveURL(/departure=2026-10-15/)
      await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/texascountrysafari$/)
      await page.getByRole('link', { name: 'Book a double room' }).click()
      await expect(page).toHaveURL(/\/checkout\?roomType=double&departure=2026-10-15$/)
      await expect(page.getByText('Oct 15 to Oct 26, 2026').filter({ visible: true }).first()).toBeVisible()
      await fillTraveler(page)
      if (scripts) {
        await fillCard(page, '4242424242424242')
        await payButton(page).click()
      } else {
        await page.getByRole('button', { name: /^Continue to pay/ }).click()
        await page.getByLabel('Card number').fill('4242424242424242')
        await page.getByLabel(/Expir/).fill('12 / 34')
        await page.getByLabel('Cardholder name').fill('Wanjiru Kamau')
        await page.getByLabel('Security code').fill('123')
        await page.getByRole('button', { name: /^Pay/ }).click()
      }
      await expect(page.getByRole('heading', { name: /Booking Confirmed|Your seat is booked/ })).toBeVisible()
      expect(site.rows('select departure_id, total_cents, agreed_starts_on from bookings')).toEqual([
        { departure_id: 2, total_cents: 480_000, agreed_starts_on: '2026-10-15' },
      ])
    })

    test('a gift’s words that name money are asked about whenever they change', async ({ page, site }) => {
      await signInTo(page, '/admin/departures')
      await page.getByRole('link', { name: 'Oct 16 to Oct 27, 2025' }).click()
      await tab(page, 'Settings').click()
      const gift = page.getByLabel('Gift, in words (optional)')
      const save = page.getByRole('button', { name: 'Save departure' })
      await expect(gift).toHaveValue('A welcome pack worth $100+')
      await expect(page.getByRole('checkbox')).toHaveCount(0)
      await gift.fill('$200 off')
      await save.click()
      await expect(page.getByText('These words mention money')).toBeVisible()
      const box = (words: string) => page.getByRole('checkbox', { name: `“${words}” says what the gift` })
      await box('$200 off').check()
      await gift.fill('A hat worth $40')
      await save.click()
      await expect(page.getByText('These words mention money')).toBeVisible()
      await expect(box('A hat worth $40')).not.toBeChecked()
      await box('A hat worth $40').check()
      await save.click()
      await expect(page.getByText('Departure saved', { exact: true })).toBeVisible()
      expect(site.rows('select early_bird_offer from departures')).toEqual([
        { early_bird_offer: 'A hat worth $40' },
      ])
    })

    test('new dates are saved, and the letter waits for a press', async ({ page, site }) => {
      const { body } = await createPaymentIntent(site.url, { customerInfo: customerInfo() })
      site.stripe.payIntent(String(body.paymentIntentId), '4242424242424242')
      await expect
        .poll(() => site.rows("select id from bookings where payment_status = 'deposit_paid'").length)
        .toBe(1)
      await signInTo(page, '/admin/departures')
      await page.getByRole('link', { name: 'Oct 16 to Oct 27, 2025' }).click()
      await tab(page, 'Settings').click()
      await expect(page.getByText('1 seat is paid for')).toBeVisible()
      await page.getByLabel('First day').fill('2025-10-20')
      await page.getByLabel('Last day').fill('2025-10-31')
      await page.getByRole('button', { name: 'Save departure' }).click()
      await expect(page.getByRole('heading', { name: 'New dates: tell the travelers?' })).toBeVisible()
      expect(site.rows("select id from outbox where kind = 'dates-changed'")).toEqual([])
      await page.getByLabel('Your words (optional)').fill('The band asked for it.')
      await page.getByRole('button', { name: 'Send to 1 traveler' }).click()
      await expect(page.getByText('Email on its way', { exact: true })).toBeVisible()
      const mail = await site.mailbox.waitFor(({ subject }) => subject.startsWith('New dates'))
      expect(mail.text).toContain('The band asked for it.')

      await tab(page, 'Settings').click()
      await page.getByRole('link', { name: 'They were told about the new dates' }).click()
      await expect(page.getByRole('heading', { name: 'New dates: everyone was told' })).toBeVisible()
      await expect(page.getByText('Nothing was sent yet')).toHaveCount(0)
      await page.getByRole('button', { name: 'Send a correction to 1 traveler' }).click()
      await expect(page.getByText('Please say what you are correcting')).toBeVisible()
      expect(site.rows("select id from outbox where kind = 'dates-changed'")).toHaveLength(1)
      await page.getByLabel('Your words').fill('The flight leaves a day earlier.')
      await page.getByRole('button', { name: 'Send a correction to 1 traveler' }).click()
      await expect.poll(() => site.rows("select id from outbox where kind = 'dates-changed'")).toHaveLength(2)
      await expect(page.getByText('To 1 traveler.', { exact: true })).toBeVisible()
    })
  })

const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'This departure' }).getByRole('link', { name })

/** The first departure is canceled with somebody on it, who has not chosen yet: the link of their booking. */
async function canceledWith(site: Site): Promise<string> {
  const { body } = await createPaymentIntent(site.url, { customerInfo: customerInfo() })
  site.stripe.payIntent(String(body.paymentIntentId), '4242424242424242')
  await site.stripe.webhooksSettled()
  site.change("update departures set canceled_at = 1, sales = 'closed' where id = 1")
  site.change(`insert into schedule_changes (departure_id, kind, from_starts_on, from_ends_on, words, answer_by, form_key,
    created_at) values (1, 'canceled', '2025-10-16', '2025-10-27', 'The park is closed.', '2025-06-15', 'x', 0)`)
  site.change('insert into schedule_choices (change_id, booking_id) select 1, id from bookings')
  return site.rows<{ link: string }>('select link_token as link from bookings')[0]?.link ?? ''
}

test('pages about departures are well made', async ({ page, site }) => {
  test.slow()
  await page.setViewportSize(PHONE)
  site.change(TWO_MORE)
  for (const path of [TOUR, `${TOUR}?departure=2027-10-14`, '/checkout?departure=2027-10-14']) {
    await page.goto(path)
    await expectWellMadeAtBothWidths(page, path)
  }
  const token = await canceledWith(site)
  for (const path of [
    ...[`/booking/${token}`, `/booking/${token}/choice`, `/pay/${token}`],
    ...[`${TOUR}?departure=2025-10-16`, '/checkout?departure=2025-10-16'],
  ]) {
    await page.goto(path)
    await expectWellMadeAtBothWidths(page, path)
  }
  site.change("update departures set sales = 'closed'")
  for (const path of [TOUR, '/checkout']) {
    await page.goto(path)
    await expectWellMadeAtBothWidths(page, `${path}, closed`)
  }
  await signInTo(page, '/admin/departures')
  await expectWellMadeAtBothWidths(page)
  site.change(
    'update departures set minimum_travelers = 2, decide_on = first_installment_due_on where id = 2',
  )
  const tour = '/admin/departures/2'
  for (const path of [
    tour,
    `${tour}/settings`,
    `${tour}/preview`,
    `${tour}/guarantee`,
    `${tour}/cancel`,
    `${tour}/postpone?startsOn=2027-11-11`,
  ]) {
    await page.goto(path)
    await expectWellMadeAtBothWidths(page, path)
  }
})

test('who asks to be told is answered, and keeps what was typed', async ({ page, site }) => {
  site.change("update departures set sales = 'closed'")
  await page.goto(`${TOUR}?departure=2025-10-16`)
  const form = page.getByRole('form', { name: 'Tell me when the next departure opens' })
  await form.getByLabel('Email address').fill('reader@example')
  await form.getByRole('button', { name: 'Tell me' }).click()
  await expect(form.getByLabel('Email address')).toHaveAccessibleDescription(/Valid email is required/)
  await form.getByLabel('Email address').fill('reader@example.com')
  await form.getByRole('button', { name: 'Tell me' }).click()
  await expect(page.getByText('Please check your email', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/departure=2025-10-16#tell-me$/)
  expect(site.rows('select email from departure_watchers')).toEqual([{ email: 'reader@example.com' }])
  const { text } = await site.mailbox.waitFor(({ to }) => to.includes('reader@example.com'))
  await page.goto(/\/departures\/confirm\/[\w-]+/.exec(text)?.[0] ?? '')
  await page.getByRole('button', { name: 'Yes, tell me' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you: we will tell you' })).toBeVisible()
  await expectWellMade(page)
})
