import type { PageLoad } from './load'
import type { PageLook } from './look'

/** What was measured of one page: each throttled load, and what it looks like at each width. */
export type Measured = { path: string; loads: PageLoad[]; look: PageLook }
