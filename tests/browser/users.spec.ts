import { aUser, signInTo } from './sign-in'
import { expect, type Page, test } from './site-test'
import { expectWellMade, expectWellMadeAtBothWidths, PHONE } from './well-made'

const users = (page: Page) => page.getByRole('list', { name: 'Users' }).getByRole('listitem')

for (const scripts of [true, false])
  test.describe(`with scripts ${scripts ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled: scripts })

    test('a user is created after a refusal, and deleted after a question', async ({ page, site }) => {
      test.slow()
      await test.step('staff choose when an idle session signs itself out', async () => {
        await signInTo(page, '/admin/users')
        await expect(page.getByLabel('After being idle for')).toHaveValue('12')
        await page.getByLabel('After being idle for').selectOption('1 hour')
        await page.getByRole('button', { name: 'Save' }).click()
        await expect(page.getByText('Settings updated', { exact: true })).toBeVisible()
        await expect(page.getByLabel('After being idle for')).toHaveValue('1')
        if (scripts) await expectWellMade(page)
      })

      await test.step('creating a user keeps what was typed after a refusal', async () => {
        await page.goto('/admin/users')
        await page.getByRole('link', { name: 'Create New Admin User' }).click()
        const dialog = page.getByRole('dialog', { name: 'Create New Admin User' })
        await dialog.getByLabel('Username').fill('WAMBUI')
        await dialog.getByLabel('Password').fill('kahawa-1')
        await dialog.getByLabel('Role').selectOption('Editor')
        await dialog.getByRole('button', { name: 'Create User' }).click()
        await expect(dialog.getByText('This username is already taken. Please choose another.')).toBeVisible()
        await expect(dialog.getByLabel('Username')).toHaveValue('WAMBUI')
        await expect(dialog.getByLabel('Role')).toHaveValue('editor')
        if (scripts) await expect(page.getByText('Failed to create user', { exact: true })).toBeVisible()
        if (!scripts) await expect(dialog.getByLabel('Password')).toHaveValue('')

        await dialog.getByLabel('Username').fill('Kamau')
        await dialog.getByLabel('Password').fill('kahawa-1')
        await dialog.getByRole('button', { name: 'Create User' }).click()
        await expect(page.getByText('User created', { exact: true })).toBeVisible()
        await expect(
          page.getByText('New admin user has been created successfully', { exact: true }),
        ).toBeVisible()
        await expect(dialog).toBeHidden()
        await expect(users(page).first()).toContainText(/Kamau\s*Editor\s*Created Jun 1, 2025/)
      })

      await test.step('nobody sees where others are signed in', async () => {
        const [kamau] = site.rows<{ id: number }>("select id from admin_users where username = 'Kamau'")
        await page.goto(`/admin/users/${kamau?.id}`)
        await expect(page.getByRole('heading', { level: 1, name: 'Kamau' })).toBeVisible()
        await expect(page.getByText('Where you are signed in')).toHaveCount(0)
      })

      await test.step('a user is deleted after a question, and not twice', async () => {
        await page.goto('/admin/users')
        await aUser(page, 'Otieno')
        await page.reload()
        await expect(users(page)).toHaveCount(3)
        await expect(page.getByRole('link', { name: 'Delete Wambui' })).toHaveCount(0)
        await expect(users(page).filter({ hasText: 'Wambui' })).toContainText(
          /Admin\s*You.*Last login Jun 1, 2025 12:\d\d PM/,
        )

        await page.getByRole('link', { name: 'Delete Otieno' }).click()
        const dialog = page.getByRole('dialog', { name: 'Delete user' })
        await expect(dialog).toContainText(
          'Are you sure you want to delete Otieno? This action cannot be undone.',
        )
        await dialog.getByRole('button', { name: 'Delete user' }).click()
        await expect(
          page.getByText('Admin user has been deleted successfully', { exact: true }),
        ).toBeVisible()
        await expect(users(page)).toHaveCount(2)
        if (scripts) await expect(page.getByRole('heading', { name: 'User Management' })).toBeFocused()

        await page.getByRole('link', { name: 'Delete Kamau' }).click()
        await expect(dialog).toBeVisible()
        site.change("delete from admin_users where username = 'Kamau'")
        await dialog.getByRole('button', { name: 'Delete user' }).click()
        await expect(page.getByText('Failed to delete user', { exact: true })).toBeVisible()
        await expect(
          page.getByText('User not found. Someone may have deleted it already.', { exact: true }),
        ).toBeVisible()
        await expect(users(page)).toHaveCount(1)
      })
    })

    test('a guide lands on their departure, and a bookkeeper changes nothing', async ({
      page,
      someoneElse,
    }) => {
      test.slow()
      await test.step('a guide is assigned to a departure and lands on it', async () => {
        await signInTo(page, '/admin/users')
        const { id } = await aUser(page, 'Kiprono', 'kahawa-1', 'guide')
        await page.goto(`/admin/users/${id}`)
        const departures = page.getByRole('group', { name: /Kiprono sees manifest/ })
        await departures.getByLabel('Oct 16').check()
        await page.getByRole('button', { name: 'Save departures' }).click()
        await expect(page.getByText('Departures saved', { exact: true })).toBeVisible()
        await expect(departures.getByLabel('Oct 16')).toBeChecked()
        if (scripts) await expectWellMade(page)

        const theirs = await someoneElse({ javaScriptEnabled: scripts })
        await theirs.setViewportSize({ width: 390, height: 844 })
        await signInTo(theirs, '/admin/departures', 'Kiprono', 'kahawa-1')
        await theirs.goto('/admin/dashboard')
        await expect(theirs.getByRole('heading', { level: 1, name: 'Your departures' })).toBeVisible()
        await expect(theirs.getByText('open here on Sep 16, 2025')).toBeVisible()
        if (scripts) await expectWellMade(theirs)
        await theirs.goto('/admin/departures/1/manifest')
        await expect(theirs.getByRole('heading', { level: 1 })).toHaveText(
          'This departure opens on Sep 16, 2025',
        )
        await theirs.goto('/admin/bookings')
        await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('This is not part of your account')
        if (scripts) await expectWellMade(theirs)
      })

      await test.step('a bookkeeper changes nothing but their password', async () => {
        await page.goto('/admin/users')
        await aUser(page, 'Achieng', 'kahawa-1', 'bookkeeper')
        const theirs = await someoneElse({ javaScriptEnabled: scripts })
        await signInTo(theirs, '/admin/dashboard', 'Achieng', 'kahawa-1')
        const menu = theirs.getByRole('navigation', { name: 'Staff area' }).first()
        await expect(menu.getByRole('link')).toHaveText([
          'Dashboard',
          'Departures',
          'Leaders',
          'Bookings',
          'Installments',
          'Month end',
          'Analytics',
        ])
        for (const path of [
          '/admin/analytics',
          '/admin/departures',
          '/admin/departures/1',
          '/admin/installments',
          '/admin/payments',
          '/admin/books',
          '/admin/bookings',
        ]) {
          await theirs.goto(path)
          await expect(theirs.locator('main form[method=post]')).toHaveCount(0)
        }
        await theirs.getByRole('link', { name: 'Your account' }).first().click()
        await theirs.getByRole('link', { name: 'Update password' }).click()
        await expect(theirs.getByRole('dialog', { name: 'Update Password' })).toBeVisible()
        await expect(users(theirs)).toHaveCount(1)
      })
    })

    test('a password is updated, and sessions are seen and ended', async ({ page, site, someoneElse }) => {
      test.slow()
      await test.step('a password is updated by somebody who knows it', async () => {
        await signInTo(page, '/admin/users')
        await aUser(page, 'Kamau')
        const theirs = await someoneElse({ javaScriptEnabled: scripts })
        await signInTo(theirs, '/admin/users', 'Kamau', 'kahawa-1')

        await theirs.getByRole('link', { name: 'Update password of Kamau' }).click()
        const dialog = theirs.getByRole('dialog', { name: 'Update Password' })
        const fill = async (current: string, fresh: string, again: string) => {
          await dialog.getByLabel('Current Password').fill(current)
          await dialog.getByLabel('New Password', { exact: true }).fill(fresh)
          await dialog.getByLabel('Confirm New Password').fill(again)
          await dialog.getByRole('button', { name: 'Update Password' }).click()
        }
        await fill('wrong', 'kahawa-2', 'kahawa-3')
        await expect(dialog.getByText("Passwords don't match")).toBeVisible()
        await fill('wrong', 'kahawa-2', 'kahawa-2')
        await expect(dialog.getByText('Current password is incorrect')).toBeVisible()
        if (!scripts)
          for (const field of await dialog.locator('[type=password]').all())
            await expect(field).toHaveValue('')
        await fill('kahawa-1', 'kahawa-2', 'kahawa-2')
        await expect(theirs.getByText('Password updated', { exact: true })).toBeVisible()
        await expect(
          theirs.getByText('Your password has been updated successfully', { exact: true }),
        ).toBeVisible()

        const elsewhere = await someoneElse({ javaScriptEnabled: scripts })
        await signInTo(elsewhere, '/admin/users', 'Kamau', 'kahawa-2')
      })

      await test.step('a colleague is sent a new link, where their address is confirmed', async () => {
        await page.reload()
        await page.getByRole('link', { name: 'Send a new link to Kamau' }).click()
        const dialog = page.getByRole('dialog', { name: 'Send a new link' })
        await expect(dialog.getByText('there is nowhere to send a link')).toBeVisible()
        site.change("update admin_users set email = 'kamau@savannasoul.example' where username = 'Kamau'")
        await page.reload()
        await dialog.getByRole('button', { name: 'Send a new link' }).click()
        await expect(page.getByText('A new link is on its way', { exact: true })).toBeVisible()
      })

      await test.step('staff see their sessions and sign out everywhere', async () => {
        await page.goto('/admin/dashboard')
        const phone = await someoneElse({
          javaScriptEnabled: scripts,
          viewport: { width: 390, height: 844 },
          userAgent:
            'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36',
        })
        await signInTo(phone, '/admin/users/1')
        const sessions = phone.getByRole('list', { name: 'Your sessions' }).getByRole('listitem')
        await expect(sessions).toHaveText([
          /^Chrome on AndroidThis one.*Signed in just now · last seen just now/,
          /^Chrome on Windows(?!This one)/,
        ])
        if (scripts) await expectWellMade(phone)

        await page.getByRole('link', { name: 'Your account' }).filter({ visible: true }).click()
        await expect(page.getByRole('heading', { level: 1, name: 'Wambui' })).toBeVisible()
        if (scripts) await expectWellMade(page)
        await page.getByRole('button', { name: 'Sign out everywhere' }).click()
        await expect(page).toHaveURL(/\/admin\/login$/)
        await phone.reload()
        await expect(phone).toHaveURL(/\/admin\/login/)
      })
    })
  })

test('dialogs work by keyboard and without a network', async ({ page, context }) => {
  await test.step('passwords are shown and hidden by keyboard', async () => {
    await signInTo(page, '/admin/users/1/password')
    await expect(page.locator('dialog:modal')).toBeVisible()
    const fresh = page.getByLabel('New Password', { exact: true })
    await fresh.fill('kahawa-2')
    await fresh.press('Tab')
    await expect(page.getByRole('button', { name: 'Show New Password', exact: true })).toBeFocused()
    await page.keyboard.press('Space')
    await expect(fresh).toHaveAttribute('type', 'text')
    await expect(page.getByLabel('Confirm New Password')).toHaveAttribute('type', 'password')
    await page.keyboard.press('Enter')
    await expect(fresh).toHaveAttribute('type', 'password')
    await expect(page.getByRole('button', { name: /Current Password/ })).toHaveCount(0)
  })

  await test.step('a dialog works by keyboard and gives focus back', async () => {
    await page.goto('/admin/users')
    const opener = page.getByRole('link', { name: 'Create New Admin User' })
    await opener.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Username')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(/\/admin\/users$/)
    await expect(opener).toBeFocused()

    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Username')).toBeFocused()
    await page.getByLabel('Username').pressSequentially('Kamau')
    await page.keyboard.press('Tab')
    await page.keyboard.type('kamau@savannasoul.example')
    await page.keyboard.press('Tab')
    await page.keyboard.type('kahawa-1')
    await page.keyboard.press('Enter')
    await expect(page.getByText('User created', { exact: true })).toBeVisible()
  })

  await test.step('a dialog without a network keeps what was typed', async () => {
    await page.goto('/admin/users/new')
    await page.getByLabel('Username').fill('Otieno')
    await page.getByLabel('Password').fill('kahawa-1')
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Create User' }).click()
    await expect(page.getByRole('alert')).toContainText('An error occurred while creating the user.')
    await expect(page.getByLabel('Username')).toHaveValue('Otieno')
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Create User' }).click()
    await expect(page.getByText('User created', { exact: true })).toBeVisible()
  })
})

test('acts of a user are read by person and subject', async ({ page }) => {
  await signInTo(page, '/admin/users')
  await aUser(page, 'Kamau')
  await page.reload()
  await page.getByRole('link', { name: 'Wambui', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Wambui' })).toBeVisible()
  const acts = page.getByRole('list', { name: 'What Wambui did' }).getByRole('listitem')
  await expect(acts).toContainText([/Wambui created the user Kamau.*role: editor/, /Wambui signed in/])

  await page.goto('/admin/users')
  await page.getByRole('link', { name: 'Audit log' }).click()
  const log = page.getByRole('list', { name: 'Audit log' }).getByRole('listitem')
  await expect(log).toHaveCount(3)
  await page.getByLabel('Who').selectOption('The site itself and former users')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(log).toHaveCount(1)
  await expect(log).toContainText([/The first start created the account Wambui/])
  await page.getByLabel('Who').selectOption('Wambui')
  await page.getByLabel('About').fill('Kamau')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(log).toContainText([/created the user Kamau/])
  await page.getByLabel('About').fill('TS-NOBODY')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(page.getByText('Nothing found')).toBeVisible()
  await page.getByRole('link', { name: 'Show all' }).click()
  await expect(log).toHaveCount(3)
})

test.describe('at 390 and 1280 pixels', () => {
  test.use({ viewport: PHONE })

  test('no user screen or log violates WCAG 2.2 AA', async ({ page }) => {
    test.slow()
    await signInTo(page, '/admin/users')
    const { id } = await aUser(page, 'x'.repeat(50))
    for (const path of ['', '/new', '/1/password', `/${id}/link`, `/${id}/delete`, '/1', `/${id}`]) {
      await page.goto(`/admin/users${path}`)
      if (/new|password|link|delete/.test(path)) await expect(page.locator('dialog:modal')).toBeVisible()
      await expectWellMadeAtBothWidths(page)
    }
    await page.goto('/admin/users/new')
    await page.getByRole('button', { name: 'Create User' }).click()
    await expect(page.getByText('Username must be at least 3 characters')).toBeVisible()
    await expectWellMadeAtBothWidths(page)
    for (const query of ['', '?about=nothing']) {
      await page.goto(`/admin/audit${query}`)
      await expectWellMadeAtBothWidths(page)
    }
  })
})
