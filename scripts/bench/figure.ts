/** A measured figure, as a line of the report, and what it is held to, if anything. */
export type Figure =
  | [name: string, value: number, unit: string]
  | [name: string, value: number, unit: string, bound: 'at most' | 'at least', limit: number]

/** Where filled databases are kept between runs. */
export const FOLDER = '.cache/bench'

export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[
    Math.min(values.length - 1, Math.floor(values.length * share))
  ] ?? 0

export const median = (values: readonly number[]): number => percentile(values, 0.5)
