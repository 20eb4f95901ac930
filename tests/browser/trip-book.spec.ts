import { booked } from '#tests/fixtures/booked'
import type { Site } from '#tests/fixtures/site'
import { staffCookie } from '#tests/fixtures/staff-cookie'
import { signInTo } from './sign-in'
import { expect, type Page, test } from './site-test'
import { expectWellMade, violationsOf } from './well-made'

test.use({ viewport: { width: 390, height: 844 } })

const KEPT_AT_MOST = 2_000_000
const SAVED = 'Saved on this device: it opens without a network.'

const tokenOf = (site: Site, { id }: { id: number }): string =>
  site.rows<{ link_token: string }>('select link_token from travelers where booking_id = ?', id)[0]
    ?.link_token ?? ''

/** Staff move the first night to another lodge, by the form. */
async function changeLodge(site: Site, lodge: string) {
  const [day] = site.rows<Record<string, string>>('select * from departure_days order by position')
  const answer = await fetch(`${site.url}/admin/departures/${day?.departure_id}/trip-book/days/${day?.id}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { Cookie: await staffCookie(site), Origin: site.url },
    body: new URLSearchParams({
      ...{ title: day?.title ?? '', place: day?.place ?? '', text: day?.text ?? '' },
      ...{ kind: 'concert', stop: 'Nairobi', lodge, lodgePhone: '+254 20 555 0199' },
    }),
  })
  expect(answer.status).toBe(302)
}

async function addFile(site: Site, title: string) {
  const [departure] = site.rows<{ id: number }>('select id from departures')
  const form = new FormData()
  form.set('title', title)
  form.set('file', new Blob(['%PDF-1.4 a voucher']), 'voucher.pdf')
  const answer = await fetch(`${site.url}/admin/departures/${departure?.id}/trip-book/files`, {
    ...{ method: 'POST', redirect: 'manual', body: form },
    headers: { Cookie: await staffCookie(site), Origin: site.url },
  })
  expect(answer.status).toBe(303)
}

/** What all caches of the browser hold: addresses, bytes and words. */
const keptNow = (page: Page) =>
  page.evaluate(async () => {
    const kept: { url: string; bytes: number; text: string }[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const answer = await cache.match(request)
        const text = (await answer?.clone().text()) ?? ''
        kept.push({ url: request.url, bytes: (await answer?.blob())?.size ?? 0, text })
      }
    }
    return kept
  })

test('a trip book opens without a network, marks what changed, and is nobody else’s', async ({
  page,
  context,
  site,
}) => {
  const [guest, other] = [await booked(site), await booked(site)]
  const own = `/traveler/${tokenOf(site, guest)}/trip`
  const theirs = `/traveler/${tokenOf(site, other)}/trip`
  await addFile(site, 'Flight to the coast')
  await page.goto(`/booking/${guest.token}`)
  await page.getByRole('link', { name: 'Open your trip book' }).click()
  await expect(page).toHaveURL(own)
  await expect(page.getByText(SAVED)).toBeVisible()
  await expectWellMade(page)
  await page.getByLabel('Binoculars').check()
  await expect(page.getByText('1 of 16 packed.')).toBeVisible()

  await test.step('what is kept is small, and nothing but this page and its parts', async () => {
    // The cover in two sizes: the guest's own page shows it smaller.
    const prints = async () =>
      new Set((await keptNow(page)).flatMap(({ url }) => /([\w-]+)-\d+\.avif$/.exec(url)?.[1] ?? []))
    await expect.poll(async () => (await prints()).size).toBe(7)
    const kept = await keptNow(page)
    expect(kept.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(KEPT_AT_MOST)
    const pages = kept.map(({ url }) => new URL(url).pathname).filter((path) => !/\.\w+$/.test(path))
    expect(pages).toEqual([own, expect.stringMatching(`^${own}/files/\\d+$`)])
    const text = kept.find(({ url }) => url.endsWith(own))?.text ?? ''
    const secrets = [/\$\d/, new RegExp(guest.token), new RegExp(guest.reference), new RegExp(guest.email)]
    expect(secrets.filter((secret) => secret.test(text))).toEqual([])
  })

  await test.step('with the network cut each link of it leads somewhere', async () => {
    await context.setOffline(true)
    await page.reload()
    await expect(page.getByText(/^Saved copy, as of Jun 1, 2025/)).toBeVisible()
    await expect(page.getByLabel('Binoculars')).toBeChecked()
    expect(await violationsOf(page)).toEqual([])
    for (const link of await page.locator('main a[href^="#"]').all()) {
      await link.click()
      expect(await page.evaluate(() => document.querySelector(location.hash || 'x')?.id)).toBeTruthy()
    }
    const leads = await page
      .locator('a[href^="/"]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    expect([...new Set(leads)]).toEqual([own, expect.stringMatching(`^${own}/files/\\d+$`)])
    const file = await page.evaluate((to) => fetch(to ?? '').then((answer) => answer.text()), leads.at(-1))
    expect(file).toBe('%PDF-1.4 a voucher')
  })

  await test.step('no other link, and no other page, is answered from it', async () => {
    for (const path of [theirs, `${theirs}/files/1`, `/traveler/${tokenOf(site, guest)}`]) {
      const stranger = await context.newPage()
      await expect(stranger.goto(path)).rejects.toThrow(/ERR_INTERNET_DISCONNECTED/)
      await stranger.close()
    }
  })

  await test.step('with the network back the change is marked, and stays marked', async () => {
    await changeLodge(site, 'Kifaru House')
    await context.setOffline(false)
    await expect(page.getByText('Changed since your last visit on Jun 1, 2025')).toBeVisible()
    const day = page.locator('#day-1')
    await expect(day).toContainText('Changed since your last visit')
    await expect(page.getByRole('heading', { name: 'Kifaru House' })).toBeVisible()
    await page.reload()
    await expect(day).toContainText('Changed since your last visit')
    await expectWellMade(page)
  })

  await test.step('what comes after the copy was shown takes its place', async () => {
    site.process().kill('SIGSTOP')
    try {
      await page.reload()
      await expect(page.getByText(/^Saved copy, as of Jun 1, 2025/)).toBeVisible()
    } finally {
      site.process().kill('SIGCONT')
    }
    await expect(page.getByText(/^Saved copy/)).toBeHidden()
    await expect(page.getByText(SAVED)).toBeVisible()
  })

  await test.step('once the booking has ended nothing stays', async () => {
    site.change("update bookings set payment_status = 'cancelled' where id = ?", guest.id)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'This trip book is closed' })).toBeVisible()
    await expect.poll(() => keptNow(page)).toEqual([])
    await context.setOffline(true)
    await expect(page.reload()).rejects.toThrow(/ERR_(INTERNET_DISCONNECTED|FAILED)/)
  })
})

test('a guide’s manifest opens without a network, remembers a tick, and goes when they sign out', async ({
  page,
  context,
  site,
}) => {
  await booked(site)
  const [departure] = site.rows<{ id: number }>('select id from departures')
  const here = `/admin/manifest-phone/${departure?.id}`
  await signInTo(page, here)
  await expect(page.getByText('Saved on this phone')).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByText('Saved copy.')).toBeVisible()
  await page.getByRole('button', { name: 'All aboard on Day 1, Thu Oct 16' }).click()
  await expect(page.getByText('All aboard, sent once there is a network')).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await context.setOffline(false)
  await expect(page.getByText(/^All aboard \(Wambui, Jun 1, 2025/)).toBeVisible()
  expect(site.rows('select day, ticked_by from aboard_ticks')).toEqual([
    { day: '2025-10-16', ticked_by: 'Wambui' },
  ])
  await expect.poll(async () => (await keptNow(page)).length).toBeGreaterThan(0)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto('/admin/dashboard')
  await page.getByRole('button', { name: 'Sign out' }).first().click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect.poll(() => keptNow(page)).toEqual([])
})
