import { KIND_NAMES } from '#app/tours/itinerary'
import { kenyaMap } from '#app/tours/kenya-map'
import { DAYS } from '#db/seed/tour'
import { expect, lookingTest, type Page, test } from './site-test'
import { DESKTOP, expectWellMade, PHONE } from './well-made'

const TOUR = '/texascountrysafari'

lookingTest('the page tells the stops, the band, the answers and the prices', async ({ page }) => {
  await page.goto(TOUR)
  await test.step('the list beside the map has stops, dates and kinds of the itinerary, in order', async () => {
    await expect(page.getByRole('img', { name: /^Map of Kenya with the route/ })).toBeVisible()
    const rows = page.getByRole('list', { name: 'Stops of the route' }).getByRole('listitem')
    const { visits } = kenyaMap('2025-10-16', DAYS)
    await expect(rows).toHaveText(
      visits.map(({ number, stop, dates, kinds }) => {
        const words = kinds.map((kind) => KIND_NAMES[kind]).join(', ') || 'The flight home'
        return `${number}${stop}${dates}: ${words}`
      }),
    )
  })
  await test.step('where one sleeps is told between the days and the map', async () => {
    const headings = await page.getByRole('heading', { level: 2 }).allTextContents()
    const [days, lodges, map] = ['Day by day', 'Where you sleep', 'From the city to the sea'].map((words) =>
      headings.indexOf(words),
    )
    expect([days, lodges, map]).toEqual([days, lodges, map].toSorted((one = 0, other = 0) => one - other))
    expect(days).toBeGreaterThan(0)
  })
  await test.step('the band is told by its instruments, and six questions are answered', async () => {
    const band = page.getByRole('region', { name: 'The band comes with you' })
    for (const plays of ['Fiddle', 'Pedal steel', 'Guitar', 'Upright bass'])
      await expect(band.getByText(plays, { exact: true })).toBeVisible()
    const questions = page.getByRole('region', { name: 'Before you ask' })
    await expect(questions.locator('summary')).toHaveCount(6)
    await expect(questions).toContainText('Fully refundable for 30 days after booking')
  })
  const cards = page.locator('#pricing ul > li')
  await test.step('each price is per person, and a double room has the sum for two', async () => {
    await expect(cards.nth(0)).toContainText('$4,500 per person')
    await expect(cards.nth(0)).toContainText('Two of you: $9,000')
    await expect(cards.nth(1)).toContainText('$6,500 per person')
    await expect(cards.nth(1)).not.toContainText('Two of you')
    const forTwo = page.getByRole('link', { name: 'Reserve both seats for $9,000' })
    await expect(forTwo).toHaveAttribute('href', /^\/checkout\?roomType=double.*&travelers=2$/)
  })
  await test.step('each room’s card is one stop of the keyboard, with a ring around it', async () => {
    await expect(cards).toHaveCount(2)
    for (const card of await cards.all()) await expect(card.locator('a, button, [tabindex]')).toHaveCount(1)
    await page.getByRole('link', { name: 'Book a double room' }).focus()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Book a single room' })).toBeFocused()
    await expect(cards.nth(1)).toHaveCSS('outline-style', 'solid')
    await expect(cards.nth(0)).toHaveCSS('outline-style', 'none')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/checkout\?roomType=single$/)
  })
})

lookingTest(
  'the map names each stop with its dates, clear of the frame, other names and the route',
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 800 })
    await page.goto(TOUR)
    // Sections that are laid out late would move the labels while they are measured.
    await expect(page.locator('html')).not.toHaveAttribute('data-late')
    const map = page.getByRole('img', { name: /^Map of Kenya/ })
    const { stops } = kenyaMap('2025-10-16', DAYS)
    const labels = [...stops.map(({ name, dates }) => name + dates), 'Tanzania', 'Kilimanjaro']
    for (const width of [390, 768]) {
      await page.setViewportSize({ width, height: 800 })
      await map.scrollIntoViewIfNeeded()
      for (const { name, dates } of stops) await expect(map.getByText(name + dates)).toBeVisible()
      expect(await map.evaluate(touching, labels), `at ${width} pixels`).toEqual([])
    }
  },
)

