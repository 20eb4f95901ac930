import { type Canvas, paint, shade } from '#scripts/art/engine/canvas'
import { ink, inks, mix } from '#scripts/art/engine/colour'
import { bell, clamp, smoothstep } from '#scripts/art/engine/curves'
import { paintDisc } from '#scripts/art/engine/disc'
import { paintFigure, standing } from '#scripts/art/engine/figures'
import { bankCrest, paintBank } from '#scripts/art/engine/ground'
import { finishing } from '#scripts/art/engine/light'
import { fbm, noise } from '#scripts/art/engine/noise'
import { below, bushy, type Crest, paintRidges } from '#scripts/art/engine/ridges'
import { CARD, CARD_WIDTHS, type Scene } from '#scripts/art/engine/scene'
import { paintSky, paintStreaks } from '#scripts/art/engine/sky'
import { paintTree } from '#scripts/art/engine/tree'
import { HERO_TREE, SKIES } from '#scripts/art/palettes'
import { onlooker } from '#scripts/art/people/onlooker'

const HAZE = '#E9CC9E'
const SUN_X = 0.62

const STREAKS = {
  foot: 0.34,
  threshold: 0.12,
  cool: '#6F8288',
  warm: '#E9BE8C',
  litCool: '#B9BCA8',
  litWarm: '#FFE9BC',
  opacity: 0.45,
  litOpacity: 0.85,
  seed: 72,
}

export const ngorongoroRim: Scene = {
  slug: 'ngorongoro-rim',
  title: 'On the rim at sunrise',
  alt: 'Two travelers stand on the forested rim of Ngorongoro and look down on mist and a silver lake at sunrise',
  place: 'Ngorongoro, Tanzania',
  aspect: CARD,
  focus: { x: 0.52, y: 0.58 },
  widths: CARD_WIDTHS,
  paint: paintRim,
}

async function paintRim(canvas: Canvas) {
  paintSky(canvas, {
    stops: SKIES.rim,
    sun: [SUN_X, 0.37],
    horizon: 0.5,
    glow: 0.48,
    glowReach: 0.4,
    bands: 14,
    darkLeft: 0.04,
  })
  paintStreaks(canvas, STREAKS)
  await paintDisc(canvas, { x: SUN_X, y: 0.355, radius: 0.092, crown: '#FFF7E0', foot: '#F9CF8E', bands: 8 })
  await paintCrater(canvas)
  await paintSlopes(canvas)
  await paintTravelers(canvas)
  await paintFront(canvas)
  return finishing(canvas, { glow: 0.16, halo: 0.06, tint: [1, 0.8, 0.5], vignette: 0.16 })
}

/** Far wall, floor, lake, mist: everything 600 metres below. */
async function paintCrater(canvas: Canvas) {
  const { width: W, height: H, unit: U } = canvas
  const wall: Crest = (x) =>
    H *
    (0.415 -
      0.022 * fbm(x / U / 420 + 2, 3, 3) -
      0.05 * bell(x / W - 0.12, 0.14) -
      0.035 * bell(x / W - 0.94, 0.1))
  await paintRidges(
    canvas,
    [{ base: 0, rise: 0, wave: 1, seed: 4, ink: '#7C8A80', crest: wall, bushes: bushy(120, 1, 3) }],
    { haze: HAZE, sunReach: 0.28, thickness: 0.42 },
  )
  const floorTop = 0.525 * H
  const [far, near, lit] = [ink('#C9BE86'), ink('#7F8F5C'), ink('#FBE6B0')]
  paint(canvas, await below(canvas, (x) => floorTop - 3 * U * noise(x / U / 160, 6)), (x, y) => {
    const t = clamp((y - floorTop) / (0.24 * H))
    const patches = 0.4 * fbm(x / U / (160 + 260 * t), y / U / (8 + 20 * t), 3)
    return mix(mix(far, near, clamp(t + patches)), lit, 0.55 * bell(x - SUN_X * W, W * 0.2) * (1 - 0.7 * t))
  })
  const lake = shade(
    canvas,
    (x, y) => {
      const off = Math.hypot((x / W - 0.6 + 0.01 * noise(y / U / 14, 4)) / 0.15, (y / H - 0.578) / 0.019)
      return smoothstep(1.04, 0.94, off + 0.16 * noise(x / U / 60, y / U / 9))
    },
    0.55 * H,
    0.61 * H,
  )
  paint(canvas, lake, (x) => mix(ink('#B9C4B4'), ink('#FFF6DC'), bell(x - SUN_X * W, W * 0.09)))
  const mist = shade(
    canvas,
    (x, y) =>
      smoothstep(0.02, 0.4, fbm(x / U / 260 + 7, y / U / 22, 4)) * bell(y / H - 0.545, 0.03) +
      0.8 * smoothstep(0.06, 0.4, fbm(x / U / 240 + 1, y / U / 30, 4)) * bell(y / H - 0.67, 0.035),
    0.48 * H,
    0.76 * H,
  )
  paint(canvas, mist, ink('#FBE9C6'), 0.85)
}

