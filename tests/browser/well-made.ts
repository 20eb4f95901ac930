import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from './site-test'

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * The violations of WCAG 2.2 AA on a page, or in a part of it, each with its places. Sections that wait to be laid out
 * (styles/rendering.css) are laid out first: of what is not there, axe mistakes the colors. Frames are left out, because
 * nothing of ours runs in them.
 */
export async function violationsOf(page: Page, part?: string) {
  await page.evaluate(() => {
    document.documentElement.removeAttribute('data-late')
    return document.fonts.ready
  })
  const axe = new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .withTags(WCAG)
    .setLegacyMode() // Without it, axe opens another page each time, to collect what frames said.
    .exclude('iframe')
  const { violations } = await (part ? axe.include(part) : axe).analyze()
  return violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target.join(' '))])
}

/** No violation of WCAG 2.2 AA, and no sideways scroll of the page. `where` names it in the report. */
export async function expectWellMade(page: Page, where = page.url()) {
  expect(await violationsOf(page), where).toEqual([])
  const fits = await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)
  expect(fits, `${where} scrolls sideways`).toBe(true)
}
