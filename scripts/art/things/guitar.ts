import { type Canvas, paintShape } from '#scripts/art/engine/canvas'
import { ink } from '#scripts/art/engine/colour'
import { blob, limb, type Point, polygon, type Svg } from '#scripts/art/engine/shapes'
import { paintSolid, turned } from '#scripts/art/engine/solid'

type Guitar = { x: number; y: number; height: number; lean: number; toward: Point }

const BODY = blob([
  [0, 0],
  [-11, 1.5],
  [-17.5, 9],
  [-17, 19],
  [-11.4, 26],
  [-12.6, 34],
  [-9.6, 42],
  [-3, 46],
  [3, 46],
  [9.6, 42],
  [12.6, 34],
  [11.4, 26],
  [17, 19],
  [17.5, 9],
  [11, 1.5],
])
const NECK = polygon([
  [-2.1, 40],
  [-1.8, 86],
  [1.8, 86],
  [2.1, 40],
])
const HEAD = polygon([
  [-2.2, 85],
  [-3.6, 88],
  [-3.2, 100],
  [3.2, 100],
  [3.6, 88],
  [2.2, 85],
])
const PEGS = [88.6, 92.4, 96.2]
  .flatMap((y) => [limb([-3, y, 0.5], [-5.4, y, 0.9]), limb([3, y, 0.5], [5.4, y, 0.9])])
  .join('')
const STRINGS = [-1.25, -0.75, -0.25, 0.25, 0.75, 1.25]
  .map((x) => limb([x * 1.5, 13, 0.1], [x, 92, 0.09]))
  .join('')
const FRETS = Array.from({ length: 11 }, (_, i) => 84 - 34 * (1 - 0.93 ** (i * 1.4)))
  .map((y) => limb([-1.9, y, 0.12], [1.9, y, 0.12]))
  .join('')

const ring = (r: number) => limb([0, 32, r], [0.1, 32, r])
const FINGERBOARD = polygon([
  [-2.1, 27.5],
  [-1.9, 60],
  [1.9, 60],
  [2.1, 27.5],
])
const BRIDGE = polygon([
  [-6.4, 12],
  [6.4, 12],
  [5.6, 14.4],
  [-5.6, 14.4],
])
const GUARD = blob(
  [
    [5, 31],
    [9, 30],
    [11, 24],
    [8, 19],
    [4.8, 24],
  ],
  5,
)

/** An acoustic guitar leaning on something; height in units, lean in degrees. */
export async function paintGuitar(canvas: Canvas, guitar: Guitar) {
  const { width: W, height: H, unit: U } = canvas
  const at = (shape: Svg) => turned(guitar.x * W, guitar.y * H, (guitar.height * U) / 100, guitar.lean, shape)
  const { toward } = guitar
  const neck = {
    inks: ['#1f1413', '#37211a', '#6b4027'],
    rim: '#F2B870',
    roundness: 4,
    rimWidth: 1.6,
  } as const
  const body = {
    inks: ['#4a2618', '#A8602F', '#D9974F'],
    rim: '#FFE0A0',
    roundness: 22,
    rimWidth: 3,
  } as const
  await paintSolid(canvas, at(NECK + HEAD + PEGS), { ...neck, toward })
  await paintSolid(canvas, at(BODY), { ...body, toward })
  for (const [shape, hex, opacity] of [
    [ring(5.8), '#E3B56C', 1],
    [ring(5.2), '#5a3019', 1],
    [ring(4.6), '#1a0f0e', 1],
    [FINGERBOARD + BRIDGE, '#2a1813', 1],
    [GUARD, '#5f2f1b', 0.85],
    [FRETS, '#B98E58', 0.7],
    [STRINGS, '#F3DDB0', 0.8],
  ] as const)
    await paintShape(canvas, at(shape), ink(hex), opacity)
}
