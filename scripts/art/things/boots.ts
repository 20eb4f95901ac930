import { type Canvas, paintShape } from '#scripts/art/engine/canvas'
import { ink } from '#scripts/art/engine/colour'
import { blob, limb, type Point, polygon } from '#scripts/art/engine/shapes'
import { paintSolid, turned } from '#scripts/art/engine/solid'

const LEATHER = blob(
  [
    [1, 96],
    [9, 101],
    [15, 96],
    [22, 101],
    [30, 97],
    [29, 70],
    [30, 46],
    [36, 36],
    [50, 29],
    [64, 21],
    [69, 12],
    [68, 7],
    [46, 6.4],
    [30, 7],
    [25, 11],
    [20, 11],
    [3, 11],
    [2, 22],
    [4, 42],
    [2, 70],
  ],
  7,
)
const SOLE = polygon([
  [3, 11],
  [3.4, 0],
  [19, 0],
  [22, 9],
  [32, 5],
  [66, 4],
  [69.6, 8],
  [68, 8.6],
  [44, 7.6],
  [30, 8.4],
  [24, 12],
])
const STITCHES =
  limb([8, 92, 0.5], [15, 78, 0.6], [15, 62, 0.5], [9, 52, 0.4]) +
  limb([23, 92, 0.5], [17, 78, 0.6], [17, 62, 0.5], [24, 52, 0.4]) +
  limb([4, 44, 0.6], [14, 40, 0.6], [29, 45, 0.6]) +
  limb([42, 31, 0.5], [46, 22, 0.5], [56, 14, 0.5])
const STRAP = blob(
  [
    [10, 99],
    [12, 108],
    [17, 108],
    [18, 99],
    [15.6, 99],
    [14.6, 104],
    [13.4, 104],
    [12.6, 99],
  ],
  4,
)

/** A pair of western boots, the far one half behind; height in units. */
export async function paintBoots(
  canvas: Canvas,
  place: { x: number; y: number; height: number; toward: Point },
) {
  const { width: W, height: H, unit: U } = canvas
  const k = (place.height * U) / 100
  for (const [dx, dy, angle, inks] of [
    [34, -4, 3, ['#1f1212', '#4f271b', '#7d4429']],
    [0, 0, -2, ['#2a1713', '#6f3823', '#B0683A']],
  ] as const) {
    const at = (shape: string) => turned(place.x * W + dx * k, place.y * H + dy * k, k, angle, shape)
    await paintSolid(canvas, at(STRAP + LEATHER), {
      inks,
      rim: '#FFD898',
      toward: place.toward,
      roundness: 12,
      rimWidth: 2.2,
    })
    await paintShape(canvas, at(SOLE), ink('#180d0e'))
    await paintShape(canvas, at(STITCHES), ink('#E3B271'), 0.75)
  }
}
