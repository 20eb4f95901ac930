import { type Canvas, paint, shade } from '#scripts/art/engine/canvas'
import { ink } from '#scripts/art/engine/colour'
import { bell, smoothstep } from '#scripts/art/engine/curves'
import { noise } from '#scripts/art/engine/noise'
import { bushy, paintMist, paintRidges, type Ridge, volcanoCrest } from '#scripts/art/engine/ridges'

export const HAZE = '#F0C197'

const RIDGES: Ridge[] = [
  { base: 0.676, rise: 0.012, wave: 380, seed: 15, ink: '#7B646A', bushes: bushy(160, 1, 4, 0.2) },
]

const NEAR_RIDGES: Ridge[] = [
  { base: 0.71, rise: 0.016, wave: 300, seed: 24, ink: '#665058', bushes: bushy(220, 2, 6, 0.35) },
  { base: 0.755, rise: 0.026, wave: 260, seed: 33, ink: '#4E3B43', bushes: bushy(240, 3, 11, 0.4) },
]

/** The far wall, a dead volcano, and the floor in layers with the lake between. */
export async function paintValley(canvas: Canvas) {
  const { width: W, height: H, unit: U } = canvas
  const air = { haze: HAZE, sunReach: 0.24, thickness: 0.55 }
  const volcano = volcanoCrest(canvas, { x: 0.445, top: 0.512, foot: 0.625, reach: 0.21, crater: 0.034 })
  await paintRidges(
    canvas,
    [
      { base: 0.588, rise: 0.05, wave: 620, seed: 12, ink: '#B79AA0' },
      { base: 0.62, rise: 0.1, wave: 400, seed: 3, ink: '#8D7A86', crest: volcano },
      { base: 0.645, rise: 0.02, wave: 420, seed: 7, ink: '#86707A', bushes: bushy(90, 1, 3) },
    ],
    air,
  )
  const lake = shade(
    canvas,
    (x, y) =>
      bell(y / H - 0.668, 0.006 + 0.003 * noise(x / U / 90, 3)) *
      smoothstep(0.36, 0.5, x / W) *
      smoothstep(0.86, 0.7, x / W) *
      smoothstep(-0.2, 0.1, noise(x / U / 60, y / U / 2) + 0.35),
    0.64 * H,
    0.7 * H,
  )
  await paintRidges(canvas, RIDGES, { ...air, thickness: 0.9 })
  paint(canvas, lake, ink('#FFEBC6'), 0.9)
  await paintRidges(canvas, NEAR_RIDGES, { ...air, thickness: 0.7 })
  paintMist(canvas, { y: 0.735, spread: 0.02, ink: '#F6D3A4', strength: 0.3, atSun: 0.35 })
}
