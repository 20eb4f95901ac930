import { writeFile } from 'node:fs/promises'
import { patiently } from '#scripts/test/patience.mjs'
import { booked } from '#tests/fixtures/booked'
import { aHeavyPhoto, aPhoto, HEIC, SVG } from '#tests/site/photos'
import { signInTo } from './sign-in'
import { expect, type Page, test } from './site-test'
import { expectWellMadeAtBothWidths, PHONE } from './well-made'

const SETTINGS = '/admin/settings'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
/** Its title as it is seen; a screen reader hears it in another place. */
const toast = (page: Page, title: string) => page.getByText(title, { exact: true })
const rows = (page: Page) => page.locator('main ol > li')

const choosePhoto = (page: Page, buffer: Buffer, name = 'dawn.jpg') =>
  page.getByLabel('Photograph').setInputFiles({ name, mimeType: 'image/jpeg', buffer })

for (const scripts of [true, false])
  test.describe(`with scripts ${scripts ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled: scripts })
    test.slow()

    test('an experience, a story and a photograph are added, shown and taken back', async ({ page }) => {
      await test.step('an experience is added, moved, shown and deleted', async () => {
        await signInTo(page, `${SETTINGS}/experiences`)
        await page.getByRole('link', { name: 'Add experience' }).click()
        await page.getByLabel('Title').fill('Noon, and one tree')
        await page.getByLabel('Location').fill('Serengeti')
        await page.getByLabel('Duration').fill('3 days')
        await page.getByLabel('Price').fill('From $900')
        await page.getByLabel('Featured').check()
        await page.getByLabel('Noon, and one tree', { exact: true }).check()
        await page.getByLabel('Description').fill(' ')
        await button(page, 'Save experience').click()
        await expect(page.getByText('Description is required')).toBeVisible()
        await expect(page.getByLabel('Description')).toBeFocused()
        await expect(page.getByLabel('Location')).toHaveValue('Serengeti')
        await expect(page.getByLabel('Noon, and one tree', { exact: true })).toBeChecked()

        await page.getByLabel('Description').fill('Shade for everybody.')
        await button(page, 'Save experience').click()
        await expect(toast(page, 'Experience saved')).toBeVisible()
        await expect(rows(page).last()).toContainText('Featured, but not among the first four')

        for (let place = await rows(page).count(); place > 4; place -= 1) {
          // The toast lies over the last row, which can be scrolled out from under it.
          await button(page, 'Move Noon, and one tree up').click({ timeout: patiently(5_000) })
          await expect(rows(page).nth(place - 2)).toContainText('Noon, and one tree')
        }
        await expect(rows(page).nth(3)).toContainText('On the home page')
        await page.goto('/')
        await expect(page.getByRole('heading', { name: 'Noon, and one tree' })).toBeAttached()

        await page.goto(`${SETTINGS}/experiences`)
        await page.getByRole('link', { name: 'Edit Noon, and one tree' }).click()
        await page.getByRole('link', { name: 'Delete experience' }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Delete experience' }).click()
        await expect(toast(page, 'Experience deleted')).toBeVisible()
        await page.goto('/')
        await expect(page.getByRole('heading', { name: 'Noon, and one tree' })).toHaveCount(0)
      })

      await test.step('a story is told, changed and taken back', async () => {
        await page.goto(`${SETTINGS}/stories`)
        await page.getByRole('link', { name: 'Add story' }).click()
        await page.getByLabel('Name').fill('Loretta M.')
        await page.getByLabel('Location').fill('Waco, Texas')
        await page.getByLabel('Rating').selectOption('4')
        await page.getByLabel('Review').fill('I would go again <tomorrow>.')
        await button(page, 'Save story').click()
        await expect(toast(page, 'Story saved')).toBeVisible()
        await page.goto('/')
        await expect(page.getByText('I would go again <tomorrow>.')).toBeAttached()

        await page.goto(`${SETTINGS}/stories`)
        await page.getByRole('link', { name: 'Edit Loretta M.' }).click()
        await expect(page.getByLabel('Rating')).toHaveValue('4')
        await page.getByRole('link', { name: 'Delete story' }).click()
        await page.getByRole('dialog').getByRole('link', { name: 'Keep it' }).click()
        await expect(page.getByRole('dialog')).toHaveCount(0)
        await page.getByRole('link', { name: 'Delete story' }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Delete story' }).click()
        await expect(toast(page, 'Story deleted')).toBeVisible()
      })

      await test.step('a photograph is checked, uploaded, shown and removed', async () => {
        await page.goto(`${SETTINGS}/gallery/new`)
        await page.getByLabel('Title').fill('Dawn at the ford')
        await page.getByLabel('Alternative text').fill('A river at dawn')
        await choosePhoto(page, SVG)
        await button(page, 'Upload photograph').click()
        await expect(page.getByRole('alert')).toContainText('This file is not a photograph')
        await expect(page.getByLabel('Alternative text')).toHaveValue('A river at dawn')

        await choosePhoto(page, await aPhoto())
        await button(page, 'Upload photograph').click()
        await expect(toast(page, 'Photograph uploaded')).toBeVisible()
        await expect(rows(page).last()).toContainText('Your photograph')
        const shown = await rows(page).last().locator('img').getAttribute('src')
        expect((await page.request.get(shown ?? '')).status()).toBe(200)

        await page.goto('/gallery')
        await page.locator('.gallery-tile').last().getByRole('link').click()
        await expect(page.getByText('Dawn at the ford').last()).toBeVisible()

        await page.goto(`${SETTINGS}/gallery`)
        await page.getByRole('link', { name: 'Edit Dawn at the ford' }).click()
        await page.getByRole('link', { name: 'Remove picture' }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Remove picture' }).click()
        await expect(toast(page, 'Picture removed')).toBeVisible()
        await expect.poll(async () => (await page.request.get(shown ?? '')).status()).toBe(404)
      })
    })

    test('a departure is edited; a second editor loses nothing', async ({ page, context }) => {
      await signInTo(page, '/admin/departures/1/settings')
      await expect(page.getByText('$500 + $2,000 + $2,000 = $4,500')).toBeVisible()
      const second = await context.newPage()
      await second.goto('/admin/departures/1/settings')

      await page.getByLabel('Last day').fill('2025-10-01')
      await button(page, 'Save departure').click()
      await expect(page.getByText('The last day cannot be before the first day')).toBeVisible()
      await expect(page.getByLabel('Last day')).toBeFocused()
      await page.getByLabel('Last day').fill('2025-10-27')
      await page.getByLabel('Double room price').fill('4,800.50')
      await button(page, 'Save departure').click()
      await expect(toast(page, 'Departure saved')).toBeVisible()
      await expect(page.getByText('$500 + $2,150.25 + $2,150.25 = $4,800.50')).toBeVisible()
      await page.goto('/texascountrysafari')
      await expect(page.getByText('$4,800.50').first()).toBeAttached()

      await second.getByLabel('Seats').fill('18')
      await button(second, 'Save departure').click()
      await expect(second.getByRole('alert')).toContainText('Double room price: $4,800.50')
      await expect(second.getByLabel('Seats')).toHaveValue('18')
      await expect(second.getByLabel('Double room price')).toHaveValue('4,500')
      await second.getByLabel('Double room price').fill('4,800.50')
      await button(second, 'Save departure').click()
      await expect(toast(second, 'Departure saved')).toBeVisible()
      await expect(second.getByText('0 of 18 seats taken')).toBeVisible()
    })
  })

test('the plan follows while typed, and focus stays where it was', async ({ page }) => {
  await test.step('the plan follows while prices are typed', async () => {
    await signInTo(page, '/admin/departures/1/settings')
    await page.getByLabel('Deposit').fill('750.50')
    await expect(page.getByText('$750.50 + $1,874.75 + $1,874.75 = $4,500')).toBeVisible()
    await page.getByLabel('Deposit').fill('seven hundred')
    await expect(page.getByText('Write a deposit and a price').first()).toBeVisible()
  })

  await test.step('ordering pictures by keyboard keeps focus on the button', async () => {
    await page.goto(`${SETTINGS}/gallery`)
    const name = 'The last light on the kopje'
    await expect(rows(page).nth(2)).toContainText(name)
    await button(page, `Move ${name} up`).focus()
    await page.keyboard.press('Enter')
    await expect(rows(page).nth(1)).toContainText(name)
    await expect(button(page, `Move ${name} up`)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(rows(page).first()).toContainText(name)
    await expect(button(page, `Move ${name} down`)).toBeFocused()
    await expect(page.getByText('Moved to place 1 of')).toBeAttached()
  })

  await test.step('the removal dialog keeps focus and gives it back', async () => {
    await page.goto(`${SETTINGS}/stories/1`)
    const opener = page.getByRole('link', { name: 'Delete story' })
    await opener.focus()
    await page.keyboard.press('Enter')
    await expect(page.locator('dialog:modal')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(opener).toBeFocused()
  })
})

test('an oversized file is refused before it is sent', async ({ page }) => {
  await signInTo(page, `${SETTINGS}/gallery/new`)
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
  await page.getByLabel('Title').fill('Dawn at the ford')
  await page.getByLabel('Alternative text').fill('A river at dawn')
  const large = test.info().outputPath('large.jpg')
  await writeFile(large, Buffer.alloc(16_000_000, 1))
  await page.getByLabel('Photograph').setInputFiles(large)
  await button(page, 'Upload photograph').click()
  await expect(page.getByText('This file is larger than 15 MB.')).toBeVisible()
  expect(sent).toEqual([])

  await page.route(`**${SETTINGS}/gallery/new`, (route) => route.abort())
  await choosePhoto(page, await aPhoto())
  await button(page, 'Upload photograph').click()
  await expect(page.getByRole('alert')).toContainText('did not arrive')
  await expect(page.getByRole('alert')).toBeFocused()
  await page.unroute(`**${SETTINGS}/gallery/new`)
  await button(page, 'Upload photograph').click()
  await expect(toast(page, 'Photograph uploaded')).toBeVisible()
})

test('a press on a picture, or a key, says what every cut of it keeps', async ({ page }) => {
  await signInTo(page, `${SETTINGS}/gallery/3`)
  const [left, top] = [
    page.getByLabel('What matters, from the left'),
    page.getByLabel('What matters, from the top'),
  ]
  const whole = page.locator('main img').first()
  const { width = 0, height = 0 } = (await whole.boundingBox()) ?? {}
  await whole.click({ position: { x: width * 0.2, y: height * 0.4 } })
  await expect(left).toHaveValue('20')
  await expect(top).toHaveValue('40')
  await left.press('ArrowRight')
  const card = page.getByRole('listitem').filter({ hasText: 'Cards' }).locator('img')
  await expect(card).toHaveCSS('object-position', '21% 40%')
  await page.getByLabel('Also in the gallery').uncheck()
  await button(page, 'Save picture').click()
  await expect(toast(page, 'Picture saved')).toBeVisible()
  await expect(rows(page).filter({ hasText: 'Not in the gallery' })).toHaveCount(1)
  await page.goto(`${SETTINGS}/gallery/3`)
  await expect(left).toHaveValue('21')
})

test('a face in a tall photograph stays whole in a flat band', async ({ page, site }) => {
  const { token } = await booked(site)
  await signInTo(page, `${SETTINGS}/pages/tour-1`)
  const place = page.getByRole('group', { name: 'Picture', exact: true })
  await place.locator('summary').click()
  // As a phone turns it: 1,000 wide and 1,400 high.
  const files = {
    name: 'guide.jpg',
    mimeType: 'image/jpeg',
    buffer: await aPhoto({ width: 1400, height: 1000 }),
  }
  await place.getByLabel('Upload photographs').setInputFiles(files)
  await place.getByLabel('What guide.jpg shows').fill('Kiprono at the ford')
  const preview = place.locator('img[src^="data:image/jpeg"]')
  const { width = 0, height = 0 } = (await preview.boundingBox()) ?? {}
  await preview.click({ position: { x: width / 2, y: height * 0.8 } })
  await button(page, 'Upload 1 photograph').click()
  await expect(place.getByText('Kiprono at the ford: choose another')).toBeVisible()
  await button(page, 'Save page').click()
  await expect(toast(page, 'Page saved')).toBeVisible()

  await page.goto(`/booking/${token}`)
  const middle = await page
    .locator('main img.picture')
    .first()
    .evaluate((image: HTMLImageElement) => {
      const { clientWidth, clientHeight, naturalWidth, naturalHeight } = image
      const drawn = (clientWidth * naturalHeight) / naturalWidth
      const from = Number.parseFloat(getComputedStyle(image).objectPosition.split(' ')[1] ?? '')
      return (from + 0.8 * drawn) / clientHeight
    })
  expect(middle).toBeCloseTo(0.5, 1)
})

test('several photographs are uploaded where one is chosen, and fill the empty places from there', async ({
  page,
}) => {
  await signInTo(page, `${SETTINGS}/lodges/1`)
  const place = page.getByRole('group', { name: 'Second picture' })
  await place.getByText('No picture: choose one').click()
  const files = await Promise.all(
    ['room', 'view', 'late'].map(async (name, at) => ({
      ...{ name: `${name}.jpg`, mimeType: 'image/jpeg' },
      buffer: at === 2 ? HEIC : await aPhoto({ color: at ? '#224466' : '#664422' }),
    })),
  )
  // An iPhone's, which this browser can read: it becomes JPEG before it is sent. The third one it cannot.
  Object.assign(files[1] ?? {}, { name: 'view.heic', mimeType: 'image/heic' })
  Object.assign(files[2] ?? {}, { name: 'late.heic', mimeType: 'image/heic' })
  // Larger than may be sent, it becomes JPEG, too; and a dialog for files offers what iPhones take.
  const scan = { ...{ name: 'scan.png', mimeType: 'image/png' }, buffer: await aHeavyPhoto() }
  await expect(place.getByLabel('Upload photographs')).toHaveAttribute('accept', /image\/heic/)
  await place.getByLabel('Upload photographs').setInputFiles([...files, scan])
  await expect(place.locator('img[src^="data:image/jpeg"]')).toHaveCount(3)
  await expect(place.getByText('Share or export it as JPEG')).toBeVisible()
  await expect(place.getByText('larger than')).toHaveCount(0)
  await place.getByRole('button', { name: 'Leave out scan.jpg' }).click()
  await place.getByRole('button', { name: 'Leave out late.heic' }).click()
  await place.getByLabel('What room.jpg shows').fill('A bed under canvas, lamp lit')
  await button(page, 'Upload 2 photographs').click()
  await expect(place.getByLabel('What view.jpg shows')).toBeFocused()
  await place.getByLabel('What view.jpg shows').fill('The river from the deck')
  await expect(place.getByText('Please describe what the picture shows')).toHaveCount(0)

  await button(page, 'Save lodge').click()
  await expect(place.getByText('These photographs are not uploaded yet')).toBeVisible()
  const preview = place.locator('img[src^="data:image/jpeg"]').first()
  const { width = 0, height = 0 } = (await preview.boundingBox()) ?? {}
  await preview.click({ position: { x: width * 0.8, y: height * 0.1 } })
  await place.getByLabel('What view.jpg shows').press('Enter')
  await expect(place.getByText('A bed under canvas, lamp lit: choose another')).toBeVisible()
  await expect(place.getByText('not uploaded yet')).toHaveCount(0)
  await expect(place.locator('label:has(:checked)')).toBeInViewport({ ratio: 0.9 })
  const next = page.getByRole('group', { name: 'Third picture' })
  await expect(next.getByText('The river from the deck: choose another')).toBeVisible()
  await expect(page.getByText('No picture: choose one')).toHaveCount(3)
  await button(page, 'Save lodge').click()
  await expect(rows(page).first()).toContainText('3 pictures · 1 departure')
  await expect(rows(page).first().locator('img')).toBeVisible()
  await page.goto(`${SETTINGS}/gallery`)
  await expect(rows(page).filter({ hasText: 'Not in the gallery' })).toHaveCount(2)
  await page.getByRole('link', { name: 'Edit A bed under canvas' }).click()
  await expect(page.getByLabel('What matters, from the left')).toHaveValue(/^(79|80|81)$/)
  await expect(page.getByLabel('What matters, from the top')).toHaveValue(/^(9|10|11)$/)
})

test('photographs that were chosen wait to be uploaded, whatever is pressed', async ({ page, context }) => {
  await signInTo(page, `${SETTINGS}/lodges/1`)
  const place = page.getByRole('group', { name: 'Second picture' })
  await place.getByText('No picture: choose one').click()
  const files = { name: 'room.jpg', mimeType: 'image/jpeg', buffer: await aPhoto() }
  await place.getByLabel('Upload photographs').setInputFiles(files)
  const words = place.getByLabel('What room.jpg shows')
  await words.fill('A bed under canvas, lamp lit')
  await page.getByRole('link', { name: 'Experiences', exact: true }).click()
  await expect(place.getByText('These photographs are not uploaded yet')).toBeVisible()
  await expect(words).toBeFocused()
  await expect(page).toHaveURL(/lodges\/1$/)

  await context.clearCookies()
  await button(page, 'Upload 1 photograph').click()
  const dialog = page.getByRole('dialog', { name: 'You have been signed out' })
  await dialog.getByLabel('Password').fill('karibu-sana')
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await expect(place.getByText('You had been signed out.')).toBeVisible()
  await button(page, 'Upload 1 photograph').click()
  await expect(place.getByText('A bed under canvas, lamp lit: choose another')).toBeVisible()
  await page.getByRole('link', { name: 'Experiences', exact: true }).click()
  await expect(page).toHaveURL(/experiences$/)
})

test('a photograph is uploaded beside the letter that it is for', async ({ page }) => {
  await signInTo(page, '/admin/departures/1/letters/new')
  const files = { name: 'camp.jpg', mimeType: 'image/jpeg', buffer: await aPhoto() }
  await page.getByLabel('Upload photographs').setInputFiles(files)
  await page.getByLabel('What camp.jpg shows').fill('The camp, lamps lit')
  await button(page, 'Upload 1 photograph').click()
  const choice = page.getByLabel('Picture of the gallery')
  await expect(choice.locator('option:checked')).toHaveText('The camp, lamps lit')
  await button(page, 'Add picture').click()
  await expect(page.getByLabel('Letter', { exact: true })).toHaveValue(/!\[The camp, lamps lit\]\(\/photos\//)
})

test('anyone signed out while writing can go on', async ({ page, context }) => {
  await signInTo(page, `${SETTINGS}/gallery/new`)
  await page.getByLabel('Title').fill('Dawn at the ford')
  await page.getByLabel('Alternative text').fill('A river at dawn')
  await choosePhoto(page, await aPhoto())
  await context.clearCookies()
  await button(page, 'Upload photograph').click()
  const dialog = page.getByRole('dialog', { name: 'You have been signed out' })
  await dialog.getByLabel('Password').fill('karibu-sana')
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toContainText(
    'You had been signed out. Nothing is lost: press the button again.',
  )
  await button(page, 'Upload photograph').click()
  await expect(toast(page, 'Photograph uploaded')).toBeVisible()
})

test('no tab breaks WCAG 2.2 AA', async ({ page }) => {
  test.slow()
  await page.setViewportSize(PHONE)
  await signInTo(page, `${SETTINGS}/experiences`)
  for (const path of [
    'experiences',
    'experiences/1',
    'experiences/1?remove',
    'experiences/99',
    'stories',
    'stories/new',
    'gallery',
    'gallery/1',
    'gallery/1?remove',
    'gallery/new',
    'lodges',
    'lodges/1',
    'tour-page',
    'tour-page/inclusion',
    'tour-page/question/new',
    '../departures',
    '../departures/1',
    '../departures/1/copy',
    '../departures/1/trip-book/days',
    '../departures/1/trip-book/days/1',
    '../departures/1/trip-book/days/1?remove',
    '../departures/1/letters/new-dates',
    '../departures/1/settings?remove',
    '../departures/1/settings',
  ]) {
    await page.goto(`${SETTINGS}/${path}`)
    await expectWellMadeAtBothWidths(page, path)
  }
  await page.getByLabel('Deposit').fill('no')
  await button(page, 'Save departure').click()
  await expect(page.getByText('Please enter the deposit in dollars')).toBeVisible()
  await expectWellMadeAtBothWidths(page, 'departure, refused')
})
