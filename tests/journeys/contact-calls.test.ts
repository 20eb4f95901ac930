import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { callJson } from '#tests/fixtures/json-call'
import { type Site, startSite } from '#tests/fixtures/site'
import { staffCookie, WAMBUI } from '#tests/fixtures/staff-cookie'

// The calls for contacts and subscribers, and the Contacts screen as a browser without scripts asks for it.

let site: Site
let Cookie: string
beforeAll(async () => {
  site = await startSite(WAMBUI)
  Cookie = await staffCookie(site)
})
afterAll(() => site.close())

const NOON = Date.parse('2025-06-01T17:00:00Z')

function contact(
  email: string,
  { at = NOON, firstName = 'Wanjiru', message = 'Four of us, in October' } = {},
): number {
  site.change(
    `insert into contact_inquiries (first_name, last_name, email, phone, interest, message, created_at)
     values (?, 'Kamau', ?, '+1 512 555 0100', 'safari', ?, ?)`,
    firstName,
    email,
    message,
    at,
  )
  return site.rows<{ id: number }>('select max(id) as id from contact_inquiries')[0]?.id ?? 0
}

beforeEach(() => {
  site.change('delete from contact_inquiries')
  site.change('delete from newsletter_subscriptions')
})

const call = (method: string, path: string, headers: Record<string, string> = { Cookie }) =>
  callJson(site.url, method, path, undefined, headers)

async function screen(path: string, form?: Record<string, string>, headers: Record<string, string> = {}) {
  const answer = await fetch(site.url + path, {
    headers: { Cookie, ...headers },
    redirect: 'manual',
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
  })
  return { status: answer.status, headers: answer.headers, body: await answer.text() }
}

/** The page that a redirect leads to, with the toast that it carries. */
async function follow({ headers }: { headers: Headers }) {
  const toast = String(headers.get('Set-Cookie')).split(';')[0]
  return screen(String(headers.get('Location')), undefined, { Cookie: `${Cookie}; ${toast}` })
}

describe.each(['contacts', 'newsletters'])('GET /api/admin/%s', (list) => {
  const path = `/api/admin/${list}`
  const add = (row: number) =>
    list === 'contacts'
      ? contact(`p${row}@example.com`, { at: NOON + Math.floor(row / 2) })
      : site.change(
          'insert into newsletter_subscriptions (email, consent_at, unsubscribe_token, created_at) values (?, 1, ?, ?)',
          `p${row}@example.com`,
          `token-${row}`,
          NOON + Math.floor(row / 2),
        )

  test('is walked newest first through its Link header', async () => {
    for (let row = 0; row < 7; row += 1) add(row)
    const seen: unknown[] = []
    let pages = 0
    for (let next: string | undefined = `${path}?limit=3`; next; pages += 1) {
      const { status, body, headers } = await call('GET', next)
      expect(status).toBe(200)
      seen.push(...(body as unknown as { email: string }[]).map(({ email }) => email))
      next = /^<(.*)>; rel="next"$/.exec(headers.get('Link') ?? '')?.[1]?.replace(site.url, '')
    }
    expect(pages).toBe(3)
    expect(seen).toEqual([6, 5, 4, 3, 2, 1, 0].map((row) => `p${row}@example.com`))
  })

  test('is an empty array where there is nothing', async () => {
    const { status, body, headers } = await call('GET', path)
    expect([status, body, headers.get('Link')]).toEqual([200, [], null])
  })

  test('caps a large limit and refuses a wrong one', async () => {
    expect((await call('GET', `${path}?limit=5000`)).status).toBe(200)
    for (const wrong of ['limit=0', 'limit=-1', 'limit=ten', 'after=yesterday'])
      expect(await call('GET', `${path}?${wrong}`)).toMatchObject({
        status: 400,
        body: { message: expect.any(String), errors: { [wrong.split('=')[0] ?? '']: [expect.any(String)] } },
      })
  })

  test('asks for the session, and allows nothing but reading', async () => {
    expect((await call('GET', path, {})).status).toBe(401)
    const { status, headers } = await call('POST', path)
    expect([status, headers.get('Allow')]).toEqual([405, 'GET'])
  })
})

test('contacts and subscribers have the fields of the call', async () => {
  const id = contact('wanjiru@example.com')
  expect((await call('GET', '/api/admin/contacts')).body).toEqual([
    {
      id,
      firstName: 'Wanjiru',
      lastName: 'Kamau',
      email: 'wanjiru@example.com',
      phone: '+1 512 555 0100',
      interest: 'safari',
      message: 'Four of us, in October',
      note: null,
      answeredAt: null,
      createdAt: '2025-06-01T17:00:00.000Z',
    },
  ])

  site.change(
    "insert into newsletter_subscriptions (email, consent_at, unsubscribe_token, unsubscribed_at, created_at) values ('a@example.com', 1, 'secret', ?, ?)",
    NOON,
    NOON,
  )
  expect((await call('GET', '/api/admin/newsletters')).body).toEqual([
    {
      id: expect.any(Number),
      email: 'a@example.com',
      createdAt: '2025-06-01T17:00:00.000Z',
      confirmedAt: null,
      unsubscribedAt: '2025-06-01T17:00:00.000Z',
      state: 'left',
      isSubscribed: false,
    },
  ])
})

