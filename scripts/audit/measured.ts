import type { Verdict } from './lighthouse'
import type { PageLoad } from './load'
import type { PageLook } from './look'

/** What was measured of one page: Lighthouse's runs, each throttled load, and what it looks like at each width. */
export type Measured = { path: string; verdicts: Verdict[]; loads: PageLoad[]; look: PageLook }
