import { type Canvas, lay } from './canvas'
import type { Lab } from './colour'
import { smoothstep } from './curves'
import { type Figure, spriteOf } from './figure'
import type { Stand } from './figures'
import { noise } from './noise'

/** A figure that stands in water, mirrored on its own and broken by the waves. */
export async function paintReflection(
  canvas: Canvas,
  figure: Figure,
  stand: Stand,
  colour: Lab,
  flip = false,
  opacity = 0.4,
) {
  const { width: W, height: H, unit: U } = canvas
  const sprite = await spriteOf(figure, stand.scale)
  const left = stand.x - (flip ? sprite.width - sprite.originX : sprite.originX)
  const top = Math.round(stand.y)
  for (let v = 0; v < sprite.originY && top + v < H; v++) {
    const row = Math.round(sprite.originY - v)
    const y = top + v
    for (let u = 0; u < sprite.width; u++) {
      const seen = sprite.silhouette.alpha[row * sprite.width + (flip ? sprite.width - 1 - u : u)] ?? 0
      const x = Math.round(
        left + u + noise((left + u) / U / 14, y / U / 2.4) * Math.min(stand.scale * 1.5, 4 * U),
      )
      if (seen < 0.05 || x < 0 || x >= W) continue
      const broken = 0.65 + 0.35 * smoothstep(-0.3, 0.2, noise(x / U / 30, y / U / 2.2))
      lay(canvas, y * W + x, colour, seen * opacity * (1 - (0.6 * v) / sprite.height) * broken)
    }
  }
}
