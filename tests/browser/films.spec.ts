import { expect, lookingTest, type Page, test } from './site-test'
import { violationsOf } from './well-made'

test.use({ reducedMotion: 'no-preference' })

const TOUR = '/texascountrysafari'
const CONCERT = 'The concert at the Mara'

const button = (page: Page) => page.getByRole('button', { name: `Play the film: ${CONCERT}` })
const film = (page: Page) => page.locator('video:has(source[src="/films/night-stage.webm"])').first()
const paused = (page: Page) => film(page).evaluate((video: HTMLVideoElement) => video.paused)

/** Brings a share of the film onto the screen, from below. */
const show = async (page: Page, share: number) => {
  // Sections above it that are laid out late would move it again.
  await expect(page.locator('html')).not.toHaveAttribute('data-late')
  await film(page).evaluate((video, seen) => {
    const { top, height } = video.getBoundingClientRect()
    window.scrollBy({ top: top - window.innerHeight + height * seen, behavior: 'instant' })
  }, share)
}

test.describe('a film', () => {
  lookingTest.use({ viewport: { width: 1280, height: 800 } })

  lookingTest('plays muted while half of it is visible, until its button stops it', async ({ page }) => {
    const fetched: string[] = []
    page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
    await page.goto(TOUR)
    expect(fetched.filter((path) => /\.(webm|mp4)$/.test(path))).toEqual([])

    await show(page, 0.3)
    await page.waitForTimeout(400)
    expect(await paused(page)).toBe(true)
    await show(page, 0.7)
    await expect.poll(() => paused(page)).toBe(false)
    await expect(button(page)).toHaveAttribute('aria-pressed', 'true')
    expect(
      await film(page).evaluate(({ muted, loop, playsInline }: HTMLVideoElement) => ({
        muted,
        loop,
        playsInline,
      })),
    ).toEqual({ muted: true, loop: true, playsInline: true })
    await expect
      .poll(() => film(page).evaluate((video: HTMLVideoElement) => video.currentTime))
      .toBeGreaterThan(0)

    await show(page, 0.3)
    await expect.poll(() => paused(page)).toBe(true)

    await test.step('stopped by keyboard, it stays so when it comes back into view', async () => {
      await show(page, 1)
      await expect.poll(() => paused(page)).toBe(false)
      await button(page).focus()
      await page.keyboard.press('Space')
      await expect.poll(() => paused(page)).toBe(true)
      await expect(button(page)).toHaveAttribute('aria-pressed', 'false')

      await show(page, -1)
      await show(page, 1)
      await page.waitForTimeout(400)
      expect(await paused(page)).toBe(true)
      await button(page).press('Enter')
      await expect.poll(() => paused(page)).toBe(false)
    })

    await test.step('its poster comes in the best format', async () => {
      const poster = page.locator('img[src="/films/night-stage-1280.jpg"]')
      await expect
        .poll(() =>
          poster.evaluate((image: HTMLImageElement) => new URL(image.currentSrc, location.href).pathname),
        )
        .toMatch(/^\/films\/night-stage-\d+\.avif$/)
      await expect(poster).toHaveAttribute('alt', /band of four plays/)
    })
  })
})

test.describe('who asks for no motion', () => {
  lookingTest.use({ viewport: { width: 390, height: 800 }, reducedMotion: 'reduce' })

  lookingTest('sees a film only after pressing play, in the story dialog too', async ({ page }) => {
    const films: string[] = []
    page.on('request', (request) => /\.(webm|mp4)$/.test(request.url()) && films.push(request.url()))
    await page.goto(TOUR)
    await show(page, 1)
    await expect(button(page)).toHaveAttribute('aria-pressed', 'false')
    await page.waitForTimeout(400)
    expect(films).toEqual([])
    await expect(film(page)).toHaveCSS('opacity', '0')

    await button(page).click()
    await expect.poll(() => paused(page)).toBe(false)
    await expect(film(page)).toHaveCSS('opacity', '1')

    await page.goto('/')
    await page.getByRole('button', { name: 'Watch Our Story' }).click()
    const story = page.getByRole('dialog', { name: 'Our Story' })
    await expect(story).toBeVisible()
    await page.waitForTimeout(400)
    expect(await story.locator('video').evaluate((video: HTMLVideoElement) => video.paused)).toBe(true)
  })
})

