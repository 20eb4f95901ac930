import { FIRST_JOURNEY } from '#db/seed/tour'
import type { Measured, PageLoad, PageLook, Verdict } from './measure'

type Figure = {
  name: string
  of: (page: Measured) => number
  /** The most that is allowed on that page; null where it is only shown. */
  limit: (path: string) => number | null
  /** Where the limit is the least instead. */
  least?: true
  digits?: number
}

/** Pages with limits of their own; null where a figure is only shown. */
type Apart = Record<string, number | null>

const score = (
  name: string,
  category: keyof Verdict['scores'],
  least: number,
  apart: Apart = {},
): Figure => ({
  name,
  of: ({ verdicts }) => median(verdicts.map(({ scores }) => scores[category])),
  limit: (path) => limitOn(path, least, apart),
  least: true,
})

const kB = (name: string, kind: keyof PageLoad['bytes'], limits: Record<string, number>): Figure => ({
  name,
  of: (page) => median(page.loads.map(({ bytes }) => bytes[kind])) / 1_000,
  limit: (path) => limits[path] ?? null,
  digits: 1,
})

const timing = (
  name: string,
  key: 'lcpMs' | 'cls' | 'tbtMs',
  most: number,
  digits = 0,
  apart: Apart = {},
): Figure => ({
  name,
  of: ({ verdicts }) => median(verdicts.map((verdict) => verdict[key])),
  limit: (path) => limitOn(path, most, apart),
  digits,
})

const onTheLine = (name: string, key: 'lcpMs' | 'cls', most: number, digits = 0): Figure => ({
  name,
  of: ({ loads }) => median(loads.map((load) => load[key])),
  limit: () => most,
  digits,
})

const none = (name: string, key: keyof PageLook, apart: Apart = {}): Figure => ({
  name,
  of: ({ look }) => look[key].length,
  limit: (path) => limitOn(path, 0, apart),
})

const limitOn = (path: string, usual: number, apart: Apart): number | null => {
  const own = apart[path]
  return own === undefined ? usual : own
}

/** What we promised for the public pages, in one place: a new figure is one line here. */
const FIGURES: Figure[] = [
  score('Performance', 'performance', 98, { '/checkout': 95 }),
  score('Accessibility', 'accessibility', 100),
  // Zod asks whether it may write code, the policy says no, and Lighthouse counts that.
  score('Best practices', 'best-practices', 100, { '/checkout': 95 }),
  // The checkout is not for search engines.
  score('SEO', 'seo', 100, { '/checkout': null }),
  timing('LCP, ms', 'lcpMs', 2_000),
  timing('TBT, ms', 'tbtMs', 100, 0, { '/checkout': 150 }),
  timing('CLS', 'cls', 0.02, 3),
  onTheLine('LCP on a slow line, ms', 'lcpMs', 2_000),
  onTheLine('CLS on a slow line', 'cls', 0.02, 3),
  kB('Scripts, kB', 'scripts', { '/': 100, [`/${FIRST_JOURNEY.path}`]: 110, '/checkout': 145 }),
  kB('CSS, kB', 'styles', { '/': 20 }),
  kB('Fonts, kB', 'fonts', { '/': 90 }),
  kB('Pictures, kB', 'images', {}),
  {
    name: 'All, kB',
    of: ({ loads }) => median(loads.map(allBytes)) / 1_000,
    limit: (path) => (path === '/' ? 450 : null),
    digits: 1,
  },
  none('axe violations', 'axe'),
  none('Console errors', 'consoleErrors'),
  none('Failed requests', 'failedRequests'),
  // Anyone who scrolls down the checkout comes to Stripe's card form.
  none('Requests elsewhere', 'foreignRequests', { '/checkout': null }),
  none('Sideways scroll', 'sidewaysScroll'),
]

const isMissed = (figure: Figure, page: Measured): boolean => {
  const limit = figure.limit(page.path)
  if (limit === null) return false
  // Also missed where there is no number at all.
  return figure.least ? !(figure.of(page) >= limit) : !(figure.of(page) <= limit)
}

export const figuresMet = (page: Measured): boolean => !FIGURES.some((figure) => isMissed(figure, page))

const allBytes = ({ bytes }: PageLoad) => Object.values(bytes).reduce((sum, part) => sum + part, 0)

/** The middle one; of an even number the higher of the two. */
function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
}

/** One line a figure, one column a page, `✗` where a figure is missed; below it, what was wrong in words. */
export function report(pages: Measured[], runs: number): string {
  const header = ['', ...pages.map(({ path }) => path), 'at most']
  const lines = FIGURES.map((figure) => [
    figure.name,
    ...pages.map((page) => {
      const value = figure.of(page).toFixed(figure.digits ?? 0)
      return isMissed(figure, page) ? `✗ ${value}` : value
    }),
    (figure.least ? 'at least ' : '') + limits(pages.map(({ path }) => figure.limit(path))),
  ])
  const missed = pages.flatMap((page) => FIGURES.filter((figure) => isMissed(figure, page)))
  return [
    '',
    ...inColumns([header, ...lines]),
    ...wrongs(pages),
    '',
    `  Lighthouse's phone, simulated; ${runs === 1 ? 'one run' : `median of ${runs} runs`}`,
    '  Weights and the slow line: 390 px, 4× slower processor, 1.6 Mbit/s, 150 ms, really throttled',
    missed.length === 0 ? '  Every figure is met.' : `  Missed: ${missed.length}`,
    '',
  ].join('\n')
}

const limits = (all: (number | null)[]) =>
  [...new Set(all)].filter((limit) => limit !== null).join(' / ') || '–'

function inColumns(rows: string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map(
    (row) =>
      `  ${row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join('   ')}`,
  )
}

const wrongs = (pages: Measured[]): string[] =>
  pages.flatMap(({ path, look, verdicts }) => {
    const complaints = verdicts.flatMap((verdict) => verdict.complaints)
    const said = [...new Set([...complaints, ...Object.values(look).flat()])]
    return said.length > 0 ? ['', `  ${path}`, ...said.map((words) => `    ${words}`)] : []
  })
