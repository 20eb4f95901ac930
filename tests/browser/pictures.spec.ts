import { contrastsUnder } from './contrast-under'
import { expect, lookingTest, type Page, test } from './site-test'

test.use({ reducedMotion: 'no-preference' })

const SCREENS = [
  { width: 360, height: 740 },
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1024, height: 768 },
  { width: 1280, height: 720 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
]

type Word = 'nav' | 'lastInNav' | 'h1' | 'lead' | 'smallCaps' | 'ghost'

/**
 * What the words on the home page must have (rules 10.2); the two other heroes are held to what is legible.
 * `files` are the widths of the picture that each screen is sent.
 */
const HEROES: ({ path: string; files: number[] } & Record<Word, number>)[] = [
  {
    path: '/',
    files: [600, 600, 900, 1200, 1600, 1600, 2400],
    ...{ nav: 5, lastInNav: 5, h1: 5.7, lead: 4.6, smallCaps: 6.1, ghost: 8.3 },
  },
  {
    path: '/texascountrysafari',
    files: [640, 640, 1200, 1200, 1600, 1600, 2400],
    ...{ nav: 5, lastInNav: 5, h1: 4.5, lead: 4.6, smallCaps: 4.6, ghost: 4.6 },
  },
  {
    path: '/twende-home',
    files: [640, 640, 1200, 1200, 1600, 1600, 2400],
    ...{ nav: 4.6, lastInNav: 4.6, h1: 4.5, lead: 4.6, smallCaps: 4.6, ghost: 4.6 },
  },
]

const heroPicture = (page: Page) => page.locator('.hero-picture')
const fileShown = (page: Page, alt: RegExp) =>
  page.getByAltText(alt).evaluate((image: HTMLImageElement) => image.currentSrc.split('/').pop())
const arrived = (page: Page) =>
  // Chosen again while it is decoded, as after another width, it is refused, and asked about again.
  heroPicture(page).evaluate((image: HTMLImageElement) =>
    image.decode().then(
      () => image.currentSrc,
      () => '',
    ),
  )

for (const { path, files, ...least } of HEROES)
  lookingTest(`the words on the hero of ${path} stand out at every width`, async ({ page }) => {
    test.slow()
    await page.emulateMedia({ reducedMotion: 'reduce' })
    for (const [at, screen] of SCREENS.entries()) {
      await page.setViewportSize(screen)
      // From narrow to wide: a browser that has a large file does not ask for a smaller one.
      if (at === 0) await page.goto(path)
      await expect.poll(() => arrived(page), `${screen.width}`).toContain(`-${files[at]}.avif`)
      await page.evaluate(() => document.fonts.ready)
      const hero = page.locator('.hero-copy')
      const menu = page.getByRole('banner').getByRole('link')
      const found = await contrastsUnder(page, {
        nav: menu.filter({ visible: true }).first(),
        lastInNav: menu.filter({ visible: true }).last(),
        h1: hero.getByRole('heading', { level: 1 }),
        smallCaps: hero.locator('p').first(),
        lead: hero.locator('p').nth(1),
        ghost: hero.locator('a, button').nth(1),
      })
      for (const [name, contrast] of Object.entries(found))
        expect.soft(contrast, `${name} at ${screen.width}`).toBeGreaterThanOrEqual(least[name as Word])
    }
  })

lookingTest('a phone is sent small files, and the tall hero', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => request.resourceType() === 'image' && asked.push(request.url()))
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  expect(await arrived(page)).toMatch(/hero-amboseli-tall-600\.avif$/)
  await page.getByAltText(/giraffes walk/).scrollIntoViewIfNeeded()
  await expect.poll(() => fileShown(page, /giraffes walk/)).toBe('nairobi-giraffes-400.avif')
  expect(asked.filter((url) => url.includes('hero-amboseli'))).toHaveLength(1)
})

lookingTest(
  'a wide screen is sent the wide hero once, and other pictures as they are needed',
  async ({ page }) => {
    const asked: string[] = []
    page.on('request', (request) => request.resourceType() === 'image' && asked.push(request.url()))
    await page.goto('/')
    // It is preloaded, which must not make it two.
    expect(await arrived(page)).toMatch(/hero-amboseli-\d+\.avif$/)
    expect(asked.filter((url) => url.includes('hero-amboseli'))).toHaveLength(1)

    await expect(heroPicture(page)).toHaveAttribute('fetchpriority', 'high')
    await expect(heroPicture(page)).not.toHaveAttribute('loading')
    const pictures = await page.locator('main img.picture').evaluateAll((images) =>
      images.map((image) => ({
        loading: image.getAttribute('loading'),
        width: image.getAttribute('width'),
        height: image.getAttribute('height'),
        preview: getComputedStyle(image).backgroundImage,
      })),
    )
    expect(pictures.length).toBeGreaterThan(0)
    for (const picture of pictures)
      expect(picture).toEqual({
        loading: 'lazy',
        width: expect.stringMatching(/^\d+$/),
        height: expect.stringMatching(/^\d+$/),
        preview: expect.stringContaining('data:'),
      })
  },
)

for (const path of [
  '/',
  '/texascountrysafari',
  '/twende-home',
  '/contact',
  '/gallery',
  '/gallery/diani-dhow',
])
  lookingTest(`nothing on ${path} jumps while it loads`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.addInitScript(() => {
      Object.assign(window, { shifted: 0 })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
          Object.assign(window, { shifted: (window as unknown as { shifted: number }).shifted + entry.value })
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto(path, { waitUntil: 'networkidle' })
    expect(await page.evaluate('window.shifted')).toBeLessThanOrEqual(0.02)
  })

lookingTest('a picture that fails is hidden, and its card keeps its place', async ({ page }) => {
  await page.route('**/pictures/nairobi-giraffes-*', (route) => route.abort())
  await page.goto('/')
  const card = page.getByRole('article').filter({ hasText: 'Where the city meets the plain' })
  await card.scrollIntoViewIfNeeded()
  await expect(card.locator('img')).toBeHidden()
  const heights = await page
    .getByRole('article')
    .evaluateAll((cards) => cards.slice(0, 4).map((one) => Math.round(one.getBoundingClientRect().height)))
  expect(new Set(heights).size).toBe(1)
})

test('an experience without its picture keeps a quiet box', async ({ page, site }) => {
  site.change("update experiences set image_url = '/pictures/nowhere' where slug = 'mara-balloon'")
  await page.goto('/')
  const card = page.getByRole('article').filter({ hasText: 'by balloon' })
  await expect(card).toBeVisible()
  await expect(card.locator('img')).toHaveCount(0)
})

test.describe('with scripts off', () => {
  test.use({ javaScriptEnabled: false })
  lookingTest('the pictures are there', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByAltText(/Elephants cross dry grass/)).toBeVisible()
    await page.getByAltText(/giraffes walk/).scrollIntoViewIfNeeded()
    await expect(page.getByAltText(/giraffes walk/)).toBeVisible()
  })
})
