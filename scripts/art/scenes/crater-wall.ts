import { type Canvas, paint, shade } from '#scripts/art/engine/canvas'
import { ink, mix } from '#scripts/art/engine/colour'
import { paintCumulus } from '#scripts/art/engine/cumulus'
import { smoothstep } from '#scripts/art/engine/curves'
import { paintDisc } from '#scripts/art/engine/disc'
import { fbm, noise } from '#scripts/art/engine/noise'
import { bushy, type Crest, paintMist, paintRidges, type Ridge } from '#scripts/art/engine/ridges'
import { paintSky, paintStreaks } from '#scripts/art/engine/sky'
import { SKIES } from '#scripts/art/palettes'

export const HAZE = '#E9DDB0'

export const SUN_X = 0.26

const RIDGES: Ridge[] = [
  { base: 0.545, rise: 0.03, wave: 420, seed: 31, ink: '#6C8571', bushes: bushy(120, 1.5, 4) },
  { base: 0.575, rise: 0.012, wave: 300, seed: 12, ink: '#5E7350', bushes: bushy(200, 2, 7, 0.25) },
]

const STREAKS = {
  foot: 0.3,
  threshold: 0.15,
  cool: '#86AAB0',
  warm: '#E6D9B0',
  litCool: '#CBDAD2',
  litWarm: '#FFF3D0',
  opacity: 0.3,
  seed: 19,
}

/** The rim is level: it is the lip of a fallen volcano, 600 metres above the floor. */
export async function paintCraterWall(canvas: Canvas) {
  const { width: W, height: H, unit: U } = canvas
  paintSky(canvas, {
    stops: SKIES.crater,
    sun: [SUN_X, 0.36],
    horizon: 0.56,
    glow: 0.42,
    glowReach: 0.4,
    bands: 14,
    darkLeft: 0,
  })
  paintStreaks(canvas, STREAKS)
  await paintDisc(canvas, { x: SUN_X, y: 0.355, radius: 0.078, crown: '#FFFBEE', foot: '#FBE6B4', bands: 7 })
  const cloudInks = { dark: '#A3B2AC', mid: '#DAD9C2', light: '#FBF0D2', crown: '#FFFAEA' }
  await paintCumulus(canvas, {
    clouds: [
      [0.76, 0.425, 0.3, 0.2],
      [0.46, 0.43, 0.16, 0.08],
    ],
    inks: cloudInks,
    seed: 14,
    toward: [-0.6, 0.8],
    haze: { ink: '#EFE3BC', share: 0.4 },
    opacity: 0.97,
    baseCut: 0,
  })
  const wall: Crest = (x) =>
    H *
    (0.425 -
      0.018 * fbm(x / U / 380 + 4, 3, 3) -
      0.02 * Math.sin((x / W) * 4 + 0.4) -
      0.006 * fbm(x / U / 60, 9, 3))
  const air = { haze: HAZE, sunReach: 0.3, sunStrength: 0.55, thickness: 0.34 }
  await paintRidges(
    canvas,
    [{ base: 0, rise: 0, wave: 1, seed: 9, ink: '#5F8079', crest: wall, bushes: bushy(260, 1, 4) }],
    air,
  )
  paintSpillingCloud(canvas, wall)
  await paintRidges(canvas, RIDGES, { ...air, thickness: 0.7 })
  paintMist(canvas, { y: 0.57, spread: 0.022, ink: '#F5EBC4', strength: 0.35, atSun: 0.35 })
}

/** Cloud that pours over the lip and is gone halfway down. */
function paintSpillingCloud(canvas: Canvas, wall: Crest) {
  const { width: W, height: H, unit: U } = canvas
  const spill = shade(
    canvas,
    (x, y) => {
      const fall = (y - wall(x)) / (H * 0.085)
      if (fall < -0.4) return 0
      const threads =
        0.62 + 0.55 * fbm(x / U / 120 + (y / U) * 0.004, y / U / 30, 3) + 0.12 * noise(x / U / 30, y / U / 9)
      const where = smoothstep(0.36, 0.56, x / W + 0.06 * noise(x / U / 120, 4))
      return (
        smoothstep(-0.35, 0.02, fall) *
        smoothstep(1.0, 0.05, fall + 0.75 * fbm(x / U / 170, 7, 2)) *
        where *
        threads
      )
    },
    0.36 * H,
    0.56 * H,
  )
  paint(canvas, spill, (_, y) => mix(ink('#FFF8E4'), ink('#D5DBC6'), smoothstep(0.42, 0.52, y / H)), 0.9)
}