async function paintSlopes(canvas: Canvas) {
  const { width: W, height: H, unit: U } = canvas
  const left: Crest = (x) => H * (0.78 - 0.22 * smoothstep(0.42, 0, x / W) - 0.012 * fbm(x / U / 60, 5, 3))
  const right: Crest = (x) => H * (0.8 - 0.17 * smoothstep(0.66, 1, x / W) - 0.012 * fbm(x / U / 60, 9, 3))
  await paintRidges(
    canvas,
    [
      { base: 0, rise: 0, wave: 1, seed: 15, ink: '#66765A', crest: left, bushes: bushy(260, 5, 15, 0.1) },
      { base: 0, rise: 0, wave: 1, seed: 22, ink: '#55654C', crest: right, bushes: bushy(260, 5, 17, 0.1) },
      { base: 0.855, rise: 0.02, wave: 300, seed: 31, ink: '#3A4936', bushes: bushy(300, 6, 20, 0.08) },
    ],
    { haze: HAZE, sunReach: 0.2, sunStrength: 0.4, thickness: 0.45 },
  )
}

async function paintTravelers(canvas: Canvas) {
  for (const [x, y, size, pose, skirt, cloth] of [
    [0.452, 0.93, 2.0, 'resting', true, '#9a4a33'],
    [0.402, 0.936, 2.15, 'hips', false, '#6f6a48'],
  ] as const)
    await paintFigure(canvas, onlooker({ pose, skirt, hat: true }), standing(canvas, x, y, size), {
      ink: ink('#22201e'),
      ear: ink(cloth),
      rim: ink('#FFE7B4'),
      toward: [0.75, 0.5],
      rimWidth: 2 * canvas.unit,
    })
}

async function paintFront(canvas: Canvas) {
  await paintTree(
    canvas,
    { ...HERO_TREE, seed: 21, width: 118, height: 92, droop: 0.24, lean: 0.12, leafiness: 2 },
    standing(canvas, 0.03, 0.99, 6.6),
    {
      bark: ink('#1f1d19'),
      barkLit: ink('#D9B27A'),
      leaves: inks(['#1b2019', '#313a25', '#596335', '#98944C', '#E3D084']),
      toward: [0.8, 0.45],
      leafScale: 0.9,
    },
  )
  await paintBank(canvas, {
    crest: bankCrest(canvas, 0.93, { height: 0.02, reach: 0.25 }, { height: 0.035, reach: 0.3 }),
    base: '#161a15',
    glow: '#57512f',
    tones: ['#131611', '#252b1e', '#484a2b', '#837a3e', '#DCC673'],
    count: 300,
    heights: [40, 140],
    rows: [0.915, 1.1],
  })
}
