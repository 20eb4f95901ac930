import type { Canvas } from '#scripts/art/engine/canvas'
import { hazedInks, ink, mix } from '#scripts/art/engine/colour'
import { paintDisc } from '#scripts/art/engine/disc'
import { standing } from '#scripts/art/engine/figures'
import { paintKilimanjaro } from '#scripts/art/engine/kilimanjaro'
import { bushy, paintMist, paintRidges, type Ridge } from '#scripts/art/engine/ridges'
import { paintSky, paintStreaks } from '#scripts/art/engine/sky'
import { paintTree } from '#scripts/art/engine/tree'
import { SKIES } from '#scripts/art/palettes'

export const HAZE = '#F1D2AC'

export const SUN_X = 0.3

const RIDGES: Ridge[] = [
  { base: 0.572, rise: 0.02, wave: 420, seed: 3, ink: '#9AA79C', bushes: bushy(120, 1.5, 5, 0.2) },
  { base: 0.592, rise: 0.014, wave: 300, seed: 8, ink: '#74876F', bushes: bushy(220, 2, 9, 0.3) },
  { base: 0.613, rise: 0.008, wave: 240, seed: 17, ink: '#55694A', bushes: bushy(200, 2, 12, 0.35) },
]

const STREAKS = {
  foot: 0.36,
  threshold: 0.14,
  cool: '#94AEB6',
  warm: '#EFCFA8',
  litCool: '#D8DCD0',
  litWarm: '#FFF2D2',
  opacity: 0.35,
  seed: 77,
}

export async function paintMorning(canvas: Canvas) {
  paintSky(canvas, {
    stops: SKIES.marsh,
    sun: [SUN_X, 0.47],
    horizon: 0.6,
    glow: 0.4,
    glowReach: 0.42,
    bands: 14,
    darkLeft: 0,
  })
  paintStreaks(canvas, STREAKS)
  await paintDisc(canvas, { x: SUN_X, y: 0.452, radius: 0.075, crown: '#FFFAEC', foot: '#FCE0AE', bands: 7 })
  await paintKilimanjaro(canvas, {
    x: 0.63,
    top: 0.325,
    foot: 0.58,
    spread: 1.8,
    haze: '#EFD3B2',
    shade: '#8C96A2',
    lit: '#D8C0AC',
  })
  await paintRidges(canvas, RIDGES, { haze: HAZE, sunReach: 0.28, thickness: 0.7 })
  paintMist(canvas, { y: 0.585, spread: 0.02, ink: '#F8E4C0', strength: 0.3, atSun: 0.4 })
}

/** On the far shore, after the mirror: a thin canopy upside down looks like roots. */
export async function paintShoreTrees(canvas: Canvas) {
  const haze = ink(HAZE)
  for (const [x, y, size, seed] of [
    [0.1, 0.617, 1.25, 5],
    [0.9, 0.62, 1.6, 41],
    [0.81, 0.616, 0.8, 19],
  ] as const)
    await paintTree(canvas, { seed, width: 92, height: 66, pads: 8 }, standing(canvas, x, y, size * 1.4), {
      bark: mix(ink('#3a3326'), haze, 0.35),
      leaves: hazedInks(['#33402a', '#566236', '#8f9148', '#D8CC80'], haze, 0.3),
      toward: [x < SUN_X ? 0.8 : -0.8, 0.5],
    })
}
