import type { Figure } from '../engine/figure'
import { blob, limb } from '../engine/shapes'

/** A buzzard or an eagle that circles far off, seen from a little below. */
export function soaringBird(): Figure {
  const wings = blob(
    [
      [0, 22],
      [14, 28],
      [34, 31],
      [52, 27],
      [66, 30],
      [60, 25],
      [68, 24],
      [59, 21],
      [64, 18],
      [50, 19],
      [30, 17],
      [12, 15],
      [0, 13],
      [-12, 15],
      [-30, 18],
      [-50, 21],
      [-64, 21],
      [-59, 24],
      [-68, 27],
      [-60, 28],
      [-66, 33],
      [-52, 30],
      [-34, 33],
      [-14, 29],
    ],
    5,
  )
  const body = limb([-2, 10, 2], [0, 16, 4.4], [3, 23, 3.6], [6, 27, 2.2])
  const tail = blob(
    [
      [-3, 13],
      [-9, 4],
      [-3, 1],
      [4, 2.4],
      [3, 12],
    ],
    4,
  )
  return { left: -72, right: 72, height: 36, melt: 0.3, body: wings + body, light: tail }
}
