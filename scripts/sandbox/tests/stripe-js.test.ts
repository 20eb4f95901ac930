import type { FrameLocator, Page } from 'playwright'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { patiently } from '#scripts/test/patience.mjs'
import { aChromium } from './a-chromium'
import { aSandbox, aSession } from './a-sandbox'
import { aShop } from './a-shop'

const { sandbox, stripe } = await aSandbox()
const shop = await aShop(sandbox, stripe)
const browser = await aChromium()
afterAll(async () => {
  await browser.close()
  await shop.close()
  await sandbox.close()
})

let page: Page
let complaints: string[]
beforeEach(async () => {
  page = await browser.newPage()
  page.setDefaultTimeout(patiently(10_000))
  complaints = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (/Content Security Policy|Unsupported prop|Stripe\.js@/.test(message.text()))
      complaints.push(message.text())
  })
})
afterEach(async () => {
  await page.close()
  expect(complaints).toEqual([])
})

const fields = (): FrameLocator => page.frameLocator('iframe[title="Secure payment input frame"]')
const said = (words: string | RegExp) => page.locator('output').filter({ hasText: words }).waitFor()
const pay = () => page.getByRole('button', { name: 'Pay' }).click()

async function open(query = ''): Promise<void> {
  await page.goto(`${shop.url}/${query}`)
  await said('ready')
}

async function type(number: string, expiry = '12 / 34', cvc = '123'): Promise<void> {
  await fields().locator('#cardnumber').fill(number)
  await fields().locator('#exp-date').fill(expiry)
  await fields().locator('#cvc').fill(cvc)
}

test('a card typed into the labeled fields pays', async () => {
  await open()
  await fields().getByLabel('Card number').pressSequentially('4242424242424242')
  await page.keyboard.type('1234')
  await page.keyboard.type('123')
  expect(await fields().getByLabel('Card number').inputValue()).toBe('4242 4242 4242 4242')
  expect(await fields().getByLabel('Expiration date').inputValue()).toBe('12 / 34')
  expect(await fields().getByLabel('Security code').inputValue()).toBe('123')
  await pay()
  await said('paid: succeeded 50000')
  const charge = sandbox.charges()[0]
  expect(charge?.billing_details).toMatchObject({ name: 'Amina Odhiambo', email: 'amina@example.com' })
  expect(JSON.stringify(sandbox.requests())).not.toContain('4242424242424242')
})

test('missing or wrong input gets Stripe’s message under its field', async () => {
  await open()
  await pay()
  await said('not submitted: Your card number is incomplete.')
  await fields().getByText("Your card's expiration date is incomplete.").waitFor()
  await fields().getByText("Your card's security code is incomplete.").waitFor()
  expect(await fields().getByLabel('Card number').getAttribute('aria-invalid')).toBe('true')
  await type('4242424242424241')
  await fields().getByText('Your card number is invalid.').waitFor()
  await type('4242424242424242', '01 / 20')
  await fields().getByText("Your card's expiration year is in the past.").waitFor()
})

test('after a declined card, another card can pay', async () => {
  await open()
  await type('4000000000000002')
  await pay()
  await said('card_error card_declined: Your card was declined.')
  await page.getByRole('button', { name: 'Full price' }).click()
  expect(await fields().locator('#cardnumber').inputValue()).toBe('4000 0000 0000 0002')
  await type('4242424242424242')
  await pay()
  await said('paid: succeeded 450000')
})

test('authentication leads to the bank and back to the page', async () => {
  await open('?returns=yes')
  await type('4000002500003155')
  await pay()
  await page.getByRole('button', { name: 'Complete authentication' }).click()
  await page.waitForURL(
    /\/done\?room=double&payment_intent=pi_\w+&payment_intent_client_secret=\w+&redirect_status=succeeded$/,
  )
})

