import type { Page } from './site-test'

/**
 * The toast with these words as it is seen, with scripts or without. Screen readers hear of it for a second
 * only.
 */
export const toast = (page: Page, words: string | RegExp) =>
  page.locator('.toast-place > *').filter({ hasText: words })
