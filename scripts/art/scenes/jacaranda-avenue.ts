import { type Canvas, cut, paint, shade } from '#scripts/art/engine/canvas'
import { ink, inks, mix } from '#scripts/art/engine/colour'
import { bell, clamp, smoothstep } from '#scripts/art/engine/curves'
import { paintDisc } from '#scripts/art/engine/disc'
import { paintFigure, standing } from '#scripts/art/engine/figures'
import { bankCrest, type Plain, paintBank, paintPlain, paintTufts } from '#scripts/art/engine/ground'
import { finishing } from '#scripts/art/engine/light'
import { warp } from '#scripts/art/engine/masks'
import { fbm, noise } from '#scripts/art/engine/noise'
import { bushy, paintMist, paintRidges, type Ridge } from '#scripts/art/engine/ridges'
import { CARD, CARD_WIDTHS, type Scene } from '#scripts/art/engine/scene'
import { type Point, polygon } from '#scripts/art/engine/shapes'
import { paintSky, paintStreaks } from '#scripts/art/engine/sky'
import { paintTree } from '#scripts/art/engine/tree'
import { evenly, JACARANDA, SKIES } from '#scripts/art/palettes'
import { walker } from '#scripts/art/people/walker'

const HAZE = '#F1D3BC'
const LIT = '#FFEBC8'
/** Where the road is lost, and how wide it is at the viewer's feet. */
const END = { x: 0.5, y: 0.622 }
const ROAD = 0.44
const PLAIN: Plain = {
  top: 0.618,
  depth: 0.38,
  stops: evenly('#C9B98C #A3A06A #757F50 #475539 #272F25', [0, 0.2, 0.46, 0.76, 1]),
  lit: LIT,
  poolReach: 0.2,
  poolStrength: 0.5,
}

const RIDGES: Ridge[] = [
  { base: 0.59, rise: 0.03, wave: 460, seed: 8, ink: '#B7A3B8' },
  { base: 0.614, rise: 0.014, wave: 280, seed: 17, ink: '#8F8498', bushes: bushy(300, 3, 12) },
]

const STREAKS = {
  foot: 0.44,
  threshold: 0.13,
  cool: '#9A9CC0',
  warm: '#EBC6B4',
  litCool: '#D2C8D4',
  litWarm: '#FFF0D4',
  opacity: 0.4,
  seed: 66,
}

export const jacarandaAvenue: Scene = {
  slug: 'jacaranda-avenue',
  title: 'October in Nairobi',
  alt: 'A mother and child walk down an avenue of flowering jacaranda in Nairobi, lilac petals on the road and the sun at its end',
  place: 'Nairobi, Kenya',
  aspect: CARD,
  focus: { x: 0.5, y: 0.55 },
  widths: CARD_WIDTHS,
  paint: paintAvenue,
}

async function paintAvenue(canvas: Canvas) {
  paintSky(canvas, {
    stops: SKIES.avenue,
    sun: [END.x, 0.53],
    horizon: 0.62,
    glow: 0.46,
    glowReach: 0.38,
    bands: 14,
    darkLeft: 0,
  })
  paintStreaks(canvas, STREAKS)
  await paintDisc(canvas, { x: END.x, y: 0.53, radius: 0.105, crown: '#FFF9EA', foot: '#FBD3A0', bands: 8 })
  await paintRidges(canvas, RIDGES, { haze: HAZE, sunReach: 0.22, thickness: 0.6 })
  paintMist(canvas, { y: 0.612, spread: 0.02, ink: '#FBE3C6', strength: 0.4, atSun: 0.5 })
  await paintPlain(canvas, PLAIN)
  await paintRoad(canvas)
  paintPetals(canvas)
  await paintRows(canvas)
  await paintWalkers(canvas)
  await paintBank(canvas, {
    crest: bankCrest(canvas, 1.02, { height: 0.1, reach: 0.22 }, { height: 0.1, reach: 0.22 }),
    base: '#1a1b1c',
    glow: '#5a5540',
    tones: ['#171819', '#2a2c28', '#4a4d38', '#857b56', '#D9C48E'],
    count: 240,
    heights: [46, 150],
    edgeCount: 360,
    rows: [0.95, 1.1],
  })
  return finishing(canvas, { glow: 0.16, halo: 0.06, tint: [1, 0.86, 0.68], vignette: 0.15 })
}

/** Half the width of the road at a height, in shares of the width. */
const halfRoad = (y: number) => Math.max(0.002, (ROAD / 2) * ((y - END.y) / (1 - END.y)))

