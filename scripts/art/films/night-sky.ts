import { bell, clamp, smoothstep } from '../engine/curves'
import { fbm, random } from '../engine/noise'
import { FILM } from './film'
import type { Frame } from './strip'

const { width: W, height: H } = FILM
const UNIT = W / 1600
/** Near the equator the sky turns around a point on the horizon. */
const POLE = { x: 0.3 * W, y: 0.8 * H }
/** How far it turns in one loop, in radians. */
const TURN = 0.022
const FOOT = 0.66

export type Star = {
  x: number
  y: number
  radius: number
  brightness: number
  /** Large ones have four points. */
  pointed: boolean
  phase: number
  twinkle: number
}

type Hidden = (x: number, y: number) => boolean

/** Stars crowd along the river of the Milky Way. */
export function starsAlong(river: (u: number, v: number) => number): Star[] {
  const next = random(11)
  const stars: Star[] = []
  for (let i = 0; i < 2600; i++) {
    const [x, y] = [next() * W, next() ** 1.25 * H * FOOT]
    const along =
      bell(river(x / W, y / H) + 0.05 * fbm(x / UNIT / 260, y / UNIT / 260, 3), 0.115) *
      smoothstep(FOOT, 0.1, y / H)
    const magnitude = next() ** 5
    const [phase, twinkle] = [next(), next()]
    if (next() > 0.32 + 0.68 * along) continue
    const brightness = (0.4 + 0.6 * magnitude) * smoothstep(FOOT, 0.3, y / H)
    stars.push({ x, y, radius: (0.55 + 1.5 * magnitude) * UNIT, brightness, pointed: false, phase, twinkle })
  }
  for (let i = 0; i < 14; i++) {
    const [x, y, radius] = [next() * W * 0.95, next() * H * 0.36, (4 + 3 * next()) * UNIT]
    stars.push({ x, y, radius, brightness: 1, pointed: true, phase: next(), twinkle: next() })
  }
  return stars
}

/**
 * Each star has its own turn through the loop: it fades in, wanders on and fades out, so that the end of the
 * film is its beginning and no dissolve is seen.
 */
export function shine(frame: Frame, stars: readonly Star[], t: number, hidden: Hidden) {
  for (const star of stars) {
    const life = (t + star.phase) % 1
    const seen = smoothstep(0, 0.14, life) * smoothstep(1, 0.86, life)
    const glint = 1 + 0.3 * Math.sin(Math.PI * 2 * (t * 5 + star.twinkle))
    const turned = (life - 0.5) * TURN
    const [dx, dy] = [star.x - POLE.x, star.y - POLE.y]
    const x = POLE.x + dx * Math.cos(turned) - dy * Math.sin(turned)
    const y = POLE.y + dx * Math.sin(turned) + dy * Math.cos(turned)
    if (!hidden(x, y)) dot(frame, star, x, y, star.brightness * seen * glint)
  }
}

function dot(frame: Frame, { radius, pointed }: Star, x: number, y: number, brightness: number) {
  const reach = Math.ceil(radius + 1)
  for (let py = Math.floor(y) - reach; py <= y + reach; py++) {
    for (let px = Math.floor(x) - reach; px <= x + reach; px++) {
      if (px < 0 || py < 0 || px >= W || py >= H) continue
      const [dx, dy] = [Math.abs(px - x), Math.abs(py - y)]
      const covered = pointed
        ? clamp((Math.sqrt(radius) - Math.sqrt(dx) - Math.sqrt(dy)) * 1.4 + 0.35)
        : clamp(radius + 0.5 - Math.hypot(dx, dy)) * Math.min(1, radius)
      const light = covered * brightness
      if (light < 0.01) continue
      const q = (py * W + px) * 3
      frame[q] = (frame[q] ?? 0) + light * (0.98 - (frame[q] ?? 0))
      frame[q + 1] = (frame[q + 1] ?? 0) + light * (0.91 - (frame[q + 1] ?? 0))
      frame[q + 2] = (frame[q + 2] ?? 0) + light * (0.72 - (frame[q + 2] ?? 0))
    }
  }
}
