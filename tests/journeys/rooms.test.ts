import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Booked, booked } from '#tests/fixtures/booked'
import { type Site, startSite } from '#tests/fixtures/site'
import { staffCookie, WAMBUI } from '#tests/fixtures/staff-cookie'
import { visitor } from '#tests/fixtures/visitor'

// Who sleeps with whom, by pages without scripts: travelers name each other, staff pair and part.

let site: Site
let Cookie = ''
beforeAll(async () => {
  site = await startSite(WAMBUI)
  Cookie = await staffCookie(site)
  site.change('update departures set seats = 200')
})
afterAll(() => site.close())

let amina: Booked
let barasa: Booked
beforeEach(async () => {
  amina = await guest('Amina Ali')
  barasa = await guest('Barasa Wekesa')
})

async function guest(name: string): Promise<Booked> {
  const one = await booked(site)
  site.change('update bookings set customer_name = ? where id = ?', name, one.id)
  site.change('update travelers set name = ? where booking_id = ?', name, one.id)
  return one
}

const shown = (html: string) => html.replaceAll(/<\/?bdi[^>]*>/g, '')

const anyone = visitor(() => site)

async function read(path: string, headers: Record<string, string> = {}) {
  const page = await anyone.read(path, headers)
  return { ...page, html: shown(page.html) }
}

async function post(path: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  return told(await anyone.send(path, fields, headers))
}

/** By the form that the page has. */
const press = async (path: string, button: string, typed: Record<string, string> = {}, headers = {}) =>
  told(await anyone.press(path, button, typed, headers))

function told(answer: Awaited<ReturnType<typeof anyone.send>>) {
  return { ...answer, html: shown(answer.html), toast: /toast=[^;]*/.exec(answer.cookie)?.[0] ?? '' }
}

const travelerOf = ({ id }: Booked) =>
  site.rows<{ id: number; room: number }>(
    'select id, room_id as room from travelers where booking_id = ?',
    id,
  )[0] ?? {
    id: 0,
    room: 0,
  }
const shareRoom = () => travelerOf(amina).room === travelerOf(barasa).room
const lettersOf = (kind: string, { email }: Booked) =>
  site.rows('select id from outbox where kind = ? and to_address = ?', kind, email)

const room = ({ token }: Booked) => `/booking/${token}/room`
const name = (who: Booked, companion: string) =>
  press(`/booking/${who.token}`, 'Save', { wish: 'companion', companion })

describe('a traveler', () => {
  test('who names somebody is told neither yes nor no', async () => {
    const page = await read(`/booking/${amina.token}`)
    expect(page.html).toContain('Your room companion')
    const answers = [await name(amina, barasa.email), await name(amina, 'nobody@example.com')]
    for (const { status, to, toast } of answers) {
      expect([status, to]).toEqual([302, `/booking/${amina.token}`])
      expect((await read(`/booking/${amina.token}`, { Cookie: toast })).html).toContain(
        'We’ll pair you as soon as you have both named each other.',
      )
    }
    expect(shareRoom()).toBe(false)
  })

  test('confirms who named them, and both share contact', async () => {
    await name(amina, barasa.reference)
    expect(lettersOf('room-companion-asked', barasa)).toHaveLength(1)
    const asked = await read(`/booking/${barasa.token}`)
    expect(asked.html).toContain('Amina says you’re sharing a room')
    expect(asked.html).not.toContain('Amina Ali')
    const confirmed = await press(`/booking/${barasa.token}`, 'Confirm')
    expect(confirmed.to).toBe(`/booking/${barasa.token}`)
    expect(shareRoom()).toBe(true)
    expect(lettersOf('room-paired', amina)).toHaveLength(1)

    const share = (who: Booked) => press(`/booking/${who.token}`, 'Save', { shares: 'on' })
    await share(amina)
    const before = await read(`/booking/${barasa.token}`)
    expect(before.html).toContain('You share your room with Amina.')
    expect(before.html).not.toContain(amina.email)
    await share(barasa)
    expect((await read(`/booking/${barasa.token}`)).html).toContain(amina.email)
    expect((await read(`/booking/${amina.token}`)).html).toContain(barasa.email)
    await post(room(amina), { command: 'share', travelerId: String(travelerOf(amina).id) })
    expect((await read(`/booking/${barasa.token}`)).html).not.toContain(amina.email)
  })

  test('who is not meant says so once', async () => {
    await name(amina, barasa.reference)
    await press(`/booking/${barasa.token}`, 'Not me')
    expect((await read(`/booking/${barasa.token}`)).html).not.toContain('says you’re sharing')
    expect((await read(`/booking/${amina.token}`)).html).toContain('Your request is saved')
  })

  test('keeps what was typed when it is refused', async () => {
    const refused = await name(amina, 'my sister "Njeri"')
    expect(refused.status).toBe(400)
    expect(refused.html).toContain('my sister &quot;Njeri&quot;')
    expect(refused.html).toContain('Please enter their booking reference')
    expect(/<input[^>]*value="companion"[^>]*>/.exec(refused.html)?.[0]).toContain('checked=""')
    expect(/<input[^>]*name="companion"[^>]*>/.exec(refused.html)?.[0]).toContain('autofocus=""')
    expect((await name(amina, amina.reference)).html).toContain('This is your own booking')
  })

  test.each([
    [{}, 400],
    [{ command: 'wish' }, 400],
    [{ command: 'wish', wish: 'everybody' }, 400],
    [{ command: 'confirm' }, 400],
    [{ command: 'confirm', travelerId: '-1' }, 400],
    [{ command: 'share', travelerId: '1', shares: 'yes' }, 400],
    [{ command: 'confirm', travelerId: '999999' }, 302],
    [{ command: 'share', travelerId: '1', shares: 'on' }, 302],
    [{ 'command[60000000]': 'wish' }, 400],
  ])('who sends %j is answered with %i', async (fields, status) => {
    expect((await post(room(amina), fields as Record<string, string>)).status).toBe(status)
    expect(
      (await post('/booking/unknown-unknown-unknown/room', fields as Record<string, string>)).status,
    ).toBe(404)
  })
})

