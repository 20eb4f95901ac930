import { type Canvas, paint, shade } from './canvas'
import { ink, mix } from './colour'
import { clamp, smoothstep } from './curves'
import type { Mask } from './masks'
import { noise } from './noise'
import type { Crest } from './ridges'

type TeaRows = {
  land: Mask
  crest: Crest
  /** Depth of the slope, as a share of the height. */
  depth: number
  /** Where tea is planted, 0..1. */
  density: (x: number, y: number) => number
  /** Tops of the bushes, far and near, and the shade between the rows. */
  lit: readonly [string, string]
  gap: string
  /** Rows on the slope, and how they run across it. */
  rows?: number
  lean?: number
}

/** Tea rows that follow a slope, closer together toward its crest. */
export function paintTeaRows(canvas: Canvas, tea: TeaRows) {
  const { width: W, height: H, unit: U } = canvas
  const { rows = 15, lean = 0.9, depth } = tea
  const slope = (x: number, y: number) => (y - tea.crest(x)) / (H * depth)
  const planted = (x: number, y: number) => {
    if ((tea.land.alpha[y * W + x] ?? 0) < 0.5) return 0
    return smoothstep(0.015, 0.05, slope(x, y)) * tea.density(x, y)
  }
  const rowAt = (x: number, y: number) => {
    const t = Math.max(0, slope(x, y))
    return (
      rows * Math.log(1 + 5.2 * t) + lean * (x / W) + 0.1 * noise(x / U / (14 + 40 * t), y / U / (8 + 20 * t))
    )
  }
  const tops = shade(canvas, (x, y) => {
    const here = planted(x, y)
    if (here <= 0) return 0
    const row = rowAt(x, y)
    const bushes = 0.5 + 0.5 * noise(x / U / (5 + 16 * slope(x, y)), row * 3)
    const place = row - Math.floor(row)
    return here * smoothstep(0.02, 0.16, place) * smoothstep(0.62, 0.3, place) * (0.55 + 0.45 * bushes)
  })
  const gaps = shade(canvas, (x, y) => {
    const here = planted(x, y)
    if (here <= 0) return 0
    const row = rowAt(x, y)
    return here * smoothstep(0.6, 0.8, row - Math.floor(row)) * smoothstep(1, 0.93, row - Math.floor(row))
  })
  const [far, near] = [ink(tea.lit[0]), ink(tea.lit[1])]
  paint(canvas, tops, (x, y) => mix(far, near, clamp((y - tea.crest(x)) / (H * 0.2))), 0.72)
  paint(canvas, gaps, ink(tea.gap), 0.62)
}
