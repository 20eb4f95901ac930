import { flamingo } from '#scripts/art/animals/flamingo'
import { type Canvas, cut, paint } from '#scripts/art/engine/canvas'
import { ink, mix } from '#scripts/art/engine/colour'
import { clamp, lerp } from '#scripts/art/engine/curves'
import { paintDisc } from '#scripts/art/engine/disc'
import { paintFigure, standing } from '#scripts/art/engine/figures'
import { bladesOf, growClumps } from '#scripts/art/engine/grass'
import { finishing } from '#scripts/art/engine/light'
import { random } from '#scripts/art/engine/noise'
import { paintReflection } from '#scripts/art/engine/reflection'
import { bushy, paintRidges, type Ridge } from '#scripts/art/engine/ridges'
import { CARD, CARD_WIDTHS, type Scene } from '#scripts/art/engine/scene'
import { paintSky, paintStreaks } from '#scripts/art/engine/sky'
import { paintGlitter, paintMirror, paintRipples } from '#scripts/art/engine/water'
import { SKIES } from '#scripts/art/palettes'
import { paintFarFlock, paintSkein } from './nakuru-flock'

const SUN_X = 0.36

const WATERLINE = 0.49

const RIDGES: Ridge[] = [
  { base: 0.44, rise: 0.07, wave: 520, seed: 2, ink: '#AD97B4' },
  { base: 0.462, rise: 0.045, wave: 330, seed: 6, ink: '#857597' },
  { base: 0.48, rise: 0.022, wave: 240, seed: 11, ink: '#564F70', bushes: bushy(120, 1.5, 6, 0.3) },
]

const STREAKS = {
  foot: 0.42,
  threshold: 0.12,
  cool: '#9C8CAA',
  warm: '#F0B9A8',
  litCool: '#E8C3BE',
  litWarm: '#FFEBCB',
  opacity: 0.35,
  litOpacity: 0.75,
  seed: 4,
}

export const nakuruFlamingos: Scene = {
  slug: 'nakuru-flamingos',
  title: 'A pink dawn on the lake',
  alt: 'Flamingos wade and feed in Lake Nakuru at dawn, two of them with crossed necks',
  place: 'Lake Nakuru, Kenya',
  aspect: CARD,
  focus: { x: 0.7, y: 0.6 },
  widths: CARD_WIDTHS,
  paint: paintFlamingos,
}

async function paintFlamingos(canvas: Canvas) {
  paintSky(canvas, {
    stops: SKIES.nakuru,
    sun: [SUN_X, 0.4],
    horizon: 0.5,
    glow: 0.42,
    glowReach: 0.42,
    bands: 14,
    darkLeft: 0,
  })
  paintStreaks(canvas, STREAKS)
  await paintDisc(canvas, { x: SUN_X, y: 0.385, radius: 0.062, crown: '#FFF9EA', foot: '#FFE3B4' })
  await paintRidges(canvas, RIDGES, { haze: '#F3C6B0', sunReach: 0.3, sunStrength: 0.6, thickness: 0.75 })
  paintMirror(canvas, {
    waterline: WATERLINE,
    tint: '#E9B9B4',
    share: 0.18,
    reach: 7,
    deeper: 0.25,
    dark: 0.02,
  })
  paintGlitter(canvas, { waterline: WATERLINE, x: SUN_X, ink: ink('#FFF1D2') })
  await paintFarFlock(canvas)
  await paintBirds(canvas)
  await paintSkein(canvas)
  await paintReeds(canvas)
  paintRipples(canvas, { top: 0.6, foot: 1, ink: ink('#FBD9C0'), opacity: 0.35, fade: (t) => t })
  return finishing(canvas, { glow: 0.15, halo: 0.05, tint: [1, 0.82, 0.62], vignette: 0.14 })
}

type Bird = { x: number; y: number; size: number; chance: number; near: boolean }

/** The birds in front; the two at x .725 and .80 cross their necks. */
const NEAR_BIRDS = [
  [0.115, 0.885, 1.75, 0.1],
  [0.205, 0.955, 2.5, 0.97],
  [0.655, 0.835, 1.35, 0.3],
  [0.725, 0.93, 2.2, 0.78],
  [0.8, 0.965, 2.7, 0.86],
  [0.865, 0.875, 1.75, 0.2],
  [0.935, 0.93, 2.25, 0.45],
  [0.985, 0.86, 1.6, 0.7],
  [0.3, 0.83, 1.25, 0.9],
  [0.565, 0.79, 1.0, 0.45],
] as const

async function paintBirds(canvas: Canvas) {
  const next = random(21)
  const birds: Bird[] = Array.from({ length: 46 }, () => {
    const t = next() ** 1.15
    return {
      x: next() * 1.04 - 0.02,
      y: lerp(0.545, 0.72, t),
      size: lerp(0.2, 0.72, t),
      chance: next(),
      near: false,
    }
  })
  for (const [x, y, size, chance] of NEAR_BIRDS) birds.push({ x, y, size, chance, near: true })
  for (const bird of birds.sort((a, b) => a.y - b.y)) await paintBird(canvas, bird)
}

function poseOf(chance: number) {
  if (chance < 0.38) return flamingo({ pose: 'feeding', step: chance })
  if (chance < 0.6) return flamingo({ pose: 'tucked', step: chance * 0.5 })
  return flamingo({ step: chance - 0.5 })
}

async function paintBird(canvas: Canvas, { x, y, size, chance, near }: Bird) {
  const figure = poseOf(chance)
  const flip = (chance * 97) % 1 < 0.5
  const stand = standing(canvas, x, y, size * 1.28)
  const feathers = mix(ink('#D98689'), ink('#E2776F'), clamp((y - 0.5) / 0.4))
  await paintReflection(canvas, figure, stand, mix(feathers, ink('#8c5a6c'), 0.35), flip)
  await paintFigure(canvas, figure, stand, {
    ink: mix(feathers, ink('#7a3f4e'), near ? 0.1 : 0),
    far: ink('#A8616B'),
    mid: ink('#F7B7A5'),
    light: mix(ink('#F49A86'), ink('#FFD2BC'), 0.35),
    rim: ink('#FFF0DC'),
    toward: [x < SUN_X || flip ? 0.75 : -0.75, 0.62],
    rimWidth: Math.max(1, 1.25 * stand.scale),
    rimOpacity: 0.85,
    flip,
  })
}

/** Reeds at both sides hold the pale water. */
async function paintReeds(canvas: Canvas) {
  const { width: W, height: H, unit: U } = canvas
  const left = growClumps({
    left: -30 * U,
    right: 0.17 * W,
    top: 0.99 * H,
    foot: 1.08 * H,
    count: 26,
    seed: 4,
    from: 120 * U,
    to: 250 * U,
    blades: 13,
    spread: 0.38,
    width: 0.8,
    wind: 0.1,
  })
  const right = growClumps({
    left: 0.93 * W,
    right: 1.04 * W,
    top: H,
    foot: 1.08 * H,
    count: 14,
    seed: 9,
    from: 90 * U,
    to: 190 * U,
    blades: 12,
    spread: 0.4,
    width: 0.8,
    wind: -0.1,
  })
  for (const reeds of [left, right])
    for (const [i, hex] of ['#4b3f5c', '#66506a', '#9a6f78'].entries()) {
      const own = reeds.filter((clump) => Math.floor(clump.chance * 3) === i)
      if (own.length) paint(canvas, await cut(canvas, bladesOf(own)), ink(hex), 0.96)
    }
}
