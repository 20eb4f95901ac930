import { type Canvas, stamp } from './canvas'
import type { Lab } from './colour'
import { smoothstep } from './curves'
import { type Figure, spriteOf } from './figure'
import type { Stand } from './figures'
import { emptyMask } from './masks'
import { random } from './noise'
import type { Point } from './shapes'

/** Size of a patch in units of the figure, and the heights between which the net fades out. */
const PATCH = 3.1
const FADES_FROM = 36
const FADES_TO = 22

/** The pale net of a reticulated giraffe: where two Voronoi cells are equally near. */
export async function paintCoatNet(
  canvas: Canvas,
  figure: Figure,
  { x, y, scale }: Stand,
  net: { ink: Lab; seed: number; flip?: boolean },
) {
  const sprite = await spriteOf(figure, scale)
  const cell = scale * PATCH
  const centre = patchCentres(net.seed, Math.ceil(sprite.width / cell) + 2)
  const lines = emptyMask(sprite.width, sprite.height)
  for (let v = 0; v < sprite.height; v++) {
    const fade = smoothstep(FADES_TO, FADES_FROM, (sprite.originY - v) / scale)
    if (fade === 0) continue
    for (let u = 0; u < sprite.width; u++) {
      const inside = sprite.parts.body?.alpha[v * sprite.width + u] ?? 0
      if (inside < 0.3) continue
      const gap = nearestTwo(centre, u / cell, v / cell)
      lines.alpha[v * sprite.width + u] = smoothstep(0.17, 0.09, gap) * inside * fade
    }
  }
  const left = x - (net.flip ? sprite.width - sprite.originX : sprite.originX)
  stamp(canvas, lines, [left, y - sprite.originY], net.ink, 0.62, net.flip)
}

/** Jittered centres, every other row shifted half a patch. */
function patchCentres(seed: number, columns: number) {
  const known = new Map<number, Point>()
  return (column: number, row: number): Point => {
    const key = row * columns + column
    const found = known.get(key)
    if (found) return found
    const next = random(seed * 7919 + key * 31 + 1)
    const centre: Point = [
      column + 0.5 + (Math.abs(row) % 2) * 0.5 + (next() - 0.5) * 0.55,
      row + 0.5 + (next() - 0.5) * 0.55,
    ]
    known.set(key, centre)
    return centre
  }
}

/** How much farther the second nearest centre is than the nearest. */
function nearestTwo(centre: (column: number, row: number) => Point, u: number, v: number) {
  let first = Number.POSITIVE_INFINITY
  let second = Number.POSITIVE_INFINITY
  const [column, row] = [Math.floor(u), Math.floor(v)]
  for (let j = row - 2; j <= row + 2; j++) {
    for (let i = column - 2; i <= column + 2; i++) {
      const [x, y] = centre(i, j)
      const distance = Math.hypot(x - u, y - v)
      if (distance < first) {
        second = first
        first = distance
      } else if (distance < second) second = distance
    }
  }
  return second - first
}
