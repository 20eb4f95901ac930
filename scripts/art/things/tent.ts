import { type Canvas, paintShape } from '#scripts/art/engine/canvas'
import { ink, mix } from '#scripts/art/engine/colour'
import { smoothstep } from '#scripts/art/engine/curves'
import type { Lamp } from '#scripts/art/engine/light'
import { noise } from '#scripts/art/engine/noise'
import { limb, path, polygon } from '#scripts/art/engine/shapes'

/** Half the width of a tent, in units. */
const HALF = 64

/** A safari tent lit from within; gives back its lamp. */
export async function paintTent(
  canvas: Canvas,
  place: { x: number; y: number; size: number },
  strength = 0.3,
): Promise<Lamp> {
  const { unit: U } = canvas
  const [x, y, s] = [place.x * canvas.width, place.y * canvas.height, HALF * U * place.size]
  const walls = polygon([
    [x - s, y],
    [x - s * 0.86, y - s * 0.62],
    [x, y - s * 1.02],
    [x + s * 0.86, y - s * 0.62],
    [x + s, y],
  ])
  const [glow, canvasInk] = [ink('#FFDF9E'), ink('#8A4F31')]
  await paintShape(canvas, walls, (px, py) => {
    const off = Math.hypot((px - x) / s, (py - (y - s * 0.25)) / s)
    return mix(glow, canvasInk, smoothstep(0.05, 0.95, off + 0.08 * noise(px / U / 9, py / U / 14)))
  })
  const door = `M${x - s * 0.24} ${y}L${x - s * 0.05} ${y - s * 0.72}L${x + s * 0.05} ${y - s * 0.72}L${x + s * 0.24} ${y}Z`
  await paintShape(canvas, path(door), ink('#FFEFC2'))
  await paintShape(canvas, flySheet(x, y, s), ink('#2b2028'))
  const ropes = [-1, 1].map(
    (side) =>
      limb([x + side * s * 0.62, y, U], [x + side * s * 0.62, y - s * 0.66, U]) +
      limb([x + side * s * 1.2, y - s * 0.56, 0.6 * U], [x + side * s * 1.6, y, 0.5 * U]),
  )
  await paintShape(canvas, ropes.join(''), ink('#241a20'))
  return { x, y: y - s * 0.3, reach: s * 1.5, strength }
}

function flySheet(x: number, y: number, s: number) {
  const edge = (lift: number, crown: number) =>
    `Q${x - s * 0.4} ${y - s * lift} ${x} ${y - s * crown}Q${x + s * 0.4} ${y - s * lift} ${x + s * 1.2} ${y - s * 0.56}`
  return path(
    `M${x - s * 1.2} ${y - s * 0.56}${edge(0.7, 1.16)}Q${x + s * 0.4} ${y - s * 0.62} ${x} ${y - s * 0.98}Q${x - s * 0.4} ${y - s * 0.62} ${x - s * 1.2} ${y - s * 0.56}Z`,
  )
}
