import { giraffe } from '#scripts/art/animals/giraffe'
import { type Canvas, paint, paintShape } from '#scripts/art/engine/canvas'
import { ink, inks, mix } from '#scripts/art/engine/colour'
import { bell, clamp, smoothstep } from '#scripts/art/engine/curves'
import { paintFigure, standing } from '#scripts/art/engine/figures'
import { bankCrest, paintBank, paintTufts } from '#scripts/art/engine/ground'
import type { Lamp } from '#scripts/art/engine/light'
import { nightFinishing } from '#scripts/art/engine/night'
import { fbm } from '#scripts/art/engine/noise'
import { below } from '#scripts/art/engine/ridges'
import { type Scene, WIDE, WIDE_WIDTHS } from '#scripts/art/engine/scene'
import { limb } from '#scripts/art/engine/shapes'
import { paintTree } from '#scripts/art/engine/tree'
import { bassist, fiddler, singer, steelPlayer } from '#scripts/art/people/band-on-stage'
import { paintCrowd } from '#scripts/art/people/crowd'
import { paintStage } from '#scripts/art/things/stage'
import { paintStringLights } from '#scripts/art/things/string-lights'
import { paintTent } from '#scripts/art/things/tent'
import { MOON, paintNight } from './tour-night'

export const tourStage: Scene = {
  slug: 'tour-stage',
  title: 'A stage under the harvest moon',
  alt: 'A country band of four plays to a small group before a rising harvest moon, lit tents and giraffes beside it',
  place: 'Amboseli, Kenya',
  aspect: WIDE,
  focus: { x: 0.68, y: 0.7 },
  widths: WIDE_WIDTHS,
  paint: paintTourStage,
}

async function paintTourStage(canvas: Canvas) {
  await paintNight(canvas)
  await paintGiraffes(canvas)
  await paintNightGround(canvas)
  const lamps: Lamp[] = []
  for (const tent of [
    { x: 0.085, y: 0.825, size: 1.25 },
    { x: 0.205, y: 0.812, size: 0.95 },
    { x: 0.02, y: 0.806, size: 0.8 },
  ])
    lamps.push(await paintTent(canvas, tent))
  await paintStage(canvas, { left: 0.475, right: 0.885, floor: 0.835, depth: 0.035, lightX: MOON.x })
  await paintBand(canvas)
  lamps.push(...(await paintLights(canvas)))
  await paintFront(canvas)
  return nightFinishing(canvas, lamps)
}

async function paintGiraffes(canvas: Canvas) {
  for (const [x, y, size, pose] of [
    [0.3, 0.772, 1.02, { phase: 0.1 }],
    [0.335, 0.775, 0.82, { phase: 0.6, neck: 0.3 }],
    [0.385, 0.771, 0.62, { phase: 0.3 }],
  ] as const)
    await paintFigure(canvas, giraffe(pose), standing(canvas, x, y, size), {
      ink: ink('#262634'),
      far: ink('#32313e'),
      rim: ink('#E9A872'),
      toward: [0.85, 0.5],
      rimWidth: 1.1 * canvas.unit,
      rimOpacity: 0.7,
    })
}

async function paintNightGround(canvas: Canvas) {
  const { width: W, height: H, unit: U } = canvas
  const crest = (x: number) => H * (0.785 + 0.006 * fbm(x / U / 200, 1, 3))
  const [far, near, warm] = [ink('#4A3A3C'), ink('#15131C'), ink('#B9703F')]
  paint(canvas, await below(canvas, crest), (x, y) => {
    const t = clamp((y / H - 0.785) / 0.215)
    const worn = 0.25 * fbm(x / U / 110, y / U / 12, 3)
    const pool = bell(x - MOON.x * W, W * 0.27) * 0.6 * smoothstep(1, 0.05, t) * clamp(0.75 + worn)
    return mix(mix(far, near, clamp(t * 1.15 + worn)), warm, pool)
  })
  await paintTufts(
    canvas,
    { top: 0.785, depth: 0.2, lit: '#F0B273' },
    {
      from: 0.79,
      to: 0.86,
      count: 520,
      seed: 3,
      tones: ['#2a2228', '#4a3632', '#7a5238'],
      opacity: 0.9,
      heights: [7, 34],
    },
  )
}

async function paintBand(canvas: Canvas) {
  for (const [player, x, y, size, flip] of [
    [bassist, 0.535, 0.826, 2.05, false],
    [steelPlayer, 0.705, 0.826, 2, false],
    [fiddler, 0.795, 0.829, 2.08, true],
    [singer, 0.625, 0.832, 2.22, false],
  ] as const)
    await paintFigure(canvas, player(), standing(canvas, x, y, size * 1.12), {
      ink: ink('#1b1420'),
      mid: ink('#38242a'),
      light: ink('#7d4526'),
      ear: ink('#2a1c24'),
      rim: ink('#FFD08A'),
      toward: [x < MOON.x ? 0.9 : -0.9, 0.35],
      rimWidth: 1.5 * canvas.unit,
      rimOpacity: 0.85,
      flip,
    })
}

async function paintLights(canvas: Canvas) {
  const { width: W, height: H, unit: U } = canvas
  const post = (x: number, y: number, tall: number) =>
    limb([x * W, y * H, 3.2 * U], [x * W + 2 * U, (y - tall) * H, 2.2 * U])
  await paintShape(canvas, post(0.452, 0.845, 0.36) + post(0.905, 0.845, 0.33), ink('#1d1519'))
  const ropes = [
    { from: [0.4525, 0.49], to: [0.906, 0.52], sag: 0.022, lamps: 22 },
    { from: [0.4525, 0.5], to: [0.3, 0.8], sag: 0.03, lamps: 11 },
    { from: [0.906, 0.525], to: [1.02, 0.4], sag: 0.05, lamps: 9 },
    { from: [0.4525, 0.49], to: [0.79, 0.37], sag: 0.045, lamps: 17 },
  ] as const
  return paintStringLights(canvas, ropes, '#1d1519')
}

async function paintFront(canvas: Canvas) {
  await paintTree(
    canvas,
    {
      seed: 8,
      width: 120,
      height: 88,
      pads: 12,
      limbs: 5,
      thickness: 1.25,
      leafSize: 0.46,
      leafiness: 1.7,
      lean: -0.12,
    },
    standing(canvas, 0.985, 0.9, 6.4),
    {
      bark: ink('#15111a'),
      barkLit: ink('#C77F4E'),
      leaves: inks(['#11121a', '#1d2228', '#37352f', '#75583a', '#C98F52']),
      toward: [-0.85, -0.15],
      leafScale: 0.9,
    },
  )
  await paintCrowd(canvas, { count: 18, seed: 5, lightX: MOON.x, left: 0.43, width: 0.5 })
  await paintBank(canvas, {
    crest: bankCrest(canvas, 0.985, { height: 0.05, reach: 0.22 }, { height: 0.03, reach: 0.12 }, 0),
    base: '#0d0b12',
    glow: '#2a1c1e',
    tones: ['#0c0a11', '#17131a', '#251c20', '#4b3328', '#8c5a38'],
    count: 150,
    heights: [34, 120],
    edgeCount: 330,
    rows: [0.96, 1.1],
    light: 0.8,
  })
}
