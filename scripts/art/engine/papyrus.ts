import { type Canvas, cut, paint } from './canvas'
import { inks } from './colour'
import { lerp } from './curves'
import { random } from './noise'
import { hundredth, limb, path, type Svg } from './shapes'

type Papyrus = {
  left: number
  right: number
  foot: number
  count: number
  from: number
  to: number
  seed: number
  tones: readonly string[]
  lean?: number
}

/**
 * Papyrus: tall bare stems, each with a globe of threads; back to front. Places in shares, heights in units.
 */
export async function paintPapyrus(
  canvas: Canvas,
  { left, right, foot, count, from, to, seed, tones, lean = 0 }: Papyrus,
) {
  const { width: W, height: H, unit: U } = canvas
  const next = random(seed)
  const shapes: Svg[] = tones.map(() => '')
  for (let i = 0; i < count; i++) {
    const x = lerp(left, right, next()) * W
    const tall = lerp(from, to, next()) * U
    const tip = x + (lean + (next() - 0.5) * 0.3) * tall
    const y = foot * H + next() * 20 * U
    const tone = Math.min(tones.length - 1, Math.floor(next() * tones.length))
    const stem = limb(
      [x, y, 2 * U],
      [(x + tip) / 2 - (tip - x) * 0.12, y - tall * 0.55, 1.6 * U],
      [tip, y - tall, 1.1 * U],
    )
    shapes[tone] += stem + globe(tip, y - tall, (22 + 16 * next()) * U * (tall / (to * U)), U, next)
  }
  for (const [i, tone] of inks(tones).entries()) paint(canvas, await cut(canvas, shapes[i] ?? ''), tone)
}

function globe(x: number, y: number, r: number, U: number, next: () => number): Svg {
  let threads = ''
  for (let i = 0; i < 30; i++) {
    const angle = -Math.PI / 2 + (next() + next() - 1) * 2.1
    const reach = r * (0.75 + 0.4 * next())
    const [tipX, tipY] = [
      x + Math.cos(angle) * reach,
      y + Math.sin(angle) * reach + r * 0.18 * Math.abs(Math.cos(angle)),
    ]
    const w = 0.85 * U
    threads += `M${hundredth(x - w)} ${hundredth(y)}Q${hundredth((x + tipX) / 2)} ${hundredth((y + tipY) / 2 - r * 0.16)} ${hundredth(tipX)} ${hundredth(tipY)}Q${hundredth((x + tipX) / 2 + w)} ${hundredth((y + tipY) / 2 - r * 0.1)} ${hundredth(x + w)} ${hundredth(y)}Z`
  }
  return path(threads)
}
