import type { Canvas } from '#scripts/art/engine/canvas'
import { hazedInks, ink, mix } from '#scripts/art/engine/colour'
import { paintCumulus } from '#scripts/art/engine/cumulus'
import { paintDisc } from '#scripts/art/engine/disc'
import { standing } from '#scripts/art/engine/figures'
import { bushy, paintRidges, type Ridge } from '#scripts/art/engine/ridges'
import { paintSky } from '#scripts/art/engine/sky'
import { paintTree } from '#scripts/art/engine/tree'
import { SKIES } from '#scripts/art/palettes'

const HAZE = '#E6E4C2'

const RIDGES: Ridge[] = [
  { base: 0.655, rise: 0.035, wave: 520, seed: 12, ink: '#9DB1A2' },
  { base: 0.664, rise: 0.014, wave: 300, seed: 5, ink: '#839674', bushes: bushy(150, 1.5, 6, 0.4) },
]

const CLOUD_INKS = { dark: '#9DB8B8', mid: '#D9DECB', light: '#FDF6E0', crown: '#FFFDF4' }
/** Fair-weather rows; `share` is how much haze stands before each. */
const CLOUD_ROWS = [
  {
    seed: 3,
    share: 0.7,
    clouds: [
      [0.12, 0.6, 0.09, 0.03],
      [0.36, 0.606, 0.11, 0.032],
      [0.62, 0.598, 0.1, 0.03],
      [0.88, 0.604, 0.1, 0.034],
    ],
  },
  {
    seed: 6,
    share: 0.5,
    clouds: [
      [0.0, 0.535, 0.13, 0.07],
      [0.31, 0.53, 0.12, 0.055],
      [0.58, 0.54, 0.13, 0.065],
      [0.95, 0.53, 0.15, 0.08],
    ],
  },
  {
    seed: 11,
    share: 0.22,
    clouds: [
      [0.79, 0.43, 0.2, 0.17],
      [0.2, 0.38, 0.22, 0.15],
    ],
  },
  { seed: 17, share: 0.12, clouds: [[0.6, 0.235, 0.16, 0.09]] },
] as const

/** Fair-weather clouds in rows, smaller and closer toward the horizon. */
export async function paintNoonSky(canvas: Canvas) {
  paintSky(canvas, {
    stops: SKIES.noon,
    sun: [0.6, 0.2],
    horizon: 0.7,
    glow: 0.22,
    glowReach: 0.3,
    bands: 14,
    darkLeft: 0.02,
    climb: 1.1,
  })
  await paintDisc(canvas, { x: 0.62, y: 0.17, radius: 0.062, crown: '#FFFDF0', foot: '#FCEFC0', bands: 6 })
  for (const { seed, share, clouds } of CLOUD_ROWS)
    await paintCumulus(canvas, {
      clouds,
      inks: CLOUD_INKS,
      seed,
      toward: [0.1, 0.95],
      haze: { ink: '#E3E4C6', share },
      opacity: 0.97,
      baseCut: 0.1,
    })
  await paintRidges(canvas, RIDGES, { haze: HAZE, thickness: 0.6, sunStrength: 0.2 })
  await paintFarTrees(canvas)
}

async function paintFarTrees(canvas: Canvas) {
  const haze = ink(HAZE)
  for (const [x, size, seed, far] of [
    [0.77, 0.75, 19, 0.42],
    [0.93, 1.15, 5, 0.3],
    [0.08, 0.6, 22, 0.5],
  ] as const)
    await paintTree(
      canvas,
      { seed, width: 96, height: 60, pads: 8 },
      standing(canvas, x, 0.673, size * 1.5),
      {
        bark: mix(ink('#3a2a20'), haze, far),
        leaves: hazedInks(['#33401f', '#566629', '#8f9440', '#D6CB74'], haze, far),
        toward: [0.2, 0.9],
      },
    )
}