async function paintRoad(canvas: Canvas) {
  const { width: W, height: H, unit: U } = canvas
  const foot = 1.04
  const edge = (side: number): Point => [(END.x + side * halfRoad(foot)) * W, foot * H]
  const road = warp(
    await cut(
      canvas,
      polygon([edge(-1), [(END.x - 0.003) * W, END.y * H], [(END.x + 0.003) * W, END.y * H], edge(1)]),
    ),
    3 * U,
    30 * U,
    2,
  )
  const [far, near, dark] = [ink('#F2CFA6'), ink('#A97A68'), ink('#5b4348')]
  paint(canvas, road, (x, y) => {
    const t = clamp((y / H - END.y) / (1 - END.y))
    const worn = 0.18 * fbm(x / U / (60 + 160 * t), y / U / (3 + 14 * t), 3)
    const rut = 0.22 * bell(Math.abs(x / W - END.x) / halfRoad(y / H) - 0.45, 0.16) * t
    return mix(mix(far, near, smoothstep(0, 0.4, t)), dark, clamp(0.55 * t * t + worn - rut))
  })
}

/** Fallen flowers: thick on the verges, thin where wheels pass. */
function paintPetals(canvas: Canvas) {
  const { width: W, height: H, unit: U } = canvas
  const petals = shade(
    canvas,
    (x, y) => {
      const t = clamp((y / H - END.y) / (1 - END.y))
      const off = Math.abs(x / W - END.x) / halfRoad(y / H)
      const drift =
        noise(x / U / (5 + 22 * t), y / U / (1.2 + 5 * t)) +
        0.5 * noise(x / U / (40 + 120 * t), y / U / (4 + 20 * t))
      return smoothstep(0.12, 0.26, drift + 0.34 * bell(off - 1.15, 0.5) - 0.14) * smoothstep(0.01, 0.06, t)
    },
    END.y * H,
  )
  paint(
    canvas,
    petals,
    (x, y) => mix(ink('#A58BC4'), ink('#E6C6DC'), clamp(0.5 + 0.7 * noise(x / U / 12, y / U / 4))),
    0.75,
  )
}

/** Both rows of trees, far to near, each row its own seeds. */
async function paintRows(canvas: Canvas) {
  const haze = ink(HAZE)
  for (let i = 6; i >= 0; i--) {
    const nearness = 1 / (1 + i * 0.62)
    const y = END.y + (0.97 - END.y) * nearness ** 1.25
    for (const side of [-1, 1]) {
      const x = END.x + side * (halfRoad(y) + 0.07 * nearness + 0.012)
      const far = 0.62 * (1 - nearness) ** 1.2
      await paintTree(
        canvas,
        {
          ...JACARANDA.habit,
          seed: 3 + i * 2 + (side > 0 ? 20 : 0),
          width: 88,
          lean: -side * 0.1,
          trunk: 30,
          leafiness: 1.7,
        },
        standing(canvas, x, y, 8.4 * nearness ** 1.15),
        {
          bark: mix(ink('#3a2c30'), haze, far),
          barkLit: i < 3 ? ink('#E3B48C') : undefined,
          leaves: inks(JACARANDA.leaves).map((tone, n) => mix(tone, haze, far * (1 - 0.12 * n))),
          toward: [-side * 0.75, 0.45],
          leafScale: 0.95,
        },
      )
    }
    if (i === 3) await paintVerges(canvas)
  }
}

async function paintVerges(canvas: Canvas) {
  const { width: W, height: H } = canvas
  await paintTufts(canvas, PLAIN, {
    from: 0.66,
    to: 0.9,
    count: 1100,
    seed: 9,
    tones: ['#4f5a3c', '#7d8250', '#BDB47A'],
    opacity: 0.9,
    heights: [5, 52],
    density: (x, y) =>
      smoothstep(1.15, 1.5, Math.abs(x / W - END.x) / halfRoad(y / H)) *
      smoothstep(-0.25, 0.2, noise(x / canvas.unit / 120, y / canvas.unit / 40)),
  })
}

async function paintWalkers(canvas: Canvas) {
  for (const [x, y, size, walk, cloth, shawl] of [
    [0.545, 0.7, 0.62, { phase: 0.4 }, '#4a4450', '#4a4450'],
    [0.438, 0.835, 1.02, { phase: 0.3 }, '#3c4a5c', '#3c4a5c'],
    [0.478, 0.842, 1.78, { phase: 0.15, skirt: true, shawl: true }, '#6a2f2c', '#A8412A'],
  ] as const)
    await paintFigure(canvas, walker(walk), standing(canvas, x, y, size), {
      ink: ink(cloth),
      ear: ink(shawl),
      rim: ink('#FFEACA'),
      toward: [0.25, 0.9],
      rimWidth: 1.6 * size * canvas.unit,
      shadow: { opacity: 0.55, shear: (x - END.x) * 4, stretch: 0.42, ink: '#4b3640' },
    })
}
