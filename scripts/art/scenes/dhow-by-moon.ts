import { band } from '#scripts/art/engine/bands'
import { type Canvas, cut, paint, shade } from '#scripts/art/engine/canvas'
import { ink, mix, ramp } from '#scripts/art/engine/colour'
import { bell, clamp, smoothstep } from '#scripts/art/engine/curves'
import { paintDisc } from '#scripts/art/engine/disc'
import { nightFinishing } from '#scripts/art/engine/night'
import { fbm, noise } from '#scripts/art/engine/noise'
import { below, bushes } from '#scripts/art/engine/ridges'
import { CARD, CARD_WIDTHS, type Scene } from '#scripts/art/engine/scene'
import { paintSky, paintStreaks } from '#scripts/art/engine/sky'
import { paintStars } from '#scripts/art/engine/stars'
import { paintGlitter } from '#scripts/art/engine/water'
import { evenly, SKIES } from '#scripts/art/palettes'
import { type Dhow, paintDhow } from '#scripts/art/things/dhow'
import { paintPalm } from '#scripts/art/things/palm'

const MOON = { x: 0.4, y: 0.4, radius: 0.16 }
const HORIZON = 0.58
const SEA = evenly('#8A9E96 #3E6E78 #1F4C62 #123652 #0A2340 #07182C', [0, 0.06, 0.22, 0.45, 0.75, 1])

const STREAKS = {
  top: 0.28,
  foot: 0.57,
  threshold: 0.11,
  cool: '#274A60',
  warm: '#93A08C',
  litCool: '#5F8490',
  litWarm: '#FFF0C6',
  opacity: 0.6,
  litOpacity: 0.75,
  seed: 44,
}

export const dhowByMoon: Scene = {
  slug: 'dhow-by-moon',
  title: 'A dhow by moonlight',
  alt: 'A dhow crosses the path of a great full moon on a calm night sea, palms dark at the side',
  place: 'Lamu, Kenya',
  aspect: CARD,
  focus: { x: 0.46, y: 0.5 },
  widths: CARD_WIDTHS,
  paint: paintMoonlitSea,
}

async function paintMoonlitSea(canvas: Canvas) {
  await paintMoonrise(canvas)
  paintNightSea(canvas)
  await paintHeadland(canvas)
  await paintDhow(canvas, FAR_DHOW)
  await paintDhow(canvas, NEAR_DHOW)
  for (const [x, y, height, lean, seed, trunkLit] of PALMS)
    await paintPalm(canvas, {
      x,
      y,
      height,
      lean,
      seed,
      trunkLit,
      inks: PALM_INKS,
      trunk: ['#060c14', '#101f2b'],
    })
  return nightFinishing(canvas, [], { moonGlow: 0.13, tint: [1, 0.9, 0.66] })
}

const FAR_DHOW: Dhow = {
  x: 0.74,
  waterline: 0.592,
  size: 0.55,
  sail: ['#33505c', '#5d7a7c', '#A9B59A'],
  hull: ['#0a1622', '#13263a', '#3d5a60'],
  foam: '#9FB7A8',
  flip: true,
}
const NEAR_DHOW: Dhow = {
  x: 0.485,
  waterline: 0.74,
  size: 3.1,
  sail: ['#1d3547', '#32505c', '#E9DDB4'],
  hull: ['#070f1a', '#12202e', '#7f8a76'],
  reflection: { sail: '#1a3346', hull: '#040a14' },
  foam: '#D9DDBE',
}
const PALM_INKS = ['#060d16', '#0c1a26', '#14293a', '#3f5a5e'] as const
const PALMS = [
  [0.965, 1.05, 780, -0.2, 9, '#5d7a78'],
  [1, 1.05, 590, -0.1, 14, '#5d7a78'],
  [-0.01, 1.06, 640, 0.12, 3, '#7d988c'],
] as const

async function paintMoonrise(canvas: Canvas) {
  const { width: W, height: H } = canvas
  const air = { horizon: 0.75, glow: 0.4, glowReach: 0.3, bands: 16, darkLeft: 0, climb: 1.8 }
  paintSky(canvas, { ...air, stops: SKIES.moonlit, sun: [MOON.x, MOON.y] })
  await paintStars(canvas, {
    river: (u, v) => (u - 0.86) * 0.8 + (v - 0.3) * 0.5,
    width: 0.09,
    brightness: 0.3,
    count: 1500,
    foot: 0.52,
    large: 8,
    seed: 33,
    hidden: (x, y) => Math.hypot(x - MOON.x * W, y - MOON.y * H) < MOON.radius * H * 1.35,
  })
  await paintDisc(canvas, { ...MOON, crown: '#FFF8E2', foot: '#F2CF98', bands: 9 })
  paintStreaks(canvas, STREAKS)
}

function paintNightSea(canvas: Canvas) {
  const { width: W, height: H, unit: U } = canvas
  const colour = ramp(SEA)
  const pale = ink('#C9CFA8')
  paint(
    canvas,
    shade(canvas, () => 1, Math.round(HORIZON * H)),
    (x, y) => {
      const t = clamp((y / H - HORIZON) / (1 - HORIZON))
      const swell = 0.1 * fbm(x / U / 260, y / U / 26, 3) * clamp(t * 3)
      const tone = band(clamp(t + swell), 12, x / U, y / U, {
        stray: 0.9,
        long: 70 + 260 * t,
        thick: 2 + 10 * t,
        soft: 0.3,
      })
      return mix(colour(tone), pale, 0.4 * bell(x - MOON.x * W, W * (0.1 + 0.1 * t)) * (1 - t) ** 1.5)
    },
  )
  const strokes = shade(
    canvas,
    (x, y) => {
      const t = (y / H - HORIZON) / (1 - HORIZON)
      return smoothstep(0.2, 0.4, noise(x / U / (40 + 160 * t) + 40, y / U / (1.8 + 8 * t))) * (1 - 0.5 * t)
    },
    HORIZON * H,
  )
  paint(canvas, strokes, ink('#081B33'), 0.5)
  paintGlitter(canvas, {
    waterline: HORIZON,
    x: MOON.x,
    narrow: 0.08,
    widening: 0.14,
    ink: ink('#FFF3CC'),
    opacity: 0.9,
  })
}

async function paintHeadland(canvas: Canvas) {
  const { width: W, height: H, unit: U } = canvas
  const crest = (x: number) =>
    H * (HORIZON - 0.02 * smoothstep(0.62, 0.9, x / W) * (1 + 0.5 * fbm(x / U / 70, 3, 3))) +
    4 * U * smoothstep(0.75, 0.6, x / W)
  const scrub = await cut(
    canvas,
    bushes(canvas, crest, { count: 90, seed: 8, from: 3, to: 12, trees: 0.2 }, [0.7 * W, W]),
  )
  const land = await below(canvas, crest)
  const line = Math.round(HORIZON * H + 2 * U)
  const shore = shade(
    canvas,
    (x, y) => Math.max(land.alpha[y * W + x] ?? 0, scrub.alpha[y * W + x] ?? 0),
    0,
    line,
  )
  paint(canvas, shore, ink('#16334A'))
}
