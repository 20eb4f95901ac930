import type { Figure } from '../engine/figure'
import { blob, limb } from '../engine/shapes'

export type Onlooker = { pose: keyof typeof ARMS; hat?: boolean; skirt?: boolean }

/** Somebody standing with their back to us, looking out; shirt and arms are the one tone of cloth. */
export function onlooker({ pose, hat = false, skirt = false }: Onlooker): Figure {
  return {
    left: -24,
    right: 36,
    height: 108,
    melt: 0.4,
    body: (skirt ? SKIRT : TROUSERS) + limb([0, 80, 3], [0, 76, 3.6]) + SHIRT + ARMS[pose],
    head: limb([0, 86, 4.9], [0.3, 88.2, 4.8]) + (hat ? SUN_HAT : ''),
    ear: SHIRT + ARMS[pose],
  }
}

const SHIRT =
  limb([0, 72, 8], [0, 64, 8], [0, 56, 7.2], [0, 52, 7.4]) +
  limb([-8.4, 74, 3.6], [0, 75.6, 4.4], [8.4, 74, 3.6])
const TROUSERS =
  limb([-2.6, 51, 6], [-4.4, 29, 4.4], [-5.6, 8, 3.2], [-5.8, 3, 3]) +
  limb([-5.8, 2.4, 2.5], [-8.6, 1.6, 1.9]) +
  limb([2.6, 51, 6], [5, 29, 4.4], [6.6, 8, 3.2], [7, 3, 3]) +
  limb([7, 2.4, 2.5], [10, 1.6, 1.9])
const SKIRT =
  blob(
    [
      [-7, 55],
      [7, 55],
      [9.4, 38],
      [11.4, 18],
      [4, 16],
      [-4, 16],
      [-11, 18],
      [-9, 38],
    ],
    6,
  ) +
  limb([-4, 17, 2.6], [-4.4, 2.4, 2.3]) +
  limb([4.2, 17, 2.6], [4.8, 2.4, 2.3])
const SUN_HAT =
  blob([
    [-10.5, 88.6],
    [-6, 90.6],
    [0, 91.2],
    [6, 90.6],
    [10.5, 88.6],
    [6, 87.2],
    [0, 86.6],
    [-6, 87.2],
  ]) +
  blob([
    [-5.2, 90],
    [-4.6, 95],
    [0, 96.4],
    [4.6, 95],
    [5.2, 90],
  ])

const LEFT_DOWN = limb([-9, 73, 3.4], [-12.4, 61, 2.8], [-10.8, 47, 2.2])
const ARMS = {
  pointing: LEFT_DOWN + limb([8.6, 74, 3.4], [19, 78, 2.7], [29, 83, 2], [31.6, 84.4, 1]),
  resting: LEFT_DOWN + limb([9, 73, 3.4], [12.4, 61, 2.8], [10.8, 47, 2.2]),
  hips:
    limb([-9, 73.4, 3.4], [-16.4, 62, 2.7], [-8, 54, 2.2]) +
    limb([9, 73.4, 3.4], [16.4, 62, 2.7], [8, 54, 2.2]),
  binoculars:
    limb([-9, 73.4, 3.4], [-14.4, 74, 2.7], [-5, 86, 2.2]) +
    limb([9, 73.4, 3.4], [14.4, 74, 2.7], [5, 86, 2.2]),
}
