import { giraffe } from '#scripts/art/animals/giraffe'
import { band } from '#scripts/art/engine/bands'
import { type Canvas, cut, fill, newCanvas, paint, paintShape } from '#scripts/art/engine/canvas'
import { ink, inks, mix, ramp } from '#scripts/art/engine/colour'
import { bell, clamp, smoothstep } from '#scripts/art/engine/curves'
import { paintFigure, standing } from '#scripts/art/engine/figures'
import { bankCrest, paintBank, paintTufts } from '#scripts/art/engine/ground'
import type { Lamp } from '#scripts/art/engine/light'
import { fbm } from '#scripts/art/engine/noise'
import { below, paintRidges } from '#scripts/art/engine/ridges'
import { circle, limb } from '#scripts/art/engine/shapes'
import { paintStreaks } from '#scripts/art/engine/sky'
import { paintStars } from '#scripts/art/engine/stars'
import { paintTree } from '#scripts/art/engine/tree'
import { SKIES } from '#scripts/art/palettes'
import { paintStage } from '#scripts/art/things/stage'
import { paintStringLights } from '#scripts/art/things/string-lights'
import { paintTent } from '#scripts/art/things/tent'
import { FILM } from './film'
import { type Strip, stripCanvas, stripOf } from './strip'

// The scene of scenes/tour-stage.ts, taken apart into what moves and what stands still.

const { width: W, height: H } = FILM
export const MOON = { x: 0.655 * W, y: 0.53 * H, radius: 0.275 * H }

export const RIVER = (u: number, v: number) => (u - 0.08) * 0.86 - v * 0.5 - (0.19 + 0.05 * Math.sin(u * 5))

/** The sky without its stars. */
export async function nightSky(): Promise<Strip> {
  const canvas = newCanvas(W, H)
  const colour = ramp(SKIES.night)
  const { unit: U } = canvas
  fill(canvas, (x, y) => {
    const off = Math.hypot((x - MOON.x) * 0.62, y - MOON.y * 1.08) / H
    const tone = clamp(0.66 * (y / (H * 0.72)) ** 1.7 + 0.26 * Math.exp(-((off / 0.4) ** 1.4)))
    return colour(band(tone, 16, x / U, y / U, { stray: 0.6, soft: 0.3, long: 200, thick: 6 }))
  })
  await paintStars(canvas, { river: RIVER, count: 0, large: 0 })
  return stripOf(canvas)
}

/** Moon, clouds, hills, ground, tents and stage; and the lamps that hang over them. */
export async function nightScene(): Promise<{ strip: Strip; lamps: Lamp[]; tents: Lamp[] }> {
  const canvas = stripCanvas(MOON)
  await paintMoon(canvas)
  paintStreaks(canvas, {
    ...{ top: 0.3, foot: 0.72, threshold: 0.13, seed: 3, falloff: 2.2, opacity: 0.55, litOpacity: 0.7 },
    ...{ cool: '#3C4E62', warm: '#C98E6C', litCool: '#6F7E88', litWarm: '#FFD9A0', keepOff: () => 0.02 },
  })
  await paintRidges(canvas, HILLS, { haze: '#C98B66', sunReach: 0.3, thickness: 0.35 })
  await paintGiraffes(canvas)
  await paintGround(canvas)
  const tents: Lamp[] = []
  for (const tent of TENTS) tents.push(await paintTent(canvas, tent))
  await paintStage(canvas, { left: 0.45, right: 0.87, floor: 0.84, depth: 0.035, lightX: MOON.x / W })
  const lamps = await paintLights(canvas)
  return { strip: stripOf(canvas), lamps, tents }
}

const TENTS = [
  { x: 0.085, y: 0.825, size: 1.25 },
  { x: 0.205, y: 0.812, size: 0.95 },
  { x: 0.02, y: 0.806, size: 0.8 },
]

const HILLS = [
  { base: 0.7, rise: 0.05, wave: 460, seed: 2, ink: '#6E5F6A' },
  {
    ...{ base: 0.73, rise: 0.035, wave: 300, seed: 6, ink: '#4B4654' },
    bushes: { count: 110, from: 2, to: 8, trees: 0.35 },
  },
  {
    ...{ base: 0.765, rise: 0.02, wave: 220, seed: 12, ink: '#302F3D' },
    bushes: { count: 150, from: 3, to: 14, trees: 0.5 },
  },
]

