import type { Figure } from '../engine/figure'
import { limb } from '../engine/shapes'
import { zebra } from './zebra'

const HORNS =
  limb([113, 112, 1.9], [108, 130, 1.5], [101, 150, 1.1], [95, 168, 0.5]) +
  limb([116, 112, 1.7], [112, 131, 1.4], [106, 152, 1], [101, 170, 0.4])

/** An oryx has a zebra's build, no stripes, and horns as long as its neck and head. */
export function oryx({ phase = 0 }: { phase?: number } = {}): Figure {
  return { ...zebra({ phase }), light: undefined, height: 176, fine: HORNS }
}
