import { blob, limb } from '../engine/shapes'

/** Egrets are small and flat white: one shape each, 45 units tall. */
export const STANDING_EGRET =
  blob(
    [
      [-9, 20],
      [-4, 24],
      [3, 25],
      [7, 28],
      [8, 38],
      [6, 42],
      [9, 44],
      [15, 43],
      [9, 41.4],
      [10.6, 36],
      [9, 26],
      [4, 19],
      [-3, 17],
    ],
    5,
  ) +
  limb([0, 19, 0.7], [0.4, 1, 0.6]) +
  limb([3, 19, 0.7], [3.8, 1, 0.6])

export const FLYING_EGRET = blob(
  [
    [-16, 22],
    [-7, 27],
    [0, 24],
    [8, 30],
    [19, 27],
    [9, 25],
    [4, 21],
    [8, 20],
    [14, 20.6],
    [7, 18.6],
    [0, 18],
    [-8, 19],
  ],
  5,
)
