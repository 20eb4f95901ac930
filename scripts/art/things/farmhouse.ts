import { type Canvas, paintShape } from '#scripts/art/engine/canvas'
import { ink, mix } from '#scripts/art/engine/colour'
import { smoothstep } from '#scripts/art/engine/curves'
import { noise } from '#scripts/art/engine/noise'
import { limb, type Point, placed, polygon, type Svg } from '#scripts/art/engine/shapes'

const box = (left: number, foot: number, right: number, top: number): Svg =>
  polygon([
    [left, foot],
    [left, top],
    [right, top],
    [right, foot],
  ] satisfies Point[])

const WALLS = box(-92, 0, 96, 34)
const ROOF = polygon([
  [-100, 33],
  [-62, 62],
  [66, 62],
  [104, 33],
])
const VERANDA_ROOF = polygon([
  [-112, 22],
  [-98, 34],
  [-8, 34],
  [-4, 22],
])
const VERANDA = box(-104, 0, -12, 22)
const LIT_WINDOWS = box(-92, 3, -74, 18) + box(-50, 0, -36, 19) + box(10, 8, 28, 22) + box(46, 8, 64, 22)
const POSTS = [-108, -86, -64, -40, -18].map((u) => box(u, 0, u + 2.4, 22)).join('')
const MULLIONS = box(18.4, 8, 19.6, 22) + box(54.4, 8, 55.6, 22)
const CHIMNEY = polygon([
  [70, 58],
  [70, 74],
  [80, 74],
  [80, 52],
])
const THRESHOLD = limb([-120, -2, 0.8], [112, -2, 0.8])

/** A highland farmhouse: stone walls, iron roof, veranda, lamps lit. About 210 units wide. */
export async function paintFarmhouse(canvas: Canvas, place: { x: number; y: number }) {
  const { unit: U } = canvas
  const [x, y] = [place.x * canvas.width, place.y * canvas.height]
  const at = (shape: Svg) => placed(x, y, U, shape)
  const [stone, shadedStone] = [ink('#C9A27C'), ink('#7a5644')]
  await paintShape(canvas, at(WALLS), (px, py) =>
    mix(stone, shadedStone, smoothstep(-60, 110, (px - x) / U) + 0.1 * noise(px / U / 7, py / U / 4)),
  )
  const [iron, shadedIron, ridges] = [ink('#C96A43'), ink('#7c3826'), ink('#F2B27A')]
  await paintShape(canvas, at(ROOF), (px) => {
    const rib = 0.5 + 0.5 * Math.sin(((px - x) / U) * 1.55)
    return mix(mix(iron, shadedIron, smoothstep(-80, 110, (px - x) / U)), ridges, 0.16 * rib)
  })
  for (const [shape, hex] of [
    [VERANDA_ROOF, '#B4583A'],
    [VERANDA, '#6a4537'],
    [LIT_WINDOWS, '#FFE3A2'],
    [POSTS + MULLIONS, '#4a2f26'],
    [CHIMNEY, '#8a5a44'],
    [THRESHOLD, '#5a4a2c'],
  ] as const)
    await paintShape(canvas, at(shape), ink(hex))
}
