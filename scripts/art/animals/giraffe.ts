import type { Figure } from '../engine/figure'
import { swings } from '../engine/gait'
import { type Bone, blob, limb, limbAlong, type Point } from '../engine/shapes'

type Giraffe = {
  phase?: number
  /** 0 upright, 1 reaching far forward, below 0 leaning back. */
  neck?: number
}

export function giraffe({ phase = 0, neck = 0 }: Giraffe = {}): Figure {
  const swing = swings(phase)
  const bones: Bone[] = [
    [23.5, 53, 8],
    [27.5 + neck * 1.5, 60, 6],
    [31 + neck * 4, 68 - neck * 0.8, 4.7],
    [34 + neck * 7, 76 - neck * 2.5, 3.9],
    [36.6 + neck * 10, 84 - neck * 5, 3.3],
    [38.6 + neck * 13, 90.5 - neck * 8, 2.9],
  ]
  const torso = limb(
    [-0.5, 46, 5.6],
    [4, 46.2, 7.6],
    [11, 46.8, 8.7],
    [18, 48.6, 9.2],
    [23, 51, 8.6],
    [26, 53.5, 7],
  )
  const tail = limb(
    [-5.4, 48, 1.3],
    [-7.6, 42, 0.7],
    [-8, 35, 0.5],
    [-7.9, 31, 0.6],
    [-8.1, 28, 1.15],
    [-8.5, 22, 0.3],
  )
  const near = frontLeg(22.5, 47, swing(0)) + hindLeg(1.5, 44.5, swing(Math.PI + 0.7))
  return {
    left: -14,
    right: 60 + neck * 14,
    height: 104,
    far: frontLeg(24.5, 47, swing(Math.PI)) + hindLeg(3.5, 44, swing(0.7)),
    body: tail + torso + near + limbAlong(bones) + mane(bones),
    head: headAt(38.6 + neck * 13, 90.5 - neck * 8),
  }
}

const frontLeg = (x: number, y: number, s: number) =>
  limb(
    [x, y, 4.6],
    [x + s * 2, 37, 3.4],
    [x + s * 4.2, 27, 2.1],
    [x + s * 4.8, 24.3, 2.25],
    [x + s * 6.2, 12, 1.35],
    [x + s * 7.2, 4, 1.25],
    [x + s * 7.6 + 0.4, 1.6, 1.6],
    [x + s * 7.6 + 1, 0.9, 1.5],
  )

const hindLeg = (x: number, y: number, s: number) =>
  limb(
    [x, y, 5.6],
    [x + 1 + s * 1.5, 37, 4.6],
    [x - 0.6 + s * 3, 28.5, 2.6],
    [x - 2.3 + s * 4, 24.5, 2.1],
    [x - 1.5 + s * 5.6, 12, 1.35],
    [x - 1.3 + s * 6.8, 4, 1.25],
    [x - 0.8 + s * 7.2, 1.6, 1.6],
    [x - 0.3 + s * 7.2, 0.9, 1.5],
  )

function headAt(x: number, y: number) {
  const skull = limb(
    [x - 0.2, y + 1.2, 2.9],
    [x + 2.6, y + 1.4, 2.7],
    [x + 5.4, y - 0.3, 2.1],
    [x + 8.6, y - 2.4, 1.55],
    [x + 10.4, y - 3.3, 1.35],
  )
  const horns =
    limb([x - 0.1, y + 3, 0.85], [x - 0.7, y + 7.2, 0.7], [x - 0.8, y + 7.9, 1]) +
    limb([x + 1.4, y + 3, 0.7], [x + 1, y + 6.8, 0.6], [x + 0.95, y + 7.3, 0.85])
  const ear = limb([x - 1.4, y + 2.6, 0.9], [x - 3.6, y + 3.4, 1.05], [x - 5.8, y + 3.1, 0.3])
  return skull + horns + ear
}

function mane(bones: readonly Bone[]) {
  const outer = bones.map(([x, y, r]): Point => [x - r * 0.86 - 1.1, y + r * 0.45])
  const inner = bones.map(([x, y, r]): Point => [x - r * 0.4, y]).reverse()
  return blob([...outer, ...inner], 4)
}
