import type { Figure } from '../engine/figure'
import { type Bone, blob, limb, limbAlong } from '../engine/shapes'

type Pose = { neck: Bone[]; head: Bone[]; bill: Bone[] }

const POSES = {
  tall: {
    neck: [
      [11, 61.5, 4.2],
      [18.5, 65, 3],
      [20.5, 73, 2.5],
      [17, 81, 2.3],
      [13.6, 88, 2.2],
      [14.6, 95, 2.4],
      [19, 98, 2.6],
    ],
    head: [
      [19, 98, 3],
      [22.6, 96.8, 2.7],
      [25.6, 93, 2.1],
      [25.6, 88.6, 1],
    ],
    bill: [
      [25.8, 91.6, 1.7],
      [25.5, 88.4, 0.9],
    ],
  },
  tucked: {
    neck: [
      [11, 61, 4.4],
      [18, 66, 3],
      [19.5, 75, 2.6],
      [16, 84, 2.4],
      [15, 91, 2.4],
      [18.5, 95.5, 2.6],
    ],
    head: [
      [18.5, 95.5, 3],
      [22, 94, 2.6],
      [24.6, 90.5, 2],
      [24.4, 86.5, 1],
    ],
    bill: [
      [24.8, 89.4, 1.7],
      [24.3, 86.3, 0.9],
    ],
  },
  feeding: {
    neck: [
      [11, 62, 4.2],
      [19, 60.5, 3],
      [24, 52, 2.5],
      [24.6, 40, 2.3],
      [22, 28, 2.2],
      [21.5, 19, 2.2],
      [24, 13, 2.5],
    ],
    head: [
      [24, 13, 3],
      [22, 8.5, 2.6],
      [18, 7, 1.9],
      [14.5, 9, 0.8],
    ],
    bill: [
      [18, 7, 1.9],
      [14.5, 9, 0.9],
    ],
  },
} satisfies Record<string, Pose>

const WING = blob([
  [-20, 51],
  [-9, 47],
  [3, 50],
  [10, 57],
  [2, 55],
  [-8, 52.5],
])

export function flamingo({
  pose = 'tall',
  step = 0,
}: {
  pose?: keyof typeof POSES
  step?: number
} = {}): Figure {
  const stride = step * 6
  const { neck, head, bill } = POSES[pose]
  const body =
    limb([-17, 52, 4], [-9, 55.5, 8.6], [1, 58, 10.4], [9, 60.5, 7.6], [13, 63, 5]) +
    limb([-13, 55, 5.5], [-21, 50, 3], [-27, 45.5, 0.7])
  return {
    left: -30,
    right: 32,
    height: 104,
    melt: 0.5,
    body: body + limbAlong(neck) + limbAlong(head),
    far: leg(3 + stride * 0.3, -stride),
    fine: leg(-2, stride),
    light: WING,
    dark: limbAlong(bill),
  }
}

const leg = (x: number, d: number) =>
  limb(
    [x, 50, 2],
    [x + d * 0.4, 38, 1.05],
    [x + d * 0.6 - 0.6, 28, 1.5],
    [x + d * 0.8, 14, 0.85],
    [x + d, 2.2, 0.85],
    [x + d + 3.4, 0.8, 0.8],
  )
