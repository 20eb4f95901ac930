import { type Canvas, paint, shade } from './canvas'
import { ink, type Lab } from './colour'
import { clamp, smoothstep } from './curves'
import { noise } from './noise'

type Mirror = {
  waterline: number
  tint: string
  share?: number
  reach?: number
  deeper?: number
  dark?: number
}

/** Mirrors what is above the waterline, in broken waves that grow toward the viewer. */
export function paintMirror(canvas: Canvas, mirror: Mirror) {
  const { width: W, height: H, unit: U, lab } = canvas
  const { share = 0.35, reach = 6, deeper = 0.4, dark = 0 } = mirror
  const above = lab.slice()
  const tint = ink(mirror.tint)
  const line = Math.round(mirror.waterline * H)
  for (let y = line; y < H; y++) {
    const t = (y - line) / (H - line)
    const tinted = clamp(share + deeper * t)
    for (let x = 0; x < W; x++) {
      const wave = noise(x / U / (30 + 90 * t), y / U / (2.2 + 7 * t))
      const column = clamp(x + wave * reach * U * (0.4 + 3 * t) * 0.6, 0, W - 1) | 0
      const row = clamp(line - (y - line) - 1 + wave * reach * U * (0.3 + 2.2 * t), 0, line - 1) | 0
      for (let k = 0; k < 3; k++) {
        const seen = above[(row * W + column) * 3 + k] ?? 0
        const darker = k === 0 ? dark * (0.5 + 0.5 * t) : 0
        lab[(y * W + x) * 3 + k] = seen + ((tint[k] ?? 0) - seen) * tinted - darker
      }
    }
  }
}

type Glitter = {
  waterline: number
  x: number
  narrow?: number
  widening?: number
  foot?: number
  ink: Lab
  opacity?: number
}

/** Sparks on the water in a wedge that widens toward the viewer, under the sun or the moon. */
export function paintGlitter(canvas: Canvas, glitter: Glitter) {
  const { width: W, height: H, unit: U } = canvas
  const { waterline, x: sunX, narrow = 0.05, widening = 0.16, foot = 1, opacity = 0.85 } = glitter
  const line = waterline * H
  const sparks = shade(
    canvas,
    (x, y) => {
      const t = (y - line) / (H - line)
      const off = Math.abs(x - sunX * W) / (W * (narrow + widening * t))
      const inside = Math.exp(-off * off)
      const ripple = noise(x / U / (22 + 80 * t), y / U / (1.6 + 5 * t))
      return smoothstep(0.18, 0.32, ripple + 0.3 * inside - 0.16) * Math.sqrt(inside) * (0.9 - 0.4 * t)
    },
    line,
    foot * H,
  )
  paint(canvas, sparks, glitter.ink, opacity)
}

/** Short level strokes over the water, where `noise` passes a threshold. */
export function paintRipples(
  canvas: Canvas,
  {
    top,
    foot,
    ink: colour,
    opacity,
    fade,
  }: { top: number; foot: number; ink: Lab; opacity: number; fade: (t: number) => number },
) {
  const { height: H, unit: U } = canvas
  const ripples = shade(
    canvas,
    (x, y) => {
      const t = (y / H - top) / (foot - top)
      const stroke = noise(x / U / (80 + 120 * t), y / U / (3 + 7 * t)) + 0.2 * noise(x / U / 20, y / U / 2)
      return smoothstep(0.33, 0.42, stroke) * fade(t)
    },
    top * H,
    foot * H,
  )
  paint(canvas, ripples, colour, opacity)
}
