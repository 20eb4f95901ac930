import { hang } from '#app/routes/site/gallery-wall'
import { expect, lookingTest, type Page, test } from './site-test'
import { DESKTOP, PHONE, violationsOf } from './well-made'

test.use({ reducedMotion: 'no-preference' })

const viewer = (page: Page) => page.getByRole('dialog', { name: 'Gallery' })
const thumbnail = (page: Page, slug: string) => page.locator(`#picture-${slug}`)
const count = (page: Page) => viewer(page).getByText(/^\d+ of \d+$/)

const press = async (page: Page, slug = 'lion-kopje') => {
  await thumbnail(page, slug).click()
  await expect(viewer(page)).toBeVisible()
}

const open = async (page: Page) => {
  await page.goto('/gallery')
  await press(page)
}

const putAway = async (page: Page) => {
  await page.keyboard.press('Escape')
  await expect(viewer(page)).toHaveCount(0)
}

const order = (page: Page) =>
  page.locator('.gallery-link').evaluateAll((links) => links.map((link) => link.id.replace('picture-', '')))

test('what hangs are the pictures of the list, as it is now and as far as they load', async ({
  page,
  site,
}) => {
  await test.step('every picture hangs with its name and place', async () => {
    const rows = site.rows<{ slug: string; title: string }>(
      'select slug, title from gallery_images order by position',
    )
    await page.goto('/gallery')
    expect(rows.length).toBeGreaterThanOrEqual(18)
    expect(await order(page)).toEqual(rows.map(({ slug }) => slug))
    for (const { title } of rows) await expect(page.getByText(title, { exact: true }).first()).toBeVisible()
  })
  await test.step('changes show on the next load', async () => {
    site.change("update gallery_images set title = 'The king of the rock' where slug = 'lion-kopje'")
    site.change("delete from gallery_images where slug = 'diani-dhow'")
    await page.goto('/gallery')
    await expect(page.getByText('The king of the rock')).toBeVisible()
    await expect(thumbnail(page, 'diani-dhow')).toHaveCount(0)
  })
  await test.step('a picture that fails leaves the wall and the viewer', async () => {
    site.change(
      "insert into gallery_images (slug, title, alt, width, height, position, created_at) values ('never-painted', 'Never painted', 'Nothing', 1600, 1067, -1, 0)",
    )
    await page.goto('/gallery')
    await expect(thumbnail(page, 'hero-amboseli')).toBeVisible()
    await expect(thumbnail(page, 'never-painted')).toHaveCount(0)
    await thumbnail(page, 'hero-amboseli').click()
    await expect(count(page)).toHaveText(/^1 of /)
  })
  await test.step('an empty gallery says so', async () => {
    site.change('delete from gallery_images')
    await page.goto('/gallery')
    await expect(page.getByRole('heading', { name: 'We are still hanging the pictures' })).toBeVisible()
  })
})

lookingTest('however many pictures hang, no row has a hole', () => {
  const columns = { full: 3, wide: 2, 'wide-right': 2, tall: 1 }
  for (let total = 1; total <= 40; total += 1) {
    const spots = hang(total)
    expect(spots).toHaveLength(total)
    expect(spots.reduce((sum, { on }) => sum + columns[on], 0) % 3).toBe(0)
    expect(spots.reduce((sum, { phone }) => sum + (phone === 'full' ? 2 : 1), 0) % 2).toBe(0)
  }
})

