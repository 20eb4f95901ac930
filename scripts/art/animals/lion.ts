import type { Figure } from '../engine/figure'
import { blob, limb, type Point } from '../engine/shapes'

/** A lying lion holds at a quarter of the picture's height; a standing one is not drawn yet. */
export function lyingLion(): Figure {
  const body = limb([10, 27, 19], [26, 31, 23.5], [48, 33, 24], [72, 36, 24], [92, 43, 22.5], [104, 52, 20])
  const haunch = limb([20, 25, 23], [33, 20, 17], [46, 11, 9], [58, 6.5, 6.6], [70, 5.5, 5.6], [74, 5, 5])
  const paws =
    limb([98, 34, 15], [108, 18, 9.6], [122, 8.5, 7.2], [140, 6.4, 6.6], [154, 6, 6.4], [160, 5.2, 5]) +
    limb([92, 30, 13], [96, 14, 10], [112, 6, 6.4], [130, 5, 5.6], [144, 4.6, 5])
  const tail = limb(
    [0, 20, 3.6],
    [-16, 10, 2.8],
    [-36, 5, 2.3],
    [-54, 5.6, 2.2],
    [-64, 10, 2.4],
    [-70, 14, 4],
    [-76, 15.5, 0.8],
  )
  return {
    left: -82,
    right: 168,
    height: 116,
    melt: 0.6,
    body: tail + body + haunch + paws,
    head: mane(103, 75),
    light: FACE,
    dark: FEATURES,
    ear: blob([
      [105, 101],
      [103.4, 107],
      [106, 111.4],
      [110.6, 111],
      [113.6, 106],
      [113, 101],
    ]),
  }
}

const FACE = blob(
  [
    [109, 103.5],
    [113.5, 104.6],
    [118, 103.4],
    [122.6, 101],
    [125.2, 98.4],
    [128.6, 96.6],
    [133, 95],
    [136.4, 93.4],
    [138.8, 91.4],
    [139.2, 89],
    [138.2, 86.6],
    [138, 84.2],
    [137, 81],
    [135, 77.6],
    [131.4, 75],
    [126.6, 74],
    [121, 74.4],
    [115, 75.6],
    [110.5, 80],
    [108, 87],
    [107, 95],
  ],
  5,
)
/** Eye, nose and a mouth without a smile. */
const FEATURES =
  limb([125.4, 95.9, 0.9], [127.2, 95.1, 0.6]) +
  limb([138, 90.4, 1.4], [137.6, 88.8, 1.1]) +
  limb([137.4, 84.8, 0.45], [133.6, 82.6, 0.4], [130, 81.2, 0.2])

/** Where the locks are rooted, around the middle of the mane. */
const LOCKS: Point[] = [
  [-0.5, 33.5],
  [-6, 33],
  [-12, 31],
  [-17.5, 27.5],
  [-22, 22.5],
  [-25.5, 16.5],
  [-28, 10],
  [-30, 3],
  [-31.5, -4],
  [-32, -11],
  [-31.5, -18],
  [-30.5, -25],
  [-28.5, -31],
  [-25, -36],
  [-20, -40],
  [-14, -42],
  [-8, -43],
  [-2, -43],
  [4, -41],
  [9, -38],
  [14, -33],
  [18, -27],
  [21, -20],
  [23.5, -13],
  [4, 33.5],
  [8, 33],
]

/** A soft mass and many short locks that fall back and down; never spikes. */
function mane(cx: number, cy: number) {
  const mass =
    limb([cx - 12, cy - 26, 17], [cx - 6, cy - 8, 25], [cx + 1, cy + 9, 23], [cx + 7, cy + 19, 14.5]) +
    limb([cx + 10, cy - 6, 16], [cx + 8, cy - 22, 12], [cx + 4, cy - 34, 7])
  const locks = LOCKS.map(([x, y], i) => {
    const length = 5.5 + 2.6 * Math.sin(i * 2.4) + 1.8 * Math.sin(i * 5.3)
    const out = Math.hypot(x, y)
    const [dx, dy] = [x / out - 0.25, y / out - 0.75 * (x < 0 ? 1 : 0.9)]
    const m = Math.hypot(dx, dy) || 1
    const [ux, uy] = [dx / m, dy / m]
    const [rootX, rootY] = [cx + x * 0.86, cy + y * 0.88]
    return limb(
      [rootX, rootY, 5.2],
      [rootX + ux * length * 0.7, rootY + uy * length * 0.7, 3.1],
      [rootX + ux * length * 1.5, rootY + uy * length * 1.5, 0.6],
    )
  })
  return mass + locks.join('')
}
