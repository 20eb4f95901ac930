import type { Canvas } from '#scripts/art/engine/canvas'
import { hazedInks, ink, mix } from '#scripts/art/engine/colour'
import { paintDisc } from '#scripts/art/engine/disc'
import { standing } from '#scripts/art/engine/figures'
import { bankCrest, type Plain, paintBank, paintPlain, paintTufts } from '#scripts/art/engine/ground'
import { finishing } from '#scripts/art/engine/light'
import { bushy, paintMist, paintRidges, type Ridge } from '#scripts/art/engine/ridges'
import { CARD, CARD_WIDTHS, type Scene } from '#scripts/art/engine/scene'
import { blob, limb } from '#scripts/art/engine/shapes'
import { paintSky, paintStreaks } from '#scripts/art/engine/sky'
import { paintSolid } from '#scripts/art/engine/solid'
import { paintTree } from '#scripts/art/engine/tree'
import { evenly, SKIES } from '#scripts/art/palettes'
import { hat } from '#scripts/art/people/hat'
import { paintBoots } from '#scripts/art/things/boots'
import { paintGuitar } from '#scripts/art/things/guitar'
import { paintShuka } from '#scripts/art/things/shuka'

const HAZE = '#EDBB7C'
const LIT = '#FFE0A2'
const TOWARD = [-0.8, 0.5] as const
const PLAIN: Plain = {
  top: 0.685,
  depth: 0.3,
  stops: evenly('#E9BE7C #C9934F #95663A #5A3D2C #2E2019', [0, 0.18, 0.45, 0.75, 1]),
  lit: LIT,
  poolReach: 0.24,
  poolStrength: 0.5,
}

const RIDGES: Ridge[] = [
  { base: 0.64, rise: 0.05, wave: 520, seed: 14, ink: '#BF9270' },
  { base: 0.66, rise: 0.026, wave: 330, seed: 5, ink: '#977060', bushes: bushy(130, 2, 7, 0.3) },
  { base: 0.682, rise: 0.016, wave: 250, seed: 21, ink: '#6E5048', bushes: bushy(220, 3, 14, 0.45) },
]

const STREAKS = {
  foot: 0.6,
  threshold: 0.12,
  cool: '#5D7074',
  warm: '#E3A866',
  litCool: '#A9A48C',
  litWarm: '#FFE2A8',
  opacity: 0.45,
  litOpacity: 0.85,
  seed: 97,
}

export const hatBootsGuitar: Scene = {
  slug: 'hat-boots-guitar',
  title: 'After the last song',
  alt: 'A hat, a pair of boots, a guitar and a red checked shuka left on a fence at sunset, the plain behind',
  place: 'Amboseli, Kenya',
  aspect: CARD,
  focus: { x: 0.85, y: 0.6 },
  widths: CARD_WIDTHS,
  paint: paintFence,
}

async function paintFence(canvas: Canvas) {
  await paintEvening(canvas)
  await paintPlain(canvas, PLAIN)
  await paintTufts(canvas, PLAIN, {
    from: 0.69,
    to: 0.8,
    count: 1100,
    seed: 23,
    tones: ['#80592f', '#B08044', '#DDB066'],
    opacity: 0.8,
  })
  await paintTufts(canvas, PLAIN, {
    from: 0.79,
    to: 0.9,
    count: 700,
    seed: 5,
    tones: ['#553a26', '#8a6236', '#C9984F'],
    opacity: 0.95,
    heights: [6, 60],
  })
  await paintRailsAndPosts(canvas)
  await paintShuka(canvas, { left: 0.775, right: 0.872, top: 0.598, foot: 0.83 })
  await paintHat(canvas)
  await paintGuitar(canvas, { x: 0.535, y: 0.965, height: 560, lean: 11, toward: TOWARD })
  await paintBoots(canvas, { x: 0.655, y: 0.958, height: 172, toward: TOWARD })
  await paintBank(canvas, {
    crest: bankCrest(canvas, 0.99, { height: 0.06, reach: 0.28 }, { height: 0.045, reach: 0.2 }),
    base: '#1c1413',
    glow: '#633f28',
    tones: ['#191110', '#31201a', '#5a3b25', '#92683a', '#DFA95C'],
    count: 190,
    heights: [40, 130],
    edgeCount: 300,
    rows: [0.975, 1.1],
  })
  return finishing(canvas, { glow: 0.13, glowReach: 0.26, halo: 0.07, tint: [1, 0.76, 0.42], vignette: 0.17 })
}

