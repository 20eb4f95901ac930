import type { Figure } from '../engine/figure'
import { blob, limb, polygon } from '../engine/shapes'

/** An open safari car from the side, nose to the right; 100 is its roof, about 2.4 metres. */
export function safariCar(): Figure {
  return {
    left: -22,
    right: 214,
    height: 106,
    melt: 0.3,
    body: TUB + NOSE + SEATS,
    head: ROOF,
    fine: POSTS,
    light: PANEL,
    dark: WHEELS,
    tusk: HUBS,
  }
}

const TUB = blob(
  [
    [4, 24],
    [3, 58],
    [8, 61],
    [146, 61],
    [150, 58],
    [152, 24],
    [140, 20],
    [12, 20],
  ],
  4,
)
const NOSE = blob(
  [
    [140, 22],
    [140, 66],
    [150, 67],
    [186, 63],
    [202, 59],
    [207, 50],
    [208, 24],
    [196, 19],
    [150, 19],
  ],
  4,
)
const SEATS =
  blob(
    [
      [22, 60],
      [21, 84],
      [24, 87],
      [30, 86],
      [33, 60],
    ],
    4,
  ) +
  blob(
    [
      [62, 60],
      [61, 80],
      [64, 83],
      [70, 82],
      [73, 60],
    ],
    4,
  ) +
  blob(
    [
      [104, 60],
      [103, 76],
      [106, 79],
      [112, 78],
      [115, 60],
    ],
    4,
  )
const ROOF = blob(
  [
    [-2, 95.5],
    [2, 99],
    [60, 101.4],
    [120, 100.6],
    [152, 97],
    [153, 94.6],
    [120, 95.4],
    [60, 96],
    [2, 94.2],
  ],
  6,
)
const POSTS =
  limb([6, 60, 1.2], [5, 96, 1.1]) +
  limb([52, 60, 1.1], [52, 97, 1]) +
  limb([97, 60, 1.1], [98, 97, 1]) +
  limb([151, 64, 1.3], [143, 96, 1.2]) +
  limb([5, 74, 0.7], [146, 74, 0.7])
/** The side that catches light: a long panel and the wing over the front wheel. */
const PANEL =
  polygon([
    [10, 57],
    [138, 57],
    [138, 54.6],
    [10, 54.6],
  ]) +
  polygon([
    [152, 63.6],
    [198, 57.6],
    [198, 55.6],
    [152, 61],
  ]) +
  polygon([
    [118, 53],
    [119.2, 53],
    [119.2, 24],
    [118, 24],
  ]) +
  polygon([
    [84, 53],
    [85.2, 53],
    [85.2, 24],
    [84, 24],
  ])
const wheel = (x: number, y: number, r: number) => limb([x, y, r], [x + 0.1, y, r])
const WHEELS = wheel(40, 17.5, 17.5) + wheel(170, 17.5, 17.5) + wheel(2, 43, 12)
const HUBS = wheel(40, 17.5, 6.6) + wheel(170, 17.5, 6.6)
