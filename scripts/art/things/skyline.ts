import { type Canvas, cut, paint } from '#scripts/art/engine/canvas'
import { ink, mix, thin } from '#scripts/art/engine/colour'
import { bell, smoothstep } from '#scripts/art/engine/curves'
import { rim } from '#scripts/art/engine/light'
import { multiply } from '#scripts/art/engine/masks'
import { noise, random } from '#scripts/art/engine/noise'
import { path, rectangle, type Svg } from '#scripts/art/engine/shapes'

type Skyline = { base: number; haze: string; sunX: number }

/** Nairobi from the national park: drum tower with saucer, spire, twin slabs, and the blocks between. */
export async function paintNairobi(canvas: Canvas, { base, haze: hazeHex, sunX }: Skyline) {
  const { width: W, height: H, unit: U } = canvas
  const next = random(12)
  const foot = base * H
  const block = (x: number, width: number, tall: number) =>
    rectangle(x * W, foot - tall * H, width * W, tall * H + 20 * U)
  let back = ''
  for (let i = 0; i < 70; i++) {
    const x = 0.2 + 0.66 * next()
    back += block(x, 0.008 + 0.013 * next(), 0.018 + 0.085 * next() * bell(x - 0.53, 0.17) + 0.012 * next())
  }
  let front = ''
  for (let i = 0; i < 46; i++) {
    const x = 0.26 + 0.54 * next()
    front += block(x, 0.009 + 0.016 * next(), 0.016 + 0.055 * next() * bell(x - 0.52, 0.14))
  }
  front += landmarks(canvas, foot)
  front +=
    block(0.335, 0.016, 0.098) +
    block(0.653, 0.014, 0.086) +
    block(0.292, 0.014, 0.062) +
    block(0.7, 0.018, 0.06)

  const haze = ink(hazeHex)
  const veil = (y: number, from: number, to: number) => smoothstep(from, to, (y - foot) / H)
  const farInk = mix(ink('#A58B80'), haze, 0.42)
  paint(canvas, await cut(canvas, back), (_, y) => mix(farInk, haze, 0.75 * veil(y, -0.11, 0)))
  const near = await cut(canvas, front)
  const stone = ink('#7E6A6B')
  paint(canvas, near, (x, y) => {
    const lit = 0.22 + 0.06 * noise(x / U / 5, y / U / 40) + 0.3 * bell(x - sunX * W, W * 0.08)
    return mix(mix(stone, haze, lit), haze, 0.8 * veil(y, -0.115, -0.005))
  })
  const edge = ink('#FFE3B2')
  paint(canvas, rim(near, [0.8, 0.15], 2 * U, 0.5), (x, y) =>
    thin(edge, (x < sunX * W ? 0.55 : 0.11) * veil(y, 0, -0.06)),
  )
  let windows = ''
  for (let i = 0; i < 520; i++)
    windows += rectangle(0.27 * W + next() * 0.46 * W, foot - next() * 0.16 * H, 2.6 * U, 1.5 * U)
  paint(canvas, multiply(near, await cut(canvas, windows)), ink('#FFE9BE'), 0.35)
}

/** Outlines in units around their own middle, heights in shares of the picture. */
function landmarks(canvas: Canvas, foot: number): Svg {
  const { width: W, height: H, unit: U } = canvas
  const conference = (x: number, top: number) =>
    path(`M${x - 11 * U} ${foot}L${x - 10 * U} ${top}h${20 * U}L${x + 11 * U} ${foot}Z`) +
    path(
      `M${x - 17 * U} ${top + 2 * U}Q${x} ${top - 4 * U} ${x + 17 * U} ${top + 2 * U}L${x + 13 * U} ${top + 8 * U}h${-26 * U}Z`,
    ) +
    path(`M${x - 12 * U} ${top - U}Q${x} ${top - 12 * U} ${x + 12 * U} ${top - U}Z`) +
    rectangle(x - 0.8 * U, top - 24 * U, 1.6 * U, 20 * U)
  const times = (x: number, top: number) =>
    path(`M${x - 9 * U} ${foot}V${top}l${5 * U} ${-7 * U}h${8 * U}l${5 * U} ${7 * U}V${foot}Z`) +
    rectangle(x - 0.7 * U, top - 24 * U, 1.4 * U, 20 * U)
  const spire = (x: number, top: number) =>
    path(`M${x - 13 * U} ${foot}V${top}L${x + U} ${top - 0.052 * H}L${x + 13 * U} ${top}V${foot}Z`) +
    rectangle(x + 0.4 * U, top - 0.085 * H, 1.4 * U, 30 * U)
  const roundTop = (x: number, top: number) =>
    path(`M${x - 13 * U} ${foot}V${top}q${13 * U} ${-9 * U} ${26 * U} 0V${foot}Z`)
  const prism = (x: number) =>
    path(
      `M${x - 10 * U} ${foot}L${x - 12 * U} ${foot - 0.118 * H}L${x + 3 * U} ${foot - 0.132 * H}L${x + 11 * U} ${foot - 0.112 * H}L${x + 10 * U} ${foot}Z`,
    )
  return (
    conference(0.5 * W, foot - 0.15 * H) +
    times(0.452 * W, foot - 0.168 * H) +
    spire(0.395 * W, foot - 0.15 * H) +
    roundTop(0.56 * W, foot - 0.178 * H) +
    prism(0.612 * W)
  )
}
