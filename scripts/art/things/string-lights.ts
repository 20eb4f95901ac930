import { type Canvas, paintShape } from '#scripts/art/engine/canvas'
import { ink } from '#scripts/art/engine/colour'
import { lerp } from '#scripts/art/engine/curves'
import type { Lamp } from '#scripts/art/engine/light'
import { type Bone, circle, limbAlong, type Point } from '#scripts/art/engine/shapes'

/** A rope between two places (shares), how far it sags, and how many lamps hang on it. */
export type Rope = { from: Point; to: Point; sag: number; lamps: number }

/** Paints ropes and lamps and gives back the light the lamps throw. */
export async function paintStringLights(
  canvas: Canvas,
  ropes: readonly Rope[],
  rope: string,
): Promise<Lamp[]> {
  const { width: W, height: H, unit: U } = canvas
  const bulbs: Point[] = []
  for (const { from, to, sag, lamps } of ropes) {
    const line = Array.from({ length: lamps + 1 }, (_, i): Bone => {
      const t = i / lamps
      return [lerp(from[0], to[0], t) * W, (lerp(from[1], to[1], t) + sag * 4 * t * (1 - t)) * H, 0.8 * U]
    })
    await paintShape(canvas, limbAlong(line, 4), ink(rope))
    for (const [x, y] of line.slice(1, -1)) bulbs.push([x, y + 4 * U])
  }
  await paintShape(canvas, bulbs.map(([x, y]) => circle(x, y, 3.5 * U)).join(''), ink('#FFF0C6'))
  return bulbs.map(([x, y]) => ({ x, y, reach: 26 * U, strength: 0.55 }))
}
