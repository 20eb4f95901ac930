import { fillCard, fillTraveler, payButton } from './checkout-page'
import { expect, lookingTest, test } from './site-test'
import { expectWellMadeAtBothWidths, PHONE, violationsOf } from './well-made'

test.describe('at 390 and 1280 pixels', () => {
  test.use({ viewport: PHONE })

  lookingTest('no public page violates WCAG 2.2 AA', async ({ page }) => {
    test.slow()
    // The page of the tour is held to it in tour.spec.ts.
    for (const path of [
      '/',
      '/twende-home',
      '/contact',
      '/gallery',
      '/gallery/lion-kopje',
      '/api',
      '/checkout',
      '/booking-confirmation',
      '/my-booking',
      '/my-data',
      '/admin/login',
      '/nowhere',
    ])
      await test.step(path, async () => {
        await page.goto(path)
        await expectWellMadeAtBothWidths(page)
      })
  })

  test('nor have the pages on which a subscription is confirmed', async ({ page, site }) => {
    await page.goto('/newsletter/confirm/made-up')
    await expectWellMadeAtBothWidths(page)
    site.change(
      `insert into newsletter_subscriptions (email, consent_at, unsubscribe_token, confirm_token, waiting_since, created_at)
       values ('reader@example.com', 1, 'out', 'in', 1, 1)`,
    )
    await page.goto('/newsletter/confirm/in')
    await expectWellMadeAtBothWidths(page)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByRole('heading', { name: 'Karibu: you are on our list' })).toBeVisible()
    await expectWellMadeAtBothWidths(page)
  })

  test('checkout has no violation, even with its errors shown', async ({ page }) => {
    await page.goto('/checkout')
    // The card comes once somebody begins.
    await page.getByLabel('Email').focus()
    await expect(payButton(page)).toBeEnabled()
    await payButton(page).click()
    await expect(page.getByLabel('Full name')).toBeFocused()
    await expectWellMadeAtBothWidths(page)

    await fillTraveler(page)
    await fillCard(page, '4000000000000002')
    await payButton(page).click()
    await expect(page.getByRole('alert')).toContainText('declined')
    await expectWellMadeAtBothWidths(page)

    await fillCard(page, '4242424242424242')
    await payButton(page).click()
    await expect(page).toHaveURL(/payment-success/)
    await expectWellMadeAtBothWidths(page)
    await page.getByRole('link', { name: 'See your booking' }).click()
    await expect(page.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible()
    await expectWellMadeAtBothWidths(page)
  })

  lookingTest('what fades in while it is looked at is looked at again', async ({ page }) => {
    await page.goto('/contact')
    const submit = page.getByRole('form', { name: 'Send an inquiry' }).getByRole('button')
    await submit.evaluate((button: HTMLButtonElement) => {
      button.disabled = true
    })
    expect(await violationsOf(page)).toEqual([])
    await page.evaluate(() => {
      const { axe } = window as unknown as { axe: { run: (...how: unknown[]) => unknown } }
      const run = axe.run
      axe.run = (...how) => {
        for (const button of document.querySelectorAll('button')) button.disabled = false
        return run(...how)
      }
    })
    expect(await violationsOf(page)).toEqual([])
  })
})