/** What touches what on the map; runs in the browser. */
function touching(map: Element, labels: string[]): string[] {
  const frame = map.getBoundingClientRect()
  const boxes = labels.map((label) => {
    const words = [...map.querySelectorAll('span')].filter(({ textContent }) => textContent === label).at(-1)
    if (!words) throw new Error(`${label} is not on the map`)
    return { label, box: words.getBoundingClientRect() }
  })
  const apart = (one: DOMRect, other: DOMRect) =>
    one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top
  const route = map.querySelector('path')
  const toScreen = route?.getScreenCTM()
  if (!route || !toScreen) throw new Error('The map has no route')
  const dots = Array.from({ length: 600 }, (_, step) => {
    const { x, y } = route.getPointAtLength((route.getTotalLength() * step) / 600).matrixTransform(toScreen)
    return new DOMRect(x - 1, y - 1, 2, 2)
  })
  return boxes.flatMap(({ label, box }) => [
    ...boxes
      .filter((other) => other.label < label && !apart(box, other.box))
      .map((other) => `${label}, ${other.label}`),
    ...(dots.every((dot) => apart(box, dot)) ? [] : [`${label}, the route`]),
    ...(box.left >= frame.left && box.right <= frame.right && box.bottom <= frame.bottom
      ? []
      : [`${label}, the frame`]),
  ])
}

lookingTest('three days are open, and the others unfold', async ({ page }) => {
  await page.goto(TOUR)
  const days = page.locator('#itinerary li').filter({ has: page.locator('time') })
  await expect(days.filter({ visible: true })).toHaveCount(3)
  await page.getByText('All 12 days').click()
  await expect(days.filter({ visible: true })).toHaveCount(12)
})

lookingTest(
  'what a cancellation gives back stands in dated steps, its terms behind them',
  async ({ page }) => {
    await page.goto(TOUR)
    await page.getByText('How paying works').click()
    const payments = page.locator('#payments')
    await expect(payments.getByText(/^(Until|From) /)).toHaveCount(3)
    await expect(payments.getByText('No refund', { exact: true })).toBeVisible()
    await expect(payments.getByText('Fully refundable for 30 days', { exact: false })).toBeHidden()
    await payments.getByText('Details').click()
    await expect(payments.getByText('Fully refundable for 30 days', { exact: false })).toBeVisible()
  },
)

/** How long the page is once all of it is laid out. */
async function heightOf(page: Page): Promise<number> {
  await page.goto(TOUR)
  await expect(page.locator('html')).not.toHaveAttribute('data-late')
  return page.evaluate(() => document.documentElement.scrollHeight)
}

lookingTest('on a phone the page is at most 9,500 pixels long', async ({ page }) => {
  await page.setViewportSize(PHONE)
  expect(await heightOf(page)).toBeLessThanOrEqual(9_500)
})

const PRINT = '/pictures/diani-dhow'

test('a picture wherever one may be makes it hardly longer, and shows the whole band', async ({
  page,
  site,
}) => {
  await page.setViewportSize(PHONE)
  const without = await heightOf(page)
  site.change('update departure_days set picture = ?', PRINT)
  site.change('update lodges set pictures = ?', JSON.stringify([PRINT, '/pictures/hero-amboseli']))
  const places = { picture: PRINT, bandPicture: PRINT, doublePicture: PRINT, singlePicture: PRINT }
  site.change(
    `insert into page_words (page, words, updated_at) values ('tour-1', ?, 0)
     on conflict (page) do update set words = json_patch(words, excluded.words)`,
    JSON.stringify(places),
  )
  const withPictures = await heightOf(page)
  expect(withPictures).toBeLessThanOrEqual(9_500)
  expect(withPictures - without).toBeLessThanOrEqual(350)
  await expect(page.locator('#itinerary img').filter({ visible: true })).toHaveCount(3)
  await expect(page.locator('#pricing img')).toHaveCount(2)
  await expect(page.locator('#lodges').getByText('One more picture').first()).toBeVisible()

  await test.step('four players beside each other are all to be seen, at every width', async () => {
    for (const viewport of [PHONE, { width: 800, height: 800 }, DESKTOP]) {
      await page.setViewportSize(viewport)
      const { width = 0, height = 1 } = (await page.locator('#band img').boundingBox()) ?? {}
      expect(width / height).toBeGreaterThan(1.3)
    }
  })
})

lookingTest('the way to the prices ends at them, over sections not laid out yet', async ({ page }) => {
  for (const width of [390, 1280])
    await test.step(`at ${width} pixels`, async () => {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(TOUR)
      await page.getByRole('link', { name: 'See prices' }).click()
      const pricing = page.locator('#pricing')
      await expect(pricing).toBeInViewport()
      const top = () => pricing.evaluate((section) => Math.round(section.getBoundingClientRect().top))
      await expect.poll(top).toBeLessThan(150)
      await expect.poll(top).toBeGreaterThan(60)

      await page.reload()
      await expect.poll(top).toBeLessThan(170)
      await expect.poll(top).toBeGreaterThan(40)
    })
})

