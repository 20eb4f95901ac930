import { type Canvas, paint, shade } from './canvas'
import { ink, mix } from './colour'
import { bell, clamp, smoothstep } from './curves'
import type { Mask } from './masks'
import { fbm, noise } from './noise'
import { below } from './ridges'

/**
 * The mountain from the north: summit plateau, long concave flanks, a shoulder (Mawenzi's saddle) to the
 * east.
 */
type Kilimanjaro = {
  /** Middle of the summit, and top and foot of the mountain, as shares. */
  x: number
  top: number
  foot: number
  /** 1 in a wide picture; larger where the picture is narrow. */
  spread?: number
  haze: string
  shade?: string
  lit?: string
}

/** Half the plateau, and the run of a flank, as shares of the width. */
const PLATEAU = 0.052
const FLANK = 0.36

export async function paintKilimanjaro(canvas: Canvas, mountain: Kilimanjaro) {
  const relief = reliefOf(canvas, mountain)
  const rock = await below(canvas, relief.profile, 1)
  paintRock(canvas, mountain, relief, rock)
  paintSnow(canvas, relief, rock)
}

type Relief = {
  top: number
  tall: number
  /** Distance from the summit, in widths of the picture. */
  across: (x: number) => number
  profile: (x: number) => number
  /** Gullies fan out from the summit, so that they are read in polar fashion. */
  ribs: (x: number, y: number) => number
}

function reliefOf(
  { width: W, height: H, unit: U }: Canvas,
  { x: middle, top: crown, foot, spread = 1 }: Kilimanjaro,
): Relief {
  const [summitX, top] = [W * middle, H * crown]
  const tall = H * foot - top
  const across = (x: number) => (x - summitX) / W / spread
  const ribs = (x: number, y: number) => {
    const [u, v] = [(x - summitX) / U, (y - top) / U + 60]
    const bent = u + 14 * noise(u / 40, v / 30)
    return 0.7 * fbm((bent / v) * 3.6 + 2, v / 120, 3) + 0.5 * fbm(bent / 34, v / 26, 3)
  }
  return { top, tall, across, ribs, profile: (x) => profileAt(across(x), x / U, top, tall) }
}

function paintRock(canvas: Canvas, mountain: Kilimanjaro, { top, tall, across, ribs }: Relief, rock: Mask) {
  const haze = ink(mountain.haze)
  const [dark, lit] = [ink(mountain.shade ?? '#A58C82'), ink(mountain.lit ?? '#E6BA8B')]
  paint(canvas, rock, (x, y) => {
    const light = clamp(0.42 + 2.0 * across(x) + ribs(x, y) * 0.42)
    const stone = mix(dark, lit, 0.5 * smoothstep(0.3, 0.5, light) + 0.5 * smoothstep(0.52, 0.7, light))
    const veil =
      0.26 +
      0.66 * smoothstep(0.07, 0.8, (y - top) / tall) +
      0.3 * bell(x - canvas.sun.x, canvas.width * 0.16)
    return mix(stone, haze, clamp(veil))
  })
}

/** A ragged line that leaves the flanks bare; snow that drips evenly makes it another mountain. */
function paintSnow(canvas: Canvas, { top, tall, across, ribs, profile }: Relief, rock: Mask) {
  const { width: W, unit: U } = canvas
  const snowAt = (x: number, y: number) => {
    const covered = rock.alpha[y * W + x] ?? 0
    if (!covered) return 0
    const u = across(x)
    const drift = 0.2 * fbm((x + (y - top) * (u > 0 ? -0.8 : 0.8)) / U / 30 + 4, y / U / 44, 4, 0.6)
    const ragged = 0.115 * ribs(x, y) + 0.07 * noise(x / U / 6, y / U / 5)
    const line = 0.115 + drift + ragged - 2.5 * Math.max(0, Math.abs(u + 0.004) - 0.06)
    return covered * smoothstep(line + 0.012, line - 0.012, (y - profile(x)) / tall)
  }
  const snow = shade(canvas, snowAt, top - tall * 0.1, top + tall)
  const [blue, white] = [ink('#CBB9AE'), ink('#FFF4DE')]
  const lightOn = (x: number, y: number) => smoothstep(0.3, 0.55, 0.44 + 2.2 * across(x) + ribs(x, y) * 0.55)
  paint(canvas, snow, (x, y) => mix(blue, white, lightOn(x, y)), 0.95)
}

function profileAt(u: number, x: number, top: number, tall: number) {
  const out = Math.abs(u)
  const eastLower = u > 0 ? 1 : 0.2
  const plateau =
    top + tall * (0.024 * noise(x / 26, 3) + (0.035 * eastLower * out) / PLATEAU + 0.018 * noise(x / 8, 5))
  const run = clamp((out - PLATEAU) / FLANK)
  const flank = top + tall * (0.035 * eastLower + 1 - (1 - run) ** 1.75)
  const slope = (out < PLATEAU ? plateau : flank) + tall * 0.024 * fbm(x / 50, 4, 3)
  const crag = (u - 0.19) / 0.03
  if (Math.abs(crag) >= 1.6) return slope
  return Math.min(slope, top + tall * (0.59 + 0.16 * Math.abs(crag) ** 1.2 + 0.04 * noise(x / 6, 8)))
}
