import type { Figure } from '../engine/figure'
import { swings } from '../engine/gait'
import { blob, limb } from '../engine/shapes'

/** Good below 15 % of the picture's height and mostly overlapping. */
export function wildebeest({ phase = 0, run = 1 }: { phase?: number; run?: number } = {}): Figure {
  const swing = swings(phase)
  const fore = (x: number, s: number) => {
    const back = s < 0
    return limb(
      [x, 64, 9],
      [x + s * 7, 46, 5.6],
      [x + s * 13, 31, 3.8],
      [x + s * 15 + Math.max(0, -s) * -3, 17, 2.9],
      [x + s * 20 - (back ? 7 : 0), 5 + (back ? 4 : 0) * run, 2.7],
      [x + s * 21 - (back ? 8 : -1), 2 + (back ? 4 : 0) * run, 3],
    )
  }
  const hind = (x: number, s: number) =>
    limb(
      [x, 64, 13],
      [x + 4 + s * 6, 47, 8],
      [x + 1 + s * 11, 34, 4.6],
      [x - 3 + s * 13, 29, 3.8],
      [x + 1 + s * 19, 14, 2.8],
      [x + 1 + s * 24, 4, 2.7],
      [x + 2 + s * 24.5, 1.8, 3],
    )
  const near = fore(82, swing(0) * run) + hind(11, swing(Math.PI + 1) * run)
  return {
    left: -24,
    right: 138,
    height: 112,
    far: fore(86, swing(2.6) * run) + hind(16, swing(1.2) * run),
    body: TAIL + near + BODY,
    head: HEAD + BEARD + MANE,
    fine: HORNS,
  }
}

const BODY =
  limb([7, 72, 11.5], [24, 71, 14.2], [45, 73, 15.6], [66, 77, 17], [82, 80, 17.6], [92, 82, 14.5]) +
  limb([90, 83, 14], [104, 83, 11], [115, 80, 9])
const HEAD = limb([112, 82, 9], [118.5, 76, 8.2], [123.5, 66, 6.6], [127, 57, 5.4], [128.4, 53, 5])
const BEARD = blob(
  [
    [90, 74],
    [92, 60],
    [95, 66],
    [97, 54],
    [101, 62],
    [104, 50],
    [108, 60],
    [111, 51],
    [114, 60],
    [117, 56],
    [119, 66],
    [112, 80],
    [98, 80],
  ],
  5,
)
const MANE = blob(
  [
    [74, 94],
    [78, 99],
    [81, 95.5],
    [86, 100],
    [89, 96],
    [95, 99.5],
    [98, 95],
    [104, 97],
    [107, 92],
    [112, 92],
    [112, 82],
    [90, 84],
  ],
  5,
)
const HORNS =
  limb(
    [113, 87, 2.6],
    [118, 92, 2.4],
    [124, 90.5, 2.1],
    [128.5, 94, 1.6],
    [129, 101, 1.1],
    [126.5, 106, 0.5],
  ) +
  limb([110, 88, 2.2], [106.5, 92.5, 2.1], [106, 97, 1.6], [109.5, 102, 1], [112, 105, 0.5]) +
  limb([106, 86, 1.6], [101, 84.5, 2], [97, 82, 0.6])
const TAIL = limb([-3, 77, 2.6], [-8, 66, 1.6], [-9, 52, 2], [-10, 36, 2.6], [-11, 22, 0.5])