lookingTest('the viewer fills the screen, goes around, and gives back page and focus', async ({ page }) => {
  await page.goto('/gallery')
  const scrolled = () => page.evaluate(() => window.scrollY)

  await test.step('a click opens the picture on the whole screen, and the page stays where it is', async () => {
    await press(page)
    await expect(viewer(page).getByText('The last light on the kopje')).toBeVisible()
    await expect(viewer(page).getByRole('img')).toHaveAttribute('alt', /lion/)
    await expect(count(page)).toHaveText(/^3 of /)
    await expect(page).toHaveURL(/\/gallery$/)
    const size = async () => {
      const box = await viewer(page).boundingBox()
      return { width: box?.width, height: box?.height }
    }
    await expect.poll(size).toEqual(page.viewportSize())
    await putAway(page)
  })

  await test.step('the arrow keys and the buttons go through the pictures, and around', async () => {
    await press(page, 'hero-amboseli')
    const total = (await order(page)).length
    await page.keyboard.press('ArrowRight')
    await expect(count(page)).toHaveText(`2 of ${total}`)
    await viewer(page).getByRole('button', { name: 'Next picture' }).click()
    await expect(count(page)).toHaveText(`3 of ${total}`)
    await viewer(page).getByRole('button', { name: 'Previous picture' }).click()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await expect(count(page)).toHaveText(`${total} of ${total}`)
    await page.keyboard.press('ArrowRight')
    await expect(count(page)).toHaveText(`1 of ${total}`)
    await putAway(page)
  })

  for (const [how, close] of [
    ['Escape', () => page.keyboard.press('Escape')],
    ['the close button', () => viewer(page).getByRole('button', { name: 'Close' }).click()],
  ] as const)
    await test.step(`${how} closes the viewer and gives focus back to the thumbnail`, async () => {
      await page.evaluate(() => scrollTo(0, 0))
      await press(page, 'mara-balloon')
      await page.keyboard.press('ArrowRight')
      const before = await scrolled()
      await close()
      await expect(viewer(page)).toHaveCount(0)
      await expect(thumbnail(page, 'mara-balloon')).toBeFocused()
      await expect.poll(scrolled).toBe(before)
    })

  await test.step('another picture opens before the browser has told of the closing', async () => {
    await press(page, 'mara-balloon')
    await page.evaluate(async () => {
      document.querySelector<HTMLElement>('.viewer-close')?.click()
      await Promise.resolve()
      document.getElementById('picture-lion-kopje')?.click()
    })
    await expect(viewer(page).getByText('The last light on the kopje')).toBeVisible()
    await putAway(page)
  })

  await test.step('the keyboard alone opens it, and focus stays inside', async () => {
    await thumbnail(page, 'lion-kopje').focus()
    await page.keyboard.press('Enter')
    await expect(viewer(page).getByRole('button', { name: 'Close' })).toBeFocused()
    for (let press = 0; press < 8; press += 1) {
      await page.keyboard.press('Tab')
      const outside = await page.evaluate(() => {
        const { activeElement, body } = document
        return activeElement !== body && !activeElement?.closest('dialog')
      })
      expect(outside).toBe(false)
    }
    await putAway(page)
  })

  await test.step('the page behind does not scroll', async () => {
    await page.evaluate(() => scrollTo(0, 0))
    await press(page)
    const before = await scrolled()
    await page.mouse.move(640, 300)
    await page.mouse.wheel(0, 900)
    await page.keyboard.press('PageDown')
    await page.waitForTimeout(200)
    expect(await scrolled()).toBe(before)
    await putAway(page)
    await page.mouse.wheel(0, 900)
    await expect.poll(scrolled).toBeGreaterThan(before)
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  /** Playwright has no finger that moves, so the browser is told of one. */
  async function swipe(page: Page, from: { x: number; y: number }, by: { x: number; y: number }) {
    const finger = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', share: number) =>
      finger.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x: from.x + by.x * share, y: from.y + by.y * share }],
      })
    await touch('touchStart', 0)
    for (const share of [0.25, 0.5, 0.75, 1]) await touch('touchMove', share)
    await touch('touchEnd', 1)
  }

  lookingTest('small files are asked for, and a swipe goes from picture to picture', async ({ page }) => {
    const asked: string[] = []
    page.on('request', (request) => request.url().includes('/pictures/') && asked.push(request.url()))
    await page.goto('/gallery', { waitUntil: 'networkidle' })
    expect(asked.length).toBeGreaterThan(1)
    expect(asked.every((url) => /-(400|640)\.avif$/.test(url))).toBe(true)
    // Those far below are not asked for yet.
    expect(asked.length).toBeLessThan((await order(page)).length)

    await press(page)
    await swipe(page, { x: 300, y: 420 }, { x: -180, y: 10 })
    await expect(count(page)).toHaveText(/^4 of /)
    await swipe(page, { x: 80, y: 420 }, { x: 180, y: -10 })
    await expect(count(page)).toHaveText(/^3 of /)
    // A short one, and an upright one.
    await swipe(page, { x: 200, y: 420 }, { x: -30, y: 0 })
    await swipe(page, { x: 200, y: 300 }, { x: -60, y: 200 })
    await page.waitForTimeout(200)
    await expect(count(page)).toHaveText(/^3 of /)
  })
})

lookingTest('a picture that only fails in the viewer is passed over', async ({ page }) => {
  await page.goto('/gallery')
  const hangs = () =>
    thumbnail(page, 'diani-dhow')
      .locator('img')
      .evaluate(({ complete, naturalWidth }: HTMLImageElement) => complete && naturalWidth > 0)
  await expect.poll(hangs).toBe(true)
  await page.route('**/pictures/diani-dhow-*', (route) => route.abort())
  await thumbnail(page, 'hero-amboseli').click()
  await expect(viewer(page)).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(viewer(page).getByText('The last light on the kopje')).toBeVisible()
})

lookingTest('the open viewer and a picture’s own page have no violation of WCAG 2.2 AA', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await open(page)
  await test.step('someone who wants no motion gets none', async () => {
    const durations = await viewer(page).evaluate((dialog) =>
      [dialog, ...dialog.querySelectorAll('*')].map((element) => getComputedStyle(element).animationDuration),
    )
    expect(new Set(durations.map((duration) => Number.parseFloat(duration) <= 0.001))).toEqual(
      new Set([true]),
    )
  })
  for (const size of [PHONE, DESKTOP]) {
    await page.setViewportSize(size)
    expect(await violationsOf(page), `the viewer at ${size.width} pixels`).toEqual([])
  }
  await page.goto('/gallery/lion-kopje')
  for (const size of [DESKTOP, PHONE]) {
    await page.setViewportSize(size)
    expect(await violationsOf(page), `its page at ${size.width} pixels`).toEqual([])
  }
  const answer = await page.goto('/gallery/nowhere')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
})

test.describe('with scripts off', () => {
  test.use({ javaScriptEnabled: false })
  lookingTest('a picture opens as a page, leads to those beside it and back', async ({ page }) => {
    await page.goto('/gallery')
    await thumbnail(page, 'lion-kopje').click()
    await expect(page).toHaveURL(/\/gallery\/lion-kopje$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('The last light on the kopje')
    await expect(page.getByAltText(/A lion lies/)).toBeVisible()
    const steps = page.getByRole('navigation', { name: 'Pictures' })
    await steps.getByRole('link', { name: 'Next' }).click()
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('The last light on the kopje')
    await steps.getByRole('link', { name: 'Previous' }).click()
    await expect(page).toHaveURL(/\/gallery\/lion-kopje$/)
    await page.getByRole('link', { name: 'Back to the gallery' }).click()
    await expect(page).toHaveURL(/\/gallery$/)
  })
})
