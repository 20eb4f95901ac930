import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { booked } from '#tests/fixtures/booked'
import { type Site, startSite } from '#tests/fixtures/site'
import { staffCookie, WAMBUI } from '#tests/fixtures/staff-cookie'
import { visitor } from '#tests/fixtures/visitor'
import { aPhoto, SVG } from '#tests/site/photos'

// Staff write to a departure and travelers answer, by pages without scripts.

let site: Site
let wambui = ''
let guide = ''
let guideId = 0
const LETTERS = '/admin/departures/1/letters'

beforeAll(async () => {
  site = await startSite(WAMBUI)
  wambui = await staffCookie(site)
  const account = { username: 'kiprono', password: 'kahawa-1', role: 'guide' }
  const headers = { Cookie: wambui, 'Content-Type': 'application/json' }
  const body = JSON.stringify(account)
  const made = await fetch(`${site.url}/api/admin/users`, { method: 'POST', headers, body })
  guideId = ((await made.json()) as { id: number }).id
  guide = await staffCookie(site, account)
  site.change("update departures set starts_on = '2025-06-10', ends_on = '2025-06-20'")
})
afterAll(() => site.close())

const { read, send: post } = visitor(
  () => site,
  () => wambui,
)

const typed = (more: Record<string, string>) => ({
  ...{
    subject: 'Strike at the airport',
    body: 'Dear {{first name}}, wait for us. {{trip book}}',
    isUrgent: 'on',
  },
  ...{ who: 'all', addressees: 'travelers', timing: 'by-hand', time: '09:00', formKey: randomUUID() },
  ...more,
})
const BODY = 'Dear {{first name}}, wait for us. Your driver takes you to {{first lodge}}. {{trip book}}'
const hidden = (html: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? ''

test('a letter is drafted, sent once, read by its link, and its guide sees who has not', async () => {
  const [amina, barasa] = [await booked(site), await booked(site)]
  expect((await read(`${LETTERS}/new`)).html).toContain('{{first lodge}} the lodge of its first night')
  expect((await post(`${LETTERS}/new`, typed({ body: 'Dear {{name}}' }))).html).toContain('is not filled in')
  expect((await post(`${LETTERS}/new`, typed({ who: 'chosen' }))).html).toContain(
    'Please choose at least one',
  )
  const drafted = await post(`${LETTERS}/new`, typed({ body: BODY }))
  expect(drafted.status).toBe(302)
  site.change("update departure_days set lodge = ''")
  expect((await read(drafted.to)).html).toContain('to our first lodge')
  site.change("update departure_days set lodge = 'Ngong *Hill* House' where position = 2")
  const { html } = await read(drafted.to)
  expect(html).toContain('Send now to 2 mailboxes')
  expect(html).toContain('/traveler/test/trip')
  expect((await read(drafted.to, guide)).status).toBe(403)

  const send = { intent: 'send', version: '1', shown: hidden(html, 'shown') }
  expect(await post(drafted.to, { ...send, shown: '1' })).toMatchObject({ status: 409 })
  for (const _ of [1, 2]) expect(await post(drafted.to, send)).toMatchObject({ status: 302, to: drafted.to })
  const arrived = () => site.mailbox.messages().filter(({ subject }) => subject === 'Strike at the airport')
  await expect.poll(() => arrived().length).toBe(2)
  expect(arrived()[0]?.text).toContain('Your driver takes you to Ngong *Hill* House.')

  const link = /\/read\/[\w-]+/.exec(arrived().find(({ to }) => to[0] === amina.email)?.text ?? '')?.[0] ?? ''
  expect((await read(link)).html).toContain('Have you read our email?')
  expect(site.rows('select 1 from broadcast_recipients where read_at is not null')).toEqual([])
  await post(link, {}, '')
  expect((await read(link, '')).html).toContain('Thank you')
  expect((await read(`/read/${'a'.repeat(32)}`, '')).status).toBe(404)

  await post(`/admin/users/${guideId}/departures`, { departure: '1' })
  site.change("update bookings set customer_phone = '+1 512 555 0142' where id = ?", barasa.id)
  const followed = (await read(drafted.to, guide)).html
  expect(followed).toContain('1 traveler has not pressed “I have read this”')
  expect(followed).toContain('href="tel:+15125550142"')
  expect((await read(`/admin/bookings/${barasa.reference}`)).html).toContain('Strike at the airport')
})

test('a preview shows no link that opens anything, to a guide as little as to the office', async () => {
  const body = '{{trip book}} {{details}} [Rate us]({{review}})'
  const { to } = await post(
    `${LETTERS}/new`,
    typed({ body, subject: 'Links', timing: 'on-day', sendOn: '2025-06-09' }),
  )
  await post(to, { intent: 'schedule', version: '1' })
  await post(`/admin/users/${guideId}/departures`, { departure: '1' })
  for (const reader of [wambui, guide]) {
    const { status, html } = await read(to, reader)
    expect(status).toBe(200)
    for (const page of ['', '/trip', '/review']) expect(html).toContain(`/traveler/test${page}&quot;`)
    for (const { token } of site.rows<{ token: string }>('select link_token as token from travelers'))
      expect(html).not.toContain(token)
  }
  await post(to, { intent: 'hold' })
  await post(`/admin/users/${guideId}/departures`, {})
  expect((await read(to, guide)).status).toBe(403)
  await post(`/admin/users/${guideId}/departures`, { departure: '1' })
})

test('a letter is copied, previewed as it is typed, and found under the number that it had', async () => {
  const { to } = await post(`${LETTERS}/new`, typed({ subject: 'Packing, {{firstName}}' }))
  const copy = { intent: 'copy', formKey: randomUUID() }
  const [first, again] = [await post(to, copy), await post(to, copy)]
  expect([first.status, again.to]).toEqual([302, first.to])
  expect(first.to).toMatch(/\?edit$/)
  expect((await read(first.to)).html).toContain('Packing, {{firstName}}')
  const preview = await post(`${LETTERS}/preview`, { subject: 'Karibu', body: 'Pack **light**, {{journey}}' })
  expect(preview.html).toContain('<strong>light</strong>, Texas Country Music')
  expect(await post(`${LETTERS}/preview`, { subject: '', body: '' }, guide)).toMatchObject({ status: 403 })

  const id = Number(to.split('/').at(-1))
  site.change('update broadcasts set former_letter_id = 90210 where id = ?', id)
  const answer = await fetch(`${site.url}${LETTERS}/90210?as=1`, {
    headers: { Cookie: wambui },
    redirect: 'manual',
  })
  expect([answer.status, answer.headers.get('Location')]).toEqual([301, `${LETTERS}/${id}`])
  const fromAnOpenTab = { ...typed({ subject: 'Packing light', version: '1' }), intent: 'save' }
  expect((await post(`${LETTERS}/90210?edit`, fromAnOpenTab)).to).toBe(`${LETTERS}/${id}?edit&saved=2`)
  expect((await read(`${LETTERS}/90211`)).status).toBe(404)
  // A campaign has no page among letters, nor a letter among campaigns.
  expect((await read(`/admin/campaigns/${id}`)).status).toBe(404)
})

test('a campaign is scheduled, shown ahead, copied and deleted by pages alone', async () => {
  const words = {
    subject: 'The herds, {{firstName}}',
    body: 'Dear {{firstName}}, ![Dawn](/pictures/mara-balloon)',
  }
  const leaves = { timing: 'on-day', sendOn: '2025-06-09', time: '10:00', formKey: randomUUID() }
  const begun = (await read('/admin/campaigns/new')).html
  expect(begun).toMatch(/<textarea[^>]*>\n?!\[[^\]]+\]\(\/pictures\/tour-stage\)/)
  expect(begun).toContain(`${site.url}/pictures/tour-stage-`)
  expect(begun).not.toContain('{{first lodge}}')
  const lodge = { ...words, ...leaves, body: 'At {{first lodge}}', intent: 'review' }
  expect((await post('/admin/campaigns/new', lodge)).html).toContain('{{first lodge}} is not filled in')
  expect(
    (await post('/admin/campaigns/new', { ...words, ...leaves, timing: 'before', daysBefore: '3' })).html,
  ).toContain('Please choose a day')
  const added = await post('/admin/campaigns/new', {
    ...words,
    ...leaves,
    intent: 'picture',
    picture: '/pictures/lion-kopje',
  })
  expect(added.html).toContain('](/pictures/lion-kopje)')
  expect(added.html).toContain('/pictures/lion-kopje-')
  const drafted = await post('/admin/campaigns/new', { ...words, ...leaves })
  expect(drafted.status).toBe(302)
  const { html } = await read(drafted.to)
  expect(html).toContain('No one is on the list yet')
  expect(html).toContain('Jun 9, 2025 10:00 AM')
  expect(html).toContain(`${site.url}/pictures/mara-balloon-`)
  expect(await post(drafted.to, { intent: 'schedule', version: '1' })).toMatchObject({ status: 302 })
  expect((await read('/admin/installments?day=2025-06-09')).html).toContain('The herds, [first name]')
  expect((await read('/admin/campaigns')).html).toContain('Leaves Jun 9, 2025 10:00 AM')
  const copied = await post(drafted.to, { intent: 'copy', formKey: randomUUID() })
  const copy = copied.to.replace('?edit', '')
  expect(await post(copy, { intent: 'remove' })).toMatchObject({ status: 302, to: '/admin/campaigns' })
  expect(await post(drafted.to, { intent: 'remove' })).toMatchObject({ status: 409 })
  expect(await post(drafted.to, { intent: 'hold' })).toMatchObject({ status: 302 })
})

