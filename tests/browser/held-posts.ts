import { expect, type Page } from './site-test'

/**
 * Posts to an address wait on their way until each is let through, so that what a page shows until then is
 * seen.
 */
export async function holdPosts(page: Page, address: string | RegExp) {
  const held: (() => void)[] = []
  await page.route(address, async (route) => {
    if (route.request().method() === 'POST') await new Promise<void>((go) => held.push(go))
    await route.continue()
  })
  return {
    async letThrough() {
      await expect.poll(() => held.length).toBeGreaterThan(0)
      held.shift()?.()
    },
  }
}
