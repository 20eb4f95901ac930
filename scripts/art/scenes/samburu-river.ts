import { type Canvas, paint, shade } from '#scripts/art/engine/canvas'
import { ink } from '#scripts/art/engine/colour'
import { smoothstep } from '#scripts/art/engine/curves'
import { paintDisc } from '#scripts/art/engine/disc'
import { noise } from '#scripts/art/engine/noise'
import { bushy, paintRidges, type Ridge } from '#scripts/art/engine/ridges'
import { paintSky, paintStreaks } from '#scripts/art/engine/sky'
import { SKIES } from '#scripts/art/palettes'
import { paintMesa } from '#scripts/art/things/mesa'
import { paintPalm } from '#scripts/art/things/palm'

export const HAZE = '#F2C79C'

export const RIVER = 0.655

export const SUN_X = 0.3

const RIDGES: Ridge[] = [{ base: 0.585, rise: 0.06, wave: 480, seed: 14, ink: '#B49890' }]

const NEAR_RIDGES: Ridge[] = [
  { base: 0.602, rise: 0.024, wave: 330, seed: 5, ink: '#9A7A68', bushes: bushy(150, 2, 7, 0.3) },
  { base: 0.63, rise: 0.016, wave: 260, seed: 21, ink: '#6E6648', bushes: bushy(260, 3, 15, 0.25) },
]

const STREAKS = {
  foot: 0.42,
  threshold: 0.13,
  cool: '#7FA6A4',
  warm: '#EDC094',
  litCool: '#CFD6C0',
  litWarm: '#FFEDC8',
  opacity: 0.35,
  seed: 87,
}

export async function paintFarBank(canvas: Canvas) {
  paintSky(canvas, {
    stops: SKIES.north,
    sun: [SUN_X, 0.47],
    horizon: 0.62,
    glow: 0.44,
    glowReach: 0.4,
    bands: 14,
    darkLeft: 0,
  })
  paintStreaks(canvas, STREAKS)
  await paintDisc(canvas, { x: SUN_X, y: 0.435, radius: 0.092, crown: '#FFF8E6', foot: '#F8C88C', bands: 8 })
  const air = { haze: HAZE, sunReach: 0.26, thickness: 0.5 }
  await paintRidges(canvas, RIDGES, air)
  await paintMesa(canvas, {
    left: 0.47,
    right: 0.86,
    top: 0.33,
    foot: 0.6,
    haze: HAZE,
    shade: '#8A5A4C',
    lit: '#DB9468',
    lightFrom: -1,
  })
  await paintRidges(canvas, NEAR_RIDGES, air)
  for (const [x, y, height, lean, seed] of [
    [0.06, 0.655, 250, 0.1, 5],
    [0.115, 0.652, 190, -0.08, 12],
    [0.43, 0.652, 150, 0.06, 7],
    [0.465, 0.653, 205, 0.12, 15],
    [0.87, 0.653, 180, -0.1, 23],
    [0.92, 0.656, 260, 0.05, 31],
  ] as const)
    await paintPalm(canvas, {
      x,
      y,
      height,
      lean,
      seed,
      inks: ['#46513a', '#6d7145', '#9a9155', '#D9C084'],
      trunk: ['#5a4438', '#8a6a52'],
    })
  const sand = shade(
    canvas,
    (x, y) =>
      smoothstep(0.004, 0, Math.abs(y / canvas.height - RIVER - 0.002 * noise(x / canvas.unit / 60, 2))),
    (RIVER - 0.01) * canvas.height,
    (RIVER + 0.01) * canvas.height,
  )
  paint(canvas, sand, ink('#F0D2A0'), 0.85)
}