describe('DELETE /api/admin/contacts/{id}', () => {
  test('deletes once, and is written down without a name', async () => {
    const id = contact('wanjiru@example.com')
    const path = `/api/admin/contacts/${id}`
    expect((await call('DELETE', path, {})).status).toBe(401)
    expect(await call('DELETE', path)).toMatchObject({
      status: 200,
      body: { message: 'The contact has been removed successfully.' },
    })
    expect(await call('DELETE', path)).toMatchObject({ status: 404, body: { message: 'Contact not found' } })
    expect(
      site.rows('select actor, action, detail from audit_log where subject = ?', `contact:${id}`),
    ).toEqual([{ actor: 'Wambui', action: 'contact-deleted', detail: '{}' }])
  })

  test('asked ten times at once deletes one', async () => {
    const id = contact('wanjiru@example.com')
    contact('other@example.com')
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => call('DELETE', `/api/admin/contacts/${id}`)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(site.rows('select email from contact_inquiries')).toEqual([{ email: 'other@example.com' }])
  })

  test.each(['x', '0', '-1', '1e3', '99999999999999999999'])('finds nobody under %s', async (id) => {
    expect((await call('DELETE', `/api/admin/contacts/${id}`)).status).toBe(404)
  })

  test.each(['GET', 'POST', 'PUT'])('%s is not allowed', async (method) => {
    const { status, headers } = await call(method, `/api/admin/contacts/${contact('a@example.com')}`)
    expect([status, headers.get('Allow')]).toEqual([405, 'DELETE'])
  })
})

describe('the screen', () => {
  test('deletes by a form and returns to the list', async () => {
    const id = contact('wanjiru@example.com')
    const answer = await screen(`/admin/contacts/${id}/delete?q=kamau&order=oldest&end=1`, {})
    expect(answer.headers.get('Location')).toBe('/admin/contacts?q=kamau&order=oldest&end=1')
    const page = await follow(answer)
    for (const words of [
      'Contact deleted',
      'The contact has been removed successfully.',
      'No contacts found',
    ])
      expect(page.body).toContain(words)

    const again = await follow(await screen(`/admin/contacts/${id}/delete`, {}))
    expect(again.body).toContain('Failed to delete contact. Someone has deleted it already.')
  })

  test('tells that a deletion failed and keeps the contact', async () => {
    const id = contact('wanjiru@example.com')
    site.change(
      'create trigger stuck before delete on contact_inquiries begin select raise(abort, "stuck"); end',
    )
    const page = await follow(await screen(`/admin/contacts/${id}/delete`, {}))
    site.change('drop trigger stuck')
    expect(page.body).toContain('Failed to delete contact.')
    expect(page.body).toContain('wanjiru@example.com')
  })

  test('never deletes by a look at the question', async () => {
    const id = contact('wanjiru@example.com')
    expect((await screen(`/admin/contacts/${id}/delete`)).status).toBe(200)
    expect(site.rows('select id from contact_inquiries')).toHaveLength(1)
  })

  test('a contact deleted in the meantime is told in a sentence', async () => {
    for (const path of ['/admin/contacts/999', '/admin/contacts/999/delete', '/admin/contacts/x']) {
      const { status, body } = await screen(path)
      expect(status).toBe(404)
      expect(body).toMatch(/deleted/)
    }
    const note = await follow(await screen('/admin/contacts/999', { note: 'x', formKey: randomUUID() }))
    expect(note.body).toContain('someone has deleted it')
  })

  test('refuses a long or overtaken note, keeping the text', async () => {
    const path = `/admin/contacts/${contact('wanjiru@example.com')}`
    const long = await screen(path, { note: 'n'.repeat(2_001), formKey: randomUUID() })
    expect(long.status).toBe(400)
    expect(long.body).toContain('Note can be at most 2,000 characters')
    expect(long.body).toContain('n'.repeat(2_001))

    const formKey = randomUUID()
    for (let press = 1; press <= 2; press += 1)
      expect((await screen(path, { note: 'Two lines:\r\ncalled', formKey })).status).toBe(302)
    const [{ id: noteId } = { id: 0 }] = site.rows<{ id: number }>('select id from notes')
    const changed = (note: string, version: string) =>
      screen(`${path}?note=${noteId}`, { note, version, noteId: String(noteId), formKey: randomUUID() })
    const overtaken = await changed('Mine', 'an older one')
    expect(overtaken.status).toBe(409)
    for (const words of ['A colleague has changed this note in the meantime', 'Mine', 'Two lines:\ncalled'])
      expect(overtaken.body).toContain(words)
    const [, version = ''] = /name="version" value="([^"]+)"/.exec(overtaken.body) ?? []
    expect((await changed('Both', version)).status).toBe(302)
    expect(site.rows('select text, written_by from notes')).toEqual([{ text: 'Both', written_by: 'Wambui' }])

    site.change('delete from notes')
    const removed = await changed('Kept', version)
    expect(removed.status).toBe(409)
    for (const words of ['A colleague has removed this note in the meantime', 'Kept'])
      expect(removed.body).toContain(words)
  })

  test('a contact leads to all that is known of the person, and back', async () => {
    const id = contact('wanjiru@example.com')
    const address = '/admin/people?email=wanjiru%40example.com'
    expect((await screen(`/admin/contacts/${id}`)).body).toContain(`href="${address}"`)
    const person = await screen(address)
    expect(person.status).toBe(200)
    for (const words of ['Wanjiru Kamau', `href="/admin/contacts/${id}"`])
      expect(person.body).toContain(words)
    expect((await screen('/admin/people?q=kamau')).body).toContain(`href="${address}"`)
    expect((await screen('/admin/people?email=nobody%40example.com')).status).toBe(404)
  })

  test('an emptied page gives way to the one before', async () => {
    contact('wanjiru@example.com')
    expect((await screen(`/admin/contacts?after=${NOON - 1}.1`)).body).toContain('wanjiru@example.com')
  })

  test('whatever a stranger wrote is shown as words', async () => {
    const id = contact('a@example.com', {
      firstName: '<b>x</b>',
      message: '</script><script>alert(1)</script>',
    })
    for (const path of ['/admin/contacts', `/admin/contacts/${id}`, `/admin/contacts/${id}/delete`]) {
      const { body } = await screen(path)
      expect(body).not.toContain('<b>x')
      expect(body).not.toContain('<script>alert')
    }
  })
})

