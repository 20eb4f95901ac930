import { type Canvas, paint } from '#scripts/art/engine/canvas'
import { hazedInks, ink, inks, mix } from '#scripts/art/engine/colour'
import { smoothstep } from '#scripts/art/engine/curves'
import { paintDisc } from '#scripts/art/engine/disc'
import { standing } from '#scripts/art/engine/figures'
import { bankCrest, type Plain, paintBank, paintPlain, paintTufts } from '#scripts/art/engine/ground'
import { finishing } from '#scripts/art/engine/light'
import { fbm, noise } from '#scripts/art/engine/noise'
import { below, bushy, type Crest, paintMist, paintRidges, type Ridge } from '#scripts/art/engine/ridges'
import { CARD, CARD_WIDTHS, type Scene } from '#scripts/art/engine/scene'
import { paintSky, paintStreaks } from '#scripts/art/engine/sky'
import { paintTree } from '#scripts/art/engine/tree'
import { paintGlitter, paintMirror } from '#scripts/art/engine/water'
import { evenly, HERO_TREE, SKIES } from '#scripts/art/palettes'
import { DRINKING, FAR, HAZE, LIT, paintHerd, SUN_X } from './tsavo-herd'

const WATERLINE = 0.765

const PLAIN: Plain = {
  top: 0.645,
  depth: 0.3,
  stops: evenly('#E29A62 #C36F42 #96472C #612C22 #361B1A', [0, 0.18, 0.45, 0.75, 1]),
  lit: LIT,
  poolReach: 0.24,
  poolStrength: 0.5,
}

const RIDGES: Ridge[] = [
  { base: 0.6, rise: 0.06, wave: 620, seed: 41, ink: '#B57A62' },
  { base: 0.622, rise: 0.026, wave: 340, seed: 5, ink: '#93594A', bushes: bushy(130, 2, 6, 0.2) },
  { base: 0.645, rise: 0.014, wave: 250, seed: 26, ink: '#6E4038', bushes: bushy(240, 3, 14, 0.4) },
]

const STREAKS = {
  foot: 0.58,
  threshold: 0.12,
  cool: '#5F6E6C',
  warm: '#E09A62',
  litCool: '#B7A385',
  litWarm: '#FFDDA4',
  opacity: 0.45,
  litOpacity: 0.85,
  seed: 91,
}

export const tsavoElephants: Scene = {
  slug: 'tsavo-elephants',
  title: 'Red elephants of Tsavo',
  alt: 'Elephants red with dust gather and drink at a waterhole in Tsavo under a large evening sun',
  place: 'Tsavo East, Kenya',
  aspect: CARD,
  focus: { x: 0.5, y: 0.62 },
  widths: CARD_WIDTHS,
  paint: paintWaterhole,
}

async function paintWaterhole(canvas: Canvas) {
  await paintEvening(canvas)
  await paintPlain(canvas, PLAIN)
  await paintTufts(canvas, PLAIN, {
    from: 0.65,
    to: 0.74,
    count: 520,
    seed: 23,
    tones: ['#7d4029', '#b0693c', '#DD9A58'],
    opacity: 0.7,
  })
  await paintHerd(canvas, FAR)
  paintMirror(canvas, {
    waterline: WATERLINE,
    tint: '#6E5148',
    share: 0.22,
    reach: 5,
    deeper: 0.35,
    dark: 0.04,
  })
  paintGlitter(canvas, { waterline: WATERLINE, x: SUN_X, narrow: 0.09, ink: ink('#FFE0AC'), opacity: 0.8 })
  await paintShores(canvas)
  await paintHerd(canvas, DRINKING, true)
  await paintFront(canvas)
  return finishing(canvas, { glow: 0.13, glowReach: 0.24, halo: 0.07, tint: [1, 0.7, 0.38], vignette: 0.17 })
}

async function paintEvening(canvas: Canvas) {
  paintSky(canvas, {
    stops: SKIES.tsavo,
    sun: [SUN_X, 0.46],
    horizon: 0.66,
    glow: 0.44,
    glowReach: 0.4,
    bands: 14,
    darkLeft: 0,
    climb: 1.15,
  })
  paintStreaks(canvas, STREAKS)
  await paintDisc(canvas, { x: SUN_X, y: 0.445, radius: 0.165, crown: '#FFF0CC', foot: '#F0A05E', bands: 10 })
  await paintRidges(canvas, RIDGES, { haze: HAZE, sunReach: 0.3, thickness: 0.45 })
  paintMist(canvas, { y: 0.64, spread: 0.024, ink: '#F6BF86', strength: 0.3, atSun: 0.5 })
  const haze = ink(HAZE)
  for (const [x, y, size, seed] of [
    [0.86, 0.665, 2.4, 41],
    [0.1, 0.652, 1.2, 19],
  ] as const)
    await paintTree(
      canvas,
      { seed, width: 104, height: 64, pads: 9, leafSize: 0.5 },
      standing(canvas, x, y, size),
      {
        bark: mix(ink('#2a1a18'), haze, 0.25),
        leaves: hazedInks(['#33231c', '#5a3a26', '#965f34', '#E2A562'], haze, 0.22),
        toward: [x < SUN_X ? 0.85 : -0.85, 0.35],
      },
    )
}

/** The far shore in wet mud, the near shore trodden dry. */
async function paintShores(canvas: Canvas) {
  const { width: W, height: H, unit: U } = canvas
  const near: Crest = (x) =>
    H *
    (0.865 +
      0.02 * Math.sin((x / W) * 6 + 1.2) +
      0.07 * smoothstep(0.42, 0.1, Math.abs(x / W - 0.5)) * 0.5 -
      0.008 * fbm(x / U / 110, 4, 3))
  const [wet, dry, dark] = [ink('#6e3424'), ink('#A85636'), ink('#3a1c1a')]
  paint(canvas, await below(canvas, near), (x, y) => {
    const depth = (y - near(x)) / H
    const trodden = 0.3 * fbm(x / U / 60, y / U / 12, 3)
    return mix(
      mix(wet, dry, smoothstep(0, 0.03, depth + 0.03 * trodden)),
      dark,
      smoothstep(0.03, 0.14, depth + 0.06 * trodden),
    )
  })
  await paintTufts(
    canvas,
    { top: 0.645, depth: 0.3, lit: LIT },
    {
      from: 0.86,
      to: 0.95,
      count: 420,
      seed: 31,
      tones: ['#4f2a20', '#834a2c', '#C98347'],
      opacity: 0.95,
      heights: [8, 52],
      density: (x, y) => (y < near(x) + 8 * U ? 0 : smoothstep(-0.1, 0.4, noise(x / U / 120, y / U / 22))),
    },
  )
}

async function paintFront(canvas: Canvas) {
  await paintTree(canvas, { ...HERO_TREE, seed: 8, lean: 0.1 }, standing(canvas, 0.0, 0.93, 5.2), {
    bark: ink('#23151a'),
    barkLit: ink('#E49A62'),
    leaves: inks(['#221816', '#41281d', '#774a2a', '#BE7E42', '#F0B972']),
    toward: [0.8, 0.4],
    leafScale: 0.9,
  })
  await paintBank(canvas, {
    crest: bankCrest(canvas, 0.985, { height: 0.06, reach: 0.25 }, { height: 0.06, reach: 0.22 }),
    base: '#1d1014',
    glow: '#6a3424',
    tones: ['#190e12', '#33191a', '#5e2e22', '#98552f', '#E59C57'],
    count: 240,
    heights: [44, 150],
    edgeCount: 360,
    rows: [0.95, 1.1],
    sunX: SUN_X * canvas.width,
  })
}
