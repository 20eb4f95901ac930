import { fishEagle } from '#scripts/art/animals/fish-eagle'
import { type Canvas, paint, paintShape, shade } from '#scripts/art/engine/canvas'
import { hazedInks, ink, mix } from '#scripts/art/engine/colour'
import { smoothstep } from '#scripts/art/engine/curves'
import { paintDisc } from '#scripts/art/engine/disc'
import { paintFigure, standing } from '#scripts/art/engine/figures'
import { finishing } from '#scripts/art/engine/light'
import { noise, random } from '#scripts/art/engine/noise'
import { paintPapyrus } from '#scripts/art/engine/papyrus'
import { paintReflection } from '#scripts/art/engine/reflection'
import { bushy, paintMist, paintRidges, volcanoCrest } from '#scripts/art/engine/ridges'
import { CARD, CARD_WIDTHS, type Scene } from '#scripts/art/engine/scene'
import { ellipse } from '#scripts/art/engine/shapes'
import { paintSky, paintStreaks } from '#scripts/art/engine/sky'
import { paintTree } from '#scripts/art/engine/tree'
import { paintGlitter, paintMirror, paintRipples } from '#scripts/art/engine/water'
import { SKIES } from '#scripts/art/palettes'

const HAZE = '#EBDDB0'
const SUN_X = 0.27
const WATERLINE = 0.56

const STREAKS = {
  foot: 0.38,
  threshold: 0.14,
  cool: '#8FB5A8',
  warm: '#EBD6A6',
  litCool: '#CFDDC4',
  litWarm: '#FFF4D2',
  opacity: 0.35,
  seed: 36,
}

export const naivashaFishEagle: Scene = {
  slug: 'naivasha-fish-eagle',
  title: 'The fish eagle of Naivasha',
  alt: 'A fish eagle drops to the still water of Lake Naivasha with raised wings, fever trees and papyrus around it',
  place: 'Lake Naivasha, Kenya',
  aspect: CARD,
  focus: { x: 0.56, y: 0.52 },
  widths: CARD_WIDTHS,
  paint: paintLake,
}

async function paintLake(canvas: Canvas) {
  await paintFarShore(canvas)
  paintMirror(canvas, {
    waterline: WATERLINE,
    tint: '#6E9A8C',
    share: 0.18,
    reach: 6,
    deeper: 0.4,
    dark: 0.04,
  })
  paintGlitter(canvas, { waterline: WATERLINE, x: SUN_X, ink: ink('#FFF6DA') })
  await paintLilyPads(canvas)
  await paintEagle(canvas)
  paintRipples(canvas, { top: 0.62, foot: 1, ink: ink('#EAF0D2'), opacity: 0.3, fade: (t) => t })
  const tones = ['#1f3a30', '#2f5540', '#4d7650', '#86a262', '#CFD08A']
  await paintPapyrus(canvas, {
    left: -0.02,
    right: 0.17,
    foot: 1.02,
    count: 46,
    from: 150,
    to: 430,
    seed: 7,
    tones,
    lean: 0.06,
  })
  await paintPapyrus(canvas, {
    left: 0.88,
    right: 1.03,
    foot: 1.02,
    count: 36,
    from: 120,
    to: 340,
    seed: 11,
    tones,
    lean: -0.08,
  })
  await paintPapyrus(canvas, {
    left: 0.12,
    right: 0.9,
    foot: 1.05,
    count: 30,
    from: 60,
    to: 130,
    seed: 19,
    tones: tones.slice(0, 4),
  })
  return finishing(canvas, { glow: 0.13, halo: 0.05, tint: [1, 0.92, 0.7], vignette: 0.14 })
}

