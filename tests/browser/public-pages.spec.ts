import type { Request } from 'playwright/test'
import { fillCard, fillTraveler, payButton } from './checkout-page'
import { expect, lookingTest, type Page, test } from './site-test'
import { DESKTOP, PHONE, violationsOf } from './well-made'

test.use({ reducedMotion: 'no-preference' })

// What holds for every public page alike.

const PATHS = [
  '/',
  '/texascountrysafari',
  '/twende-home',
  '/contact',
  '/gallery',
  '/gallery/lion-kopje',
  '/checkout',
]

/**
 * What went wrong on the pages that were opened, in words; `left` are requests that the browser itself lets
 * go.
 */
function wrongs(page: Page, left: string[]): string[] {
  const heard: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') heard.push(`${page.url()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => heard.push(`${page.url()}: ${error.message}`))
  page.on('response', (answer) => {
    if (answer.status() >= 400) heard.push(`${answer.status()} ${answer.url()}`)
  })
  page.on('requestfailed', (request) => {
    if (!left.includes(request.resourceType())) heard.push(`failed: ${request.url()}`)
  })
  return heard
}

/** What was asked for and has not come yet: leaving before that makes the browser drop it. */
function requestsUnderWay(page: Page, left: string[]): Set<Request> {
  const underWay = new Set<Request>()
  page.on('request', (request) => !left.includes(request.resourceType()) && underWay.add(request))
  page.on('requestfinished', (request) => underWay.delete(request))
  page.on('requestfailed', (request) => underWay.delete(request))
  return underWay
}

async function scrollThrough(page: Page) {
  await page.evaluate(() => scrollTo(0, 0))
  const height = await page.evaluate('document.documentElement.scrollHeight')
  for (let top = 0; top < Number(height); top += 700) {
    await page.mouse.wheel(0, 700)
    await page.waitForTimeout(40)
  }
}

