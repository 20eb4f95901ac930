import { expect } from 'vitest'
import { appCode } from '#tests/fixtures/app-codes'
import { callJson } from '#tests/fixtures/json-call'
import { networkAddress } from '#tests/fixtures/network-address'
import { pressed } from '#tests/fixtures/page-form'
import { everySent, type Site } from '#tests/fixtures/site'

export const PASSWORD = 'kahawa-1'

/** The browsers, the people and their phones on a site, for two-step sign-in without scripts. */
export function twoStepPeople(site: () => Site) {
  /** A browser without scripts: it keeps cookies and follows nothing. */
  function aBrowser(address = networkAddress(), cookies = new Map<string, string>()) {
    async function ask(path: string, init: RequestInit = {}) {
      const Cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const headers = { 'Fly-Client-IP': address, Cookie, ...init.headers }
      const answer = await fetch(site().url + path, { redirect: 'manual', ...init, headers })
      for (const line of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        if (/Max-Age=0/i.test(line)) cookies.delete(name)
        else cookies.set(name, value)
      }
      return { status: answer.status, to: answer.headers.get('Location'), text: await answer.text() }
    }
    const post = (path: string, fields: Record<string, string>) =>
      ask(path, { method: 'POST', body: new URLSearchParams(fields) })
    return {
      cookies,
      get: (path: string) => ask(path),
      post,
      /** By the form that the page has. */
      async press(path: string, button: string, typed: Record<string, string>) {
        const { action, fields } = pressed((await ask(path)).text, button, typed)
        return post(action || path, fields)
      },
      postFile(path: string, fields: Record<string, string>) {
        const body = new FormData()
        for (const [name, value] of Object.entries(fields)) body.set(name, value)
        return ask(path, { method: 'POST', body })
      },
      password: (username: string, password = PASSWORD, next = '/admin/contacts') =>
        post(`/admin/login?next=${encodeURIComponent(next)}`, { username, password }),
      code: (code: string) => post('/admin/login/code?next=%2Fadmin%2Fcontacts', { code }),
      recoveryCode: (recoveryCode: string) =>
        post('/admin/login/code?next=%2Fadmin%2Fcontacts', { recoveryCode }),
      isIn: async () => (await ask('/api/admin/me')).status === 200,
    }
  }
  const call = (body: object, address = networkAddress()) =>
    callJson(site().url, 'POST', '/api/admin/login', body, { 'Fly-Client-IP': address })

  let people = 0
  /** Somebody with an address that they confirmed, signed in by password alone. */
  async function somebody() {
    const username = `Person ${++people}`
    const email = `person${people}@savannasoul.example`
    const admin = aBrowser()
    await admin.password('Wambui', 'karibu-sana')
    const headers = { Cookie: `staff=${admin.cookies.get('staff')}`, 'Fly-Client-IP': networkAddress() }
    const { body } = await callJson(
      site().url,
      'POST',
      '/api/admin/users',
      { username, password: PASSWORD },
      headers,
    )
    const id = Number(body.id)
    const browser = aBrowser()
    await browser.password(username)
    await browser.post(`/admin/users/${id}`, { email, currentPassword: PASSWORD })
    await browser.post(await linkTo(email, 'confirm-email'), {})
    return { id, username, email, browser }
  }

  /** The last link to such a page that a mailbox got. */
  async function linkTo(email: string, page: string): Promise<string> {
    await everySent(site())
    const letters = site()
      .mailbox.messages()
      .filter(({ to }) => JSON.stringify(to).includes(email))
    const links = [...JSON.stringify(letters).matchAll(new RegExp(`/admin/${page}/[\\w-]{43}`, 'g'))]
    expect(links.length).toBeGreaterThan(0)
    return links.at(-1)?.[0] ?? ''
  }

  /** The key that is typed into an app by hand. */
  const secretIn = (page: string) => (/<code>([^<]+)<\/code>/.exec(page)?.[1] ?? '').replaceAll(' ', '')
  const codesIn = (page: string) =>
    [...page.matchAll(/>([0-9a-z]{5}-[0-9a-z]{5})</g)].map(([, code = '']) => code)

  async function beginSetUp(browser: ReturnType<typeof aBrowser>) {
    const begun = await browser.press('/admin/users/two-step', 'Continue', { currentPassword: PASSWORD })
    expect(begun.to).toBe('/admin/users/two-step/app')
    return secretIn((await browser.get('/admin/users/two-step/app')).text)
  }

  /** Somebody with two-step sign-in, signed in at the browser in which it was set up. */
  async function somebodyWithApp() {
    const person = await somebody()
    const secret = await beginSetUp(person.browser)
    const on = await person.browser.press('/admin/users/two-step/app', 'Turn on', { code: appCode(secret) })
    const codes = codesIn(on.text)
    expect(codes).toHaveLength(10)
    return { ...person, secret, codes, freshCode: () => freshCode(person.id, secret) }
  }

  /** The app's code of now, as if none had been used before: nobody waits half a minute for the next. */
  function freshCode(id: number, secret: string): string {
    site().change('update second_factors set last_step = 0 where admin_user_id = ?', id)
    return appCode(secret)
  }

  const factors = (id: number) =>
    site().rows<{ id: number; sealed_secret: string }>(
      'select * from second_factors where admin_user_id = ?',
      id,
    )

  const acts = (action: string, username: string) =>
    site().rows<{ actor: string; detail: string }>(
      'select actor, detail from audit_log where action = ? and subject = ? order by id',
      action,
      `user:${username}`,
    )

  /** What they are about, by the alphabet: letters of one moment go out together. */
  async function lettersTo(email: string): Promise<string[]> {
    await everySent(site())
    return site()
      .mailbox.messages()
      .filter(({ to }) => JSON.stringify(to).includes(email))
      .map(({ subject }) => String(subject))
      .sort()
  }

  const everything = () => {
    const tables = site().rows<{ name: string }>("select name from sqlite_master where type = 'table'")
    return JSON.stringify(tables.flatMap(({ name }) => site().rows(`select * from "${name}"`)))
  }

  return {
    aBrowser,
    call,
    somebody,
    linkTo,
    secretIn,
    codesIn,
    beginSetUp,
    somebodyWithApp,
    freshCode,
    factors,
    acts,
    lettersTo,
    everything,
  }
}
