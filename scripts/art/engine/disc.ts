import { band } from './bands'
import { type Canvas, cut, paint } from './canvas'
import { ink, mix } from './colour'
import { clamp } from './curves'
import { circle } from './shapes'

type Disc = { x: number; y: number; radius: number; crown: string; foot: string; bands?: number }

/** The one sun or moon: crisp edge, cream above, apricot at its foot. Shares of width and height. */
export async function paintDisc(canvas: Canvas, { x, y, radius, crown, foot, bands = 6 }: Disc) {
  const { width: W, height: H, unit: U } = canvas
  const [top, bottom] = [ink(crown), ink(foot)]
  const r = radius * H
  paint(canvas, await cut(canvas, circle(x * W, y * H, r)), (px, py) => {
    const fall = clamp((py - (y * H - r)) / (2 * r))
    return mix(top, bottom, band(fall, bands, px / U, py / U, { stray: 0.35, long: 90, thick: 3 }))
  })
}
