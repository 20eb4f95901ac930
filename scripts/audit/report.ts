import { FIGURES, isMissed } from './figures'
import type { Measured } from './measured'

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
    `  Lighthouse's telephone, simulated; ${runs === 1 ? 'one run' : `median of ${runs} runs`}`,
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
