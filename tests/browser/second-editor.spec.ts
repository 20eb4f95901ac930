import { signInTo } from './sign-in'
import { expect, type Page, test } from './site-test'

const SETTINGS = '/admin/settings'

/**
 * An experience, a story, a picture, a day and a question: the page of one, a field of it, and how it is
 * saved.
 */
const ROWS = [
  { path: `${SETTINGS}/experiences/1`, field: 'Location', save: 'Save experience' },
  { path: `${SETTINGS}/stories/1`, field: 'Location', save: 'Save story' },
  { path: `${SETTINGS}/gallery/1`, field: 'Title', save: 'Save picture' },
  { path: '/admin/departures/1/trip-book/days/1', field: 'Place', save: 'Save day' },
  { path: `${SETTINGS}/tour-page/question/13`, field: 'Question', save: 'Save' },
]

const press = (page: Page, save: string) => page.getByRole('button', { name: save, exact: true }).click()

for (const scripts of [true, false])
  test.describe(`with scripts ${scripts ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled: scripts })

    test('who saves second sees what was stored first', async ({ page, context }) => {
      await signInTo(page, SETTINGS)
      const other = await context.newPage()
      for (const { path, field, save } of ROWS) {
        await page.goto(path)
        await other.goto(path)
        await other.getByLabel(field, { exact: true }).fill('Theirs')
        await press(other, save)
        await expect(other).not.toHaveURL(new RegExp(`${path}$`))

        if (scripts) {
          // The page is read again for the question, and the fields stay as they were.
          await page.getByRole('link', { name: /^(Remove|Delete)/ }).click()
          await page.getByRole('link', { name: 'Keep it' }).click()
          await expect(page.getByRole('dialog')).toHaveCount(0)
        }
        await page.getByLabel(field, { exact: true }).fill('Mine')
        await press(page, save)
        const theirs = page.getByText(`${field}: Theirs`, { exact: true })
        await expect(theirs).toBeVisible()
        await expect(page.getByLabel(field, { exact: true })).toHaveValue('Mine')
        await page.getByLabel(field, { exact: true }).fill('Mine again')
        await expect(theirs).toBeVisible()
        await press(page, save)
        await expect(page).not.toHaveURL(new RegExp(`${path}$`))
        await page.goto(path)
        await expect(page.getByLabel(field, { exact: true })).toHaveValue('Mine again')
      }
    })
  })
