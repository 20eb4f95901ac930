import { giraffe } from '#scripts/art/animals/giraffe'
import type { Canvas } from '#scripts/art/engine/canvas'
import { paintCoatNet } from '#scripts/art/engine/coat'
import { hazedInks, ink, mix } from '#scripts/art/engine/colour'
import { smoothstep } from '#scripts/art/engine/curves'
import { paintFigure, standing } from '#scripts/art/engine/figures'
import { bankCrest, type Plain, paintBank, paintPlain, paintTufts } from '#scripts/art/engine/ground'
import { finishing } from '#scripts/art/engine/light'
import { fbm, noise } from '#scripts/art/engine/noise'
import type { Crest } from '#scripts/art/engine/ridges'
import { CARD, CARD_WIDTHS, type Scene } from '#scripts/art/engine/scene'
import { paintTree } from '#scripts/art/engine/tree'
import { paintGlitter, paintMirror } from '#scripts/art/engine/water'
import { evenly } from '#scripts/art/palettes'
import { HAZE, paintFarBank, RIVER, SUN_X } from './samburu-river'

const LIT = '#FFE6B4'

export const samburuNorth: Scene = {
  slug: 'samburu-north',
  title: 'North to the Ewaso Nyiro',
  alt: 'Two reticulated giraffes on the bank of the Ewaso Nyiro, doum palms and the red walls of Ololokwe behind in low sun',
  place: 'Samburu, Kenya',
  aspect: CARD,
  focus: { x: 0.64, y: 0.55 },
  widths: CARD_WIDTHS,
  paint: paintNorth,
}

async function paintNorth(canvas: Canvas) {
  await paintFarBank(canvas)
  paintMirror(canvas, { waterline: RIVER, tint: '#8FA08A', share: 0.14, reach: 5, deeper: 0.35, dark: 0.03 })
  paintGlitter(canvas, { waterline: RIVER, x: SUN_X, ink: ink('#FFF0CC'), foot: 0.86 })
  await paintNearBank(canvas)
  await paintGiraffes(canvas)
  await paintFront(canvas)
  return finishing(canvas, { glow: 0.14, halo: 0.06, tint: [1, 0.8, 0.54], vignette: 0.15 })
}

const plainFor = (crest: Crest): Plain => ({
  top: 0.775,
  depth: 0.25,
  stops: evenly('#E6B983 #C98F58 #9C6642 #633F30 #35241F', [0, 0.2, 0.48, 0.78, 1]),
  lit: LIT,
  poolReach: 0.26,
  poolStrength: 0.42,
  crest,
})

async function paintNearBank(canvas: Canvas) {
  const { width: W, height: H, unit: U } = canvas
  const crest: Crest = (x) =>
    H *
    (0.79 -
      0.035 * smoothstep(0.35, 1, x / W) +
      0.012 * Math.sin((x / W) * 8) -
      0.008 * fbm(x / U / 110, 3, 3))
  const plain = plainFor(crest)
  await paintPlain(canvas, plain)
  const onLand = (x: number, y: number) =>
    y < crest(x) + 4 * U ? 0 : smoothstep(-0.2, 0.35, noise(x / U / 140, y / U / 24))
  await paintTufts(canvas, plain, {
    from: 0.75,
    to: 0.84,
    count: 620,
    seed: 7,
    tones: ['#7a5a36', '#A98448', '#DDB870'],
    opacity: 0.85,
    heights: [8, 52],
    density: onLand,
  })
}

async function paintGiraffes(canvas: Canvas) {
  for (const [x, y, size, pose] of [
    [0.74, 0.855, 2.7, { phase: 0.55, neck: 0.1 }],
    [0.6, 0.885, 3.7, { phase: 0.1, neck: -0.1 }],
  ] as const) {
    const figure = giraffe(pose)
    const stand = standing(canvas, x, y, size * 1.25)
    await paintFigure(canvas, figure, stand, {
      ink: ink('#6d3c25'),
      far: ink('#472a20'),
      mid: ink('#9a5a36'),
      rim: ink('#FFE4B0'),
      toward: [-0.85, 0.45],
      rimWidth: 0.63 * size * canvas.unit,
      flip: true,
      shadow: { opacity: 0.55, shear: 1.4, stretch: 0.14, ink: '#3a241b' },
    })
    await paintCoatNet(canvas, figure, stand, {
      ink: ink('#EDC894'),
      seed: Math.round(size * 10),
      flip: true,
    })
  }
}

async function paintFront(canvas: Canvas) {
  const haze = ink(HAZE)
  await paintTufts(
    canvas,
    plainFor(() => 0),
    {
      from: 0.86,
      to: 0.93,
      count: 480,
      seed: 17,
      tones: ['#4f3626', '#7f5a36', '#C2944F'],
      opacity: 0.95,
      heights: [8, 64],
    },
  )
  await paintTree(
    canvas,
    { seed: 41, width: 110, height: 64, pads: 9, leafSize: 0.5, lean: 0.08 },
    standing(canvas, 0.02, 0.86, 4.6),
    {
      bark: mix(ink('#2b1d1a'), haze, 0.05),
      barkLit: ink('#E9B77E'),
      leaves: hazedInks(['#2b2a1d', '#4b4a29', '#83763a', '#CDB05F'], haze, 0.06),
      toward: [0.8, 0.4],
      leafScale: 0.9,
    },
  )
  await paintBank(canvas, {
    crest: bankCrest(canvas, 0.96, { height: 0.035, reach: 0.28 }, { height: 0.03, reach: 0.22 }),
    base: '#1f1614',
    glow: '#66432d',
    tones: ['#1a1211', '#322119', '#5a3d26', '#926a3b', '#E0B468'],
    count: 290,
    heights: [44, 150],
    edgeCount: 380,
    rows: [0.94, 1.1],
  })
}
