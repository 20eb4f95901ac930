import type { Figure } from '../engine/figure'
import { blob, limb } from '../engine/shapes'

type Walker = { phase?: number; skirt?: boolean; shawl?: boolean; load?: 'case' | 'head' }

/** Somebody walking, seen from behind; a suitcase in the hand or a bundle on the head. */
export function walker({ phase = 0, skirt = false, shawl = false, load }: Walker = {}): Figure {
  const s = Math.sin(phase * Math.PI * 2)
  const torso =
    limb([0, 73, 7.6], [0, 65, 7.8], [0, 56, 6.6], [0, 51, 7.2]) +
    limb([-7.6, 74.5, 3.4], [0, 76.6, 4], [7.6, 74.5, 3.4]) +
    limb([0.4, 80, 2.9], [0.4, 77, 3.3])
  const freeArm = limb([-7.6, 74, 3], [-10.6 - s * 3, 61, 2.5], [-10.4 - s * 7, 48, 2])
  return {
    left: -20,
    right: 24,
    height: 108,
    melt: 0.4,
    body: (skirt ? skirtAndFeet(s) : leg(s) + leg(-s)) + torso + freeArm,
    head: limb([0.8, 86, 4.8], [1, 88.4, 4.7]) + loadedArm(s, load),
    ear: shawl ? SHAWL : undefined,
    fine: load && LOADS[load],
  }
}

function leg(d: number) {
  const back = d < 0
  const heel = d * 8.4 - (back ? 3 : 0)
  return (
    limb([0, 50, 5.4], [d * 4, 28, 3.9], [d * 8 - (back ? 2.5 : 0), 7, 2.8], [heel, 3, 2.6]) +
    limb([heel, 2.4, 2.2], [heel + 4, 1.7, 1.6])
  )
}

const skirtAndFeet = (s: number) =>
  blob(
    [
      [-6.4, 52],
      [6.4, 52],
      [8.6, 34],
      [10.5 + s * 2, 14],
      [4, 12],
      [-4, 12],
      [-10 + s * 2, 14],
      [-8, 34],
    ],
    6,
  ) +
  limb([-4 - s * 2, 14, 2.4], [-4 - s * 3, 3, 2.1]) +
  limb([4 + s * 2, 14, 2.4], [4 + s * 3, 3, 2.1])

function loadedArm(s: number, load: Walker['load']) {
  if (load === 'case') return limb([7.6, 74, 3], [10.4, 62, 2.6], [10.6, 47, 2.1])
  if (load === 'head') return limb([7.6, 74, 3], [13, 82, 2.5], [8.6, 95, 2])
  return limb([7.6, 74, 3], [10 + s * 3, 61, 2.5], [10 + s * 8, 48, 2])
}

const LOADS = {
  case:
    blob(
      [
        [3, 46],
        [18.5, 46],
        [19, 44.5],
        [19, 29],
        [18, 28],
        [3, 28],
        [2, 29],
        [2, 44.5],
      ],
      3,
    ) + limb([8.4, 46, 0.8], [8.6, 48.4, 0.7], [12.6, 48.4, 0.7], [12.8, 46, 0.8]),
  head: limb([-9, 97, 3], [0, 95, 4], [9, 97, 3]) + limb([-6, 100, 4], [6, 100, 4]),
}
const SHAWL = blob(
  [
    [-9.5, 77],
    [9.5, 77],
    [12, 64],
    [13.5, 46],
    [7, 42],
    [-8, 43],
    [-13, 48],
    [-12, 64],
  ],
  6,
)
