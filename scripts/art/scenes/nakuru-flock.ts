import { type Canvas, cut, paint, paintInBox, shade } from '#scripts/art/engine/canvas'
import { ink, mix } from '#scripts/art/engine/colour'
import { clamp, smoothstep } from '#scripts/art/engine/curves'
import { sample } from '#scripts/art/engine/masks'
import { noise, type Random, random } from '#scripts/art/engine/noise'
import { ellipse, limb, path, rectangle } from '#scripts/art/engine/shapes'

/** The far flock is a pink line made of dots, in three rows, each with its reflection. */
export async function paintFarFlock(canvas: Canvas) {
  const { width: W, height: H, unit: U } = canvas
  const next = random(5)
  for (const [row, count, size, hex] of [
    [0.497, 900, 2, '#D98E93'],
    [0.507, 620, 3, '#E08C8E'],
    [0.522, 330, 4.6, '#E78D8B'],
  ] as const) {
    let shapes = ''
    for (let i = 0; i < count; i++) {
      const x = next() * W
      if (next() > smoothstep(-0.2, 0.35, noise(x / U / 210 + row * 40, row * 90))) continue
      const k = size * U * (0.7 + 0.6 * next())
      shapes += farBird(x, row * H + (next() - 0.5) * size * U * 1.6, k)
    }
    const flock = await cut(canvas, shapes)
    const line = Math.round(row * H)
    const mirrored = shade(
      canvas,
      (x, y) => sample(flock, x + 2 * U * noise(x / U / 8, y / U / 1.5), 2 * line - y),
      line,
      line + size * U * 3.4,
    )
    paint(canvas, mirrored, ink('#D99A9C'), 0.35)
    const [own, pale] = [ink(hex), ink('#FFD9C4')]
    paint(canvas, flock, (x, y) => mix(own, pale, clamp(0.55 * noise(x / U / 9, y / U / 5) + 0.25)))
  }
}

const farBird = (x: number, y: number, k: number) =>
  ellipse(x, y - k * 1.7, k * 0.95, k * 0.6) +
  rectangle(x - k * 0.1, y - k * 1.6, k * 0.2, k * 1.6) +
  path(
    `M${x + k * 0.6} ${y - k * 1.8}q${k * 0.9} ${-k * 0.3} ${k * 0.5} ${-k * 1.3}l${k * 0.3} 0q${k * 0.4} ${k * 1.3} ${-k * 0.5} ${k * 1.6}Z`,
  )

export async function paintSkein(canvas: Canvas) {
  const { width: W, height: H, unit: U } = canvas
  const next = random(3)
  for (let i = 0; i < 13; i++) {
    const x = (0.6 + 0.021 * i) * W
    const y = (0.2 - 0.012 * Math.abs(i - 4) + 0.006 * next()) * H + i * 2 * U
    const k = (5.6 + 1.4 * next()) * U
    const shape = flyingBird(x, y, k, next)
    await paintInBox(
      canvas,
      shape,
      [x - k * 4, y - k * 4, x + k * 4, y + k * 4],
      mix(ink('#B2606B'), ink('#E88A80'), next()),
    )
  }
}

function flyingBird(x: number, y: number, k: number, next: Random) {
  const beat = next() * 2 - 1
  const at = (dx: number, dy: number) => `${x + dx * k} ${y + dy * k}`
  const wings = `M${at(0, 0)}Q${at(-0.8, -1.1 - beat * 0.5)} ${at(-2.1, -0.5 - beat * 1.1)}Q${at(-0.9, -0.5 - beat * 0.4)} ${at(0.3, 0.28)}Q${at(0.9, -0.4 - beat * 0.4)} ${at(1.7, -0.75 - beat)}Q${at(0.9, -1 - beat * 0.4)} ${at(0, 0)}Z`
  const body = limb(
    [x - k * 2, y + k * 0.52, k * 0.07],
    [x - k * 0.6, y + k * 0.25, k * 0.2],
    [x + k * 0.5, y + k * 0.1, k * 0.2],
    [x + k * 1.7, y - k * 0.08, k * 0.08],
    [x + k * 2, y - k * 0.02, k * 0.11],
  )
  return path(wings) + body
}
