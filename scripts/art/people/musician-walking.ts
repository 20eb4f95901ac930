import type { Figure } from '#scripts/art/engine/figure'
import { blob, limb } from '#scripts/art/engine/shapes'
import { hat } from './hat'

export type Instrument = 'guitar' | 'fiddle' | 'drum' | 'bass'

/** A member of the band on the move, with a hat and an instrument case. */
export function musicianWalking({ phase = 0, load }: { phase?: number; load: Instrument }): Figure {
  const s = Math.sin(phase * Math.PI * 2)
  const torso =
    limb([0.6, 73, 7], [0.4, 65, 7.4], [0, 56, 6.4], [0, 51, 6.8]) +
    limb([-5.6, 74.4, 3.4], [0.8, 76.4, 4], [6.4, 74, 3.4]) +
    limb([1.4, 80, 2.8], [1, 77, 3.3])
  const head = limb([2.4, 86, 4.7], [2.8, 88.2, 4.6]) + limb([5.6, 85.6, 1.6], [7, 85, 1.0])
  const freeArm = limb([-3, 74, 3], [-8 - s * 4, 61, 2.5], [-9 - s * 9, 49, 2])
  const onTheBack = load === 'bass'
  return {
    left: -34,
    right: 40,
    height: 108,
    melt: 0.35,
    far: onTheBack ? CASES[load] : undefined,
    body: leg(s) + leg(-s) + torso + freeArm,
    head: head + hat(2.8, 90, 0.86, -4) + ARMS[load],
    fine: onTheBack ? undefined : CASES[load],
  }
}

function leg(d: number) {
  const back = d < 0
  const heel = d * 11.5 - (back ? 4.5 : 0)
  const lifted = back ? 1.6 : 0
  return (
    limb([0, 50, 5.2], [d * 6, 29, 3.9], [d * 11 - (back ? 3.5 : 0), 8, 2.9], [heel, 3.2 + lifted, 2.7]) +
    limb([heel, 2.5 + lifted, 2.3], [heel + 5, 1.7, 1.7])
  )
}

const ARMS: Record<Instrument, string> = {
  guitar: limb([4, 74, 3], [7.5, 61, 2.6], [9, 47.5, 2.1]),
  fiddle: limb([4, 74, 3], [8, 61, 2.6], [10, 48, 2.1]),
  drum: limb([4, 74, 3], [10, 64, 2.6], [15, 55, 2.2]),
  bass: limb([4, 74, 3], [9, 66, 2.6], [1, 76, 2]),
}

const CASES: Record<Instrument, string> = {
  guitar:
    limb([-14, 33, 7.6], [-12, 34.2, 7.8]) +
    limb([-3, 38, 5.4], [0, 39.4, 5.4]) +
    limb([-6.5, 36.6, 5], [-5, 37.2, 5]) +
    limb([2, 40.6, 2.6], [28, 52.6, 2.2], [32, 54.4, 2.9]) +
    limb([7.4, 47.2, 0.8], [10.8, 48.6, 0.8]),
  fiddle: limb([-1, 38, 4.3], [3, 38.6, 4.3]) + limb([8, 39.6, 3.4], [22, 42, 2.2], [26, 42.8, 2.2]),
  drum: blob(
    [
      [9, 58],
      [26, 58],
      [27, 56.5],
      [27, 46.5],
      [26, 45],
      [9, 45],
      [8, 46.5],
      [8, 56.5],
    ],
    3,
  ),
  bass:
    limb([-13, 40, 11.4], [-13, 42, 11.2]) +
    limb([-11.4, 58, 8.6], [-11, 60, 8.2]) +
    limb([-12.4, 50, 8], [-12, 53, 7.4]) +
    limb([-10.4, 66, 2.3], [-7.4, 99, 1.7]) +
    limb([-7.2, 100, 2.6], [-6.6, 105, 2]),
}
