import { HONEYPOT } from '#app/platform/typed/fields'
import { holdPosts } from './held-posts'
import { expect, lookingTest, type Page, test } from './site-test'
import { toast } from './toast'

const INQUIRY = {
  'First name': 'Wanjiru',
  'Last name': '<b>Kamau</b>',
  Email: 'wanjiru@example.com',
  Phone: '+1 512 555 0100',
  Message: 'Four of us, in October 🦁\nand one is afraid of small planes.',
}

const PLACES = [
  { path: '/', form: 'Tell us when you would like to go' },
  { path: '/contact', form: 'Send an inquiry' },
] as const

const inquiryForm = (page: Page, name: string) => page.getByRole('form', { name })
const newsletter = (page: Page) => page.getByRole('form', { name: 'Stay Connected' })
const said = (page: Page, words: string) => page.getByText(words, { exact: true }).first()

async function fill(page: Page, name: string, details: Partial<typeof INQUIRY> = {}) {
  const form = inquiryForm(page, name)
  for (const [label, value] of Object.entries({ ...INQUIRY, ...details }))
    await form.getByLabel(label, { exact: true }).fill(value)
  await form.getByLabel('Interest').selectOption({ label: 'Luxury Accommodations' })
  return form
}

const send = (page: Page, name: string) =>
  inquiryForm(page, name).getByRole('button', { name: 'Send Inquiry' })

