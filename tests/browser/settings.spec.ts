import { holdPosts } from './held-posts'
import { signInTo } from './sign-in'
import { expect, type Page, test } from './site-test'
import { expectWellMadeAtBothWidths, PHONE } from './well-made'

const save = (page: Page) => page.getByRole('button', { name: 'Save Settings' }).click()

/** What another editor does in the meantime, by the call. */
async function anotherSaves(page: Page, changes: object) {
  const { version: _, ...stored } = await (await page.request.get('/api/admin/settings')).json()
  const headers = { Origin: new URL(page.url()).origin }
  const answer = await page.request.put('/api/admin/settings', { data: { ...stored, ...changes }, headers })
  expect(answer.status()).toBe(200)
}

for (const scripts of [true, false])
  test.describe(`with scripts ${scripts ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled: scripts })

    test('what staff write is shown to visitors, as text and in its place', async ({ page }) => {
      test.slow()
      await test.step('what staff write is shown to visitors, as text', async () => {
        await signInTo(page, '/admin/settings')
        await expect(page.getByLabel('Hero Title')).toHaveValue('Discover the Soul of Africa')
        await page.getByLabel('Hero Title').fill('<b>Karibu</b>')
        await page.getByLabel('About Text').fill('One.\n\nTwo & <i>three</i>.')
        await page.getByRole('switch', { name: 'Enable banner' }).check()
        await page.getByLabel('Banner Text').fill('Ten seats <left>')
        await save(page)
        await expect(page.getByText('Settings updated', { exact: true })).toBeVisible()
        await expect(
          page.getByText('Your site settings have been saved successfully.', { exact: true }),
        ).toBeVisible()
        await expect(page.getByLabel('About Text')).toHaveValue('One.\n\nTwo & <i>three</i>.')

        await page.goto('/')
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('<b>Karibu</b>')
        await expect(page.getByText('Two & <i>three</i>.')).toBeVisible()
        await expect(page.getByLabel('Announcement')).toHaveText('Ten seats <left>')
      })

      await test.step('address, hours and profile are what staff write', async () => {
        await page.goto('/admin/settings')
        await expect(page.getByText('the law on commercial mail asks for it', { exact: false })).toBeVisible()
        await page.getByLabel('Mailing address').fill('P.O. Box 24, Karen, <Nairobi>')
        await page.getByLabel('Opening hours').fill('')
        await page.getByLabel('Name', { exact: true }).fill('Amina Wanjala')
        await page.getByLabel('Role').fill('Director')
        await page.getByLabel('Profile text').fill('One.\n\nTwo.')
        const portrait = page.getByRole('group', { name: 'Portrait' })
        await portrait.getByText(/choose another$/).click()
        await portrait.getByRole('radio', { name: 'First light over the Rift' }).check()
        await save(page)
        await expect(page.getByText('Settings updated', { exact: true })).toBeVisible()

        await page.goto('/contact')
        const profile = page.getByRole('region', { name: 'The people who answer' })
        await expect(profile.getByText('Amina Wanjala')).toBeVisible()
        await expect(profile.getByText('Director')).toBeVisible()
        await expect(profile.getByText('Two.', { exact: true })).toBeVisible()
        await expect(profile.getByRole('img')).toHaveAttribute('src', /story-rift/)
        await expect(page.getByRole('main').getByText('P.O. Box 24, Karen, <Nairobi>')).toBeVisible()
        await expect(page.getByText('Hours', { exact: true })).toHaveCount(0)
        await expect(page.getByRole('contentinfo').getByText('P.O. Box 24, Karen, <Nairobi>')).toBeVisible()

        await page.goto('/admin/campaigns/new')
        await expect(page.frameLocator('iframe').locator('body')).toContainText(
          'P.O. Box 24, Karen, <Nairobi>',
        )
      })

      await test.step('a social icon leads where staff say, and one without an address is not there', async () => {
        await page.goto('/admin/settings')
        await page.getByLabel('Instagram').fill('http://instagram.com/savannasoul')
        await save(page)
        await expect(
          page.getByText('Instagram must be a full address that begins with https://'),
        ).toBeVisible()
        await expect(page.getByLabel('Instagram')).toHaveValue('http://instagram.com/savannasoul')
        await page.getByLabel('Instagram').fill('https://instagram.com/savannasoul?a=1&b=2')
        await save(page)
        await expect(page.getByText('Settings updated', { exact: true })).toBeVisible()

        await page.goto('/')
        const icon = (name: string) => page.getByRole('contentinfo').getByRole('link', { name, exact: true })
        await expect(icon('Instagram')).toHaveAttribute('href', 'https://instagram.com/savannasoul?a=1&b=2')
        await expect(icon('Instagram')).toHaveAttribute('rel', 'noopener')
        await expect(icon('Facebook')).toHaveCount(0)
        const things = await page.locator('script[type="application/ld+json"]').allTextContents()
        expect(things.flatMap((thing) => JSON.parse(thing).sameAs)).toContain(
          'https://instagram.com/savannasoul?a=1&b=2',
        )
        await page.goto('/admin/settings')
        await page.getByLabel('Instagram').fill('')
        await save(page)
        await expect(page.getByText('Settings updated', { exact: true })).toBeVisible()
        await page.goto('/contact')
        await expect(icon('Instagram')).toHaveCount(0)
      })

      await test.step('a banner that is switched off keeps its text', async () => {
        await page.goto('/admin/settings')
        await page.getByRole('switch', { name: 'Enable banner' }).check()
        await page.getByLabel('Banner Text').fill('Ten seats left')
        await save(page)
        await expect(page.getByText('Settings updated', { exact: true })).toBeVisible()
        await page.goto('/admin/settings')
        await page.getByRole('switch', { name: 'Enable banner' }).uncheck()
        if (scripts) await expect(page.getByLabel('Banner Text')).toBeDisabled()
        await save(page)
        await expect(page.getByText('Settings updated', { exact: true })).toBeVisible()
        await expect(page.getByRole('switch', { name: 'Enable banner' })).not.toBeChecked()
        await expect(page.getByLabel('Banner Text')).toHaveValue('Ten seats left')
        await page.goto('/')
        await expect(page.getByLabel('Announcement')).toHaveCount(0)
      })
    })

    test('the words, picture and films of pages are what staff write', async ({ page }) => {
      await page.goto('/twende-home')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        'Let us go home, and bring your people',
      )
      await expect(page.getByText('a person calls you back within 24 hours.')).toBeVisible()
      await signInTo(page, '/admin/settings/pages')
      await page.getByRole('link', { name: 'Edit Twende Home' }).click()
      const field = (label: string) => page.getByLabel(label, { exact: true })
      const savePage = () => page.getByRole('button', { name: 'Save page' }).click()
      const saved = page.getByText('Page saved', { exact: true })
      const group = (name: string) => page.getByRole('heading', { name, exact: true })
      await field('Heading').fill('Karibu <nyumbani>')
      await expect(field('Reason 4: heading')).toBeHidden()
      await group('Why people do it').click()
      await field('Reason 4: heading').fill('You choose the songs')
      await page.getByRole('radio', { name: 'Morning in the tea' }).check()
      // What has to be corrected opens its part, also of one that was closed again.
      await group('Why people do it').click()
      await savePage()
      await expect(page.getByText('Reason 4: text is required')).toBeVisible()
      await expect(field('Reason 4: text')).toBeFocused()
      await expect(field('Heading')).toHaveValue('Karibu <nyumbani>')
      await expect(page.getByRole('radio', { name: 'Morning in the tea' })).toBeChecked()
      await field('Reason 4: text').fill('And the guide sings along.')
      await savePage()
      await expect(saved).toBeVisible()
      await page.goto('/twende-home')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Karibu <nyumbani>')
      await expect(page.locator('.hero-picture')).toHaveAttribute('src', /kericho-tea/)
      await expect(page.getByRole('heading', { name: 'You choose the songs' })).toBeAttached()

      await page.goto('/admin/settings/pages/contact')
      await field('Reason 4: heading').fill('')
      await field('Reason 4: text').fill('')
      await savePage()
      await expect(saved).toBeVisible()
      await page.goto('/contact')
      const why = page.getByRole('region', { name: 'Why travel with us' })
      await expect(why.getByText('One guide, the whole way')).toBeAttached()
      await expect(why.getByText('Plain prices')).toHaveCount(0)

      await page.goto('/admin/settings/pages/tour')
      const picture = page.getByRole('group', { name: 'Picture', exact: true })
      await picture.getByText(/choose another$/).click()
      await picture.getByRole('radio', { name: 'The last light on the kopje' }).check()
      await group('Films').click()
      await field('First film').selectOption('No film')
      await field('Second film: heading').fill('Dancing & dust')
      await savePage()
      await expect(saved).toBeVisible()
      await page.goto('/texascountrysafari')
      await expect(page.locator('.hero-picture')).toHaveAttribute('src', /lion-kopje/)
      await expect(page.getByRole('heading', { name: 'Dancing & dust' })).toBeAttached()
      await expect(page.locator('source[src="/films/herd.webm"]')).toHaveCount(0)

      await page.goto('/admin/settings/pages/home')
      const choose = (group: string, name: string) =>
        page.getByRole('group', { name: group }).getByRole('radio', { name }).check()
      await choose('First picture', 'The last light on the kopje')
      await group('Our Story').click()
      await choose('Picture of Our Story', 'Morning in the tea')
      await field('Film').selectOption('The herd at first light')
      if (scripts) await expect(page.getByRole('img', { name: /^Six elephants walk/ })).toBeVisible()
      await field('Film: in a sentence').fill('Elephants at <first> light.')
      await savePage()
      await expect(saved).toBeVisible()
      await page.goto('/')
      await expect(page.locator('.hero-picture')).toHaveAttribute('src', /lion-kopje/)
      await expect(page.locator('#about img')).toHaveAttribute('src', /kericho-tea/)
      await page.getByText('Watch Our Story').click()
      if (scripts) await expect(page.getByText('Elephants at <first> light.')).toBeVisible()
      else await expect(page).toHaveURL(/#about$/)
    })

    test.describe('at 390 pixels', () => {
      test.use({ viewport: PHONE })

      test('each part is folded, says what is stored, and opens where something is wrong', async ({
        page,
      }) => {
        await signInTo(page, '/admin/settings')
        const fold = (title: string) => page.locator('summary', { hasText: title })
        for (const stored of ['Discover the Soul of Africa', 'Off', 'None'])
          await expect(page.locator('summary').getByText(stored, { exact: true })).toBeVisible()
        await expect(page.getByLabel('Hero Title')).toBeHidden()
        expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(1_500)

        await fold('Social links').click()
        await page.getByLabel('Instagram').fill('https://instagram.com/savannasoul')
        await fold('Social links').click()
        await fold('Contact Information').click()
        await page.getByLabel('Contact Email').fill('')
        await fold('Contact Information').click()
        await save(page)
        await expect(page.getByText('Valid email is required')).toBeVisible()
        await expect(page.getByLabel('Contact Email')).toBeFocused()
        await page.getByLabel('Contact Email').fill('karibu@savannasoul.example')
        await save(page)
        await expect(page.getByText('Settings updated', { exact: true })).toBeVisible()
        await expect(fold('Social links')).toContainText('Instagram')
        await expect(fold('Contact Information')).toContainText('karibu@savannasoul.example')
      })
    })

    test('where there is room, all parts are open below the ways to each, and no word is cut off', async ({
      page,
    }) => {
      await signInTo(page, '/admin/settings')
      const jumps = page.getByRole('navigation', { name: 'Parts of the settings' })
      await jumps.getByRole('link', { name: 'Social links' }).click()
      await expect(page.getByLabel('YouTube')).toBeInViewport()
      const long = 'Co-founder and head guide of everything that has four legs and of some that have wings'
      await page.getByLabel('Role').fill(long.slice(0, 80))
      await page.getByLabel('About Text').fill('One line after the other.\n'.repeat(12))
      const cutOff = page
        .getByRole('main')
        .locator('textarea, input:not([type=hidden], [type=radio], [type=file])')
      expect(
        await cutOff.evaluateAll((fields) =>
          fields
            .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 2)
            .map((one) => one.getAttribute('name')),
        ),
      ).toEqual([])
      await page.getByRole('link', { name: 'Picture of the hero' }).click()
      await expect(page.getByRole('group', { name: 'First picture' })).toBeVisible()
    })

    test('the words of the tour page are in parts, with the search result that they make', async ({
      page,
    }) => {
      await signInTo(page, '/admin/settings/tour-page')
      const search = page.locator('summary', { hasText: 'In menus and search results' })
      await expect(search).toContainText('2Step Safari: country music and safari in Kenya')
      await expect(search).toContainText('12 days in Kenya with a live country band, 20 travelers.')
      await expect(page.getByRole('link', { name: 'See the page' })).toHaveAttribute(
        'href',
        '/texascountrysafari',
      )
      await expect(page.getByRole('button', { name: 'Save words' })).toBeInViewport()
      await expect(page.getByLabel('Short name')).toBeHidden()
      await search.click()
      await page.getByLabel('Short name').fill('')
      await search.click()
      await page.getByRole('button', { name: 'Save words' }).click()
      await expect(page.getByText('Short name is required')).toBeVisible()
      await expect(page.getByLabel('Short name')).toBeFocused()
      await page.getByLabel('Short name').fill('Two-Step')
      if (scripts) await expect(search).toContainText('Two-Step: country music')
      await page.getByRole('button', { name: 'Save words' }).click()
      await expect(page.getByText('Words saved', { exact: true })).toBeVisible()
      await expect(search).toContainText('Two-Step: country music and safari in Kenya')
      await page.goto('/texascountrysafari')
      await expect(page).toHaveTitle(/Two-Step: country music and safari in Kenya/)
      await page.goto('/admin/settings/tour-page')
      await search.click()
      await page.getByLabel('Short name').fill('2Step Safari')
      await page.getByRole('button', { name: 'Save words' }).click()
      await expect(page.getByText('Words saved', { exact: true })).toBeVisible()
    })

    test('a refusal and a second editor lose no text', async ({ page }) => {
      await test.step('a refusal under its field keeps what was typed', async () => {
        await signInTo(page, '/admin/settings')
        await page.getByLabel('Hero Title').fill('x'.repeat(81))
        await page.getByLabel('Contact Phone').fill('call me')
        await page.getByRole('switch', { name: 'Enable banner' }).check()
        await save(page)
        await expect(page.getByText('Hero title can be at most 80 characters')).toBeVisible()
        await expect(page.getByText('Contact phone must be a number that can be called')).toBeVisible()
        await expect(page.getByLabel('Hero Title')).toBeFocused()
        await expect(page.getByLabel('Hero Title')).toHaveValue('x'.repeat(81))
        await expect(page.getByLabel('Contact Phone')).toHaveValue('call me')
        await expect(page.getByRole('switch', { name: 'Enable banner' })).toBeChecked()

        await page.getByLabel('Hero Title').fill('Karibu')
        await page.getByLabel('Contact Phone').fill('+254 700 000 000')
        await save(page)
        await expect(page.getByText('Please write what the banner says, or switch it off')).toBeVisible()
      })

      await test.step('the second editor loses no text and may save', async () => {
        await page.goto('/admin/settings')
        await page.getByLabel('Hero Title').fill('Mine')
        await anotherSaves(page, { heroTitle: 'Theirs', footerText: 'Their footer' })
        await save(page)
        // A toast goes after five seconds, so it is looked at first.
        if (scripts) await expect(page.getByText('Update failed', { exact: true })).toBeVisible()
        const alert = page.getByRole('alert')
        await expect(alert).toContainText('Someone else has saved these settings while you were writing')
        await expect(alert).toContainText(/Last saved by Wambui, Jun 1, 2025 12:\d\d PM/)
        await expect(page.getByLabel('Hero Title')).toHaveValue('Mine')
        await expect(page.getByText('Stored now', { exact: true })).toHaveCount(2)
        await expect(page.locator('p', { hasText: /^Theirs$/ })).toBeVisible()
        if (scripts) await expect(alert).toBeFocused()

        // A mistake on the way does not make it an unseen overwriting, nor another quarrel.
        await page.getByLabel('Contact Email').fill('a@b')
        await save(page)
        await expect(page.getByText('Valid email is required')).toBeVisible()
        await page.getByLabel('Contact Email').fill('karibu@savannasoul.example')
        await save(page)
        await expect(page.getByText('Settings updated', { exact: true })).toBeVisible()
        await expect(page.getByLabel('Hero Title')).toHaveValue('Mine')
        await expect(page.getByText('Stored now', { exact: true })).toHaveCount(0)
      })
    })
  })

test('the form counts and previews while typing, outlasts a lost network, and its tabs say where one is', async ({
  page,
  context,
}) => {
  await test.step('limits are counted once they are near, and the banner previewed while typing', async () => {
    await signInTo(page, '/admin/settings')
    await page.getByLabel('Hero Title').fill('x'.repeat(63))
    await expect(page.getByText(' of 80')).toHaveCount(0)
    await page.getByLabel('Hero Title').fill('x'.repeat(64))
    await expect(page.getByText('64 of 80')).toBeVisible()
    await page.getByLabel('Hero Title').fill('x'.repeat(83))
    await expect(page.getByText('3 over the limit of 80')).toBeVisible()

    await expect(page.getByLabel('Banner Text')).toBeDisabled()
    await page.getByRole('switch', { name: 'Enable banner' }).press('Space')
    await page.getByLabel('Banner Text').fill('Seats <left>')
    await expect(page.locator('p', { hasText: /^Seats <left>$/ })).toBeVisible()
  })

  await test.step('a network lost while saving settings loses no text', async () => {
    await page.goto('/admin/settings')
    // The part that shows toasts is fetched with the first one: here, while there is a network.
    await page.getByLabel('Hero Title').fill('Jambo')
    await save(page)
    await expect(page.getByText('Settings updated', { exact: true })).toBeVisible()
    await page.getByLabel('Hero Title').fill('Karibu')
    await context.setOffline(true)
    await save(page)
    await expect(page.getByRole('alert')).toContainText('Failed to update settings. Please try again.')
    await expect(page.getByLabel('Hero Title')).toHaveValue('Karibu')
    await expect(page.getByLabel('Footer Text')).not.toHaveValue('')
    await context.setOffline(false)

    const posts = await holdPosts(page, /admin\/settings/)
    await save(page)
    await expect(page.getByRole('button', { name: 'Saving...' })).toBeDisabled()
    await posts.letThrough()
    await expect(page.getByText('Settings updated', { exact: true })).toBeVisible()
  })

  await test.step('the tabs say where one is', async () => {
    await page.goto('/admin/settings')
    const tabs = page.getByRole('navigation', { name: 'Site settings' })
    await expect(tabs.getByRole('link')).toHaveText(['Company', 'Website', 'Discount codes'])
    await expect(tabs.locator('[aria-current=page]')).toHaveText('Company')
    await tabs.getByRole('link', { name: 'Website' }).press('Enter')
    const website = page.getByRole('navigation', { name: 'Website' })
    await expect(website.getByRole('link')).toHaveText([
      ...['Pages', 'Tour page', 'Lodges', 'Experiences', 'Traveler stories', 'Reviews', 'Gallery', 'Films'],
    ])
    await website.getByRole('link', { name: 'Gallery' }).press('Enter')
    await expect(page).toHaveURL(/\/admin\/settings\/gallery$/)
    await expect(website.locator('[aria-current=page]')).toHaveText('Gallery')
    await expect(tabs.locator('[aria-current=page]')).toHaveText('Website')
  })
})

test.describe('at 390 and 1280 pixels', () => {
  test.use({ viewport: PHONE })

  test('no state of the form violates WCAG 2.2 AA', async ({ page }) => {
    test.slow()
    await signInTo(page, '/admin/settings')
    await expect(page.getByLabel('Banner Text')).toBeDisabled()
    await expectWellMadeAtBothWidths(page)
    for (const title of ['Hero Section', 'Site Banner'])
      await page.locator('summary', { hasText: title }).click()
    await page.getByLabel('Hero Title').fill('x'.repeat(90))
    await page.getByRole('switch', { name: 'Enable banner' }).check()
    await save(page)
    await expect(page.getByText('Hero title can be at most 80 characters')).toBeVisible()
    await expectWellMadeAtBothWidths(page)
    await page.getByLabel('Hero Title').fill('Mine')
    await page.getByLabel('Banner Text').fill('Seats left')
    await anotherSaves(page, { heroTitle: 'x'.repeat(80), aboutText: 'Theirs' })
    await save(page)
    await expect(page.getByText('Stored now', { exact: true }).first()).toBeVisible()
    await expectWellMadeAtBothWidths(page)
  })
})
