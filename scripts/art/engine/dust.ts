import { type Canvas, paint } from './canvas'
import { ink, mix } from './colour'
import { bell, clamp } from './curves'
import { emptyMask } from './masks'
import { fbm } from './noise'

type Puff = { x: number; y: number; reach: number }

/** Dust kicked up at the feet: soft broken ellipses, never thicker than a third. */
export function paintDust(
  canvas: Canvas,
  puffs: readonly Puff[],
  { ink: shaded, lit }: { ink: string; lit: string },
) {
  const { width: W, height: H, unit: U } = canvas
  const dust = emptyMask(W, H)
  for (const puff of puffs) {
    const tall = puff.reach * 0.12
    const [left, right] = [
      Math.max(0, Math.floor(puff.x - puff.reach * 2)),
      Math.min(W, puff.x + puff.reach * 2),
    ]
    for (let y = Math.max(0, Math.floor(puff.y - tall * 2.6)); y < Math.min(H, puff.y + tall * 2); y++) {
      for (let x = left; x < right; x++) {
        const off = Math.hypot((x - puff.x) / puff.reach, (y - puff.y + tall * 0.3) / tall)
        const thick = Math.exp(-off * off * 0.8) * clamp(0.45 + 1.1 * fbm(x / U / 70, y / U / 16, 3))
        const p = y * W + x
        if (thick > (dust.alpha[p] ?? 0)) dust.alpha[p] = thick
      }
    }
  }
  const [dull, bright] = [ink(shaded), ink(lit)]
  paint(canvas, dust, (x) => mix(dull, bright, bell(x - canvas.sun.x, W * 0.3)), 0.34)
}
