import type { Figure } from '../engine/figure'
import { swings } from '../engine/gait'
import { type Bone, blob, limb, limbAlong } from '../engine/shapes'

type Elephant = {
  /** Where in its stride it is, 0..1. */
  phase?: number
  calf?: boolean
  trunk?: keyof typeof TRUNKS
  /** Films lift the foot while it swings forward. */
  lift?: boolean
}

const TRUNKS = {
  hanging: [
    [91, 79, 9.5],
    [97, 71, 8],
    [101.5, 59, 6.4],
    [104, 45, 5],
    [104.5, 31, 4.1],
    [103.5, 19, 3.4],
    [105, 10, 2.9],
    [109, 6.5, 2.3],
    [112, 7.5, 1.8],
  ],
  tucked: [
    [91, 79, 9.5],
    [97, 71, 8],
    [100.5, 60, 6.4],
    [101.5, 47, 5.1],
    [100, 34, 4.2],
    [96.5, 23, 3.5],
    [92, 16, 3],
    [88, 15, 2.5],
    [86, 18, 2],
  ],
  raised: [
    [91, 79, 9.5],
    [98, 73, 7.8],
    [105, 65, 6.2],
    [111, 60, 5.2],
    [117, 61, 4.4],
    [121, 67, 3.7],
    [121.5, 75, 3.1],
    [118.5, 80, 2.5],
    [115, 80, 2],
  ],
  drinking: [
    [91, 77, 9.5],
    [97, 67, 8],
    [100.5, 53, 6.4],
    [102, 38, 5],
    [102, 24, 4.1],
    [102, 12, 3.4],
    [102.5, 3, 2.9],
    [103, -6, 2.4],
  ],
} satisfies Record<string, Bone[]>

const EAR = blob([
  [75, 96.5],
  [80, 96],
  [83, 91.5],
  [82.6, 84],
  [80.5, 76],
  [78.5, 68],
  [75.5, 59],
  [72.5, 52.5],
  [69.5, 51.5],
  [67.5, 55.5],
  [63, 60.5],
  [58.5, 68],
  [55.5, 77],
  [55.6, 87],
  [59.5, 93.5],
  [66.5, 97.3],
])

export function elephant({
  phase = 0,
  calf = false,
  trunk = 'hanging',
  lift = false,
}: Elephant = {}): Figure {
  const swing = swings(phase)
  const leg = (hipX: number, hipY: number, r: number, turn: number, front: boolean) => {
    const up = lift ? Math.max(0, Math.cos(phase * Math.PI * 2 + turn)) * 5 : 0
    return legAt(hipX, hipY, r, swing(turn) * 0.9, up, front ? 1.2 : -1.8)
  }
  const near = leg(60, 56, 7.4, 0, true) + leg(14, 56, 7.9, Math.PI + 0.6, false)
  return {
    left: -12,
    right: 124,
    height: 104,
    far: leg(66, 56, 7.2, Math.PI, true) + leg(20, 54, 7.4, 0.6, false),
    body: TAIL + BODY + near,
    head: HEAD + limbAlong(TRUNKS[trunk]),
    ear: EAR,
    tusk: calf ? undefined : TUSK,
    eye: limb([90.6, 82.6, 1.15], [91.6, 82.4, 1.0]),
  }
}

function legAt(hipX: number, hipY: number, r: number, swing: number, up: number, knee: number) {
  const foot = hipX + swing * 11
  return limb(
    [hipX, hipY, r * 1.5],
    [hipX + swing * 3, hipY - 16, r * 1.16],
    [hipX + swing * 6 + knee, 22 + up, r * 0.92],
    [foot, 10 + up, r * 0.9],
    [foot + 0.6, 4.4 + up, r * 1.06],
    [foot + 0.8, 1.5 + up, r * 1.1],
  )
}

const BODY =
  limb(
    [11, 65, 15.5],
    [20, 63.5, 20.5],
    [33, 62, 23.3],
    [46, 62.5, 24],
    [58, 66, 21.5],
    [69, 71, 17],
    [76, 75, 14],
  ) + limb([13, 58, 14], [20, 52, 13.5], [26, 48, 10])
const TAIL = limb(
  [-2.5, 70, 2.2],
  [-5.5, 60, 1.4],
  [-6.3, 48, 1],
  [-6.2, 40, 0.9],
  [-6.4, 36, 1.7],
  [-7, 29, 0.4],
)
const HEAD = limb([74, 78, 14.5], [81, 83, 14.2], [88, 82, 11.8], [93, 76, 9.2])
const TUSK = limb([94, 68, 2.1], [98.5, 62.5, 1.9], [104, 59.5, 1.4], [109.5, 59.5, 0.6])
