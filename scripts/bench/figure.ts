/** A measured figure and its limit, as a line of the report. */
export type Figure = { name: string; value: number; limit: number; unit: string; atLeast?: boolean }

/** Where filled databases are kept between runs. */
export const FOLDER = '.cache/bench'
