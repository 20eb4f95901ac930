import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPaymentIntent, customerInfo } from '#tests/fixtures/checkout-calls'
import { eventually, type Site, startIsOver, startSite } from '#tests/fixtures/site'
import { staffCookie, WAMBUI } from '#tests/fixtures/staff-cookie'

// The four calls for installments, as a signed-in program and an outside cron make them.

const CRON_TOKEN = 'a-token-for-the-outside-cron'

let site: Site
let cookie = ''
let reference = ''

beforeAll(async () => {
  site = await startSite({ ...WAMBUI, CRON_TOKEN })
  cookie = await staffCookie(site)
  const { body } = await createPaymentIntent(site.url, { customerInfo: customerInfo() })
  reference = String(body.bookingReference)
  site.stripe.payIntent(String(body.paymentIntentId), '4242424242424242')
  await eventually(() => site.rows(`select 1 from bookings where payment_status = 'deposit_paid'`).length > 0)
  await startIsOver(site)
})
afterAll(() => site.close())

async function call(path: string, body?: object, headers: Record<string, string> = { Cookie: cookie }) {
  const answer = await fetch(`${site.url}/api/admin/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

describe.each([
  ['check-reminders', 'Reminder check completed successfully'],
  ['process-overdue', 'Overdue processing completed successfully'],
])('POST /api/admin/%s', (path, message) => {
  test('runs for staff and for a cron with the token', async () => {
    expect(await call(path)).toMatchObject({ status: 200, body: { message, sent: 0 } })
    const asCron = { Authorization: `Bearer ${CRON_TOKEN}` }
    expect(await call(path, undefined, asCron)).toMatchObject({ status: 200, body: { message } })
    expect(
      site.rows(`select distinct started_by from job_runs where started_by in ('cron', 'Wambui')`),
    ).toHaveLength(2)
  })

  test('is refused to everybody else', async () => {
    for (const headers of [
      {},
      { Authorization: 'Bearer a-token-for-somebody-else' },
      { Authorization: CRON_TOKEN },
    ])
      expect((await call(path, undefined, headers as Record<string, string>)).status).toBe(401)
  })
})

describe('POST /api/admin/generate-payment-link', () => {
  test('answers the traveler’s permanent link', async () => {
    const [row] = site.rows<{ link_token: string }>('select link_token from bookings')
    const paymentLink = `${site.url}/pay/${row?.link_token}`
    for (const bookingReference of [reference, ` ${reference.toLowerCase()} `])
      expect(await call('generate-payment-link', { bookingReference, installmentNumber: 2 })).toEqual({
        status: 200,
        body: { paymentLink },
      })
    expect((await fetch(paymentLink)).status).toBe(200)
  })

  test.each([
    [{}, 400, 'Please enter a booking reference'],
    [{ bookingReference: 'TS-ZZZZZZ', installmentNumber: 1 }, 404, 'Booking not found'],
    [{ bookingReference: 'TS-ZZZZZZ', installmentNumber: 0 }, 400, 'Installment number must be 1 or 2'],
    [{ bookingReference: 'TS-ZZZZZZ', installmentNumber: 'one' }, 400, 'Installment number must be 1 or 2'],
  ])('%j is answered %s: %s', async (body, status, message) => {
    expect(await call('generate-payment-link', body)).toMatchObject({ status, body: { message } })
  })
})

describe('POST /api/admin/send-reminder', () => {
  test('sends one mail, with the amount and the link', async () => {
    expect(
      await call('send-reminder', { bookingReference: reference, installmentNumber: 1, daysUntilDue: 7 }),
    ).toMatchObject({ status: 200, body: { message: 'Payment reminder sent successfully' } })
    const letter = await site.mailbox.waitFor(({ subject }) => subject.startsWith('Coming up'))
    expect(letter.text).toContain('$2,000')
    expect(letter.text).toContain('/pay/')
  })

  test('asks first where it contradicts the calendar, or repeats itself', async () => {
    const asked = { bookingReference: reference, installmentNumber: 2, daysUntilDue: 1 }
    const doubted = {
      status: 409,
      body: {
        message:
          'The installment is due on Sep 15, 2025, in 106 days. It is early for a final notice. ' +
          'Nothing was sent. Set "confirmed": true to send it anyway.',
      },
    }
    expect(await call('send-reminder', asked)).toEqual(doubted)
    expect(await call('send-reminder', { ...asked, confirmed: false })).toEqual(doubted)
    expect(await call('send-reminder', { ...asked, confirmed: true })).toMatchObject({
      status: 200,
      body: { kind: 'final' },
    })
    const friendly = { bookingReference: reference, installmentNumber: 2 }
    expect((await call('send-reminder', friendly)).status).toBe(200)
    const again = await call('send-reminder', friendly)
    expect(again.status).toBe(409)
    expect(again.body.message).toContain('The same reminder was sent by hand')
    expect((await call('send-reminder', { ...friendly, confirmed: 'yes' })).status).toBe(400)
  })

  test.each([-5, 400, 'soon'])('%s days are refused', async (daysUntilDue) => {
    expect(await call('send-reminder', { bookingReference: reference, daysUntilDue })).toMatchObject({
      status: 400,
      body: { errors: { daysUntilDue: ['Days until due must be a whole number from 0 to 365'] } },
    })
  })
})