test('the journey’s own letters are scheduled, shown ahead, and taken off again', async () => {
  const [own] = site.rows<{ id: number }>("select id from broadcasts where kind = 'day-before'")
  const page = `${LETTERS}/${own?.id}`
  expect((await read(page)).html).toContain('Jun 9, 2025 9:00 AM')
  expect(await post(page, { intent: 'schedule', version: '1' })).toMatchObject({ status: 302 })
  expect((await read('/admin/installments?day=2025-06-09')).html).toContain(
    'Tomorrow: Texas Country Music &amp; Safari Tour',
  )
  expect((await post(`${page}?edit`, typed({ version: '1' }))).html).toContain('is scheduled or has left')
  expect(await post(page, { intent: 'hold' })).toMatchObject({ status: 302 })
  expect(await post(page, { intent: 'remove' })).toMatchObject({ status: 302, to: LETTERS })
  expect((await read(LETTERS)).html).toContain('Add the journey’s own letters')
  expect(await post(LETTERS, {})).toMatchObject({ status: 302 })
  expect(site.rows("select 1 from broadcasts where kind = 'day-before'")).toHaveLength(1)
})

test('a guide keeps every departure that was checked', async () => {
  const copied = await post('/admin/departures/1/copy', { startsOn: '2026-10-15' })
  expect(copied.status).toBe(302)
  const ids = site.rows<{ id: number }>('select id from departures').map(({ id }) => String(id))
  await post(
    `/admin/users/${guideId}/departures`,
    ids.map((id): [string, string] => ['departure', id]),
  )
  expect(site.rows('select 1 from guide_departures')).toHaveLength(2)
})

