import { afterAll, beforeAll, expect, test } from 'vitest'
import { HONEYPOT } from '#app/platform/typed/fields'
import { fromSomewhere } from '#tests/fixtures/network-address'
import { type Site, startSite } from '#tests/fixtures/site'
import { staffCookie, WAMBUI_ON_FLY } from '#tests/fixtures/staff-cookie'
import { visitor } from '#tests/fixtures/visitor'
import { anInquiry } from '#tests/people/inquiries'

// A password manager may fill a hidden field: a guest caught by it is not lost.

let site: Site
let Cookie = ''
beforeAll(async () => {
  site = await startSite(WAMBUI_ON_FLY)
  Cookie = await staffCookie(site)
})
afterAll(() => site.close())

const { read, post } = visitor(
  () => site,
  () => Cookie,
)
const caught = () =>
  site.rows<{ id: number; form: string }>('select id, form from caught_messages order by id')
const judged = (message: number, as: 'guest' | 'spam') =>
  post('/admin/contacts/caught', { message: String(message), as }, { Cookie, Origin: site.url })
const page = async (path: string) => (await read(path)).html

test('no browser knows the name of the hidden field, and every form has it', async () => {
  expect(HONEYPOT).not.toMatch(
    /web|url|site|name|mail|phone|tel|address|street|city|zip|state|country|company|org|user|pass|card|code|comment|fax|title|birth|age|sex/i,
  )
  for (const path of ['/', '/contact', '/my-booking']) {
    const field = new RegExp(`<input[^>]*name="${HONEYPOT}"[^>]*>`).exec(
      await (await fetch(site.url + path)).text(),
    )
    expect(field?.[0], path).toMatch(/autoComplete="off"/i)
    expect(field?.[0], path).toContain('data-1p-ignore')
  }
})

test('what was caught is thanked as before, marked for staff, and passed on where it is no spam', async () => {
  const { network: _, ...inquiry } = anInquiry({ email: 'caught@example.com' })
  const sent = { form: 'inquiry', ...inquiry, [HONEYPOT]: 'https://filled.example' }
  const answer = await post('/contact', sent, fromSomewhere())
  expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/contact#inquiry'])
  await post('/?index', { form: 'newsletter', email: 'reader@example.com', [HONEYPOT]: 'x' }, fromSomewhere())
  expect(caught().map(({ form }) => form)).toEqual(['inquiry', 'newsletter'])
  expect(site.rows("select 1 from contact_inquiries where email = 'caught@example.com'")).toEqual([])
  expect(await page('/admin/contacts')).toContain('/admin/contacts/caught')
  const shown = await page('/admin/contacts/caught')
  for (const words of ['caught@example.com', 'First name']) expect(shown).toContain(words)

  const [one, other] = caught()
  expect((await judged(one?.id ?? 0, 'guest')).status).toBe(302)
  await judged(one?.id ?? 0, 'guest')
  expect(site.rows("select 1 from contact_inquiries where email = 'caught@example.com'")).toHaveLength(1)
  await site.mailbox.waitFor(({ to }) => to.includes('caught@example.com'))
  await judged(other?.id ?? 0, 'spam')
  expect([caught(), site.rows('select 1 from newsletter_subscriptions')]).toEqual([[], []])
  expect(
    site
      .rows<{ action: string }>("select action from audit_log where action like 'caught-%' order by id")
      .map(({ action }) => action),
  ).toEqual(['caught-passed-on', 'caught-deleted'])
})

test('a request for what is held of somebody is passed on as that, and not as one for a booking', async () => {
  await post('/my-data', { email: 'caught@example.com', [HONEYPOT]: 'x' }, fromSomewhere())
  const [one] = caught()
  expect(await page('/admin/contacts/caught')).toContain('Send me my data')
  expect((await judged(one?.id ?? 0, 'guest')).status).toBe(302)
  const isTheirs = ({ to, subject }: { to: string[]; subject: string }) =>
    to.includes('caught@example.com') && subject === 'What we hold about you'
  await site.mailbox.waitFor(isTheirs)
})

test('robots fill no disk: a hundred a day are stored', async () => {
  for (let robot = 0; robot < 110; robot += 1)
    await post(
      '/?index',
      { form: 'newsletter', email: `robot${robot}@example.com`, [HONEYPOT]: 'x' },
      fromSomewhere(),
    )
  expect(caught()).toHaveLength(100)
})
