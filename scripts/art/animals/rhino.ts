import type { Figure } from '../engine/figure'
import { swings } from '../engine/gait'
import { blob, limb } from '../engine/shapes'

/** For far figures only. */
export function rhino({ phase = 0 }: { phase?: number } = {}): Figure {
  const swing = swings(phase)
  const leg = (x: number, turn: number, front: boolean) => {
    const s = swing(turn) * 0.8
    return limb(
      [x, 52, front ? 13 : 15],
      [x + s * 3, 36, front ? 9.5 : 10],
      [x + s * 7 + (front ? 0 : -2), 22, 7],
      [x + s * 10, 9, 6.6],
      [x + s * 10.6, 3.6, 7.6],
    )
  }
  const body =
    limb([12, 66, 19], [28, 66, 25], [50, 64, 27.5], [74, 66, 28], [94, 72, 25], [104, 76, 19]) +
    limb([60, 60, 26], [84, 58, 22])
  const tail = limb([-6, 70, 2.4], [-10, 60, 1.6], [-12, 46, 1.4], [-13, 38, 2], [-13.5, 30, 0.5])
  const neck = limb([100, 76, 19], [114, 68, 15], [126, 58, 12])
  return {
    left: -20,
    right: 172,
    height: 106,
    far: leg(98, 2.8, true) + leg(26, 1, false),
    body: tail + leg(90, 0, true) + leg(18, 3.8, false) + body + neck,
    head: limb([122, 60, 12], [134, 50, 10.5], [146, 39, 8.6], [154, 31, 8], [157, 27, 7]),
    fine: HORNS + EARS,
  }
}

const HORNS =
  blob([
    [150, 38],
    [156, 42],
    [163, 52],
    [166.5, 66],
    [160, 57],
    [153, 50],
    [146, 46],
  ]) +
  blob([
    [138, 50],
    [142, 52],
    [145, 61],
    [139, 57],
    [134, 54],
  ])
const EARS =
  blob([
    [114, 70],
    [111, 80],
    [114, 86],
    [119, 80],
    [120, 71],
  ]) +
  blob([
    [119, 68],
    [118, 78],
    [122, 83],
    [126, 76],
    [125, 68],
  ])