async function paintMoon(canvas: Canvas) {
  const { unit: U } = canvas
  const [crown, foot, seas] = [ink('#FCEBC4'), ink('#E79D63'), ink('#DDA46F')]
  paint(canvas, await cut(canvas, circle(MOON.x, MOON.y, MOON.radius)), (x, y) => {
    const t = clamp((y - (MOON.y - MOON.radius)) / (2 * MOON.radius))
    const face = mix(crown, foot, band(t, 9, x / U, y / U, { stray: 0.5, long: 120, thick: 3.5, soft: 0.3 }))
    const spots = smoothstep(0.08, 0.26, fbm(x / U / 150 + 7, y / U / 130 + 3, 3))
    return mix(face, seas, spots * 0.22 * (1 - t * 0.6))
  })
}

async function paintGiraffes(canvas: Canvas) {
  for (const [x, y, size, pose] of [
    [0.3, 0.772, 1.02, { phase: 0.1 }],
    [0.335, 0.775, 0.82, { phase: 0.6, neck: 0.3 }],
    [0.385, 0.771, 0.62, { phase: 0.3 }],
  ] as const)
    await paintFigure(canvas, giraffe(pose), standing(canvas, x, y, size), {
      ...{ ink: ink('#262634'), far: ink('#32313e'), rim: ink('#E9A872'), toward: [0.85, 0.5] },
      ...{ rimWidth: 1.1 * canvas.unit, rimOpacity: 0.7 },
    })
}

async function paintGround(canvas: Canvas) {
  const { unit: U } = canvas
  const crest = (x: number) => H * (0.785 + 0.006 * fbm(x / U / 200, 1, 3))
  const [far, near, warm] = [ink('#4A3A3C'), ink('#15131C'), ink('#B9703F')]
  paint(canvas, await below(canvas, crest), (x, y) => {
    const t = clamp((y / H - 0.785) / 0.215)
    const worn = 0.25 * fbm(x / U / 110, y / U / 12, 3)
    const pool = bell(x - MOON.x, W * 0.27) * 0.6 * smoothstep(1, 0.05, t) * clamp(0.75 + worn)
    return mix(mix(far, near, clamp(t * 1.15 + worn)), warm, pool)
  })
  await paintTufts(
    canvas,
    { top: 0.785, depth: 0.2, lit: '#F0B273' },
    {
      ...{ from: 0.79, to: 0.86, count: 520, seed: 3, opacity: 0.9, heights: [7, 34] },
      tones: ['#2a2228', '#4a3632', '#7a5238'],
    },
  )
}

async function paintLights(canvas: Canvas) {
  const { unit: U } = canvas
  const post = (x: number, y: number, tall: number) =>
    limb([x * W, y * H, 3.2 * U], [x * W + 2 * U, (y - tall) * H, 2.2 * U])
  await paintShape(canvas, post(0.43, 0.85, 0.37) + post(0.89, 0.85, 0.34), ink('#1d1519'))
  const ropes = [
    { from: [0.4305, 0.485], to: [0.891, 0.515], sag: 0.022, lamps: 22 },
    { from: [0.4305, 0.495], to: [0.28, 0.8], sag: 0.03, lamps: 11 },
    { from: [0.891, 0.52], to: [1.02, 0.4], sag: 0.05, lamps: 9 },
    { from: [0.4305, 0.485], to: [0.78, 0.36], sag: 0.045, lamps: 17 },
  ] as const
  return paintStringLights(canvas, ropes, '#1d1519')
}

export async function nightTree(): Promise<Strip> {
  const canvas = stripCanvas(MOON)
  await paintTree(
    canvas,
    {
      ...{ seed: 8, width: 120, height: 88, pads: 12, limbs: 5, thickness: 1.25 },
      ...{ leafSize: 0.46, leafiness: 1.7, lean: -0.12 },
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
  return stripOf(canvas)
}

export async function nightBank(): Promise<Strip> {
  const canvas = stripCanvas(MOON)
  await paintBank(canvas, {
    crest: bankCrest(canvas, 0.985, { height: 0.05, reach: 0.22 }, { height: 0.03, reach: 0.12 }, 0),
    ...{ base: '#0d0b12', glow: '#2a1c1e', tones: ['#0c0a11', '#17131a', '#251c20', '#4b3328', '#8c5a38'] },
    ...{ count: 150, heights: [34, 120], edgeCount: 330, rows: [0.96, 1.1], light: 0.8 },
  })
  return stripOf(canvas)
}