async function paintFarShore(canvas: Canvas) {
  paintSky(canvas, {
    stops: SKIES.naivasha,
    sun: [SUN_X, 0.42],
    horizon: 0.56,
    glow: 0.42,
    glowReach: 0.4,
    bands: 13,
    darkLeft: 0,
  })
  paintStreaks(canvas, STREAKS)
  await paintDisc(canvas, { x: SUN_X, y: 0.405, radius: 0.085, crown: '#FFFCEE', foot: '#FBE3AE', bands: 7 })
  const longonot = volcanoCrest(canvas, { x: 0.76, top: 0.41, foot: 0.545, reach: 0.26, crater: 0.034 })
  await paintRidges(
    canvas,
    [
      { base: 0.515, rise: 0.04, wave: 520, seed: 6, ink: '#A3B5A0' },
      { base: 0.54, rise: 0.1, wave: 400, seed: 3, ink: '#86A096', crest: longonot },
      { base: 0.543, rise: 0.018, wave: 320, seed: 12, ink: '#75906F', bushes: bushy(200, 2, 8, 0.25) },
      { base: 0.558, rise: 0.006, wave: 240, seed: 21, ink: '#4F6B47', bushes: bushy(260, 3, 12, 0.2) },
    ],
    { haze: HAZE, sunReach: 0.28, thickness: 0.6 },
  )
  paintMist(canvas, { y: 0.545, spread: 0.018, ink: '#F6EDC8', strength: 0.35, atSun: 0.4 })
  const haze = ink(HAZE)
  for (const [x, y, size, seed, far] of [
    [0.05, 0.562, 2.1, 5, 0.18],
    [0.125, 0.56, 1.6, 41, 0.24],
    [0.45, 0.558, 0.8, 19, 0.4],
    [0.93, 0.562, 1.9, 31, 0.2],
    [0.86, 0.559, 1.1, 9, 0.34],
  ] as const)
    await paintTree(
      canvas,
      { seed, width: 88, height: 78, pads: 10, droop: 0.28, trunk: 26, leafSize: 0.5, leafiness: 1.2 },
      standing(canvas, x, y, size * 1.4),
      {
        bark: mix(ink('#8a8a48'), haze, far),
        leaves: hazedInks(['#2f4a30', '#52703c', '#8ca04e', '#D6D48A'], haze, far),
        toward: [x < SUN_X ? 0.8 : -0.8, 0.5],
      },
    )
}

async function paintLilyPads(canvas: Canvas) {
  const { width: W, height: H, unit: U } = canvas
  const next = random(12)
  const [pads, lit] = [['', ''], '']
  let flowers = lit
  for (let i = 0; i < 150; i++) {
    const t = next()
    const [x, y] = [next(), 0.66 + 0.3 * t]
    if (noise(x * 5 + 3, y * 16) < 0.08) continue
    const r = (6 + 22 * t) * (0.7 + 0.6 * next()) * U
    pads[i % 2] += ellipse(x * W, y * H, r, r * 0.26)
    if (next() < 0.12) flowers += ellipse(x * W, y * H - r * 0.16, r * 0.24, r * 0.2)
  }
  await paintShape(canvas, pads[0] ?? '', ink('#4c7a58'), 0.9)
  await paintShape(canvas, pads[1] ?? '', ink('#8fae6c'), 0.9)
  await paintShape(canvas, flowers, ink('#F6D9D2'))
}

async function paintEagle(canvas: Canvas) {
  const { width: W, height: H, unit: U } = canvas
  const stand = standing(canvas, 0.55, 0.67, 2.75)
  const water = { ...stand, y: stand.y + 44 * U }
  await paintReflection(canvas, fishEagle(), water, ink('#35524a'), false, 0.2)
  const splash = shade(
    canvas,
    (x, y) => {
      const off = Math.hypot((x - 0.585 * W) / (120 * U), (y - 0.728 * H) / (9 * U))
      const ring = smoothstep(0.34, 0.1, Math.abs(off - 1)) + smoothstep(0.2, 0.05, Math.abs(off - 0.45))
      return ring * smoothstep(-0.2, 0.3, noise(x / U / 22, y / U / 3))
    },
    0.68 * H,
    0.78 * H,
  )
  paint(canvas, splash, ink('#F6F8E4'), 0.8)
  await paintFigure(canvas, fishEagle(), stand, {
    ink: ink('#2b211f'),
    far: ink('#1f1a1b'),
    mid: ink('#4f3c33'),
    light: ink('#F4E8CE'),
    ear: ink('#5f3726'),
    tusk: ink('#CFA052'),
    rim: ink('#FFF0C8'),
    toward: [-0.75, 0.6],
    rimWidth: 2.4 * U,
  })
}
