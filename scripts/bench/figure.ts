/** A measured figure, as a line of the report, and the limit it is held to, if any. */
export type Figure = { name: string; value: number; unit: string; limit?: number; atLeast?: boolean }

/** Where filled databases are kept between runs. */
export const FOLDER = '.cache/bench'
