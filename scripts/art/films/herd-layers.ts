import { newCanvas } from '#scripts/art/engine/canvas'
import { hazedInks, ink, mix } from '#scripts/art/engine/colour'
import { paintDisc } from '#scripts/art/engine/disc'
import { paintBank, paintPlain, paintTufts } from '#scripts/art/engine/ground'
import { paintKilimanjaro } from '#scripts/art/engine/kilimanjaro'
import { fbm, noise } from '#scripts/art/engine/noise'
import { paintRidges } from '#scripts/art/engine/ridges'
import { paintSky, paintStreaks } from '#scripts/art/engine/sky'
import { paintTree } from '#scripts/art/engine/tree'
import { AMBOSELI_GROUND, AMBOSELI_SKY } from '#scripts/art/palettes'
import { FILM, framesOf } from './film'
import { DISSOLVE, PLAIN_TOP, paceAt, TRAVEL } from './herd-pace'
import { type Strip, stripCanvas, stripOf } from './strip'

const { width: W, height: H } = FILM
const UNIT = W / 1600
const HAZE = '#ECBE88'
const SUNLIT = '#FFDDA0'
export const SUN = { x: 0.66 * W, y: 0.53 * H }
const PLAIN = { top: PLAIN_TOP, lit: SUNLIT }

/** Sky, sun, mountain and the farthest hills: too far away to move. */
export async function farSky(): Promise<Strip> {
  const canvas = newCanvas(W, H)
  paintSky(canvas, { stops: AMBOSELI_SKY, sun: [SUN.x / W, SUN.y / H], horizon: 0.64, climb: 1.32 })
  paintStreaks(canvas, { foot: 0.6 })
  await paintDisc(canvas, { x: SUN.x / W, y: SUN.y / H, radius: 0.115, crown: '#FFF6E0', foot: '#FBDCA4' })
  await paintKilimanjaro(canvas, { x: 0.42, top: 0.462, foot: 0.635, spread: 1, haze: HAZE })
  await paintRidges(
    canvas,
    [
      { base: 0.615, rise: 0.03, wave: 420, seed: 1, ink: '#C9A181' },
      {
        base: 0.64,
        rise: 0.034,
        wave: 300,
        seed: 5,
        ink: '#A67C70',
        bushes: { count: 110, from: 2, to: 6, trees: 0.12 },
      },
    ],
    { haze: HAZE },
  )
  return stripOf(canvas)
}

/** How far a strip that slides at `pace` reaches past the frame. */
const spare = (pace: number) => Math.ceil(TRAVEL * (1 + DISSOLVE / framesOf({ seconds: 8 })) * pace) + 40

const wideCanvas = (pace: number) => stripCanvas(SUN, W + spare(pace))

export async function nearHills(pace: number): Promise<Strip> {
  const canvas = wideCanvas(pace)
  await paintRidges(
    canvas,
    [
      {
        base: 0.668,
        rise: 0.028,
        wave: 230,
        seed: 9,
        ink: '#7D5C5D',
        bushes: { count: 180, from: 3, to: 9, trees: 0.32 },
      },
      {
        base: 0.7,
        rise: 0.02,
        wave: 190,
        seed: 14,
        ink: '#564349',
        bushes: { count: 210, from: 4, to: 15, trees: 0.5 },
      },
    ],
    { haze: HAZE },
  )
  return stripOf(canvas)
}

const FAR_TREES = [
  { x: 0.06, size: 1.05, seed: 5, haze: 0.5 },
  { x: 0.25, size: 0.56, seed: 19, haze: 0.6 },
  { x: 0.47, size: 0.42, seed: 22, haze: 0.62 },
  { x: 0.8, size: 0.75, seed: 31, haze: 0.52 },
  { x: 1.06, size: 0.9, seed: 41, haze: 0.5 },
]

export async function farTrees(pace: number): Promise<Strip> {
  const canvas = wideCanvas(pace)
  const haze = ink(HAZE)
  for (const { x, size, seed, haze: far } of FAR_TREES)
    await paintTree(
      canvas,
      { seed, pads: 8 },
      { x: x * W, y: 0.72 * H, scale: size * UNIT * 1.5 },
      {
        bark: mix(ink('#231819'), haze, far * 0.8),
        leaves: [
          ...hazedInks(['#3a3226', '#63532f', '#A37E40'], haze, far),
          mix(ink(SUNLIT), ink('#c99a4a'), 0.4),
        ],
        toward: [0.5, 0.6],
      },
    )
  return stripOf(canvas)
}

export async function plain(pace: number): Promise<Strip> {
  const canvas = wideCanvas(pace)
  await paintPlain(canvas, { ...PLAIN, stops: AMBOSELI_GROUND, sunX: 0.75 * canvas.width, poolReach: 0.5 })
  return stripOf(canvas)
}

const DRY = ['#8A5C3A', '#B98048', '#DBA862']
const SHADED = ['#5f3f2c', '#8f6039', '#BE8B50']
const ROWS = [
  { from: 0.72, to: 0.745, count: 500, seed: 23, tones: DRY },
  { from: 0.745, to: 0.775, count: 420, seed: 3, tones: DRY },
  { from: 0.775, to: 0.805, count: 300, seed: 7, tones: DRY },
  { from: 0.81, to: 0.835, count: 240, seed: 9, tones: DRY },
  { from: 0.838, to: 0.862, count: 240, seed: 13, tones: SHADED },
  { from: 0.862, to: 0.89, count: 230, seed: 11, tones: SHADED },
  { from: 0.89, to: 0.925, count: 230, seed: 15, tones: SHADED },
]

export type GrassRow = { strip: Strip; y: number; pace: number }

/** Rows of grass by depth, each of which slides at its own pace. */
export async function grassRows(): Promise<GrassRow[]> {
  const rows: GrassRow[] = []
  for (const row of ROWS) {
    const y = (row.from + row.to) / 2
    const pace = paceAt(y)
    const canvas = wideCanvas(pace)
    const count = Math.round((row.count * canvas.width) / W)
    await paintTufts(canvas, { ...PLAIN, sunX: 0.75 * canvas.width }, { ...row, count, opacity: 0.92 })
    rows.push({ strip: stripOf(canvas), y: y * H, pace })
  }
  return rows
}

export async function nearBank(pace: number): Promise<Strip> {
  const canvas = wideCanvas(pace)
  const crest = (x: number) =>
    H * (0.93 - 0.02 * fbm(x / UNIT / 160, 3, 3) - 0.012 * noise(x / UNIT / 400, 7))
  await paintBank(canvas, {
    ...{ crest, rows: [0.91, 1.08], count: 560, edgeCount: 660, sunX: 0.75 * canvas.width, light: 1 },
  })
  return stripOf(canvas)
}