for (const scripts of [true, false])
  test.describe(`with scripts ${scripts ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled: scripts })

    for (const { path, form: name } of PLACES)
      test(`an inquiry is sent from ${path}, and what is missing or wrong in it is named`, async ({
        page,
        site,
      }) => {
        await page.goto(path)
        const form = inquiryForm(page, name)
        await test.step('an empty form names every missing field', async () => {
          await send(page, name).click()
          for (const [label, words] of [
            ['First name', 'First name is required'],
            ['Last name', 'Last name is required'],
            ['Email', 'Valid email is required'],
            ['Phone', 'Phone number is required'],
            ['Interest', 'Please select your interest'],
            ['Message', /Message must be at least 10 characters/],
          ] as const)
            await expect(form.getByLabel(label, { exact: true })).toHaveAccessibleDescription(words)
          await expect(form.getByLabel('First name')).toBeFocused()
          expect(site.rows('select id from contact_inquiries')).toEqual([])
        })

        await test.step('an inquiry is sent', async () => {
          await page.goto(path)
          await fill(page, name)
          await send(page, name).click()
          await expect(said(page, 'Inquiry sent successfully!')).toBeVisible()
          await expect(
            said(page, 'Thank you for your inquiry. We will contact you within 24 hours.'),
          ).toBeVisible()
          await expect(form.getByText('Asante, Wanjiru.')).toBeVisible()
          expect(new URL(page.url()).pathname).toBe(path)
          for (const label of Object.keys(INQUIRY))
            await expect(form.getByLabel(label, { exact: true })).toHaveValue('')
          await expect(form.getByLabel('Interest')).toHaveValue('')
          expect(site.rows('select first_name, last_name, interest, message from contact_inquiries')).toEqual(
            [
              {
                first_name: 'Wanjiru',
                last_name: '<b>Kamau</b>',
                interest: 'luxury',
                message: INQUIRY.Message,
              },
            ],
          )
          await site.mailbox.waitFor(({ subject }) => subject === 'New inquiry from Wanjiru <b>Kamau</b>')
          await site.mailbox.waitFor(({ to }) => to.includes('wanjiru@example.com'))

          await page.reload()
          await expect(said(page, 'Inquiry sent successfully!')).toHaveCount(0)
          expect(site.rows('select id from contact_inquiries')).toHaveLength(1)
        })

        await test.step('an error that the server finds stands under its field', async () => {
          await fill(page, name, { Phone: '   ', Email: 'wanjiru@example' })
          await send(page, name).click()
          await expect(form.getByLabel('Email')).toHaveAccessibleDescription('Valid email is required')
          await expect(form.getByLabel('Phone')).toHaveAccessibleDescription('Phone number is required')
          await expect(form.getByLabel('Email')).toBeFocused()
          await expect(form.getByLabel('Email')).toBeInViewport()
          await expect(form.getByLabel('First name')).toHaveValue('Wanjiru')
          await expect(form.getByLabel('Last name')).toHaveValue('<b>Kamau</b>')
          await expect(form.getByLabel('Interest')).toHaveValue('luxury')
          await expect(form.getByLabel('Message')).toHaveValue(INQUIRY.Message)
          if (path === '/') await expect(newsletter(page).getByLabel('Email')).toHaveValue('')

          await form.getByLabel('Email').fill('wanjiru@example.com')
          await form.getByLabel('Phone').fill('512')
          await send(page, name).click()
          await expect(said(page, 'Inquiry sent successfully!')).toBeVisible()
        })
      })

    test('a reader subscribes, confirms and leaves by letter', async ({ page, site }) => {
      await page.goto('/')
      const form = newsletter(page)
      await form.getByLabel('Email').fill('reader@example.com')
      await form.getByRole('button', { name: 'Subscribe' }).click()
      await expect(said(page, 'Successfully subscribed!')).toBeVisible()
      await expect(said(page, 'Thank you for subscribing to our newsletter.')).toBeVisible()
      const nextStep = said(page, 'One more step: open our email and press Confirm.')
      await expect(nextStep).toBeInViewport()
      await expect(form).toHaveCount(0)
      if (scripts) await expect(page.getByRole('main').locator(':focus')).toContainText('One more step')

      await page.goto('/')
      await expect(nextStep).toHaveCount(0)
      await expect(form).toContainText(
        'We’ll email you a link to confirm. Unsubscribe with one click, anytime.',
      )
      await form.getByLabel('Email').fill('Reader@example.com')
      await form.getByRole('button', { name: 'Subscribe' }).click()
      if (scripts) await expect(toast(page, 'Subscription failed')).toContainText('already subscribed')
      const refusal = form.getByRole('alert')
      await expect(refusal).toContainText('Subscription failed')
      await expect(refusal).toContainText('This email is already subscribed to our newsletter.')
      await expect(refusal).toBeInViewport()
      await expect(form.getByLabel('Email')).toHaveValue('Reader@example.com')

      const question = await site.mailbox.waitFor(({ to }) => to.includes('reader@example.com'))
      await page.goto(/http\S+\/newsletter\/confirm\/\S+/.exec(question.text)?.[0] ?? '')
      await expect(page.getByRole('heading', { name: 'Should we write to you?' })).toBeVisible()
      await expect(page.getByText('r•••@example.com')).toBeVisible()
      await page.getByRole('button', { name: 'Confirm' }).click()
      await expect(page.getByRole('heading', { name: 'Karibu: you are on our list' })).toBeVisible()

      const letter = await site.mailbox.waitFor(({ subject }) => subject.startsWith('Karibu'))
      await page.goto(letter.headers['list-unsubscribe']?.slice(1, -1) ?? '')
      await expect(page.getByText('r•••@example.com')).toBeVisible()
      await page.getByRole('button', { name: 'Unsubscribe' }).click()
      await expect(page.getByRole('heading', { name: 'You are unsubscribed', exact: true })).toBeVisible()
      await page.goto(page.url())
      await expect(page.getByRole('heading', { name: 'You are unsubscribed already' })).toBeVisible()
      expect(
        site.rows('select id from newsletter_subscriptions where unsubscribed_at is not null'),
      ).toHaveLength(1)
    })

    test('an experience’s card begins an inquiry about it', async ({ page, site }) => {
      await page.goto('/')
      await page.getByRole('link', { name: 'Ask us about The great migration by balloon' }).click()
      await expect(page).toHaveURL(/\/contact\?experience=mara-balloon#inquiry$/)
      const form = inquiryForm(page, 'Send an inquiry')
      await expect(form).toBeInViewport()
      await expect(form.getByLabel('Interest')).toHaveValue('safari')
      const begun = 'I would like to know more about “The great migration by balloon.”\n'
      await expect(form.getByLabel('Message')).toHaveValue(begun)

      await form.getByLabel('First name').fill('Wanjiru')
      await send(page, 'Send an inquiry').click()
      await expect(form.getByLabel('Last name')).toHaveAccessibleDescription('Last name is required')
      await expect(form.getByLabel('Message')).toHaveValue(begun)

      await fill(page, 'Send an inquiry', { Message: `${begun}Four of us, in October.` })
      await send(page, 'Send an inquiry').click()
      await expect(said(page, 'Inquiry sent successfully!')).toBeVisible()
      await expect(form.getByLabel('Interest')).toHaveValue('')
      await expect(form.getByLabel('Message')).toHaveValue('')
      expect(site.rows('select message from contact_inquiries')).toEqual([
        { message: `${begun}Four of us, in October.` },
      ])

      await page.goto('/contact?experience=nowhere')
      await expect(form.getByLabel('Message')).toHaveValue('')
    })

    test('an empty newsletter form does nothing', async ({ page, site }) => {
      await page.goto('/')
      let posts = 0
      page.on('request', (request) => {
        if (request.method() === 'POST' && /^\/(_root\.data)?$/.test(new URL(request.url()).pathname))
          posts += 1
      })
      const form = newsletter(page)
      await form.getByRole('button', { name: 'Subscribe' }).click()
      await expect(form.getByLabel('Email')).toBeFocused()
      expect(posts).toBe(0)
      expect(site.rows('select id from newsletter_subscriptions')).toEqual([])
    })

    test('a bot stores nothing, and a double click sends one inquiry', async ({ page, site }) => {
      await test.step('nobody but a bot meets the field for bots', async () => {
        await page.goto('/contact')
        const form = inquiryForm(page, 'Send an inquiry')
        await expect(form.getByRole('textbox')).toHaveCount(5)
        await form.getByLabel('First name').focus()
        await page.keyboard.press('Shift+Tab')
        await expect(page.locator(`[name=${HONEYPOT}]`)).not.toBeFocused()
        expect(
          await page
            .locator(`[name=${HONEYPOT}]`)
            .evaluate((field) => field.parentElement?.parentElement?.clientWidth),
        ).toBeLessThan(2)
      })

      await test.step('a bot that fills every field stores nothing', async () => {
        await page.goto('/contact')
        await fill(page, 'Send an inquiry')
        await page.locator(`[name=${HONEYPOT}]`).fill('https://casino.example')
        await send(page, 'Send an inquiry').click()
        await expect(said(page, 'Inquiry sent successfully!')).toBeVisible()
        expect(site.rows('select id from contact_inquiries')).toEqual([])
        expect(site.rows('select id from outbox')).toEqual([])
      })

      await test.step('a double click sends one inquiry', async () => {
        await page.goto('/contact')
        await fill(page, 'Send an inquiry')
        await send(page, 'Send an inquiry').dblclick()
        await expect(said(page, 'Inquiry sent successfully!')).toBeVisible()
        expect(site.rows('select id from contact_inquiries')).toHaveLength(1)
      })
    })
  })

test.describe('while a form is under way', () => {
  test('its button says so and cannot be pressed', async ({ page }) => {
    await page.goto('/')
    const posts = await holdPosts(page, '**/_root.data*')
    const form = await fill(page, PLACES[0].form)
    await send(page, PLACES[0].form).click()
    await expect(form.getByRole('button', { name: 'Sending...' })).toBeDisabled()
    await posts.letThrough()
    await expect(said(page, 'Inquiry sent successfully!')).toBeVisible()
    await expect(send(page, PLACES[0].form)).toBeEnabled()

    await newsletter(page).getByLabel('Email').fill('reader@example.com')
    await newsletter(page).getByRole('button').click()
    await expect(newsletter(page).getByRole('button', { name: 'Subscribing...' })).toBeDisabled()
    await posts.letThrough()
    await expect(said(page, 'Successfully subscribed!')).toBeVisible()
  })
})

test.describe('when a form is not taken', () => {
  const expectKept = async (page: Page, name: string) => {
    const form = inquiryForm(page, name)
    await expect(toast(page, 'Failed to send inquiry')).toContainText(
      'There was an error sending your inquiry. Please try again.',
    )
    await expect(form.getByRole('alert')).toContainText('Failed to send inquiry')
    await expect(form.getByLabel('Message')).toHaveValue(INQUIRY.Message)
    await expect(send(page, name)).toBeEnabled()
    await expect(send(page, name)).toBeFocused()
  }

  for (const { path, form } of PLACES)
    test(`without a network or after too many requests, ${path} keeps everything typed`, async ({
      page,
      site,
    }) => {
      await page.goto(path)
      await fill(page, form)
      await page.route('**/*.data*', (route) => route.abort('internetdisconnected'))
      await send(page, form).click()
      await expectKept(page, form)
      expect(site.rows('select id from contact_inquiries')).toEqual([])

      await page.unrouteAll()
      await send(page, form).click()
      await expect(said(page, 'Inquiry sent successfully!')).toBeVisible()
      await expect(inquiryForm(page, form).getByRole('alert')).toHaveCount(0)

      await page.goto(path)
      await page.evaluate(async (hidden) => {
        const body = new URLSearchParams({ [hidden]: 'filled' })
        for (let sent = 0; sent < 10; sent += 1)
          await fetch('/contact', { method: 'POST', body, redirect: 'manual' })
      }, HONEYPOT)
      await fill(page, form)
      await send(page, form).click()
      await expectKept(page, form)
    })

  test('a form says so in its own words, and keeps everything until it is mended', async ({ page, site }) => {
    await test.step('because the site broke, it says so and keeps everything', async () => {
      await page.goto('/contact')
      await fill(page, 'Send an inquiry')
      site.change('alter table contact_inquiries rename to away')
      await send(page, 'Send an inquiry').click()
      await expectKept(page, 'Send an inquiry')

      site.change('alter table away rename to contact_inquiries')
      await send(page, 'Send an inquiry').click()
      await expect(said(page, 'Inquiry sent successfully!')).toBeVisible()
    })

    await test.step('without a network, an inquiry about an experience keeps its beginning', async () => {
      await page.goto('/contact?experience=mara-balloon')
      const form = inquiryForm(page, 'Send an inquiry')
      for (const label of ['First name', 'Last name', 'Phone'] as const)
        await form.getByLabel(label).fill(INQUIRY[label])
      await form.getByLabel('Email').fill(INQUIRY.Email)
      await page.route('**/*.data*', (route) => route.abort('internetdisconnected'))
      await send(page, 'Send an inquiry').click()
      await expect(form.getByRole('alert')).toContainText('Failed to send inquiry')
      await expect(form.getByLabel('Message')).toHaveValue(/great migration by balloon/)
      await expect(form.getByLabel('Interest')).toHaveValue('safari')
    })

    await test.step('the newsletter says it in its own words', async () => {
      await page.unrouteAll()
      await page.goto('/')
      await page.route('**/*.data*', (route) => route.abort())
      await newsletter(page).getByLabel('Email').fill('reader@example.com')
      await newsletter(page).getByRole('button').click()
      const words = 'There was an error subscribing to our newsletter. Please try again.'
      await expect(toast(page, 'Subscription failed')).toContainText(words)
      await expect(newsletter(page).getByRole('alert')).toContainText(words)
      await expect(newsletter(page).getByLabel('Email')).toHaveValue('reader@example.com')
    })

    await test.step('a mended field is not called wrong any longer', async () => {
      await page.unrouteAll()
      await page.goto('/contact')
      await send(page, 'Send an inquiry').click()
      const form = inquiryForm(page, 'Send an inquiry')
      await form.getByLabel('First name').fill('Wanjiru')
      await expect(form.getByText('First name is required')).toHaveCount(0)
      await form.getByLabel('Message').fill('Too short')
      await expect(form.getByText('Message must be at least 10 characters')).toBeVisible()
      await form.getByLabel('Message').fill('Just enough')
      await expect(form.getByText('Message must be at least 10 characters')).toHaveCount(0)
    })
  })
})

lookingTest('public pages send neither zod nor conform to the browser', async ({ page }) => {
  const scripts: Promise<string>[] = []
  page.on('response', (answer) => {
    if (answer.url().endsWith('.js')) scripts.push(answer.text())
  })
  for (const path of ['/', '/contact']) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
  }
  const all = (await Promise.all(scripts)).join('\n')
  expect(all.length).toBeGreaterThan(100_000)
  expect(all).not.toMatch(/ZodError|\$Zod|__intent__/)
})
