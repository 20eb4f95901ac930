import { expect, lookingTest, type Page, test, untilScriptsRun } from './site-test'

/** Runs in the page, as extensions and translators do: before our scripts, once the document is there. */
const TOUCHES = {
  'an extension at the edges': () => {
    const { documentElement: html, head, body } = document
    for (const one of [html, head, body]) one.setAttribute('data-extension', 'on')
    html.classList.add('extension')
    head.prepend(document.createElement('link'))
    head.append(document.createElement('meta'))
    body.prepend(document.createElement('extension-bar'))
    body.append(document.createElement('extension-panel'))
    html.append(document.createElement('extension-root'))
  },
  'an extension beside each field': () => {
    for (const field of document.querySelectorAll('input, textarea')) {
      field.setAttribute('data-extension-id', '1')
      field.after(document.createElement('extension-icon'))
    }
  },
  'a translator': () => {
    const texts: Text[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    for (const text of texts) {
      if (!text.data.trim() || text.parentElement?.closest('script, style, textarea')) continue
      const font = document.createElement('font')
      font.append(Object.assign(document.createElement('font'), { textContent: `«${text.data}»` }))
      text.replaceWith(font)
    }
    document.documentElement.classList.add('translated-ltr')
    document.title = `«${document.title}»`
  },
}

/** What is typed on each page before its scripts, by the field's name. */
const PAGES = {
  '/checkout': { name: 'Zoé Laurent', email: 'zoe@example.com', city: 'Lyon' },
  '/contact': { firstName: 'Zoé', email: 'zoe@example.com', message: 'Is there a piano at the lodge?' },
  '/admin/login': { username: 'Wambui', password: 'karibu-sana' },
}

/** Opens a page whose scripts wait until something was typed and `touch` has changed it. */
async function typedBefore(page: Page, path: string, typed: object, touch: () => void) {
  let letGo = () => {}
  const held = new Promise<void>((go) => {
    letGo = go
  })
  await page.route(/\/assets\/.*\.js$/, (route) => held.then(() => route.continue()))
  await page.goto(path, { waitUntil: 'domcontentloaded' })
  for (const [name, value] of Object.entries(typed))
    await page.locator(`[name="${name}"]`).first().fill(value)
  await page.evaluate(touch)
  letGo()
  await untilScriptsRun(page)
}

for (const [what, touch] of Object.entries(TOUCHES))
  lookingTest(`what was typed before the scripts outlives ${what}`, async ({ context }) => {
    const errors: string[] = []
    context.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    context.on('weberror', (trouble) => errors.push(String(trouble.error())))
    for (const [path, typed] of Object.entries(PAGES)) {
      const page = await context.newPage()
      await typedBefore(page, path, typed, touch)
      for (const [name, value] of Object.entries(typed))
        await expect(page.locator(`[name="${name}"]`).first()).toHaveValue(value)
      await page.close()
    }
    expect(errors).toEqual([])
  })

/** Says on its forms which they were, as long as they are not made again. */
const markForms = () => {
  for (const form of document.forms) Object.assign(form, { wasServed: true })
}

lookingTest('React takes over what the server wrote, beside an extension too', async ({ context }) => {
  for (const touch of [() => {}, TOUCHES['an extension at the edges']])
    for (const [path, typed] of Object.entries(PAGES)) {
      const page = await context.newPage()
      await page.addInitScript(`addEventListener('DOMContentLoaded', ${markForms})`)
      await typedBefore(page, path, typed, touch)
      const isServed = () => [...document.forms].every((form) => 'wasServed' in form)
      expect(await page.evaluate(isServed), path).toBe(true)
      await page.close()
    }
})

lookingTest('title and address follow from page to page, once each', async ({ page }) => {
  await page.goto('/')
  await page.evaluate(TOUCHES['an extension at the edges'])
  const head = () =>
    page.evaluate(() => [
      [...document.head.querySelectorAll('title')].map(({ text }) => text),
      [...document.head.querySelectorAll('link[rel=canonical]')].map((link) => link.getAttribute('href')),
      document.head.querySelectorAll('meta[name=description]').length,
      document.head.querySelectorAll('link[rel=stylesheet]').length,
    ])
  const { origin } = new URL(page.url())
  await page.getByRole('link', { name: 'Contact', exact: true }).first().click()
  await expect(page).toHaveURL(/contact$/)
  await expect.poll(head).toEqual([['Contact | Savanna Soul'], [`${origin}/contact`], 1, 1])
  await page.goBack()
  await expect.poll(async () => (await head())[1]).toEqual([`${origin}/`])
  expect((await head())[0]).toHaveLength(1)
})

/** A translator that stays, and translates whatever comes. */
const STAYING = (translate: () => void) => {
  translate()
  new MutationObserver((changes, observer) => {
    observer.disconnect()
    for (const { target, addedNodes } of changes)
      for (const node of [target, ...addedNodes])
        for (const text of node instanceof Element ? [...node.childNodes] : [node]) {
          if (!(text instanceof Text) || !text.data.trim() || !text.parentElement) continue
          if (text.parentElement.closest('script, style, textarea, font, option')) continue
          const font = document.createElement('font')
          font.textContent = `«${text.data}»`
          text.replaceWith(font)
        }
    observer.observe(document.body, { childList: true, subtree: true, characterData: true })
  }).observe(document.body, { childList: true, subtree: true, characterData: true })
}

test('what a page says next is read under a translator that stays', async ({ page }) => {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  const translated = async (path: string) => {
    await page.goto(path)
    await page.evaluate(`(${STAYING})(${TOUCHES['a translator']})`)
  }
  await translated('/admin/login')
  await page.locator('[name=username]').fill('Wambui')
  await page.locator('[name=password]').fill('wrong')
  for (const _ of [1, 2]) {
    await page.locator('#app [type=submit]').click()
    await expect(page.getByRole('alert')).toContainText('Invalid credentials. Please try again.')
  }

  await translated('/contact')
  const send = page.locator('form:has([name=firstName]) [type=submit]')
  await send.click()
  await expect(page.getByText('First name is required')).toBeVisible()
  await page.locator('[name=firstName]').fill('Zoé')
  await expect(page.getByText('First name is required')).toBeHidden()
  await page.locator('[name=email]').first().fill('zoe')
  await send.click()
  await expect(page.locator('[name=email]').first()).toHaveValue('zoe')

  await translated('/checkout')
  await page.locator('form details:has([name=travelers]) summary').click()
  await page.locator('[name=travelers][value="3"]').check()
  await expect(page.locator('#app')).toContainText('«$1,500»')
  await page.locator('[name=travelers][value="2"]').check()
  await expect(page.locator('#app')).toContainText('«$1,000»')
  expect(errors).toEqual([])
})