test('a moved departure has its new dates on the map, and one not sold leads nowhere', async ({
  page,
  site,
}) => {
  site.change("update departures set starts_on = '2026-10-15', ends_on = '2026-10-26', updated_at = 1")
  await expect
    .poll(async () => {
      await page.goto(TOUR)
      return page
        .getByRole('list', { name: 'Stops of the route' })
        .getByRole('listitem')
        .first()
        .textContent()
    })
    .toContain('Oct 15 to 16')

  site.change("update departures set sales = 'closed'")
  await page.goto(TOUR)
  await expect(page.getByText('holds your seat')).toHaveCount(0)
  await expect(page.locator('#pricing ul > li').first()).toBeVisible()
  await expect(page.locator('#pricing li a')).toHaveCount(0)
})

for (const [day, clock, shown] of [
  ['Aug 1', '2025-08-01T20:00:00Z', true],
  ['Aug 2', '2025-08-02T17:00:00Z', false],
] as const)
  test.describe(`on ${day}`, () => {
    test.use({ variables: { CLOCK_START: clock } })

    test(`the early bird is ${shown ? 'offered' : 'gone'}`, async ({ page }) => {
      await page.goto(TOUR)
      const offer = page.getByRole('region', { name: '20 seats, and what each one includes' })
      await expect(offer).toBeVisible()
      await expect(offer.getByText(/welcome pack worth \$100\+/)).toHaveCount(shown ? 1 : 0)
    })
  })

lookingTest(
  'no violation of WCAG 2.2 AA at 390 and 1280 pixels, nothing failed, no sideways scroll',
  async ({ page }) => {
    const wrong: string[] = []
    page.on('console', (message) => message.type() === 'error' && wrong.push(message.text()))
    page.on('response', (answer) => answer.status() >= 400 && wrong.push(answer.url()))
    await page.setViewportSize(PHONE)
    await page.goto(TOUR)
    for (const size of [PHONE, DESKTOP]) {
      await page.setViewportSize(size)
      await page.evaluate(async () => {
        for (let y = 0; y < document.body.scrollHeight; y += 600) {
          window.scrollTo(0, y)
          await new Promise((resolve) => setTimeout(resolve, 40))
        }
        await document.fonts.ready
      })
      await expectWellMade(page, `at ${size.width} pixels`)
    }
    expect(wrong).toEqual([])
  },
)

for (const scripts of [true, false])
  test.describe(`with scripts ${scripts ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled: scripts })

    lookingTest('the bar and each room’s card lead to checkout', async ({ page }) => {
      for (const width of [390, 1280]) {
        await test.step(`the bar books from the hero’s end to the rooms at ${width} pixels`, async () => {
          await page.setViewportSize({ width, height: 800 })
          await page.goto(TOUR)
          const bar = page.getByText('From $4,500. A $500 deposit holds your seat.')
          const book = page.getByRole('link', { name: 'Book now' })
          await expect(bar).not.toBeInViewport()
          for (const region of ['The band comes with you', 'Day by day', 'From the city to the sea']) {
            await page.getByRole('heading', { name: region }).scrollIntoViewIfNeeded()
            await expect(bar).toBeInViewport()
          }
          await page.getByRole('link', { name: 'Book a double room' }).scrollIntoViewIfNeeded()
          await expect(bar).not.toBeInViewport()
          await page.getByRole('heading', { name: 'Day by day' }).scrollIntoViewIfNeeded()
          await book.click()
          await expect(page).toHaveURL(/\/checkout$/)
        })
        await test.step(`a card does wherever it is pressed, at ${width} pixels`, async () => {
          await page.setViewportSize({ width, height: 900 })
          for (const room of ['double', 'single'] as const) {
            const card = page.getByRole('listitem').filter({ hasText: `Book a ${room} room` })
            for (const words of ['per person', `Book a ${room} room`]) {
              await page.goBack()
              const spot = await card.getByText(words).boundingBox()
              const box = await card.boundingBox()
              if (!spot || !box) throw new Error(`${words} has no place`)
              await card.click({ position: { x: box.width / 2, y: spot.y + spot.height / 2 - box.y } })
              await expect(page).toHaveURL(new RegExp(`/checkout\\?roomType=${room}$`))
            }
            await page.goBack()
            await card.click({ position: { x: 6, y: 6 } })
            await expect(page).toHaveURL(new RegExp(`/checkout\\?roomType=${room}$`))
          }
        })
      }
    })
  })
