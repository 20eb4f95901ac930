import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HONEYPOT } from '#app/platform/typed/fields'
import { type Booked, booked } from '#tests/fixtures/booked'
import { everySent, type Site, startSite } from '#tests/fixtures/site'
import { visitor } from '#tests/fixtures/visitor'

let site: Site
let guest: Booked
beforeAll(async () => {
  site = await startSite()
  guest = await booked(site)
})
afterAll(() => site.close())

const textOf = async (path: string) =>
  (await (await fetch(site.url + path)).text()).replaceAll('<!-- -->', '')
const { post } = visitor(() => site)

describe('“Send me my link”', () => {
  const ask = (email: string, more = {}) => post('/my-booking', { email, ...more })
  const linkMails = (email: string) =>
    site.mailbox
      .messages()
      .filter(({ subject, to }) => /links? to your booking/.test(subject) && to.includes(email))

  test('answers known and unknown addresses alike, in like time', async () => {
    const answers = []
    for (const email of [guest.email, 'nobody@example.com']) {
      const from = performance.now()
      const { status, headers } = await ask(email)
      answers.push({ status, location: headers.get('Location'), cookie: headers.get('Set-Cookie') })
      expect(performance.now() - from).toBeGreaterThan(245)
    }
    expect(answers[0]).toEqual({ status: 303, location: '/my-booking?sent', cookie: null })
    expect(answers[1]).toEqual(answers[0])
    expect(await textOf('/my-booking?sent')).toContain('If we know this address')
  })

  test('sends all standing bookings of the address once', async () => {
    const email = 'achieng@example.com'
    const [one, two, gone] = [
      await booked(site, { email }),
      await booked(site, { email }),
      await booked(site, { email }),
    ]
    site.change("update bookings set payment_status = 'cancelled' where id = ?", gone.id)
    for (const typed of ['Achieng@Example.com', email, ' achieng@example.com']) await ask(typed)

    await everySent(site)
    const [mail, ...others] = linkMails(email)
    expect(others).toEqual([])
    for (const { reference, token } of [one, two]) {
      expect(mail?.text).toContain(reference)
      expect(mail?.text).toContain(`${site.url}/booking/${token}`)
    }
    expect(mail?.text).not.toContain(gone.token)
  })

  test('sends nothing for a mere hold, nor to bots', async () => {
    const held = await booked(site, { isPaid: false })
    const bot = await booked(site)
    await ask(held.email)
    expect((await ask(bot.email, { [HONEYPOT]: 'http://spam.example' })).status).toBe(303)
    expect(
      site.rows(
        "select id from outbox where kind = 'booking-links' and to_address in (?, ?)",
        held.email,
        bot.email,
      ),
    ).toEqual([])
  })

  test.each([
    ['', 'Please enter your email address'],
    ['wanjiru', 'Please enter a valid email address'],
    ['a@example.com, b@example.com', 'Please enter a valid email address'],
  ])('“%s” is asked for again', async (email, words) => {
    const answer = await ask(email)
    expect(answer.status).toBe(400)
    const html = await answer.text()
    expect(html).toContain(words)
    if (email) expect(html).toContain(`value="${email}"`)
  })
})