for (const scripts of [true, false])
  test.describe(`with scripts ${scripts ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled: scripts })

    lookingTest(
      'no public page scrolls sideways, complains or asks for what is not there, at 390, 768 and 1280 pixels',
      async ({ page }) => {
        test.slow()
        // Films and beacons when the page is left; without scripts, the modules that it was told of ahead.
        const left = ['media', 'ping', ...(scripts ? [] : ['script'])]
        const heard = wrongs(page, left)
        const underWay = requestsUnderWay(page, left)
        for (const path of PATHS) {
          await page.setViewportSize({ width: 390, height: 900 })
          await page.goto(path)
          for (const width of [390, 768, 1280]) {
            const where = `${path} at ${width} pixels`
            await page.setViewportSize({ width, height: 900 })
            await scrollThrough(page)
            await expect.poll(() => [...underWay].map((request) => request.url()), where).toEqual([])
            const { scrollWidth, clientWidth, underFooter } = await page.evaluate(() => {
              const { scrollWidth, clientWidth, scrollHeight } = document.documentElement
              const footer = document.querySelector('footer')?.getBoundingClientRect().bottom ?? 0
              return { scrollWidth, clientWidth, underFooter: scrollHeight - scrollY - footer }
            })
            expect(clientWidth, where).toBe(width)
            expect(scrollWidth, where).toBeLessThanOrEqual(clientWidth)
            expect(Math.abs(underFooter), where).toBeLessThan(1)
            await expect(page.getByRole('heading', { level: 1 }), where).toBeVisible()
          }
        }
        expect(heard).toEqual([])
      },
    )
  })

lookingTest(
  'the picture page and the menu have no violation of WCAG 2.2 AA at 390 and 1280 pixels',
  async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    for (const path of ['/', '/contact']) {
      await page.setViewportSize(PHONE)
      await page.goto(path)
      const menu = page.locator('.shell-menu > summary')
      await menu.click()
      await expect(page.locator('.shell-menu').getByRole('link', { name: 'Gallery' })).toBeVisible()
      expect(await violationsOf(page), path).toEqual([])

      await page.setViewportSize(DESKTOP)
      await expect(menu).toBeHidden()
      await page.mouse.wheel(0, 400)
      await expect(page.locator('.shell-header[data-scrolled]')).toBeVisible()
      expect(await violationsOf(page), path).toEqual([])
    }
  },
)

lookingTest('public pages keep still for those who ask, and agree with each other', async ({ page }) => {
  await page.goto('/')
  await test.step('the words of a hero rise in steps, and are painted from the first', async () => {
    const steps = await page.locator('.hero-copy > *').evaluateAll((all) =>
      all.map((one) => {
        const { animationName, animationDelay, opacity } = getComputedStyle(one)
        return { animationName, animationDelay, opacity }
      }),
    )
    expect(steps.map(({ animationDelay }) => animationDelay)).toEqual(['0s', '0.12s', '0.24s', '0.36s'])
    expect(new Set(steps.map(({ animationName }) => animationName))).toEqual(new Set(['follow']))
    expect(new Set(steps.map(({ opacity }) => opacity))).toEqual(new Set(['1']))
  })
  await expect(page.getByText('25+')).toBeVisible()
  await expect(page.getByText('African countries', { exact: true })).toBeVisible()
  await expect(page.getByText('5 out of 5 stars', { exact: true })).toHaveCount(3)

  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const path of PATHS) {
    await page.goto(path)
    await test.step(`${path}: who asks for no motion gets none`, async () => {
      const moving = await page.evaluate(() =>
        [...document.querySelectorAll('*')].flatMap((element) => {
          const { animationName, animationDuration, transitionDuration, transitionProperty } =
            getComputedStyle(element)
          const isAnimated = animationName !== 'none' && Number.parseFloat(animationDuration) > 0.001
          const isSlow = transitionDuration.split(', ').some((one) => Number.parseFloat(one) > 0.12)
          const isMoved = /all|transform|translate|scale/.test(transitionProperty)
          return isAnimated || isSlow || isMoved ? [`${element.tagName} ${element.className}`] : []
        }),
      )
      expect(moving, path).toEqual([])
    })
    await test.step(`${path}: the company knows more than 25 African countries`, async () => {
      await expect(page.getByRole('main'), path).not.toContainText(/(two|both) countries/i)
    })
    if (['/', '/texascountrysafari'].includes(path))
      await expect(page.getByRole('heading', { name: 'One plaid, two homelands' }), path).toBeVisible()
  }
})

test('what staff change is on the next page served', async ({ page, site }) => {
  const onBoth = async (look: () => Promise<void>) => {
    for (const path of ['/', '/contact']) {
      await page.goto(path)
      await look()
    }
  }
  await onBoth(async () => {
    await expect(page.getByRole('contentinfo')).toContainText('led by people who call them home')
  })
  site.change(
    "update site_settings set hero_title = 'The long rains are over', hero_subtitle = 'Come & see <b>them</b>', about_text = 'Two lines.\n\nOf our own.', footer_text = 'Written in the office', contact_email = 'desk@savannasoul.example', contact_phone = '+254 700 000 001', banner_text = 'Seats for <i>October</i>', banner_enabled = 1",
  )
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The long rains are over')
  await expect(page.getByText('Come & see <b>them</b>')).toBeVisible()
  const about = page.getByRole('region', { name: 'Our Story' })
  for (const words of ['Two lines.', 'Of our own.'])
    await expect(about.getByText(words, { exact: true })).toBeVisible()
  await onBoth(async () => {
    await expect(page.getByText('Seats for <i>October</i>')).toBeVisible()
    await expect(page.getByRole('contentinfo')).toContainText('Written in the office')
    await expect(
      page.getByRole('contentinfo').getByRole('link', { name: 'desk@savannasoul.example' }),
    ).toBeVisible()
  })
  await expect(page.getByRole('main').getByRole('link', { name: '+254 700 000 001' })).toHaveAttribute(
    'href',
    'tel:+254700000001',
  )
  await test.step('a picture that they choose begins below the words on a phone: a face is whole', async () => {
    site.change(
      `insert into page_words values ('home', '{"picture":"/pictures/story-rift"}', 0)
       on conflict do update set words = excluded.words`,
    )
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/')
    const between = async () => {
      const picture = await page.locator('.hero-picture').boundingBox()
      const button = await page.getByRole('button', { name: 'Watch Our Story' }).boundingBox()
      return picture && button && picture.y - button.y - button.height
    }
    // Both move when the fonts arrive.
    await expect.poll(between).toBeGreaterThan(0)
  })
  site.change('update site_settings set banner_enabled = 0')
  await onBoth(async () => {
    await expect(page.getByText('Seats for <i>October</i>')).toHaveCount(0)
  })
})

test('a confirmation is printed in black on white', async ({ page }) => {
  test.slow()
  await page.goto('/checkout')
  await expect(payButton(page)).toBeEnabled()
  await fillTraveler(page)
  await fillCard(page, '4242424242424242')
  await payButton(page).click()
  await expect(page).toHaveURL(/payment-success/)
  await expectPrinted(page, 'Your seat is booked')
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('link', { name: 'See your booking' }).click()
  await expect(page.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible()
  await expectPrinted(page, 'Booking Confirmed')
})

async function expectPrinted(page: Page, heading: string) {
  await page.emulateMedia({ media: 'print' })
  const title = page.getByRole('heading', { level: 1, name: heading })
  await expect(title).toHaveCSS('color', 'rgb(0, 0, 0)')
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await expect(page.getByText(/^TS-\w{6}$/)).toBeVisible()
  for (const chrome of ['.shell-header', '.shell-footer', '.shell-toasts'])
    for (const part of await page.locator(chrome).all()) await expect(part).toBeHidden()
}
