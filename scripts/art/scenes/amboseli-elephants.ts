import { FLYING_EGRET, STANDING_EGRET } from '#scripts/art/animals/egret'
import { elephant } from '#scripts/art/animals/elephant'
import { type Canvas, paint, paintShape, shade } from '#scripts/art/engine/canvas'
import { ink, mix } from '#scripts/art/engine/colour'
import { clamp, smoothstep } from '#scripts/art/engine/curves'
import { paintFigure, standing } from '#scripts/art/engine/figures'
import { bankCrest, paintBank, paintTufts } from '#scripts/art/engine/ground'
import { finishing } from '#scripts/art/engine/light'
import { fbm, noise } from '#scripts/art/engine/noise'
import { paintReflection } from '#scripts/art/engine/reflection'
import { CARD, CARD_WIDTHS, type Scene } from '#scripts/art/engine/scene'
import { placed } from '#scripts/art/engine/shapes'
import { paintGlitter, paintMirror } from '#scripts/art/engine/water'
import { HAZE, paintMorning, paintShoreTrees, SUN_X } from './swamp-shore'

const LIT = '#FFEFC4'

const WATERLINE = 0.615

export const amboseliElephants: Scene = {
  slug: 'amboseli-elephants',
  title: 'In the green heart of Amboseli',
  alt: 'Three elephants wade through a green swamp with white egrets, snow-capped Kilimanjaro above them in the early morning',
  place: 'Amboseli, Kenya',
  aspect: CARD,
  focus: { x: 0.66, y: 0.6 },
  widths: CARD_WIDTHS,
  paint: paintSwamp,
}

async function paintSwamp(canvas: Canvas) {
  await paintMorning(canvas)
  paintMirror(canvas, {
    waterline: WATERLINE,
    tint: '#7FA9A6',
    share: 0.16,
    reach: 6,
    deeper: 0.4,
    dark: 0.05,
  })
  paintGlitter(canvas, { waterline: WATERLINE, x: SUN_X, ink: ink('#FFF3D4'), foot: 0.9, opacity: 0.75 })
  await paintShoreTrees(canvas)
  await paintReedBeds(canvas)
  await paintElephants(canvas)
  await paintEgrets(canvas)
  await paintNearReeds(canvas)
  return finishing(canvas, { glow: 0.13, halo: 0.05, tint: [1, 0.88, 0.66], vignette: 0.14 })
}

/** Floating mats of sedge, closer together toward the viewer; clumps only grow on them. */
async function paintReedBeds(canvas: Canvas) {
  const { height: H, unit: U } = canvas
  const bedAt = (x: number, y: number) => {
    const t = clamp((y / H - 0.625) / 0.3)
    const mat =
      fbm(x / U / (230 + 260 * t) + 3, y / U / (9 + 34 * t), 3) + 0.12 * noise(x / U / 26, y / U / 4)
    return smoothstep(0.1, 0.17, mat + 0.16 * t - 0.03) * smoothstep(0.625, 0.64, y / H)
  }
  const beds = shade(canvas, bedAt, 0.62 * H)
  const [far, near, lit] = [ink('#A9B277'), ink('#3E5A34'), ink('#E9DE9C')]
  paint(canvas, beds, (x, y) => {
    const t = clamp((y / H - 0.63) / 0.28)
    const stroke = 0.25 * noise(x / U / (40 + 80 * t), y / U / (2 + 4 * t))
    return mix(
      mix(far, near, clamp(t + stroke)),
      lit,
      0.4 * Math.exp(-(((x / canvas.width - SUN_X) / 0.2) ** 2)) * (1 - t),
    )
  })
  for (const [from, to, count, seed, tones] of [
    [0.63, 0.72, 1500, 5, ['#6f8450', '#97a561', '#CFCB88']],
    [0.7, 0.84, 1300, 9, ['#3f5a34', '#6b8346', '#B4B76A']],
  ] as const)
    await paintTufts(
      canvas,
      { top: 0.62, depth: 0.34, lit: LIT },
      { from, to, count, seed, tones, opacity: 0.95, heights: [5, 52], blades: 10, density: bedAt },
    )
}

/** Far to near. The last walks in front, its calf beside it. */
const HERD = [
  { x: 0.73, y: 0.735, size: 1.5, phase: 0.35, far: 0.16, trunk: 'tucked', calf: false },
  { x: 0.36, y: 0.792, size: 1.05, phase: 0.85, far: 0.06, trunk: 'hanging', calf: true },
  { x: 0.5, y: 0.81, size: 2.3, phase: 0.12, far: 0.03, trunk: 'hanging', calf: false },
] as const

async function paintElephants(canvas: Canvas) {
  const haze = ink(HAZE)
  for (const { x, y, size, far, ...pose } of HERD) {
    const figure = elephant(pose)
    const stand = standing(canvas, x, y, size * 1.2)
    const through = (hex: string) => mix(ink(hex), haze, far)
    await paintReflection(canvas, figure, stand, mix(ink('#2c3431'), haze, far), false, 0.55)
    await paintFigure(canvas, figure, stand, {
      ink: through('#34302f'),
      far: mix(ink('#34302f'), haze, far + 0.1),
      mid: through('#7a6c62'),
      ear: through('#4a4340'),
      tusk: ink('#F8EBD0'),
      rim: ink(LIT),
      toward: [-0.75, 0.6],
      rimWidth: 1.8 * canvas.unit * size,
    })
  }
}

/** Egrets ride on the backs and stand in the sedge. */
async function paintEgrets(canvas: Canvas) {
  const { width: W, height: H, unit: U } = canvas
  const at = (x: number, y: number, size: number, shape: string, flip = false) =>
    placed(x * W, y * H, size * U, shape, flip)
  const birds =
    at(0.552, 0.594, 0.62, STANDING_EGRET) +
    at(0.588, 0.596, 0.56, STANDING_EGRET, true) +
    at(0.24, 0.79, 0.9, STANDING_EGRET) +
    at(0.2, 0.775, 0.7, STANDING_EGRET, true) +
    at(0.86, 0.79, 0.85, STANDING_EGRET, true) +
    at(0.43, 0.5, 0.8, FLYING_EGRET) +
    at(0.46, 0.475, 0.68, FLYING_EGRET) +
    at(0.49, 0.492, 0.6, FLYING_EGRET)
  await paintShape(canvas, birds, ink('#FFF8E8'))
}

async function paintNearReeds(canvas: Canvas) {
  await paintTufts(
    canvas,
    { top: 0.62, depth: 0.34, lit: LIT },
    {
      from: 0.805,
      to: 0.9,
      count: 700,
      seed: 31,
      tones: ['#2f4a2c', '#587340', '#A9AE60'],
      heights: [8, 70],
      blades: 11,
    },
  )
  await paintBank(canvas, {
    crest: bankCrest(canvas, 0.955, { height: 0.035, reach: 0.28 }, { height: 0.04, reach: 0.25 }),
    base: '#13211a',
    glow: '#4b5d30',
    tones: ['#101c17', '#1e3324', '#3a5631', '#73843e', '#D3CB78'],
    count: 320,
    heights: [50, 170],
    rows: [0.93, 1.1],
  })
}
