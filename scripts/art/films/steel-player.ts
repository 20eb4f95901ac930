import type { Figure } from '#scripts/art/engine/figure'
import { limb, polygon } from '#scripts/art/engine/shapes'
import { hat } from '#scripts/art/people/hat'

/** Seated behind a pedal steel: a long neck of strings on four legs, a bar of pedals near the floor. */
export function steelPlayer(): Figure {
  const torso =
    limb([0, 66, 8.6], [0, 57, 8.8], [0, 47, 8.4]) +
    limb([-9.4, 67.5, 3.7], [0, 69.6, 4.1], [9.4, 67.5, 3.7]) +
    limb([0, 74, 3.1], [0, 70.5, 3.4])
  const arms =
    limb([-9.8, 66.5, 3.4], [-17.5, 56, 2.8], [-12.5, 47.6, 2.1]) +
    limb([9.8, 66.5, 3.4], [17.8, 56.5, 2.8], [11, 47.4, 2.1])
  const legs =
    limb([-5, 40, 6], [-11, 30, 4.8], [-11.5, 6, 3.2], [-12, 2.4, 2.9]) +
    limb([5, 40, 6], [11.5, 30, 4.8], [12, 6, 3.2], [12.6, 2.4, 2.9])
  const stand =
    limb([-27, 42, 0.9], [-30, 0, 0.8]) +
    limb([27, 42, 0.9], [30, 0, 0.8]) +
    limb([-18, 41, 0.7], [-18, 7, 0.6]) +
    limb([18, 41, 0.7], [18, 7, 0.6]) +
    limb([-29, 6.5, 1.1], [29, 6.5, 1.1])
  const neck = polygon([
    [-33, 46.8],
    [33, 46.8],
    [31.5, 40.4],
    [-31.5, 40.4],
  ])
  return {
    left: -38,
    right: 38,
    height: 98,
    melt: 0.35,
    far: legs,
    body: torso + limb([0, 80, 5], [0, 82, 4.9]) + arms,
    head: hat(0, 84.2, 0.86, -2),
    fine: stand,
    light: neck,
    dark: limb([-29, 44.6, 0.7], [29, 44.6, 0.7]) + limb([-12.5, 46.8, 2.2], [-11, 46.4, 2]),
  }
}
