import { ADMIN_FORMS, type AdminForm, expectTyped, pressIn, type as typeIn } from './admin-forms'
import { signInTo } from './sign-in'
import { signInAgain, signInDialog } from './sign-in-again'
import { expect, type Page, adminTest as test } from './site-test'

/**
 * Forms that a test goes through with one sign-in: few enough for its deadline, many enough not to sign in
 * for each.
 */
const FORMS_A_TEST = 7

const forms = Object.entries(ADMIN_FORMS)
const groups = Array.from({ length: Math.ceil(forms.length / FORMS_A_TEST) }, (_, at) =>
  forms.slice(at * FORMS_A_TEST, (at + 1) * FORMS_A_TEST),
)

for (const group of groups) {
  const from = `from ${group[0]?.[0]} on`
  test(`network cut, then session ended: everything typed stays, ${from}`, async ({
    page,
    context,
    admin,
  }) => {
    await signInTo(page, '/admin/users')
    for (const [name, form] of group)
      await test.step(name, async () => {
        const path = form.path.replace('REFERENCE', admin.reference)
        await page.goto(path)
        await typeIn(page, form)

        // The part that shows toasts is on its way.
        await page.waitForLoadState('networkidle')
        await context.setOffline(true)
        await pressIn(page, form)
        // Beneath a dialog that is modal it has no role.
        await expect(page.locator('.shell-toasts').getByText(form.toast)).toBeVisible()
        await expectAlert(page, form, 'Nothing is lost: check your connection and press the button again.')
        await expectTyped(page, form)

        await context.setOffline(false)
        admin.change('delete from sessions')
        await pressIn(page, form)
        await signInAgain(page)
        await expect(page.getByText('You are signed in again', { exact: true })).toBeVisible()
        await expect(signInDialog(page)).toHaveCount(0)
        await expectAlert(page, form, 'You had been signed out. Nothing is lost: press the button again.')
        await expectTyped(page, form)
        const { pathname, search } = new URL(page.url())
        // Remix says by it which of two routes of one address a form is of.
        expect(pathname + search.replace('?index', '')).toBe(path)
      })
  })

  test.describe('without scripts', () => {
    test.use({ javaScriptEnabled: false })

    test(`session ended: what was typed returns after signing in, ${from}`, async ({ page, admin }) => {
      await signInTo(page, '/admin/users')
      for (const [name, form] of group.filter(([, { typed, typedBeside }]) => typed && !typedBeside))
        await test.step(name, async () => {
          const path = form.path.replace('REFERENCE', admin.reference)
          await page.goto(path)
          await typeIn(page, form)
          admin.change('delete from sessions')
          await pressIn(page, form)
          await expect(page.getByRole('alert')).toContainText(
            'You have been signed out, so nothing was saved',
          )
          await page.getByLabel('Username').fill('Wambui')
          await page.getByLabel('Password').fill('karibu-sana')
          await page.getByRole('button', { name: 'Sign in' }).click()
          await expect(page.getByText('You had been signed out, so nothing was saved yet')).toBeVisible()
          await expectTyped(page, form, { passwords: false })
        })
    })
  })
}

async function expectAlert(page: Page, { alert }: AdminForm, advice: string) {
  if (!alert) return await expect(page.locator('main').getByRole('alert')).toHaveCount(0)
  await expect(page.getByRole('alert')).toContainText(alert)
  await expect(page.getByRole('alert')).toContainText(advice)
  await expect(page.getByRole('alert')).toBeInViewport()
}
