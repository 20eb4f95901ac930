import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { callJson } from '#tests/fixtures/json-call'
import { type Site, startSite } from '#tests/fixtures/site'
import { staffCookie, WAMBUI } from '#tests/fixtures/staff-cookie'

// Who subscribed: the file, and the list as a browser without scripts asks for it.

let site: Site
let Cookie: string
beforeAll(async () => {
  site = await startSite(WAMBUI)
  Cookie = await staffCookie(site)
})
afterAll(() => site.close())

const NOON = Date.parse('2025-06-01T17:00:00Z')

beforeEach(() => site.change('delete from newsletter_subscriptions'))

async function screen(path: string) {
  const answer = await fetch(site.url + path, { headers: { Cookie } })
  return { status: answer.status, headers: answer.headers, body: await answer.text() }
}

describe('GET /admin/subscribers.csv', () => {
  test('has all subscribers with what their consent rests on', async () => {
    const subscribe = (email: string, source: string, leftAt: number | null, at: number) =>
      site.change(
        `insert into newsletter_subscriptions (email, consent_at, unsubscribe_token, unsubscribed_at, consent_source, created_at)
         values (?, ?, ?, ?, ?, ?)`,
        email,
        at,
        email,
        leftAt,
        source,
        at,
      )
    subscribe('+left@example.com', 'Wambui', NOON + 60_000, NOON - 60_000)
    subscribe('reader@example.com', 'form', null, NOON)
    const { status, headers, body } = await screen('/admin/subscribers.csv')
    expect(status).toBe(200)
    expect(headers.get('Content-Disposition')).toBe('attachment; filename="subscribers-2025-06-01.csv"')
    expect(body.replace('\uFEFF', '')).toBe(
      [
        'Email,State,Consent On,Consent From,Confirmed On,First Added On,Unsubscribed On,Unsubscribed From',
        'reader@example.com,Confirmed,"Jun 1, 2025 12:00 PM",Newsletter form,,"Jun 1, 2025 12:00 PM",,',
        `'+left@example.com,Left,"Jun 1, 2025 11:59 AM",Added by Wambui,,"Jun 1, 2025 11:59 AM","Jun 1, 2025 12:01 PM",`,
        '',
      ].join('\n'),
    )
  })

  test('added again, here or at another site, it subscribes only those who are on it as confirmed', async () => {
    const add = (name: string, column: string) =>
      site.change(
        `insert into newsletter_subscriptions (email, consent_at, unsubscribe_token, confirm_token, ${column}, created_at)
         values (?, ?, ?, ?, ?, ?)`,
        ...[`${name}@example.com`, NOON, name, `${name} confirms`, NOON, NOON],
      )
    add('reader', 'confirmed_at')
    add('left', 'unsubscribed_at')
    add('waits', 'waiting_since')
    const states = () =>
      site
        .rows<{ email: string; state: string }>(
          'select email, state from newsletter_subscriptions order by email',
        )
        .map(({ email, state }) => `${email} ${state}`)
    const before = states()
    const { body } = await screen('/admin/subscribers.csv')
    const list = `${body}friend@example.com,,,,,,,\n`
    const upload = async () => {
      const form = new FormData()
      form.set('list', new Blob([list]), 'subscribers.csv')
      form.set('consent', 'on')
      const headers = { Cookie, Origin: site.url }
      const answer = await fetch(`${site.url}/admin/subscribers/add`, { method: 'POST', headers, body: form })
      return answer.text()
    }
    const answer = await upload()
    for (const why of ['has unsubscribed', 'has not confirmed']) expect(answer).toContain(why)
    expect(states()).toEqual(['friend@example.com confirmed', ...before])
    site.change('delete from newsletter_subscriptions')
    await upload()
    expect(states()).toEqual(['friend@example.com confirmed', 'reader@example.com confirmed'])
  })

  test('has its heading alone while nobody has subscribed', async () => {
    expect((await screen('/admin/subscribers.csv')).body.trim().split('\n')).toHaveLength(1)
    expect(site.rows("select actor from audit_log where action = 'subscribers-exported'")).not.toEqual([])
    expect((await screen('/admin/campaigns')).body).toContain('href="/admin/subscribers.csv"')
  })
})

describe('the list of subscribers', () => {
  const add = (row: number, details: { leftAt?: number; waitingSince?: number } = {}) =>
    site.change(
      `insert into newsletter_subscriptions
         (email, consent_at, unsubscribe_token, unsubscribed_at, waiting_since, confirm_token, created_at)
       values (?, 1, ?, ?, ?, ?, ?)`,
      `p${row}@example.com`,
      `token-${row}`,
      details.leftAt ?? null,
      details.waitingSince ?? null,
      `confirm-${row}`,
      NOON + row,
    )

  test('shows everybody with their state, the newest first', async () => {
    add(1)
    add(2, { leftAt: NOON })
    add(3, { waitingSince: NOON })
    const { status, body } = await screen('/admin/subscribers')
    expect(status).toBe(200)
    for (const words of ['All (3)', 'Confirmed (1)', 'Waiting (1)', 'Left (1)', 'Waiting for confirmation'])
      expect(body.replaceAll('<!-- -->', '')).toContain(words)
    const places = [3, 2, 1].map((row) => body.indexOf(`p${row}@example.com`))
    expect(places).toEqual(places.toSorted((one, other) => one - other))
    expect(body).not.toMatch(/token-1|confirm-1/)

    const waiting = await screen('/admin/subscribers?state=waiting')
    expect(waiting.body).toContain('p3@example.com')
    expect(waiting.body).not.toContain('p1@example.com')
    expect(
      (await callJson(site.url, 'GET', '/api/admin/newsletters', undefined, { Cookie })).body,
    ).toMatchObject([
      { state: 'waiting', isSubscribed: false },
      { state: 'left', isSubscribed: false },
      { state: 'confirmed', isSubscribed: true },
    ])
  })

  test('says where subscribers come from while there are none', async () => {
    expect((await screen('/admin/subscribers')).body).toContain('No subscribers yet')
    expect((await screen('/admin/subscribers?state=left')).body).toContain('No one has this status')
    for (let row = 1; row <= 51; row += 1) add(row)
    const first = await screen('/admin/subscribers')
    expect(first.body).not.toContain('>p1@example.com<')
    const next = /after=([\d.]+)/.exec(first.body)?.[1]
    expect((await screen(`/admin/subscribers?after=${next}`)).body).toContain('>p1@example.com<')
  })
})
