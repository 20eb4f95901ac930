import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Booked, booked } from '#tests/fixtures/booked'
import { type Site, startSite } from '#tests/fixtures/site'
import { visitor } from '#tests/fixtures/visitor'

let site: Site
let guest: Booked
beforeAll(async () => {
  site = await startSite()
  guest = await booked(site)
})
afterAll(() => site.close())

const { get } = visitor(() => site)

describe('the calendar', () => {
  /** The file's events, long lines put together again as RFC 5545 says. */
  async function events(token: string) {
    const text = (await (await get(`/booking/${token}/calendar.ics`)).text()).replaceAll('\r\n ', '')
    return text
      .split('BEGIN:VEVENT')
      .slice(1)
      .map((event) => Object.fromEntries(event.split('\r\n').map((line) => line.split(/:(.*)/s).slice(0, 2))))
  }

  test('has the trip and each due date, with a reminder', async () => {
    const answer = await get(`/booking/${guest.token}/calendar.ics`)
    expect(answer.headers.get('Content-Type')).toBe('text/calendar; charset=utf-8')
    expect(answer.headers.get('Content-Disposition')).toBe(
      `attachment; filename="safari-${guest.reference}.ics"`,
    )
    const [trip, first, final, ...others] = await events(guest.token)
    expect(others).toEqual([])
    expect(trip).toMatchObject({
      'DTSTART;VALUE=DATE': '20251016',
      'DTEND;VALUE=DATE': '20251028',
      SUMMARY: 'Texas Country Music & Safari Tour',
    })
    expect(first).toMatchObject({ 'DTSTART;VALUE=DATE': '20250815', ACTION: 'DISPLAY', TRIGGER: '-P2DT12H' })
    expect(first?.SUMMARY).toContain('First installment due: $2\\,000')
    expect(first?.['URL;VALUE=URI']).toContain(`/pay/${guest.token}`)
    expect(final).toMatchObject({ 'DTSTART;VALUE=DATE': '20250915' })
    // By what it is, whatever it is called: the file taken again finds it.
    expect([trip, first, final].map((event) => event?.UID?.split('-')[2])).toEqual([
      'trip@localhost',
      'due',
      'due',
    ])
    expect([first, final].map((event) => event?.UID?.split('-')[3])).toEqual(['1@localhost', '2@localhost'])
  })

  test('has a name in which no word ends the line or begins another', async () => {
    const [tour] = site.rows<{ name: string }>('select name from tours')
    site.change('update tours set name = ?', 'Bands; beasts, \\ and\r\nATTACH:https://evil.example')
    const text = await (await get(`/booking/${guest.token}/calendar.ics`)).text()
    const whole = text.replaceAll('\r\n ', '')
    site.change('update tours set name = ?', tour?.name)
    for (const field of ['NAME', 'X-WR-CALNAME', 'SUMMARY'])
      expect(whole).toMatch(new RegExp(`^${field}:.*Bands\\\\; beasts\\\\, \\\\\\\\ and\\\\n.*$`, 'm'))
    expect(whole).not.toMatch(/^ATTACH/m)
  })

  test('keeps its event ids and cancels a paid installment', async () => {
    const { id, token } = await booked(site)
    const before = (await events(token)).map(({ UID }) => UID)
    site.change(
      "insert into payments (booking_id, kind, method, amount_cents, created_at) values (?, 'payment', 'cheque', 200000, 1)",
      id,
    )
    const after = await events(token)
    expect(new Set(before).size).toBe(3)
    expect(after.map(({ UID }) => UID)).toEqual(before)
    expect(after.map(({ STATUS }) => STATUS)).toEqual(['CONFIRMED', 'CANCELLED', 'CONFIRMED'])
    expect(after[1]).not.toHaveProperty('ACTION')
  })
})
