import { FILM } from './film'

const { width: W, height: H } = FILM

/** Where the plain begins, and the depth at which the ground moves by `TRAVEL`; shares of the height. */
export const PLAIN_TOP = 0.712
const MEASURED_AT = 0.845
/** How far the ground moves against the walk in one loop, in pixels. */
export const TRAVEL = (232 * W) / 1280
/** The loop closes with a dissolve of so many frames; the animals need none, for their strides are whole. */
export const DISSOLVE = 20
/** How far an elephant comes in one stride, in units of its figure. */
const STRIDE = 44

/** How fast the ground is at a height, against `TRAVEL`. */
export const paceAt = (y: number) => (y - PLAIN_TOP) / (MEASURED_AT - PLAIN_TOP)

/** The one place where feet do not skate: there the ground moves as far as an animal of that size walks. */
export const placeFor = (scale: number, strides: number) =>
  H * (PLAIN_TOP + ((strides * STRIDE * scale) / TRAVEL) * (MEASURED_AT - PLAIN_TOP))

/** What is still ahead at `t`, 0..1, and a little beyond for the dissolve. */
export const aheadAt = (t: number, frames: number) => TRAVEL * (1 + DISSOLVE / frames - t)