test('without a return address the bank opens over the page', async () => {
  await open()
  await type('4000002500003155')
  await pay()
  await page
    .frameLocator('iframe[title="3-D Secure authentication"]')
    .getByRole('button', { name: 'Fail authentication' })
    .click()
  await said('payment_intent_authentication_failure')
  expect(await page.getByRole('dialog').count()).toBe(0)
})

test('with redirect always, a success leaves the page', async () => {
  await open('?returns=yes&always=yes')
  await type('4242424242424242')
  await pay()
  await page.waitForURL(/redirect_status=succeeded/)
})

test('the one-line card element pays too', async () => {
  await open('?element=card')
  await type('4242424242424242')
  await pay()
  await said('paid: succeeded')
})

test('a card is saved, with its bank asked over the page', async () => {
  await open('?saves=yes')
  await type('4000002500003155')
  await pay()
  await page
    .frameLocator('iframe[title="3-D Secure authentication"]')
    .getByRole('button', { name: 'Complete authentication' })
    .click()
  await said('saved: succeeded')
})

test('a bank account is chosen, and its money is on its way', async () => {
  await open('?way=us_bank_account')
  await pay()
  await said('Your name is incomplete.')
  await fields().getByLabel('Full name').fill('Amina Odhiambo')
  await fields().getByLabel('Account at the Stripe Test Bank').selectOption({ index: 1 })
  await pay()
  await said('paid: processing 50000')
  const [charge] = (await stripe.charges.list({ limit: 1 })).data
  expect(charge?.payment_method_details?.us_bank_account?.last4).toBe('1113')
})

test('after an API outage the same card pays', async () => {
  await open()
  await type('4242424242424242')
  await page.route('**/v1/payment_intents/**', (route) => route.abort(), { times: 1 })
  await pay()
  await said('We are experiencing issues connecting to our payments provider.')
  await pay()
  await said('paid: succeeded')
})

test('stripe.js can be made unreachable', async () => {
  sandbox.switches.jsDown = true
  await page.goto(shop.url)
  await said('no stripe.js')
  sandbox.switches.jsDown = false
})

test('the card fields match the look of the page', async () => {
  await open()
  const input = fields().getByLabel('Card number')
  expect(await input.evaluate((element) => getComputedStyle(element).borderTopColor)).toBe(
    'rgb(140, 111, 89)',
  )
  expect(await input.evaluate((element) => getComputedStyle(element).borderRadius)).toBe('10px')
  const before = (await page.locator('iframe').boundingBox())?.height ?? 0
  await pay()
  await fields().getByText('Your card number is incomplete.').waitFor()
  await expect
    .poll(async () => (await page.locator('iframe').boundingBox())?.height ?? 0)
    .toBeGreaterThan(before)
})

test('with scripts off, the hosted page pays, declines and authenticates', async () => {
  const visitor = await browser.newContext({ javaScriptEnabled: false })
  const hosted = await visitor.newPage()
  const session = await aSession(stripe, {
    success_url: `${shop.url}/done?s={CHECKOUT_SESSION_ID}`,
    customer_email: 'amina@example.com',
  })
  await hosted.goto(session.url ?? '')
  await hosted.getByLabel('Card number').fill('4000 0000 0000 0002')
  await hosted.getByLabel('Expiration').fill('12 / 34')
  await hosted.getByLabel('Security code').fill('123')
  await hosted.getByLabel('Cardholder name').fill('Amina Odhiambo')
  await hosted.getByRole('button', { name: 'Pay $500.00' }).click()
  expect(await hosted.getByRole('alert').textContent()).toBe('Your card was declined.')
  await hosted.getByLabel('Card number').fill('4000 0025 0000 3155')
  await hosted.getByLabel('Security code').fill('123')
  await hosted.getByRole('button', { name: 'Pay' }).click()
  await hosted.getByRole('button', { name: 'Complete authentication' }).click()
  expect(hosted.url()).toBe(`${shop.url}/done?s=${session.id}`)
  await visitor.close()
})
