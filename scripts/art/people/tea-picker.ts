import type { Figure } from '../engine/figure'
import { blob, limb } from '../engine/shapes'

/** A tea picker from the side and behind, basket on the back, hands in the leaves. */
export function teaPicker(): Figure {
  return {
    left: -30,
    right: 40,
    height: 108,
    melt: 0.4,
    body: SKIRT + limb([2, 80, 3], [1.4, 76, 3.6]) + SHIRT,
    head: limb([4, 86, 4.9], [4.4, 88, 4.8]) + SCARF,
    ear: SHIRT,
    light: BASKET,
    dark: WEAVE,
  }
}

const SHIRT =
  limb([1, 72, 7.8], [0.4, 63, 7.8], [0, 55, 7.4]) +
  limb([-6, 73.6, 3.4], [1, 75.4, 4.2], [8, 73, 3.4]) +
  limb([6, 72, 3.2], [15, 61, 2.6], [26, 58, 2]) +
  limb([2, 72, 3.2], [10, 57, 2.6], [21, 52, 2])
const SKIRT = blob(
  [
    [-7, 56],
    [8, 56],
    [10, 36],
    [11.6, 6],
    [4, 3],
    [-5, 3],
    [-11, 6],
    [-9, 36],
  ],
  6,
)
const SCARF = blob(
  [
    [-1.4, 84],
    [-1.2, 91],
    [3.4, 94.4],
    [8, 92.4],
    [9.4, 89],
    [5, 90.4],
    [1.6, 88],
  ],
  5,
)
const BASKET = blob(
  [
    [-8, 78],
    [-22, 76],
    [-24, 70],
    [-19, 50],
    [-9, 48],
    [-4, 54],
    [-4, 74],
  ],
  6,
)
const WEAVE =
  limb([-22.6, 70, 0.7], [-13, 68.6, 0.7], [-4.4, 70, 0.7]) +
  limb([-21, 62, 0.7], [-13, 60.6, 0.7], [-4.6, 62, 0.7]) +
  limb([-19.6, 55, 0.7], [-13, 53.8, 0.7], [-5, 55.4, 0.7])
