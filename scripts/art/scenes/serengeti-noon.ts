import { giraffe } from '#scripts/art/animals/giraffe'
import { impala } from '#scripts/art/animals/impala'
import { type Canvas, paint, shade } from '#scripts/art/engine/canvas'
import { paintCoatNet } from '#scripts/art/engine/coat'
import { ink, inks } from '#scripts/art/engine/colour'
import { smoothstep } from '#scripts/art/engine/curves'
import { paintFigure, standing } from '#scripts/art/engine/figures'
import { bankCrest, type Plain, paintBank, paintPlain, paintTufts } from '#scripts/art/engine/ground'
import { finishing } from '#scripts/art/engine/light'
import { fbm } from '#scripts/art/engine/noise'
import { CARD, CARD_WIDTHS, type Scene } from '#scripts/art/engine/scene'
import { paintTree } from '#scripts/art/engine/tree'
import { evenly, HERO_TREE } from '#scripts/art/palettes'
import { paintNoonSky } from './serengeti-sky'

const LIT = '#FFF3C0'

const PLAIN: Plain = {
  top: 0.668,
  depth: 0.32,
  stops: evenly('#D9CC84 #C2AC58 #94883F #5C5A30 #2E3020', [0, 0.2, 0.46, 0.76, 1]),
  lit: LIT,
  poolReach: 0.4,
  poolStrength: 0.3,
}

export const serengetiNoon: Scene = {
  slug: 'serengeti-noon',
  title: 'Noon, and one tree',
  alt: 'Impala and a giraffe keep to the shade of a single acacia on the Serengeti plain under white noon clouds',
  place: 'Serengeti, Tanzania',
  aspect: CARD,
  focus: { x: 0.4, y: 0.6 },
  widths: CARD_WIDTHS,
  paint: paintNoon,
}

async function paintNoon(canvas: Canvas) {
  await paintNoonSky(canvas)
  await paintPlain(canvas, PLAIN)
  paintCloudShadows(canvas)
  await paintTufts(canvas, PLAIN, {
    from: 0.675,
    to: 0.76,
    count: 1300,
    seed: 23,
    tones: ['#8a8044', '#B5A254', '#DDCB7C'],
    opacity: 0.75,
  })
  await paintShade(canvas)
  await paintAnimals(canvas)
  await paintTree(canvas, { ...HERO_TREE, lean: 0, seed: 33 }, standing(canvas, 0.37, 0.8, 5), {
    bark: ink('#3a2a20'),
    barkLit: ink('#C9A070'),
    leaves: inks(['#24331f', '#3f5429', '#6a7a35', '#A6A648', '#DFD27A']),
    toward: [0.25, 0.95],
    leafScale: 0.9,
  })
  await paintTufts(canvas, PLAIN, {
    from: 0.775,
    to: 0.9,
    count: 900,
    seed: 7,
    tones: ['#55522a', '#8a7f3c', '#CDB862'],
    opacity: 0.95,
    heights: [6, 60],
  })
  await paintBank(canvas, {
    crest: bankCrest(canvas, 0.965, { height: 0.03, reach: 0.25 }, { height: 0.035, reach: 0.25 }),
    base: '#1c1d13',
    glow: '#5e5a2e',
    tones: ['#171810', '#2d2d1a', '#555128', '#8f8438', '#DCCB6E'],
    count: 280,
    heights: [44, 140],
    rows: [0.94, 1.1],
    sunX: 0.55 * canvas.width,
  })
  return finishing(canvas, { glow: 0.1, halo: 0.05, tint: [1, 0.96, 0.8], vignette: 0.12 })
}

function paintCloudShadows(canvas: Canvas) {
  const { width: W, height: H, unit: U } = canvas
  const shadows = shade(
    canvas,
    (x, y) => {
      const t = (y / H - 0.668) / 0.33
      return (
        smoothstep(0.05, 0.14, fbm(x / U / (260 + 500 * t) + 8, y / U / (9 + 60 * t) + 2, 3)) *
        smoothstep(0.3, 0.5, x / W + 0.3 * t)
      )
    },
    0.668 * H,
  )
  paint(canvas, shadows, ink('#4d5630'), 0.4)
}

/** Noon shade lies straight under the canopy. */
async function paintShade(canvas: Canvas) {
  const { width: W, height: H, unit: U } = canvas
  const pool = shade(
    canvas,
    (x, y) => {
      const off = Math.hypot((x - 0.375 * W) / (330 * U), (y - 0.806 * H) / (34 * U))
      return smoothstep(1.06, 0.8, off + 0.3 * fbm(x / U / 40, y / U / 7, 3))
    },
    0.74 * H,
    0.88 * H,
  )
  paint(canvas, pool, ink('#3b3a20'), 0.7)
}

async function paintAnimals(canvas: Canvas) {
  const toward = [0.2, 0.95] as const
  const tallOne = giraffe({ phase: 0.05, neck: -0.1 })
  await paintFigure(canvas, tallOne, standing(canvas, 0.55, 0.795, 2.5), {
    ink: ink('#6b4a2c'),
    far: ink('#4a3524'),
    mid: ink('#97693c'),
    rim: ink('#FFF0C0'),
    toward,
    rimWidth: 1.6 * canvas.unit,
    flip: true,
    shadow: { opacity: 0.5, shear: 0.2, stretch: 0.05, ink: '#33331d' },
  })
  await paintCoatNet(canvas, tallOne, standing(canvas, 0.55, 0.795, 2.5), {
    ink: ink('#DDB878'),
    seed: 31,
    flip: true,
  })
  for (const [x, y, size, phase, flip] of [
    [0.24, 0.8, 0.62, 0.1, false],
    [0.29, 0.807, 0.7, 0.5, false],
    [0.42, 0.81, 0.74, 0.2, true],
    [0.455, 0.803, 0.62, 0.7, true],
    [0.335, 0.814, 0.78, 0.9, true],
  ] as const)
    await paintFigure(canvas, impala({ phase }), standing(canvas, x, y, size), {
      ink: ink('#5a3a24'),
      far: ink('#3d2a1e'),
      mid: ink('#A8713f'),
      rim: ink('#F6DDA4'),
      toward,
      rimWidth: 1.2 * canvas.unit,
      flip,
    })
}
