import { band } from '#scripts/art/engine/bands'
import { type Canvas, paint, shade } from '#scripts/art/engine/canvas'
import { ink, mix, ramp } from '#scripts/art/engine/colour'
import { paintCumulus } from '#scripts/art/engine/cumulus'
import { bell, clamp, smoothstep } from '#scripts/art/engine/curves'
import { paintDisc } from '#scripts/art/engine/disc'
import { paintFigure, standing } from '#scripts/art/engine/figures'
import { finishing } from '#scripts/art/engine/light'
import { fbm, noise } from '#scripts/art/engine/noise'
import { CARD, CARD_WIDTHS, type Scene } from '#scripts/art/engine/scene'
import { paintSky, paintStreaks } from '#scripts/art/engine/sky'
import { evenly, SKIES } from '#scripts/art/palettes'
import { onlooker } from '#scripts/art/people/onlooker'
import { paintBougainvillea } from '#scripts/art/things/bougainvillea'
import { paintDhow } from '#scripts/art/things/dhow'
import { paintPalm } from '#scripts/art/things/palm'
import { lightAt, paintTown } from './lamu-town'

const HORIZON = 0.425

const SUN_X = 0.7

const SEA = evenly('#2C7FA0 #2F93A6 #48AEB0 #7CCABA #B7DFCB', [0, 0.25, 0.5, 0.75, 1])

const STREAKS = {
  foot: 0.24,
  threshold: 0.16,
  cool: '#7FB4C4',
  warm: '#E6E4C8',
  litCool: '#C9DFDC',
  litWarm: '#FFF9E0',
  opacity: 0.3,
  litOpacity: 0.6,
  seed: 13,
}

export const lamuRoofs: Scene = {
  slug: 'lamu-roofs',
  title: 'The roofs of Lamu at noon',
  alt: 'White coral houses and thatched terraces of Lamu step down to a blue channel with dhows under the noon sun',
  place: 'Lamu, Kenya',
  aspect: CARD,
  focus: { x: 0.75, y: 0.56 },
  widths: CARD_WIDTHS,
  paint: paintRoofs,
}

async function paintRoofs(canvas: Canvas) {
  await paintNoonSky(canvas)
  paintChannel(canvas)
  for (const [x, waterline, size, flip] of [
    [0.24, 0.455, 0.42, true],
    [0.83, 0.462, 0.5, true],
    [0.53, 0.487, 0.9, false],
  ] as const)
    await paintDhow(canvas, { x, waterline, size, flip, sail: ['#D9C09A', '#F3E6CA', '#FFF8E6'] })
  await paintTown(canvas)
  await paintTerrace(canvas)
  await paintPalm(canvas, {
    x: 0.975,
    y: 1.06,
    height: 820,
    lean: -0.16,
    seed: 21,
    inks: ['#1f3d36', '#386048', '#658850', '#C9BB70'],
  })
  return finishing(canvas, { glow: 0.1, halo: 0.04, tint: [1, 0.95, 0.78], vignette: 0.1 })
}

async function paintNoonSky(canvas: Canvas) {
  paintSky(canvas, {
    stops: SKIES.lamu,
    sun: [SUN_X, 0.15],
    horizon: 0.46,
    glow: 0.24,
    glowReach: 0.34,
    bands: 13,
    darkLeft: 0.03,
  })
  await paintDisc(canvas, { x: SUN_X, y: 0.14, radius: 0.06, crown: '#FFFDF2', foot: '#FDF0C8', bands: 6 })
  await paintCumulus(canvas, {
    clouds: [
      [0.14, 0.375, 0.18, 0.14],
      [0.66, 0.205, 0.13, 0.075],
      [0.46, 0.4, 0.12, 0.05],
      [0.86, 0.39, 0.16, 0.08],
    ],
    inks: { dark: '#A3BFC4', mid: '#DDE2D4', light: '#FFF8E6', crown: '#FFFEF6' },
    seed: 29,
    toward: [0.3, 0.9],
    haze: { ink: '#EDECD4', share: 0.35 },
    opacity: 0.97,
  })
  paintStreaks(canvas, STREAKS)
}

function paintChannel(canvas: Canvas) {
  const { width: W, height: H, unit: U } = canvas
  const [colour, glow] = [ramp(SEA), ink('#F6F4DC')]
  const depthAt = (y: number) => (y / H - HORIZON) / 0.2
  paint(
    canvas,
    shade(canvas, () => 1, Math.round(HORIZON * H), 0.72 * H),
    (x, y) => {
      const t = depthAt(y)
      const reef = 0.14 * fbm(x / U / 280 + 5, y / U / 22, 3)
      const tone = band(clamp(t * 0.9 + reef), 11, x / U, y / U, {
        stray: 0.8,
        long: 70 + 200 * t,
        thick: 2 + 6 * t,
        soft: 0.3,
      })
      return mix(colour(tone), glow, 0.25 * bell(x - SUN_X * W, W * 0.16) * (1 - clamp(t)))
    },
  )
  const sparks = shade(
    canvas,
    (x, y) =>
      smoothstep(
        0.36,
        0.48,
        noise(x / U / (18 + 60 * depthAt(y)), y / U / (1.4 + 3 * depthAt(y))) +
          0.2 * noise(x / U / 7, y / U / 1.2),
      ),
    HORIZON * H,
    0.66 * H,
  )
  paint(canvas, sparks, ink('#E9F6EA'), 0.6)
  const spit = shade(
    canvas,
    (x, y) =>
      smoothstep(0.0045, 0.002, Math.abs(y / H - HORIZON - 0.003)) *
      smoothstep(0.34, 0.4, x / W + 0.02 * noise(x / U / 30, 2)),
    0.41 * H,
    0.44 * H,
  )
  paint(canvas, spit, ink('#6F9A84'))
}

/** The terrace we stand on: a low wall, bougainvillea, and somebody looking at the sea. */
async function paintTerrace(canvas: Canvas) {
  const { height: H, unit: U } = canvas
  const light = lightAt(0)
  const wall = shade(canvas, (x, y) => smoothstep(0.906 * H, 0.908 * H, y + 0.0008 * x), 0.89 * H)
  paint(canvas, wall, (x, y) => {
    const lit = smoothstep(0.935, 0.928, y / H)
    const plaster = 0.16 * noise(x / U / 50, y / U / 20) + 0.08 * noise(x / U / 9, y / U / 7)
    return mix(mix(light.shade, light.wall, 0.24 + plaster), light.wall, lit * 0.85)
  })
  await paintFigure(
    canvas,
    onlooker({ pose: 'resting', skirt: true }),
    standing(canvas, 0.655, 0.962, 2.25),
    {
      ink: ink('#3a2c28'),
      ear: ink('#F3E8D2'),
      rim: ink('#FFFBEA'),
      toward: [0.5, 0.8],
      rimWidth: 2 * U,
      shadow: { opacity: 0.5, shear: -0.7, stretch: 0.12, ink: '#7d8084' },
    },
  )
  await paintBougainvillea(canvas, { left: -0.02, right: 0.2, top: 0.81, foot: 1.02, seed: 5 })
  await paintBougainvillea(canvas, { left: 0.74, right: 0.98, top: 0.9, foot: 1.03, seed: 12 })
}
