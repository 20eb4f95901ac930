import { oryx } from '#scripts/art/animals/oryx'
import { type Canvas, paint, shade } from '#scripts/art/engine/canvas'
import { hazedInks, ink, mix } from '#scripts/art/engine/colour'
import { paintCumulus } from '#scripts/art/engine/cumulus'
import { smoothstep } from '#scripts/art/engine/curves'
import { paintFigure, standing } from '#scripts/art/engine/figures'
import { bankCrest, type Plain, paintBank, paintPlain, paintTufts } from '#scripts/art/engine/ground'
import { finishing } from '#scripts/art/engine/light'
import { fbm, noise } from '#scripts/art/engine/noise'
import { paintRain } from '#scripts/art/engine/rain'
import { bushy, paintRidges, type Ridge } from '#scripts/art/engine/ridges'
import { CARD, CARD_WIDTHS, type Scene } from '#scripts/art/engine/scene'
import { paintSky } from '#scripts/art/engine/sky'
import { paintTree } from '#scripts/art/engine/tree'
import { evenly, SKIES } from '#scripts/art/palettes'

const HAZE = '#D8CBA2'
const LIGHT_X = 0.12
const PLAIN: Plain = {
  top: 0.662,
  depth: 0.33,
  stops: evenly('#D6CB78 #A3A653 #6E7A3B #434E2A #242B1B', [0, 0.2, 0.46, 0.75, 1]),
  lit: '#FFF0B8',
  poolReach: 0.34,
  poolStrength: 0.5,
}

const RIDGES: Ridge[] = [
  { base: 0.6, rise: 0.06, wave: 460, seed: 6, ink: '#7C8785' },
  { base: 0.625, rise: 0.035, wave: 330, seed: 3, ink: '#65705F', bushes: bushy(110, 2, 7, 0.3) },
  { base: 0.65, rise: 0.02, wave: 250, seed: 17, ink: '#49523C', bushes: bushy(170, 3, 13, 0.5) },
]

export const samburuStorm: Scene = {
  slug: 'samburu-storm',
  title: 'Rain over Samburu',
  alt: 'Five oryx stand on a green plain in slanting light while a rainstorm passes behind them',
  place: 'Samburu, Kenya',
  aspect: CARD,
  focus: { x: 0.3, y: 0.55 },
  widths: CARD_WIDTHS,
  paint: paintStorm,
}

async function paintStorm(canvas: Canvas) {
  const { width: W, height: H } = canvas
  await paintStormSky(canvas)
  const sunX = LIGHT_X * W
  await paintRidges(canvas, RIDGES, { haze: HAZE, sunReach: 0.3, sunStrength: 0.6, thickness: 0.3, sunX })
  const plain = { ...PLAIN, sunX }
  await paintPlain(canvas, plain)
  await paintTufts(canvas, plain, {
    from: 0.665,
    to: 0.74,
    count: 1200,
    seed: 23,
    tones: ['#6c7438', '#9ea04c', '#D4C873'],
    opacity: 0.75,
  })
  await paintTrees(canvas)
  await paintOryx(canvas)
  await paintTufts(canvas, plain, {
    from: 0.76,
    to: 0.86,
    count: 800,
    seed: 7,
    tones: ['#3d4827', '#6a7337', '#B1AC58'],
    opacity: 0.95,
    heights: [6, 62],
  })
  await paintBank(canvas, {
    crest: bankCrest(canvas, 0.955, { height: 0.03, reach: 0.25 }, { height: 0.02, reach: 0.25 }),
    base: '#141811',
    glow: '#4a5128',
    tones: ['#11150f', '#20271a', '#3f4826', '#76793a', '#CFC26C'],
    count: 320,
    heights: [46, 160],
    rows: [0.93, 1.1],
    sunX: 0.14 * W,
  })
  canvas.sun = { x: 0.1 * W, y: 0.6 * H }
  return finishing(canvas, { glow: 0.1, glowReach: 0.3, halo: 0.05, tint: [1, 0.88, 0.6], vignette: 0.15 })
}

