import type { Canvas } from '#scripts/art/engine/canvas'
import { hazedInks, ink, mix } from '#scripts/art/engine/colour'
import { bell } from '#scripts/art/engine/curves'
import { paintDisc } from '#scripts/art/engine/disc'
import { standing } from '#scripts/art/engine/figures'
import { type Plain, paintPlain, paintTufts } from '#scripts/art/engine/ground'
import { finishing } from '#scripts/art/engine/light'
import { fbm } from '#scripts/art/engine/noise'
import { bushy, type Crest, paintMist, paintRidges } from '#scripts/art/engine/ridges'
import { PORTRAIT, PORTRAIT_WIDTHS, type Scene } from '#scripts/art/engine/scene'
import { paintSky, paintStreaks } from '#scripts/art/engine/sky'
import { paintTree } from '#scripts/art/engine/tree'
import { evenly, SKIES } from '#scripts/art/palettes'
import { paintGuideBust } from '#scripts/art/people/guide-bust'

const HAZE = '#F0C394'

export const guideFirstLight: Scene = {
  slug: 'guide-first-light',
  title: 'First light on the Ngong Hills',
  alt: 'A guide with a gray beard, in a felt hat and a red checked shuka, looks out at first light below the Ngong Hills',
  place: 'Ngong Hills, Kenya',
  aspect: PORTRAIT,
  focus: { x: 0.5, y: 0.4 },
  widths: PORTRAIT_WIDTHS,
  paint: paintPortrait,
}

async function paintPortrait(canvas: Canvas) {
  await paintDawn(canvas)
  await paintLand(canvas)
  await paintGuideBust(canvas)
  return finishing(canvas, { glow: 0.14, glowReach: 0.2, halo: 0.06, tint: [1, 0.76, 0.46], vignette: 0.16 })
}

async function paintDawn(canvas: Canvas) {
  paintSky(canvas, {
    stops: SKIES.rift,
    sun: [0.24, 0.5],
    horizon: 0.66,
    glow: 0.44,
    glowReach: 0.34,
    bands: 15,
    darkLeft: 0,
  })
  paintStreaks(canvas, {
    foot: 0.56,
    threshold: 0.13,
    cool: '#8C8794',
    warm: '#EDB58F',
    litCool: '#D2B3A4',
    litWarm: '#FFE9C2',
    opacity: 0.4,
    seed: 63,
  })
  await paintDisc(canvas, { x: 0.24, y: 0.505, radius: 0.125, crown: '#FFF7E4', foot: '#FBD29A', bands: 9 })
}

/** The four knuckles of the Ngong Hills, seen from the plain below Kajiado. */
const knuckles =
  ({ width: W, height: H, unit: U }: Canvas): Crest =>
  (x) => {
    const at = (place: number, reach: number) => bell(x / W - place, reach)
    const rise =
      0.052 * at(0.03, 0.075) + 0.06 * at(0.19, 0.07) + 0.056 * at(0.34, 0.06) + 0.048 * at(0.5, 0.09)
    return H * (0.628 - rise - 0.006 * fbm(x / U / 70, 3, 3))
  }

async function paintLand(canvas: Canvas) {
  await paintRidges(
    canvas,
    [
      { base: 0.63, rise: 0.02, wave: 500, seed: 12, ink: '#A58C98', crest: knuckles(canvas) },
      { base: 0.66, rise: 0.014, wave: 380, seed: 15, ink: '#7B646A', bushes: bushy(150, 2, 7, 0.3) },
      { base: 0.69, rise: 0.014, wave: 300, seed: 24, ink: '#604A50', bushes: bushy(180, 3, 12, 0.45) },
    ],
    { haze: HAZE, sunReach: 0.3, thickness: 0.6 },
  )
  paintMist(canvas, { y: 0.672, spread: 0.018, ink: '#F8D9A8', strength: 0.35, atSun: 0.4 })
  const plain: Plain = {
    top: 0.7,
    depth: 0.34,
    stops: evenly('#DFAE78 #B98355 #84583B #553829 #33231e', [0, 0.18, 0.45, 0.75, 1]),
    lit: '#FFE0A6',
    poolReach: 0.3,
    poolStrength: 0.5,
  }
  await paintPlain(canvas, plain)
  await paintTree(
    canvas,
    { seed: 41, width: 110, height: 64, pads: 9, leafSize: 0.5 },
    standing(canvas, 0.1, 0.725, 2.6),
    {
      bark: mix(ink('#2a1c1a'), ink(HAZE), 0.2),
      leaves: hazedInks(['#33261d', '#5c4327', '#987035', '#E4B165'], ink(HAZE), 0.18),
      toward: [0.8, 0.4],
    },
  )
  await paintTufts(canvas, plain, {
    from: 0.71,
    to: 0.99,
    count: 700,
    seed: 23,
    tones: ['#5f3f2c', '#8f6039', '#C99352'],
    opacity: 0.9,
    heights: [8, 70],
  })
}
