import { type Canvas, paint, shade } from '#scripts/art/engine/canvas'
import { ink } from '#scripts/art/engine/colour'
import { bell, clamp } from '#scripts/art/engine/curves'
import { fbm } from '#scripts/art/engine/noise'
import { bushy, paintRidges, type Ridge } from '#scripts/art/engine/ridges'

export const HAZE = '#EEE8C4'

export const SUN_X = 0.64

const RIDGES: Ridge[] = [
  { base: 0.41, rise: 0.09, wave: 520, seed: 17, ink: '#A9BFA8' },
  { base: 0.455, rise: 0.075, wave: 420, seed: 4, ink: '#84A587', bushes: bushy(160, 2, 7) },
]

const NEAR_RIDGES: Ridge[] = [
  { base: 0.525, rise: 0.08, wave: 360, seed: 23, ink: '#608A63', bushes: bushy(240, 3, 11) },
]

export async function paintFarHills(canvas: Canvas) {
  const air = { haze: HAZE, sunReach: 0.3, sunStrength: 0.5, thickness: 0.75 }
  await paintRidges(canvas, RIDGES, air)
  paintMistBank(canvas, 0.455, 0.028, 3)
  await paintRidges(canvas, NEAR_RIDGES, air)
  paintMistBank(canvas, 0.53, 0.03, 7)
}

/** Mist lies in the valleys in long brushed strips. */
export function paintMistBank(canvas: Canvas, level: number, spread: number, seed: number) {
  const { height: H, unit: U } = canvas
  const mist = shade(
    canvas,
    (x, y) => {
      const drift = y / H - level + 0.02 * fbm(x / U / 300 + seed, 2, 3)
      return bell(drift, spread) * clamp(0.7 + 0.55 * fbm(x / U / 190 + seed, y / U / 16, 3))
    },
    (level - 0.1) * H,
    (level + 0.1) * H,
  )
  paint(canvas, mist, ink('#FBF6DC'), 0.85)
}