test('after the journey a traveler writes a review, which staff publish with one press', async () => {
  const { id } = await booked(site)
  const [{ token } = { token: '' }] = site.rows<{ token: string }>(
    'select link_token as token from travelers where booking_id = ?',
    id,
  )
  const page = `/traveler/${token}/review`
  expect((await read(page, '')).html).toContain('You can write your review from Jun 20, 2025')
  site.change("update departures set starts_on = '2025-05-20', ends_on = '2025-05-30' where id = 1")
  const review = { rating: '5', words: 'Eleven elephants.', mayPublish: 'on', publishAs: 'Amina A.' }
  const asked = await post(page, review, '')
  expect(asked).toMatchObject({ status: 400 })
  expect(asked.html).toContain('Please enter where you live')
  expect(asked.html).toContain('Eleven elephants.')
  const whole = { ...review, place: 'Austin, Texas' }
  expect(await sends(page, whole, [Buffer.from(SVG)])).toMatchObject({ status: 415 })
  const four = await Promise.all(['#111', '#222', '#333', '#444'].map((color) => aPhoto({ color })))
  expect((await sends(page, whole, four)).html).toContain('Please choose at most 3 photographs.')
  expect((await sends(page, review, [await aPhoto()])).html).toContain('please choose your photographs again')
  expect(await sends(`/traveler/${'x'.repeat(32)}/review`, whole, four)).toMatchObject({ status: 404 })
  expect(site.rows('select 1 from reviews')).toEqual([])
  expect(await sends(page, whole, [await aPhoto()])).toMatchObject({ status: 303 })
  const [, photo = ''] =
    /src="(\/traveler\/[\w-]+\/review\/photos\/\d+)"/.exec((await read(page, '')).html) ?? []
  expect((await fetch(site.url + photo)).headers.get('Content-Type')).toBe('image/jpeg')
  expect((await fetch(site.url + photo.replace(token, 'x'.repeat(32)))).status).toBe(404)
  expect(await post(page, whole, '')).toMatchObject({ status: 303 })
  expect((await read('/admin/dashboard')).html).toContain('1 new review')
  const { html } = await read('/admin/settings/reviews')
  expect(html).toContain('/admin/review-photos/1"')
  const press = { intent: 'publish', id: hidden(html, 'id'), version: hidden(html, 'version') }
  expect(await post('/admin/settings/reviews', press)).toMatchObject({ status: 302 })
  expect(await post('/admin/settings/reviews', press)).toMatchObject({ status: 409 })
  expect((await read('/', '')).html).toContain('Eleven elephants.')
  expect((await read(page, '')).html).toContain('Your review is published')
  expect((await read('/gallery', '')).html).toContain(
    'A photograph that Amina A. took on the journey of May 2025',
  )
})

async function sends(page: string, words: Record<string, string>, photos: Buffer[]) {
  const body = new FormData()
  for (const [name, value] of Object.entries(words)) body.append(name, value)
  for (const photo of photos) body.append('photos', new File([new Uint8Array(photo)], 'a.jpg'))
  const answer = await fetch(site.url + page, { method: 'POST', redirect: 'manual', body })
  return { status: answer.status, html: await answer.text() }
}
