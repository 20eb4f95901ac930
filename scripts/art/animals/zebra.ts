import { lerp } from '../engine/curves'
import type { Figure } from '../engine/figure'
import { swings } from '../engine/gait'
import { blob, limb, type Svg } from '../engine/shapes'

type Zebra = { phase?: number; grazing?: boolean; stride?: number }

export function zebra({ phase = 0, grazing = false, stride = 0.55 }: Zebra = {}): Figure {
  const swing = swings(phase)
  const fore = (x: number, s: number) =>
    limb(
      [x, 60, 8.5],
      [x + s * 5, 44, 5.4],
      [x + s * 9, 31, 3.9],
      [x + s * 10, 17, 2.9],
      [x + s * 13, 5, 2.8],
      [x + s * 13 + 1.2, 2, 3.4],
    )
  const hind = (x: number, s: number) =>
    limb(
      [x, 62, 13],
      [x + 2 + s * 4, 46, 7.8],
      [x - 2 + s * 8, 34, 4.6],
      [x - 4 + s * 9, 29, 4],
      [x - 1 + s * 13, 15, 2.9],
      [x - 1 + s * 16, 4.5, 2.8],
      [x + 0.2 + s * 16, 2, 3.4],
    )
  const near = fore(82, swing(0) * stride) + hind(12, swing(3.8) * stride)
  const front = grazing ? GRAZING : LOOKING
  return {
    left: -20,
    right: 140,
    height: 126,
    far: fore(87, swing(2.7) * stride) + hind(17, swing(1.1) * stride),
    body: TAIL + near + BODY + front.neck + front.mane,
    head: front.head,
    light: stripes(grazing),
    lightInside: true,
  }
}

const BODY = limb(
  [6, 74, 11.5],
  [20, 74, 15],
  [40, 73, 15.8],
  [60, 73.5, 15.8],
  [76, 76, 15.5],
  [86, 79, 13.5],
)
const TAIL = limb([-4, 79, 2.4], [-8, 68, 1.6], [-9, 54, 1.5], [-9.5, 44, 2.3], [-10, 30, 0.5])
const LOOKING = {
  neck: limb([86, 78, 14], [96, 88, 11.2], [105, 98, 9], [111, 106, 7.8]),
  head:
    limb([111, 107, 7.8], [120, 103, 6.8], [129, 95, 5], [134, 90.5, 4.4]) +
    limb([107, 113, 2], [105, 119, 2.2], [104.5, 123, 0.6]) +
    limb([111, 113.5, 1.8], [111.5, 119, 1.9], [112, 122.5, 0.6]),
  mane: blob(
    [
      [80, 88],
      [86, 99],
      [94, 109],
      [103, 117],
      [108, 119],
      [108, 112],
      [100, 102],
      [92, 90],
    ],
    5,
  ),
}
const GRAZING = {
  neck: limb([86, 76, 14], [100, 66, 11], [112, 50, 8.5], [118, 34, 7.5]),
  head:
    limb([118, 34, 7.5], [123, 22, 6], [127, 11, 4.6], [128, 6, 4.2]) +
    limb([112, 40, 2], [107, 44, 2.2], [104, 47, 0.6]),
  mane: blob(
    [
      [84, 91],
      [96, 84],
      [108, 68],
      [116, 50],
      [119, 52],
      [111, 71],
      [99, 87],
      [86, 95],
    ],
    5,
  ),
}

function stripes(grazing: boolean): Svg {
  let drawn = ''
  for (let i = 0; i < 15; i++) {
    const u = i / 14
    const x = 4 + u * 72
    const lean = (1 - u) * -16 + u * 4
    drawn += limb([x + lean, 92, 1.5], [x + lean * 0.35, 78, 1.7], [x, 64, 1.5], [x + 2, 52, 0.5])
  }
  return drawn + (grazing ? grazingNeck() : lookingNeck()) + legStripes(82, 52) + legStripes(10, 50)
}

function lookingNeck() {
  let drawn = ''
  for (let i = 0; i < 6; i++) {
    const u = i / 5
    const [x, y] = [84 + u * 24, 82 + u * 25]
    drawn += limb([x - 12 + u * 3, y + 12 - u * 2, 1.3], [x, y, 1.5], [x + 9 - u * 2, y - 9 + u * 2, 0.8])
  }
  return drawn
}

function grazingNeck() {
  let drawn = ''
  for (let i = 0; i < 7; i++) {
    const u = i / 6
    const x = along([88, 96, 103, 108.5, 113, 116.5, 119.5], u)
    const y = along([80, 73, 65, 56, 46, 36, 26], u)
    drawn += limb([x + 7 - u * 2, y + 6, 1.2], [x, y, 1.5], [x - 9 + u * 3, y - 6, 0.8])
  }
  return drawn
}

function along(values: readonly number[], u: number) {
  const place = u * (values.length - 1)
  const i = Math.min(values.length - 2, Math.floor(place))
  return lerp(values[i] ?? 0, values[i + 1] ?? 0, place - i)
}

function legStripes(x: number, top: number) {
  let drawn = ''
  for (let k = 0; k < 7; k++)
    drawn += limb([x - 6, top - k * 5.2, 0.9], [x, top - k * 5.2 - 1, 1.1], [x + 6, top - k * 5.2, 0.9])
  return drawn
}