describe('the file', () => {
  test('holds the contacts of the search without a formula', async () => {
    contact('wanjiru@example.com', { firstName: '=HYPERLINK("x")', message: 'One, two\n"three"' })
    contact('dale@example.com')
    const { status, headers, body } = await screen('/admin/contacts.csv?q=wanjiru@')
    expect(status).toBe(200)
    expect(headers.get('Content-Type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('Content-Disposition')).toBe('attachment; filename="contacts-2025-06-01.csv"')
    expect(body).toContain('Email,First Name,Last Name,Phone,Interest,Created On,Answered On,Message,Note\n')
    expect(body).toContain(`wanjiru@example.com,"'=HYPERLINK(""x"")",Kamau,`)
    expect(body).toContain('"One, two\n""three"""')
    expect(body).toContain('"Jun 1, 2025 12:00 PM"')
    expect(body).not.toContain('dale@')
  })

  test.each([
    ['a;=1+1', "a;'=1+1"],
    ['a\t+1', "a\t'+1"],
    ['a; "@SUM(A1)', `"a; ""'@SUM(A1)"`],
    ['a\n-2+3', `"a\n'-2+3"`],
    ['a;\uFF1D1', "a;'\uFF1D1"],
    ['a-b; c=d', 'a-b; c=d'],
  ])('a spreadsheet that splits at other signs finds no formula in %j either', async (message, cell) => {
    contact('split@example.com', { message })
    const { body } = await screen('/admin/contacts.csv?q=split@')
    expect(body).toContain(`,,${cell},\n`)
    site.change("delete from contact_inquiries where email = 'split@example.com'")
  })

  test('added as a list, it subscribes its senders, and no one whom they wrote of', async () => {
    site.change('delete from contact_inquiries')
    const row = 'victim@example.com,a,b,c,d,e,f,g,h'
    contact('+plus@example.com', { message: `Write to friend@example.com, too\n${row}` })
    contact('=is@example.com', { firstName: 'O"Brien <friend@example.com>' })
    contact('quotes@example.com', { message: `"\n${row}\n",,,\n'${row}\n"${row}` })
    contact('breaks@example.com', { message: `${'\n'.repeat(4_900)}${row}\nBye` })
    const body = new FormData()
    body.set('list', new Blob([(await screen('/admin/contacts.csv')).body]), 'contacts.csv')
    body.set('consent', 'on')
    const headers = { Cookie, Origin: site.url }
    const added = await fetch(`${site.url}/admin/subscribers/add`, { method: 'POST', headers, body })
    expect(added.status).toBe(200)
    expect(site.rows('select email from newsletter_subscriptions order by email')).toEqual(
      ['+plus', '=is', 'breaks', 'quotes'].map((name) => ({ email: `${name}@example.com` })),
    )
  })

  test('is written down', async () => {
    await screen('/admin/contacts.csv')
    expect(site.rows("select actor from audit_log where action = 'contacts-exported'")).not.toEqual([])
  })
})
