import { callJson } from '#tests/fixtures/json-call'
import { fromSomewhere } from '#tests/fixtures/network-address'
import type { Site } from '#tests/fixtures/site'

/** Strangers who send inquiries and subscribe on a site, each from a network of their own. */
export function peopleWhoWrite(site: () => Site) {
  let senders = 0
  const inquiry = (details: Record<string, unknown> = {}) => {
    senders += 1
    return {
      firstName: 'Wanjiru',
      lastName: 'Kamau',
      email: `wanjiru${senders}@example.com`,
      phone: '+1 512 555 0100',
      interest: 'cultural',
      message: 'Four of us, in October, and one is afraid of small planes.',
      ...details,
    }
  }

  const call = (path: string, body: unknown, headers: Record<string, string> = fromSomewhere()) =>
    callJson(site().url, 'POST', path, body, headers)

  async function postForm(path: string, fields: Record<string, string>, headers = fromSomewhere()) {
    const answer = await fetch(site().url + path, {
      method: 'POST',
      redirect: 'manual',
      headers,
      body: new URLSearchParams(fields),
    })
    return { status: answer.status, headers: answer.headers, html: await answer.text() }
  }

  const inquiries = () => site().rows('select * from contact_inquiries order by id')
  const inquiriesOf = (email: unknown) =>
    site().rows('select id from contact_inquiries where email = ?', email)
  const subscriptionsOf = (email: unknown) =>
    site().rows<{ unsubscribe_token: string; unsubscribed_at: number | null }>(
      'select unsubscribe_token, unsubscribed_at from newsletter_subscriptions where lower(email) = lower(?)',
      email,
    )

  return { inquiry, call, postForm, inquiries, inquiriesOf, subscriptionsOf }
}
