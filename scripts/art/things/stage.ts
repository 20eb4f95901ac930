import { type Canvas, paintShape } from '#scripts/art/engine/canvas'
import { ink, mix } from '#scripts/art/engine/colour'
import { clamp, lerp } from '#scripts/art/engine/curves'
import { noise } from '#scripts/art/engine/noise'
import { circle, ellipse, path, polygon, rectangle } from '#scripts/art/engine/shapes'

type Stage = { left: number; right: number; floor: number; depth: number; lightX: number }

const TRIANGLES = 40

/** A low stage of planks with a bead valance, on nine legs; shares of the canvas. */
export async function paintStage(canvas: Canvas, stage: Stage) {
  const { width: W, height: H, unit: U } = canvas
  const place = { left: stage.left * W, right: stage.right * W, y: stage.floor * H, depth: stage.depth * H }
  await paintPlanks(canvas, place, stage.lightX * W)
  await paintFrontBoards(canvas, place)
  const { left, right, y, depth } = place
  await paintShape(
    canvas,
    ellipse((left + right) / 2, y + depth * 1.35, (right - left) * 0.53, depth * 0.42),
    ink('#0f0c12'),
    0.6,
  )
  const legs = Array.from({ length: 9 }, (_, i) =>
    rectangle(lerp(left + 10 * U, right - 10 * U, i / 8) - 3 * U, y + depth * 0.8, 6 * U, depth * 0.75),
  )
  await paintShape(canvas, legs.join(''), ink('#17101a'))
  await paintValance(canvas, place)
}

type Place = { left: number; right: number; y: number; depth: number }

async function paintPlanks(canvas: Canvas, { left, right, y, depth }: Place, lightX: number) {
  const { width: W, unit: U } = canvas
  const back = y - depth * 0.55
  const [lit, worn, gap] = [ink('#F2B673'), ink('#A8683C'), ink('#5a3524')]
  await paintShape(
    canvas,
    polygon([
      [left + 30 * U, back],
      [right - 30 * U, back],
      [right, y],
      [left, y],
    ]),
    (px, py) => {
      const t = (py - back) / (depth * 0.55)
      const between = Math.abs((((px - lightX) / (1 + 0.1 * t) / U / 34 + 100) % 1) - 0.5) > 0.47 ? 0.7 : 0
      const fall = clamp(Math.abs(px - lightX) / (W * 0.2) + 0.18 * noise(px / U / 60, py / U / 1.5))
      return mix(mix(lit, worn, fall), gap, between)
    },
  )
}

async function paintFrontBoards(canvas: Canvas, { left, right, y, depth }: Place) {
  const { unit: U } = canvas
  const [board, foot, gap] = [ink('#5B3626'), ink('#2a1a1a'), ink('#1a1014')]
  await paintShape(canvas, rectangle(left, y, right - left, depth), (px, py) => {
    const fall = clamp((py - y) / depth + 0.25 * noise(px / U / 30, py / U / 3))
    return mix(mix(board, foot, fall), gap, (px / U / 52) % 1 < 0.05 ? 1 : 0)
  })
}

async function paintValance(canvas: Canvas, { left, right, y, depth }: Place) {
  const { unit: U } = canvas
  let triangles = ''
  let beads = ''
  for (let i = 0; i < TRIANGLES; i++) {
    const [a, b] = [lerp(left, right, i / TRIANGLES), lerp(left, right, (i + 1) / TRIANGLES)]
    triangles += path(`M${a} ${y + 2 * U}L${b} ${y + 2 * U}L${(a + b) / 2} ${y + depth * 0.52}Z`)
    beads += circle((a + b) / 2, y + depth * 0.24, 2.1 * U)
  }
  await paintShape(canvas, triangles, ink('#B5482E'))
  await paintShape(canvas, beads, ink('#F3D9A4'))
}