async function paintEvening(canvas: Canvas) {
  paintSky(canvas, {
    stops: SKIES.ranch,
    sun: [0.33, 0.5],
    horizon: 0.68,
    glow: 0.46,
    glowReach: 0.42,
    bands: 14,
    darkLeft: 0,
    climb: 1.2,
  })
  paintStreaks(canvas, STREAKS)
  await paintDisc(canvas, { x: 0.33, y: 0.5, radius: 0.17, crown: '#FFF3D2', foot: '#F2AC62', bands: 10 })
  await paintRidges(canvas, RIDGES, { haze: HAZE, sunReach: 0.28, thickness: 0.5 })
  paintMist(canvas, { y: 0.678, spread: 0.022, ink: '#F9D79A', strength: 0.3, atSun: 0.5 })
  const haze = ink(HAZE)
  await paintTree(
    canvas,
    { seed: 41, width: 110, height: 64, pads: 9, leafSize: 0.5 },
    standing(canvas, 0.1, 0.7, 2.5),
    {
      bark: mix(ink('#2a1c1a'), haze, 0.22),
      leaves: hazedInks(['#33261d', '#5c4327', '#987035', '#E4B165'], haze, 0.2),
      toward: [0.85, 0.3],
    },
  )
}

/** Two old posts and two rails, a little crooked. */
async function paintRailsAndPosts(canvas: Canvas) {
  const { width: W, height: H, unit: U } = canvas
  const wood = {
    inks: ['#241916', '#4a3324', '#8A6038'],
    rim: '#FFD996',
    toward: TOWARD,
    roundness: 7,
    rimWidth: 2,
  } as const
  const rail = (from: readonly [number, number], to: readonly [number, number]) =>
    limb(
      [from[0] * W, from[1] * H, 9 * U],
      [((from[0] + to[0]) / 2) * W, ((from[1] + to[1]) / 2) * H + 3 * U, 8 * U],
      [to[0] * W, to[1] * H, 9 * U],
    )
  await paintSolid(canvas, rail([0.4, 0.622], [1.03, 0.604]), wood)
  await paintSolid(canvas, rail([0.42, 0.778], [1.03, 0.77]), wood)
  const post = (x: number, top: number) =>
    limb([x * W, 1.02 * H, 19 * U], [(x + 0.002) * W, 0.75 * H, 16.5 * U], [(x - 0.001) * W, top * H, 15 * U])
  await paintSolid(canvas, post(0.745, 0.53), { ...wood, roundness: 12 })
  await paintSolid(canvas, post(0.945, 0.55), { ...wood, roundness: 12 })
  await paintSolid(canvas, post(0.43, 0.56), { ...wood, roundness: 12 })
}

/** The hat hangs on the middle post. */
async function paintHat(canvas: Canvas) {
  const { width: W, height: H, unit: U } = canvas
  const k = 8.6 * U
  const at = (shape: string) =>
    `<g transform="translate(${0.744 * W},${0.525 * H}) scale(${k},${-k})">${shape}</g>`
  await paintSolid(canvas, at(hat(0, 0, 1, -4)), {
    inks: ['#3a2519', '#7d5532', '#C08F55'],
    rim: '#FFE3A8',
    toward: TOWARD,
    roundness: 15,
    rimWidth: 2.6,
  })
  await paintSolid(
    canvas,
    at(
      blob(
        [
          [-6.9, 1.1],
          [-6.6, 3.2],
          [0, 2.5],
          [6.4, 2.3],
          [6.7, 0.2],
          [0, 0.3],
        ],
        6,
      ),
    ),
    { inks: ['#1d100e', '#2f1a15', '#5c3321'], toward: TOWARD, roundness: 6 },
  )
}