test.describe('with scripts off', () => {
  lookingTest.use({ javaScriptEnabled: false, viewport: { width: 390, height: 800 } })

  lookingTest(
    'films have the controls of the browser, and the story is read instead of watched',
    async ({ page }) => {
      await page.goto(TOUR)
      const films = page.locator('video[controls]')
      await expect(films).toHaveCount(2)
      await expect(films.last()).toBeVisible()
      await expect(films.last()).toHaveAttribute('poster', '/films/night-stage-1280.jpg')
      await expect(page.getByRole('button', { name: /Play the film/ })).toHaveCount(0)

      await page.goto('/')
      await page.getByRole('link', { name: 'Watch Our Story' }).click()
      await expect(page).toHaveURL(/#about$/)
    },
  )
})

test.describe('Watch Our Story', () => {
  const opener = (page: Page) => page.getByRole('button', { name: 'Watch Our Story' })
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Our Story' })
  const focusInside = (page: Page) =>
    page.evaluate(
      () => document.activeElement?.closest('dialog') !== null || document.activeElement === document.body,
    )

  lookingTest('keeps and gives back the focus, and its film stops with it', async ({ page }) => {
    const scripts: string[] = []
    page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()))
    await page.goto('/')
    await expect(opener(page)).toBeVisible()
    expect(scripts.filter((url) => url.includes('story-dialog'))).toEqual([])

    await test.step('by keyboard', async () => {
      await opener(page).focus()
      await page.keyboard.press('Enter')
      await expect(dialog(page)).toBeVisible()
      for (let press = 0; press < 6; press += 1) {
        expect(await focusInside(page)).toBe(true)
        await page.keyboard.press('Tab')
      }
      await page.keyboard.press('Escape')
      await expect(dialog(page)).toHaveCount(0)
      await expect(opener(page)).toBeFocused()
    })

    await test.step('it plays at once, and stops when closed by its button or a press beside it', async () => {
      await opener(page).click()
      const video = dialog(page).locator('video')
      await expect.poll(() => video.evaluate((film: HTMLVideoElement) => film.paused)).toBe(false)
      const kept = await video.elementHandle()
      await dialog(page).getByRole('button', { name: 'Close the film' }).click()
      await expect(dialog(page)).toHaveCount(0)
      await expect.poll(() => kept?.evaluate((film) => (film as HTMLVideoElement).paused)).toBe(true)
      await expect(opener(page)).toBeFocused()

      await opener(page).click()
      await expect(dialog(page)).toBeVisible()
      await page.mouse.click(5, 5)
      await expect(dialog(page)).toHaveCount(0)
    })

    await test.step('it opens again before the browser has told of the closing', async () => {
      await opener(page).click()
      await expect(dialog(page)).toBeVisible()
      const again = await opener(page).elementHandle()
      await dialog(page)
        .getByRole('button', { name: 'Close the film' })
        .evaluate(async (closes: HTMLElement, opens) => {
          closes.click()
          await Promise.resolve()
          if (opens instanceof HTMLElement) opens.click()
        }, again)
      await expect(dialog(page)).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(dialog(page)).toHaveCount(0)
    })

    for (const width of [390, 1280])
      await test.step(`no violation of WCAG 2.2 AA at ${width} pixels, and it fits the screen`, async () => {
        await page.setViewportSize({ width, height: 800 })
        await opener(page).click()
        await expect(dialog(page)).toBeVisible()
        await dialog(page).evaluate((open) => Promise.all(open.getAnimations().map((one) => one.finished)))
        expect(await violationsOf(page, 'dialog')).toEqual([])
        const box = await dialog(page).boundingBox()
        if (!box) throw new Error('The dialog has no place')
        const margins = [box.x, box.y, width - box.x - box.width, 800 - box.y - box.height]
        expect(Math.min(...margins)).toBeGreaterThanOrEqual(16)
        await page.keyboard.press('Escape')
        await expect(dialog(page)).toHaveCount(0)
      })
  })
})
