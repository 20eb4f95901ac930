import { type Canvas, paintInBox } from '#scripts/art/engine/canvas'
import { ink } from '#scripts/art/engine/colour'
import { clamp } from '#scripts/art/engine/curves'
import { noise, random } from '#scripts/art/engine/noise'
import { ellipse } from '#scripts/art/engine/shapes'

export async function paintBougainvillea(
  canvas: Canvas,
  bush: { left: number; right: number; top: number; foot: number; seed: number },
) {
  const { width: W, height: H, unit: U } = canvas
  const next = random(bush.seed)
  const [wide, tall] = [(bush.right - bush.left) * W, (bush.foot - bush.top) * H]
  const box = [bush.left * W - 40 * U, bush.top * H - 40 * U, bush.right * W + 40 * U, H] as const
  for (const [count, hex, size, lift] of [
    [380, '#24402f', 15, 0],
    [300, '#3d6040', 12, 0.03],
    [330, '#8e2750', 10, 0.06],
    [300, '#C43F6E', 9, 0.1],
    [170, '#F08CA6', 7, 0.14],
  ] as const) {
    let dabs = ''
    for (let i = 0; i < count; i++) {
      const u = next()
      const crown = Math.sin(Math.PI * clamp(u * 0.9 + 0.05)) * (0.75 + 0.4 * noise(u * 6, bush.seed))
      const v = next() ** 0.7
      const y = bush.foot * H - tall * (crown * v + lift)
      dabs += ellipse(
        bush.left * W + u * wide + (next() - 0.5) * 20 * U,
        y,
        size * U * (0.6 + 0.6 * next()),
        size * U * (0.35 + 0.3 * next()),
      )
    }
    await paintInBox(canvas, dabs, box, ink(hex))
  }
}
