import { wildebeest } from '#scripts/art/animals/wildebeest'
import { zebra } from '#scripts/art/animals/zebra'
import { type Canvas, paint, shade, stamp } from '#scripts/art/engine/canvas'
import { hazedInks, ink, mix } from '#scripts/art/engine/colour'
import { bell, smoothstep } from '#scripts/art/engine/curves'
import { spriteOf } from '#scripts/art/engine/figure'
import { paintFigure, standing } from '#scripts/art/engine/figures'
import { bankCrest, type Plain, paintBank, paintPlain, paintTufts } from '#scripts/art/engine/ground'
import { finishing } from '#scripts/art/engine/light'
import { noise, random } from '#scripts/art/engine/noise'
import { CARD, CARD_WIDTHS, type Scene } from '#scripts/art/engine/scene'
import { paintTree } from '#scripts/art/engine/tree'
import { evenly } from '#scripts/art/palettes'
import { HAZE, paintCraterWall, SUN_X } from './crater-wall'

const LIT = '#FFF0BC'

const PLAIN: Plain = {
  top: 0.585,
  depth: 0.4,
  stops: evenly('#DCCB84 #B5B05E #848A44 #4F5A30 #28301F', [0, 0.18, 0.44, 0.74, 1]),
  lit: LIT,
  poolReach: 0.28,
  poolStrength: 0.45,
}

export const ngorongoroSerengeti: Scene = {
  slug: 'ngorongoro-serengeti',
  title: 'Down on the crater floor',
  alt: 'Zebras graze on the green floor of Ngorongoro while morning cloud spills over the crater wall',
  place: 'Ngorongoro, Tanzania',
  aspect: CARD,
  focus: { x: 0.56, y: 0.62 },
  widths: CARD_WIDTHS,
  paint: paintCraterFloor,
}

async function paintCraterFloor(canvas: Canvas) {
  await paintCraterWall(canvas)
  await paintPlain(canvas, PLAIN)
  paintSodaLake(canvas)
  await paintFeverTrees(canvas)
  await paintFarHerd(canvas)
  await paintTufts(canvas, PLAIN, {
    from: 0.6,
    to: 0.7,
    count: 1200,
    seed: 23,
    tones: ['#7c8046', '#A8A556', '#DCCB7C'],
    opacity: 0.75,
  })
  await paintTufts(canvas, PLAIN, {
    from: 0.69,
    to: 0.8,
    count: 900,
    seed: 5,
    tones: ['#56602f', '#858a44', '#C6BB66'],
    opacity: 0.9,
    heights: [6, 58],
  })
  await paintZebras(canvas)
  await paintTufts(canvas, PLAIN, {
    from: 0.81,
    to: 0.9,
    count: 600,
    seed: 17,
    tones: ['#3d4927', '#6c7539', '#B4AE58'],
    opacity: 0.95,
    heights: [6, 66],
  })
  await paintBank(canvas, {
    crest: bankCrest(canvas, 0.955, { height: 0.03, reach: 0.25 }, { height: 0.03, reach: 0.25 }, 0.008),
    base: '#161b14',
    glow: '#505a2c',
    tones: ['#121710', '#222b1a', '#434f28', '#7c8039', '#D8CB70'],
    count: 300,
    heights: [46, 150],
    rows: [0.93, 1.1],
  })
  return finishing(canvas, { glow: 0.12, halo: 0.06, tint: [1, 0.9, 0.64], vignette: 0.14 })
}

function paintSodaLake(canvas: Canvas) {
  const { width: W, height: H, unit: U } = canvas
  const lake = (level: number, tall: number) =>
    shade(
      canvas,
      (x, y) =>
        smoothstep(
          1,
          0.7,
          Math.abs(y / H - level + 0.002 * noise(x / U / 70, 5)) / (tall * bell(x / W - 0.68, 0.2) + 0.0004),
        ) * smoothstep(0.4, 0.5, x / W),
      (level - tall * 1.3) * H,
      (level + tall * 1.3) * H,
    )
  paint(canvas, lake(0.602, 0.0095), ink('#E8A79B'), 0.85)
  paint(canvas, lake(0.6015, 0.007), ink('#F4F0DC'), 0.95)
}

async function paintFeverTrees(canvas: Canvas) {
  const haze = ink(HAZE)
  for (const [x, y, size, seed, far] of [
    [0.07, 0.625, 2.2, 5, 0.22],
    [0.16, 0.606, 1.1, 19, 0.42],
    [0.21, 0.603, 0.8, 9, 0.48],
    [0.93, 0.612, 1.2, 41, 0.4],
  ] as const)
    await paintTree(
      canvas,
      { seed, width: 92, height: 68, pads: 9, leafSize: 0.5 },
      standing(canvas, x, y, size * 1.5),
      {
        bark: mix(ink('#4a4426'), haze, far),
        leaves: hazedInks(['#33401f', '#5b6a2f', '#98993f', '#E0D27A'], haze, far),
        toward: [x < SUN_X ? 0.8 : -0.8, 0.5],
      },
    )
}

async function paintFarHerd(canvas: Canvas) {
  const next = random(6)
  const herd = Array.from({ length: 150 }, () => ({
    x: 0.3 + 0.66 * next() ** 0.8,
    y: 0.622 + 0.05 * next() ** 1.6,
    chance: next(),
  }))
  const [dark, warm] = [mix(ink('#2c2a20'), ink(HAZE), 0.28), ink('#6f6238')]
  for (const { x, y, chance } of herd.sort((a, b) => a.y - b.y)) {
    const stand = standing(canvas, x, y, Math.round((0.1 + (y - 0.622) * 2.6) * 40) / 40)
    const sprite = await spriteOf(wildebeest({ phase: Math.round(chance * 4) / 4, run: 0.5 }), stand.scale)
    stamp(
      canvas,
      sprite.silhouette,
      [stand.x - sprite.originX, stand.y - sprite.originY],
      mix(dark, warm, chance * 0.4),
      1,
      chance < 0.6,
    )
  }
}

const ZEBRAS = [
  { x: 0.3, y: 0.735, size: 0.82, pose: { grazing: true, phase: 0.4 }, flip: false, far: 0.2 },
  { x: 0.83, y: 0.75, size: 0.95, pose: { grazing: true, phase: 0.1 }, flip: true, far: 0.17 },
  { x: 0.72, y: 0.742, size: 0.9, pose: { phase: 0.6 }, flip: false, far: 0.18 },
  { x: 0.52, y: 0.83, size: 1.62, pose: { grazing: true, phase: 0.7 }, flip: true, far: 0.05 },
  { x: 0.6, y: 0.862, size: 1.95, pose: { phase: 0.25 }, flip: false, far: 0.01 },
] as const

async function paintZebras(canvas: Canvas) {
  for (const { x, y, size, pose, flip, far } of ZEBRAS)
    await paintFigure(canvas, zebra(pose), standing(canvas, x, y, size * 1.1), {
      ink: mix(ink('#25221c'), ink(HAZE), far),
      far: mix(ink('#25221c'), ink(HAZE), far + 0.08),
      light: mix(ink('#F2E6C6'), ink(HAZE), far),
      rim: ink(LIT),
      toward: [-0.8, 0.5],
      rimWidth: 1.4 * size * canvas.unit,
      flip,
      shadow: { opacity: 0.5, shear: 1.3, stretch: 0.24, ink: '#2c3319' },
    })
}
