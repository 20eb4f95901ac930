import { type Canvas, cut, paint } from '#scripts/art/engine/canvas'
import { ink, mix } from '#scripts/art/engine/colour'
import { rim } from '#scripts/art/engine/light'
import { noise, random } from '#scripts/art/engine/noise'
import { type Bone, limb, limbAlong, type Svg } from '#scripts/art/engine/shapes'

type Euphorbia = {
  x: number
  y: number
  height: number
  seed: number
  shade: string
  own: string
  lit: string
  lightFrom: -1 | 1
}

/** A candelabra tree: a short trunk and a crown of upright arms, each with two or three of its own. */
export async function paintEuphorbia(canvas: Canvas, tree: Euphorbia) {
  const { width: W, height: H, unit: U } = canvas
  const h = tree.height * U
  const [x, y] = [tree.x * W, tree.y * H]
  const next = random(tree.seed)
  let shape: Svg = limb(
    [x, y, h * 0.045],
    [x + h * 0.01, y - h * 0.2, h * 0.032],
    [x, y - h * 0.42, h * 0.028],
  )
  const arms = 15
  for (let i = 0; i < arms; i++) {
    const side = (i / (arms - 1)) * 2 - 1
    const root = 0.24 + 0.16 * (1 - Math.abs(side)) + 0.03 * next()
    const top = 0.98 - 0.24 * side * side - 0.05 * next()
    const reach = side * (0.36 + 0.05 * next())
    const arm: Bone[] = [
      [x, y - h * root, h * 0.017],
      [x + h * reach * 0.62, y - h * (root + 0.06), h * 0.017],
      [x + h * reach * 0.95, y - h * (root + (top - root) * 0.42), h * 0.018],
      [x + h * reach, y - h * top, h * 0.014],
    ]
    shape += limbAlong(arm)
    shape += twigs(x + h * reach * 0.95, y - h * (root + (top - root) * 0.42), h, side, next)
  }
  const mask = await cut(canvas, shape)
  const [dark, own] = [ink(tree.shade), ink(tree.own)]
  paint(canvas, mask, (px, py) => mix(dark, own, 0.35 + 0.4 * noise(px / U / 9, py / U / 26)))
  paint(canvas, rim(mask, [tree.lightFrom * 0.85, 0.4], 2.6 * U, 0.5), ink(tree.lit), 0.85)
}

function twigs(x: number, y: number, h: number, side: number, next: () => number): Svg {
  let shape = ''
  for (let j = 0; j < 2; j++) {
    const out = (side || 0.3) * (0.05 + 0.05 * next()) * (j === 0 ? 1 : -0.8)
    const tall = 0.16 + 0.14 * next()
    shape += limb(
      [x, y, h * 0.014],
      [x + h * out, y - h * tall * 0.3, h * 0.015],
      [x + h * out * 1.15, y - h * tall, h * 0.012],
    )
  }
  return shape
}
