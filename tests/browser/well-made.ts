import { readFileSync } from 'node:fs'
import type axe from 'axe-core'
import { htmlFaults } from '#tests/fixtures/valid-html'
import { expect, type Page } from './site-test'

/** Without its comments, it is less than half as long to send and to read. */
const AXE = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * The violations of WCAG 2.2 AA on a page, or in a part of it, each with its places. Sections that wait to be
 * laid out (styles/rendering.css) are laid out first, and what fades has faded: of what is not there, axe
 * mistakes the colors. Frames are left out, because nothing of ours runs in them.
 */
export async function violationsOf(page: Page, part?: string) {
  await page.evaluate(() => document.documentElement.removeAttribute('data-late'))
  // Once a page, and in no frame: its half megabyte is long to read.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  return page.evaluate(
    async ({ among, tags }) => {
      const { configure, run } = (window as unknown as { axe: typeof axe }).axe
      configure({ noHtml: true })
      const drawn = () => new Promise((done) => requestAnimationFrame(done))
      // Asked again after each picture: where Chromium draws nothing, `finished` is never told that it ended.
      const settled = async () => {
        await document.fonts.ready
        const fades = document
          .getAnimations()
          .filter((one) => one.effect?.getComputedTiming().endTime !== Infinity)
        while (fades.some(({ playState }) => playState === 'running')) await drawn()
      }
      let fadesBegun = 0
      const count = () => ++fadesBegun
      for (const event of ['transitionrun', 'animationstart']) document.addEventListener(event, count)
      // A button that becomes enabled while axe looks is half faded: the page is looked at again.
      for (let looks = 1; ; looks++) {
        await settled()
        const before = fadesBegun
        const { violations } = await run(among, {
          resultTypes: ['violations'],
          runOnly: { type: 'tag', values: tags },
        })
        await drawn()
        await drawn()
        if (fadesBegun === before || looks === 5)
          return violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target.join(' '))])
      }
    },
    { among: { exclude: [['iframe']], ...(part && { include: [[part]] }) }, tags: WCAG },
  )
}

/**
 * No violation of WCAG 2.2 AA or of the HTML standard, and no sideways scroll of the page. `where` names it
 * in the report.
 */
export async function expectWellMade(page: Page, where = page.url()) {
  expect(await htmlFaults(await page.content()), where).toEqual([])
  await expectFits(page, where)
}

/** The same at both widths. Made for a page that begins on a phone, and stays there. */
export async function expectWellMadeAtBothWidths(page: Page, where = page.url()) {
  await expectWellMade(page, where)
  await page.setViewportSize(DESKTOP)
  await expectFits(page, `${where} at ${DESKTOP.width} pixels`)
  await page.setViewportSize(PHONE)
}

export const PHONE = { width: 390, height: 900 }
export const DESKTOP = { width: 1280, height: 900 }

async function expectFits(page: Page, where: string) {
  expect(await violationsOf(page), where).toEqual([])
  expect(await calledOtherwise(page), where).toEqual([])
  expect(await widerThanThePage(page), `${where} scrolls sideways`).toEqual([])
}

/** What reaches beyond the right edge of a page that scrolls sideways. */
export const widerThanThePage = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    if (document.documentElement.scrollWidth <= window.innerWidth) return []
    const beyond = [...document.body.querySelectorAll('*')].filter(
      (element) => element.getBoundingClientRect().right > window.innerWidth,
    )
    return ['the page', ...beyond.map(({ tagName, className }) => `${tagName} ${className}`)]
  })

/**
 * The links and buttons whose name is not what is seen on them, or what is seen and then more: who speaks to
 * the page says what they see (WCAG 2.5.3, of which axe's own rule is an experiment and asks less).
 */
export const calledOtherwise = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isForTheEar = (element: Element | null): boolean =>
      element?.closest('.sr-only') !== null || !element?.checkVisibility({ visibilityProperty: true })
    const read = (element: Element, takes: (text: Node) => boolean): string => {
      const words: string[] = []
      const walk = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      for (let text = walk.nextNode(); text; text = walk.nextNode())
        if (takes(text)) words.push(text.nodeValue ?? '')
      return words.join('').replace(/\s+/g, ' ').trim().toLowerCase()
    }
    const named = (element: Element): string => {
      const by = element.getAttribute('aria-labelledby')?.split(/\s+/) ?? []
      const labels = by.flatMap((id) => document.getElementById(id)?.textContent ?? [])
      const label = labels.join(' ') || element.getAttribute('aria-label')
      if (label) return label.replace(/\s+/g, ' ').trim().toLowerCase()
      return read(element, ({ parentElement }) => !parentElement?.closest('[aria-hidden=true]'))
    }
    const spoken = 'a, button, summary, [role=button], [role=link], [role=tab], [role=switch]'
    return [...document.querySelectorAll(spoken)].flatMap((element) => {
      const seen = read(element, ({ parentElement }) => !isForTheEar(parentElement))
      return named(element).startsWith(seen) ? [] : [`“${seen}” is called “${named(element)}”`]
    })
  })
