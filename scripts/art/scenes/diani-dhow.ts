import { type Canvas, cut, paint } from '#scripts/art/engine/canvas'
import { ink, mix } from '#scripts/art/engine/colour'
import { paintCumulus } from '#scripts/art/engine/cumulus'
import { clamp, smoothstep } from '#scripts/art/engine/curves'
import { finishing } from '#scripts/art/engine/light'
import { mapMask, union } from '#scripts/art/engine/masks'
import { fbm, noise } from '#scripts/art/engine/noise'
import { below, bushes } from '#scripts/art/engine/ridges'
import { CARD, CARD_WIDTHS, type Scene } from '#scripts/art/engine/scene'
import { paintSky, paintStreaks } from '#scripts/art/engine/sky'
import { SKIES } from '#scripts/art/palettes'
import { paintDhow } from '#scripts/art/things/dhow'
import { paintPalm } from '#scripts/art/things/palm'
import { HORIZON, paintSeaWater, SUN_X } from './diani-sea'

const STREAKS = {
  foot: 0.34,
  threshold: 0.16,
  cool: '#8FB4B0',
  warm: '#E8D6B4',
  litCool: '#CBDCCB',
  litWarm: '#FFF0CC',
  litOpacity: 0.6,
  seed: 9,
}

export const dianiDhow: Scene = {
  slug: 'diani-dhow',
  title: 'Under sail on the Swahili coast',
  alt: 'A dhow with a full cream sail crosses turquoise water off a palm beach, tall clouds behind it',
  place: 'Diani, Kenya',
  aspect: CARD,
  focus: { x: 0.62, y: 0.5 },
  widths: CARD_WIDTHS,
  paint: paintCoast,
}

async function paintCoast(canvas: Canvas) {
  await paintTradeWindSky(canvas)
  paintSeaWater(canvas)
  await paintIsland(canvas)
  await paintDhow(canvas, {
    x: 0.335,
    waterline: 0.572,
    size: 0.62,
    sail: ['#D9BE98', '#F3E3C4', '#FFF5DE'],
    flip: true,
  })
  await paintDhow(canvas, {
    x: 0.6,
    waterline: 0.7,
    size: 3.35,
    sail: ['#C79F77', '#F2DDB8', '#FFF6E0'],
    reflection: { sail: '#F4E6C8', hull: '#20454F' },
  })
  await paintBeach(canvas)
  await paintPalm(canvas, {
    x: 0.045,
    y: 1.03,
    height: 600,
    lean: 0.26,
    seed: 3,
    inks: ['#233a33', '#3f6247', '#6d8a4d', '#c6b36a'],
  })
  await paintPalm(canvas, {
    x: 0.015,
    y: 1.05,
    height: 790,
    lean: 0.16,
    seed: 9,
    inks: ['#1d312d', '#335541', '#5d7e48', '#c6b36a'],
  })
  return finishing(canvas, { glow: 0.1, halo: 0.05, tint: [1, 0.9, 0.7], vignette: 0.12 })
}

async function paintTradeWindSky(canvas: Canvas) {
  paintSky(canvas, {
    stops: SKIES.coast,
    sun: [SUN_X, 0.52],
    horizon: 0.58,
    glow: 0.3,
    glowReach: 0.42,
    bands: 13,
    darkLeft: 0.04,
  })
  await paintCumulus(canvas, {
    clouds: [
      [0.8, 0.47, 0.2, 0.24],
      [0.2, 0.5, 0.15, 0.13],
      [0.47, 0.525, 0.1, 0.055],
      [0.99, 0.52, 0.14, 0.1],
    ],
    inks: { dark: '#A9B6B0', mid: '#E6DCC4', light: '#FFF3DC', crown: '#FFFAEE' },
    seed: 7,
    toward: [-0.35, 0.9],
    haze: { ink: '#F6DFB2', share: 0.55 },
    opacity: 0.97,
  })
  paintStreaks(canvas, STREAKS)
}

async function paintIsland(canvas: Canvas) {
  const { width: W, height: H, unit: U } = canvas
  const line = HORIZON * H
  const crest = (x: number) => {
    const land =
      smoothstep(0.02, 0.1, x / W) * smoothstep(0.4, 0.24, x / W) * (1 + 0.6 * fbm(x / U / 60, 2, 3))
    return line - H * 0.018 * land + 3 * U * smoothstep(0.24, 0.4, x / W)
  }
  const scrub = bushes(canvas, crest, { count: 90, seed: 3, from: 3, to: 10, trees: 0.12 }, [
    0.05 * W,
    0.33 * W,
  ])
  const land = union(await below(canvas, crest), await cut(canvas, scrub))
  const aboveWater = mapMask(land, (v, p) => (Math.floor(p / W) >= Math.round(line) ? 0 : v))
  const [green, pale] = [ink('#5E8680'), ink('#9DBBA6')]
  paint(canvas, aboveWater, (x, y) =>
    mix(green, pale, clamp(((line - y) / (H * 0.03)) * 0.6 + 0.3 * noise(x / U / 30, y / U / 5))),
  )
}

async function paintBeach(canvas: Canvas) {
  const { width: W, height: H, unit: U } = canvas
  const edge = (x: number) =>
    H *
    (0.915 -
      0.075 * smoothstep(0.55, 0, x / W) +
      0.02 * Math.sin((x / W) * 7) -
      0.012 * fbm(x / U / 170, 4, 3) +
      0.07 * smoothstep(0.45, 1, x / W))
  // Shallow water, foam, wet sand: three lines that run up the beach.
  for (const [run, hex, opacity] of [
    [40, '#C9E5CC', 0.45],
    [20, '#FFFBEE', 0.9],
    [7, '#E7D5AE', 1],
  ] as const) {
    const reach = await below(canvas, (x) => edge(x) - run * U + 6 * U * noise(x / U / 60 + run, run))
    paint(canvas, reach, ink(hex), opacity)
  }
  const [wet, dry, ochre] = [ink('#D8BE92'), ink('#F3E0B8'), ink('#E2BF8A')]
  const [dark, pale] = [ink('#C79F6E'), ink('#FFF0D0')]
  paint(canvas, await below(canvas, edge), (x, y) => {
    const depth = (y - edge(x)) / H
    const sand = mix(
      mix(wet, dry, smoothstep(0, 0.05, depth)),
      ochre,
      clamp(0.5 * fbm(x / U / 120, y / U / 14, 3) + 0.25) * 0.5,
    )
    const stroke = noise(x / U / 46, y / U / 4.5) + 0.4 * noise(x / U / 15, y / U / 3)
    return mix(sand, stroke > 0 ? pale : dark, 0.17 * smoothstep(0.25, 0.5, Math.abs(stroke)))
  })
}
