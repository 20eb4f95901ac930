import { band } from './bands'
import { type Canvas, fill, paint, shade } from './canvas'
import { ink, mix, ramp, type Stops, thin } from './colour'
import { clamp, smoothstep } from './curves'
import { rim } from './light'
import { fbm, noise } from './noise'

type Sky = {
  stops: Stops
  /** Where the light stands, as shares of width and height. */
  sun: readonly [number, number]
  /** Height at which the ramp of the sky has run out. */
  horizon?: number
  glow?: number
  glowReach?: number
  bands?: number
  /** How much darker the left side is, where type sits. */
  darkLeft?: number
  /** Below 1 the light climbs high, above 1 it stays low. */
  climb?: number
}

/** Paints the sky and remembers where the light of the picture stands. */
export function paintSky(canvas: Canvas, sky: Sky) {
  const { width: W, height: H, unit: U } = canvas
  const { horizon = 0.65, glow = 0.48, glowReach = 0.4, bands = 15, darkLeft = 0.1, climb = 1.25 } = sky
  const colour = ramp(sky.stops)
  const [sunX, sunY] = [sky.sun[0] * W, sky.sun[1] * H]
  fill(canvas, (x, y) => {
    const distance = Math.hypot((x - sunX) * 0.78, (y - sunY) * 1.18) / H
    const warmth = glow * Math.exp(-((distance / glowReach) ** 1.15))
    const height = 0.62 * clamp(y / (H * horizon), 0, 1.2) ** climb
    const tone = clamp(0.02 + height + warmth - darkLeft * smoothstep(0.72, 0.02, x / W))
    return colour(band(tone, bands, x / U, y / U, { stray: 0.62, soft: 0.3, long: 210, thick: 5 }))
  })
  canvas.sun = { x: sunX, y: sunY }
}

type Streaks = {
  top?: number
  foot?: number
  /** Lower means more cloud. */
  threshold?: number
  cool?: string
  warm?: string
  litCool?: string
  litWarm?: string
  opacity?: number
  litOpacity?: number
  /** Raises the threshold where clouds are not wanted; x and y as shares. */
  keepOff?: (x: number, y: number) => number
  seed?: number
  /** How quickly the warmth of the sun is lost with distance. */
  falloff?: number
}

/** Long thin clouds, lit on the lower edge, warmer near the sun. */
export function paintStreaks(canvas: Canvas, streaks: Streaks = {}) {
  const { height: H, unit: U, sun } = canvas
  const { cool = '#6E7A79', warm = '#E9B98C', litCool = '#C9A58C', litWarm = '#FFE2AE' } = streaks
  const { opacity = 0.3, litOpacity = 0.8, falloff = 1.9 } = streaks
  const clouds = streakMask(canvas, streaks)
  const lit = rim(clouds, [0.25, -0.95], 5 * U, 0.7)
  const nearness = (x: number, y: number) =>
    Math.exp((-Math.hypot((x - sun.x) * 0.6, y - sun.y) / H) * falloff)
  const [body, bodyWarm, edge, edgeWarm] = [ink(cool), ink(warm), ink(litCool), ink(litWarm)]
  paint(canvas, clouds, (x, y) => {
    const near = nearness(x, y)
    return thin(mix(body, bodyWarm, clamp(near * 1.5)), opacity * clamp(0.3 + near * 1.6))
  })
  paint(canvas, lit, (x, y) => {
    const near = nearness(x, y)
    return thin(mix(edge, edgeWarm, clamp(near * 1.5)), litOpacity * clamp(0.2 + near * 1.2))
  })
}

function streakMask(
  canvas: Canvas,
  { top = 0.02, foot = 0.6, threshold = 0.15, keepOff, seed = 0 }: Streaks,
) {
  const { width: W, height: H, unit: U } = canvas
  const cloudAt = (x: number, y: number) => {
    const envelope = smoothstep(top, top + 0.12, y / H) * smoothstep(foot, foot - 0.1, y / H)
    const [u, v] = [x / U, y / U]
    const bentX = u + 60 * noise(u / 300 + seed, v / 90)
    const bentY = v + 10 * noise(u / 260 + 9, v / 60)
    const perspective = 0.35 + (0.9 * (y / H)) / 0.6
    const density =
      fbm(bentX / 430 + 3.1 + seed, (bentY / 52) * perspective + 1.7) + 0.1 * noise(u / 70, v / 3)
    return smoothstep(threshold, threshold + 0.15, density - (keepOff?.(x / W, y / H) ?? 0)) * envelope
  }
  return shade(canvas, cloudAt, 0, H * foot)
}
