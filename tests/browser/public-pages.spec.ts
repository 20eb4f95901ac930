import type { Request } from 'playwright/test'
import { fillCard, fillTraveler, payButton } from './checkout-page'
import { expect, lookingTest, type Page, test } from './site-test'
import { violationsOf } from './well-made'

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

/** Pictures that were asked for and have not come yet: leaving before that makes the browser drop them. */
function imagesUnderWay(page: Page): Set<Request> {
  const underWay = new Set<Request>()
  page.on('request', (request) => request.resourceType() === 'image' && underWay.add(request))
  page.on('requestfinished', (request) => underWay.delete(request))
  page.on('requestfailed', (request) => underWay.delete(request))
  return underWay
}

async function scrollThrough(page: Page) {
  const height = await page.evaluate('document.documentElement.scrollHeight')
  for (let top = 0; top < Number(height); top += 700) {
    await page.mouse.wheel(0, 700)
    await page.waitForTimeout(40)
  }
}

for (const scripts of [true, false])
  for (const width of [390, 768, 1280])
    test.describe(`at ${width} pixels with scripts ${scripts ? 'on' : 'off'}`, () => {
      test.use({ javaScriptEnabled: scripts, viewport: { width, height: 900 } })

      lookingTest(
        'no public page scrolls sideways, complains or asks for what is not there',
        async ({ page }) => {
          test.slow()
          // Films and beacons when the page is left; without scripts, the modules that it was told of ahead.
          const heard = wrongs(page, ['media', 'ping', ...(scripts ? [] : ['script'])])
          const underWay = imagesUnderWay(page)
          for (const path of PATHS) {
            await page.goto(path, { waitUntil: 'networkidle' })
            await scrollThrough(page)
            await expect.poll(() => [...underWay].map((request) => request.url()), path).toEqual([])
            const { scrollWidth, clientWidth, underFooter } = await page.evaluate(() => {
              const { scrollWidth, clientWidth, scrollHeight } = document.documentElement
              const footer = document.querySelector('footer')?.getBoundingClientRect().bottom ?? 0
              return { scrollWidth, clientWidth, underFooter: scrollHeight - scrollY - footer }
            })
            expect(scrollWidth, path).toBeLessThanOrEqual(clientWidth)
            expect(Math.abs(underFooter), path).toBeLessThan(1)
            await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
          }
          expect(heard).toEqual([])
        },
      )
    })

for (const width of [390, 1280])
  lookingTest(
    `the picture page and the menu have no violation of WCAG 2.2 AA at ${width} pixels`,
    async ({ page }) => {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ reducedMotion: 'reduce' })
      for (const path of ['/', '/contact']) {
        await page.goto(path)
        const menu = page.locator('.shell-menu > summary')
        if (await menu.isVisible()) {
          await menu.click()
          await expect(page.locator('.shell-menu').getByRole('link', { name: 'Gallery' })).toBeVisible()
        } else {
          await page.mouse.wheel(0, 400)
          await expect(page.locator('.shell-header[data-scrolled]')).toBeVisible()
        }
        expect(await violationsOf(page), path).toEqual([])
      }
    },
  )

lookingTest('who asks for no motion gets none on any page', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const path of PATHS) {
    await page.goto(path)
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
  }
})

lookingTest('the words of a hero rise in steps, and are painted from the first', async ({ page }) => {
  await page.goto('/')
  const words = page.locator('.hero-copy > *')
  const steps = await words.evaluateAll((all) =>
    all.map((one) => {
      const { animationName, animationDelay, opacity } = getComputedStyle(one)
      return { animationName, animationDelay, opacity }
    }),
  )
  expect(steps.map(({ animationDelay }) => animationDelay)).toEqual(['0s', '0.12s', '0.24s', '0.36s'])
  expect(new Set(steps.map(({ animationName }) => animationName))).toEqual(new Set(['follow']))
  expect(new Set(steps.map(({ opacity }) => opacity))).toEqual(new Set(['1']))
})

lookingTest('no page takes back that the company knows more than 25 African countries', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByText('25+')).toBeVisible()
  await expect(page.getByText('African countries', { exact: true })).toBeVisible()
  for (const path of PATHS) {
    await page.goto(path)
    await expect(page.getByRole('main'), path).not.toContainText(/(two|both) countries/i)
  }
})

lookingTest('a story has its stars in words, and two homelands share a plaid', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByText('5 out of 5 stars', { exact: true })).toHaveCount(3)
  for (const path of ['/', '/texascountrysafari']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'One plaid, two homelands' })).toBeVisible()
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