async function paintStormSky(canvas: Canvas) {
  const { width: W, height: H, unit: U } = canvas
  paintSky(canvas, {
    stops: SKIES.storm,
    sun: [0.16, 0.56],
    horizon: 0.62,
    glow: 0.5,
    glowReach: 0.36,
    bands: 14,
    darkLeft: 0,
  })
  const toward = [-0.8, 0.6] as const
  await paintCumulus(canvas, {
    clouds: [[0.66, 0.37, 0.5, 0.36]],
    inks: { dark: '#39444F', mid: '#66737B', light: '#BFB9A6', crown: '#F3E2B6' },
    seed: 5,
    toward,
    opacity: 0.98,
    baseCut: 0.04,
  })
  await paintCumulus(canvas, {
    clouds: [
      [0.98, 0.4, 0.24, 0.26],
      [0.4, 0.375, 0.17, 0.15],
    ],
    inks: { dark: '#414C57', mid: '#707C82', light: '#C9BFA6', crown: '#F6E4B4' },
    seed: 9,
    toward,
    opacity: 0.96,
    baseCut: 0.05,
  })
  const base = shade(
    canvas,
    (x, y) => {
      const [u, v] = [x / W, y / H]
      const top = smoothstep(0.26, 0.36, v + 0.03 * fbm(x / U / 140, y / U / 30, 3))
      const foot = smoothstep(0.475, 0.4, v + 0.035 * fbm(x / U / 90, y / U / 22, 3))
      return top * foot * smoothstep(0.1, 0.3, u + 0.05 * noise(y / U / 40, 2)) * 0.85
    },
    0,
    H * 0.5,
  )
  const [dark, pale] = [ink('#2F3B46'), ink('#566069')]
  paint(canvas, base, (x, y) => mix(dark, pale, 0.5 + 0.5 * noise(x / U / 150, y / U / 8)))
  const shafts = [
    { x: 0.56, width: 0.13, weight: 1 },
    { x: 0.86, width: 0.09, weight: 0.8 },
  ]
  paintRain(canvas, { top: 0.36, foot: 0.64, shafts, cloud: '#47545F', air: '#8f9690' })
}

async function paintTrees(canvas: Canvas) {
  const haze = ink(HAZE)
  const leaves = (far: number) => [
    ...hazedInks(['#20281c', '#3c4a27', '#71793a', '#B9B257'], haze, far),
    ink('#F1DD92'),
  ]
  await paintTree(
    canvas,
    { seed: 8, width: 112, height: 66, pads: 10, stems: 2, leafSize: 0.5, leafiness: 1.5 },
    standing(canvas, 0.8, 0.735, 3.3),
    {
      bark: ink('#2b2620'),
      barkLit: ink('#E5CE90'),
      leaves: leaves(0.08),
      toward: [-0.85, 0.3],
    },
  )
  await paintTree(canvas, { seed: 19, width: 92, height: 60, pads: 8 }, standing(canvas, 0.4, 0.677, 1.2), {
    bark: mix(ink('#2b2620'), haze, 0.35),
    leaves: leaves(0.4),
    toward: [-0.85, 0.3],
  })
}

async function paintOryx(canvas: Canvas) {
  for (const [x, y, size, phase, flip] of [
    [0.3, 0.8, 1.28, 0.1, true],
    [0.405, 0.785, 1.12, 0.4, true],
    [0.2, 0.775, 0.98, 0.75, true],
    [0.505, 0.8, 1.22, 0.6, false],
    [0.6, 0.775, 0.92, 0.2, true],
  ] as const)
    await paintFigure(canvas, oryx({ phase }), standing(canvas, x, y, size * 1.15), {
      ink: ink('#5c4c40'),
      far: ink('#41372f'),
      mid: ink('#B9A083'),
      rim: ink('#FFF0C0'),
      toward: [-0.85, 0.45],
      rimWidth: 1.8 * canvas.unit,
      flip,
      shadow: { opacity: 0.45, shear: 1.6, stretch: 0.25, ink: '#2a2f1c' },
    })
}
