import { type Canvas, paint } from '#scripts/art/engine/canvas'
import { ink, inks, mix } from '#scripts/art/engine/colour'
import { bell, clamp } from '#scripts/art/engine/curves'
import { paintDisc } from '#scripts/art/engine/disc'
import { paintFigure, standing } from '#scripts/art/engine/figures'
import { bankCrest, paintBank, paintTufts } from '#scripts/art/engine/ground'
import type { Lamp } from '#scripts/art/engine/light'
import { nightFinishing } from '#scripts/art/engine/night'
import { fbm } from '#scripts/art/engine/noise'
import { below, bushy, paintRidges, type Ridge } from '#scripts/art/engine/ridges'
import { CARD, CARD_WIDTHS, type Scene } from '#scripts/art/engine/scene'
import { paintSky } from '#scripts/art/engine/sky'
import { paintStars } from '#scripts/art/engine/stars'
import { paintTree } from '#scripts/art/engine/tree'
import { HERO_TREE, SKIES } from '#scripts/art/palettes'
import { onlooker } from '#scripts/art/people/onlooker'
import { paintCampfire } from '#scripts/art/things/campfire'
import { paintTent } from '#scripts/art/things/tent'

const FIRE = { x: 0.585, y: 0.855 }
const MOON = { x: 0.235, y: 0.655 }

const RIDGES: Ridge[] = [
  { base: 0.705, rise: 0.05, wave: 460, seed: 22, ink: '#3F5468' },
  { base: 0.74, rise: 0.03, wave: 320, seed: 6, ink: '#2B3B4E', bushes: bushy(120, 2, 8, 0.3) },
  { base: 0.775, rise: 0.02, wave: 240, seed: 15, ink: '#1D2836', bushes: bushy(180, 3, 14, 0.45) },
]

export const campMilkyWay: Scene = {
  slug: 'camp-milky-way',
  title: 'Camp under the Milky Way',
  alt: 'Safari tents glow beside a campfire under the Milky Way while a small moon rises',
  place: 'Maasai Mara, Kenya',
  aspect: CARD,
  focus: { x: 0.78, y: 0.6 },
  widths: CARD_WIDTHS,
  paint: paintCamp,
}

async function paintCamp(canvas: Canvas) {
  const { width: W, height: H } = canvas
  paintSky(canvas, {
    stops: SKIES.clearNight,
    sun: [MOON.x, MOON.y],
    horizon: 0.82,
    glow: 0.26,
    glowReach: 0.3,
    bands: 16,
    darkLeft: -0.04,
    climb: 1.7,
  })
  const moonAt = { x: MOON.x * W, y: MOON.y * H }
  await paintStars(canvas, {
    river: (u, v) => (u - 0.3) * 0.62 + (v - 0.62) * 0.62,
    width: 0.15,
    lanes: 0.3,
    brightness: 0.85,
    count: 7000,
    foot: 0.74,
    large: 16,
    seed: 19,
    hidden: (x, y) => Math.hypot(x - moonAt.x, y - moonAt.y) < 0.07 * H,
  })
  await paintDisc(canvas, { ...MOON, radius: 0.042, crown: '#FFF3D2', foot: '#F0BE86', bands: 6 })
  await paintRidges(canvas, RIDGES, { haze: '#8C7F78', sunReach: 0.2, sunStrength: 0.5, thickness: 0.3 })
  await paintFireGround(canvas)
  const lamps: Lamp[] = []
  for (const tent of [
    { x: 0.93, y: 0.838, size: 1.15 },
    { x: 0.36, y: 0.836, size: 1.05 },
    { x: 0.77, y: 0.856, size: 1.75 },
  ])
    lamps.push(await paintTent(canvas, tent, 0.26))
  lamps.push(await paintCampfire(canvas, { ...FIRE, size: 1.6 }))
  await paintGuests(canvas)
  await paintFront(canvas)
  return nightFinishing(canvas, lamps, { moonGlow: 0.07, tint: [1, 0.8, 0.52] })
}

async function paintFireGround(canvas: Canvas) {
  const { width: W, height: H, unit: U } = canvas
  const [far, near, warm] = [ink('#2c3038'), ink('#0d0f16'), ink('#A8612F')]
  paint(canvas, await below(canvas, (x) => H * (0.79 + 0.006 * fbm(x / U / 200, 1, 3))), (x, y) => {
    const t = clamp((y / H - 0.79) / 0.21)
    const worn = 0.25 * fbm(x / U / 110, y / U / 12, 3)
    const pool = bell(Math.hypot((x - FIRE.x * W) / W, ((y - (FIRE.y + 0.01) * H) / H) * 2.6), 0.16)
    return mix(mix(far, near, clamp(t * 1.2 + worn)), warm, 0.75 * pool * clamp(0.8 + worn))
  })
  await paintTufts(
    canvas,
    { top: 0.79, depth: 0.2, lit: '#E9A765', sunX: FIRE.x * W },
    {
      from: 0.795,
      to: 0.87,
      count: 460,
      seed: 3,
      tones: ['#1d2026', '#332c2a', '#5e4230'],
      opacity: 0.9,
      heights: [6, 30],
    },
  )
}

async function paintGuests(canvas: Canvas) {
  for (const [x, y, size, pose, skirt, cloth] of [
    [0.515, 0.87, 0.98, 'resting', true, '#5a2c26'],
    [0.545, 0.876, 1.04, 'hips', false, '#2c3a44'],
    [0.64, 0.875, 1.02, 'pointing', false, '#3c3428'],
  ] as const)
    await paintFigure(canvas, onlooker({ pose, skirt, hat: pose === 'hips' }), standing(canvas, x, y, size), {
      ink: ink('#14121a'),
      ear: ink(cloth),
      rim: ink('#FFB868'),
      toward: [x < FIRE.x ? 0.9 : -0.9, 0.05],
      rimWidth: 2 * canvas.unit,
      shadow: { opacity: 0.6, shear: (x - FIRE.x) * 22, stretch: 0.2, ink: '#0a090f' },
    })
}

async function paintFront(canvas: Canvas) {
  const { width: W } = canvas
  await paintTree(canvas, { ...HERO_TREE, lean: 0.08 }, standing(canvas, 0.05, 0.93, 5.4), {
    flip: true,
    bark: ink('#0c0e17'),
    barkLit: ink('#8F6A4C'),
    leaves: inks(['#090c14', '#121a24', '#1f2b33', '#3c4a48', '#7d7a66']),
    toward: [0.5, 0.75],
    leafScale: 0.9,
  })
  await paintBank(canvas, {
    crest: bankCrest(canvas, 0.96, { height: 0.05, reach: 0.25 }, { height: 0.04, reach: 0.2 }, 0.008),
    base: '#080910',
    glow: '#2b201c',
    tones: ['#07080e', '#10131b', '#1c1d22', '#41302a', '#86583a'],
    count: 240,
    heights: [40, 140],
    edgeCount: 360,
    rows: [0.945, 1.1],
    sunX: FIRE.x * W,
    light: 0.85,
  })
}
