import { campaignRow } from '#tests/fixtures/campaign-row'
import { createPaymentIntent, customerInfo } from '#tests/fixtures/checkout-calls'
import type { Site } from '#tests/fixtures/site'
import { WAMBUI } from '#tests/fixtures/staff-cookie'

/** Everything that the admin's forms are about; their ids are 1. */
export async function aBusyAdmin(site: Site) {
  const { body } = await createPaymentIntent(site.url, { customerInfo: customerInfo() })
  const intentId = String(body.paymentIntentId)
  site.stripe.payIntent(intentId, '4242424242424242')
  await site.stripe.webhooksSettled()
  site.change(
    `insert into contact_inquiries (first_name, last_name, email, phone, interest, message, created_at)
     values ('Dale', 'Hutchins', 'dale@example.com', '+1 512 555 0100', 'cultural', 'Four of us.', 1)`,
  )
  site.change(
    `insert into notes (contact_id, text, due_on, form_key, written_by, created_at)
     values (1, 'Call Dale', '2025-06-01', 'a form', 'Kamau', 1)`,
  )
  site.change(
    `insert into newsletter_subscriptions (email, consent_at, created_at, unsubscribe_token)
     values ('reader@example.com', 1, 1, 'token')`,
  )
  site.change("update sqlite_sequence set seq = 70 where name = 'broadcasts'")
  for (const state of ['draft', 'sent']) site.change(campaignRow(state, 1))
  for (const [kind, campaign] of [
    ['booking-confirmation', null],
    ['campaign', 72],
  ])
    site.change(
      `insert into outbox (kind, occasion, campaign_id, to_name, to_address, subject, text_body, html_body,
         message_id, state, attempts, next_attempt_at, last_error, created_at)
       values (?, ?, ?, 'Wanjiru', 'wanjiru@example.com', 'Karibu', 'Karibu', '<p>Karibu</p>', ?, 'failed', 27, 1,
         '550 User unknown', 1)`,
      ...[kind, `occasion ${kind}`, campaign, `<${kind}@example.com>`],
    )
  site.change(
    `insert into refunds (booking_id, stripe_intent_id, amount_cents, reason, order_key, state, attempt,
       next_attempt_at, last_error, created_at)
     values (1, '${intentId}', 10000, 'goodwill', 'stuck', 'refused', 11, 1, 'charge_disputed', 1)`,
  )
  site.change(`insert into admin_users (username, password_hash, created_at) values ('Kamau', '-', 1)`)
  await beginTwoStep(site)
  return { reference: String(body.bookingReference) }
}

/** Two-step sign-in of the first account is being set up, for as long as a slow machine takes. */
async function beginTwoStep({ url, change }: Site) {
  const post = (path: string, fields: Record<string, string>, Cookie = '') =>
    fetch(url + path, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { Cookie },
      redirect: 'manual',
    })
  const { ADMIN_USERNAME: username, ADMIN_PASSWORD: password } = WAMBUI
  const { headers } = await post('/admin/login', { username, password })
  const cookie = headers.getSetCookie()[0]?.split(';')[0]
  await post('/admin/users/two-step', { currentPassword: password }, cookie)
  change('update second_factors set begun_at = begun_at + 86400000')
}