describe('staff', () => {
  const admin = (path: string) => read(path, { Cookie })
  const send = (query: string, fields: Record<string, string>) =>
    post(`/admin/departures/1/rooms${query}`, fields, { Cookie })

  test('see in full what will be done, then pair and part', async () => {
    const [one, other] = [travelerOf(amina), travelerOf(barasa)]
    const list = await admin('/admin/departures/1/rooms')
    expect(list.html).toContain('Amina Ali')
    expect(list.html).toContain(`/admin/departures/1/rooms?pair=${one.id}`)
    const choice = await admin(`/admin/departures/1/rooms?pair=${one.id}`)
    expect(choice.html).toContain('Put Amina Ali together with another traveler')
    expect(choice.html).toContain(`<option value="${other.id}">Barasa Wekesa, ${barasa.reference}</option>`)

    const query = `?pair=${one.id}&with=${other.id}`
    const confirm = await admin(`/admin/departures/1/rooms${query}`)
    expect(confirm.html).toContain(`to ${amina.email} and to ${barasa.email}`)
    expect(shareRoom()).toBe(false)
    const pair = { intent: 'pair', travelerId: String(one.id), withId: String(other.id) }
    const put = await press(`/admin/departures/1/rooms${query}`, 'Put together', {}, { Cookie })
    expect(put).toMatchObject({ status: 302, to: '/admin/departures/1/rooms' })
    expect(shareRoom()).toBe(true)

    const again = await send(query, pair)
    expect(again.status).toBe(409)
    expect(again.html).toContain('They share this room already')
    expect(lettersOf('room-paired', amina)).toHaveLength(1)

    const part = `?part=${other.id}`
    expect((await admin(`/admin/departures/1/rooms${part}`)).html).toContain('Separate these two?')
    const parted = await press(`/admin/departures/1/rooms${part}`, 'Separate', {}, { Cookie })
    expect((await admin(parted.to)).html).toContain('Amina Ali')
    expect(shareRoom()).toBe(false)
    expect(lettersOf('room-parted', barasa)).toHaveLength(1)
  })

  test('read what somebody wishes beside the name', async () => {
    await press(`/booking/${amina.token}`, 'Save', { wish: 'introduction' })
    await name(barasa, 'late@example.com')
    const { html } = await admin('/admin/departures/1/rooms')
    expect(html).toContain('Wants to be introduced to someone')
    expect(html).toContain('Travels with late@example.com')
  })

  test.each([
    {},
    { intent: 'pair' },
    { intent: 'swap', travelerId: '1' },
    { intent: 'part', travelerId: 'x' },
  ])('who send %j are asked to choose', async (fields) => {
    const { status, html } = await send('?departure=1', fields as Record<string, string>)
    expect(status).toBe(400)
    expect(html).toContain('Please choose a traveler. Nothing was changed.')
  })
})
