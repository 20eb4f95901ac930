import type { Figure } from '../engine/figure'
import { swings } from '../engine/gait'
import { limb } from '../engine/shapes'

/** For far figures only. */
export function impala({ phase = 0 }: { phase?: number } = {}): Figure {
  const swing = swings(phase)
  const fore = (x: number, turn: number) => {
    const s = swing(turn) * 0.6
    return limb(
      [x, 64, 6.5],
      [x + s * 4, 48, 3.8],
      [x + s * 8, 34, 2.6],
      [x + s * 9, 18, 1.9],
      [x + s * 12, 5, 1.8],
      [x + s * 12 + 1, 2, 2.1],
    )
  }
  const hind = (x: number, turn: number) => {
    const s = swing(turn) * 0.6
    return limb(
      [x, 66, 10.5],
      [x + 2 + s * 4, 50, 6],
      [x - 3 + s * 8, 37, 3],
      [x - 5 + s * 9, 32, 2.6],
      [x - 2 + s * 13, 16, 1.9],
      [x - 2 + s * 16, 5, 1.8],
      [x - 1 + s * 16, 2, 2.1],
    )
  }
  return {
    left: -16,
    right: 102,
    height: 156,
    melt: 0.6,
    far: fore(68, 2.7) + hind(14, 1.1),
    body: TAIL + fore(64, 0) + hind(9, 3.8) + BODY + NECK,
    head: HEAD,
    fine: HORNS,
  }
}

const BODY = limb([5, 74, 9.5], [18, 73, 12], [36, 72, 12.5], [54, 74, 13], [66, 77, 11.5])
const NECK = limb([66, 80, 10], [72, 92, 6.6], [78, 104, 5.2], [81, 110, 5])
const HEAD =
  limb([81, 112, 5.2], [88, 110, 4.4], [95, 105, 3], [98, 102.5, 2.4]) +
  limb([78, 116, 1.4], [73, 120, 1.8], [69, 123, 0.5])
const HORNS =
  limb([82, 116, 1.5], [80, 126, 1.4], [76, 136, 1.2], [78, 146, 1], [83, 153, 0.4]) +
  limb([84, 116, 1.3], [86, 126, 1.2], [84, 136, 1.1], [87, 146, 0.9], [92, 152, 0.4])
const TAIL = limb([-3, 80, 1.8], [-7, 70, 1.3], [-7, 60, 1.6], [-7.5, 54, 0.4])
