import type { Page } from './site-test'

/** The toast with these words as it is seen, with scripts or without. It is told to screen readers for a second only. */
export const toast = (page: Page, words: string | RegExp) =>
  page.locator('.toast-place > *').filter({ hasText: words })
