import { type Canvas, paintShape } from '#scripts/art/engine/canvas'
import { ink } from '#scripts/art/engine/colour'
import type { Lamp } from '#scripts/art/engine/light'
import { blob, limb, placed } from '#scripts/art/engine/shapes'

/** Three tongues, one in the other, about 45 units tall. */
const OUTER = blob(
  [
    [-12, 3],
    [-13, 14],
    [-8, 22],
    [-7, 33],
    [-1, 24],
    [2, 44],
    [7, 28],
    [12, 30],
    [12, 14],
    [11, 3],
  ],
  6,
)
const MIDDLE = blob(
  [
    [-7, 3],
    [-7, 12],
    [-3, 18],
    [1, 32],
    [5, 19],
    [8, 15],
    [7, 3],
  ],
  6,
)
const CORE = blob(
  [
    [-3.4, 3],
    [-3.4, 9],
    [1, 19],
    [4.4, 9],
    [4, 3],
  ],
  6,
)
const LOGS = limb([-16, 0, 2.6], [14, 5, 2.2]) + limb([16, 0, 2.6], [-14, 5, 2.2])

/** A campfire on crossed logs; gives back the light it throws. */
export async function paintCampfire(
  canvas: Canvas,
  place: { x: number; y: number; size: number },
): Promise<Lamp> {
  const [x, y, k] = [place.x * canvas.width, place.y * canvas.height, place.size * canvas.unit]
  for (const [shape, hex] of [
    [LOGS, '#1a1014'],
    [OUTER, '#E2793C'],
    [MIDDLE, '#F9BE62'],
    [CORE, '#FFF3C8'],
  ] as const)
    await paintShape(canvas, placed(x, y, k, shape), ink(hex))
  return { x, y: y - 12 * k, reach: 130 * k, strength: 0.5 }
}
