import { blob, type Svg } from '../engine/shapes'

const BRIM = blob([
  [-15, 4.6],
  [-12.5, 1.6],
  [-8, -0.4],
  [0, -1.1],
  [8, -0.4],
  [12.5, 1.6],
  [15, 4.6],
  [12, 3.6],
  [7, 2.2],
  [0, 1.6],
  [-7, 2.2],
  [-12, 3.6],
])
const CROWN = blob([
  [-6.8, 1],
  [-6.2, 7],
  [-4, 10.4],
  [-1.4, 10.2],
  [0, 9.2],
  [1.4, 10.2],
  [4, 10.4],
  [6.2, 7],
  [6.8, 1],
])

/** A western hat; the brim curls up at both ends. */
export const hat = (x: number, y: number, size = 1, tilt = 0): Svg =>
  `<g transform="translate(${x},${y}) rotate(${tilt}) scale(${size})">${BRIM}${CROWN}</g>`
