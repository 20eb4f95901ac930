import { type Canvas, paintInBox } from '#scripts/art/engine/canvas'
import { type Lab, mix } from '#scripts/art/engine/colour'
import { noise, type Random } from '#scripts/art/engine/noise'
import { ellipse, path, polygon, rectangle, type Svg } from '#scripts/art/engine/shapes'

/** A flat-roofed coral house; left edge, foot, width and height in pixels. */
export type House = {
  x: number
  y: number
  width: number
  height: number
  thatched: boolean
  windows: boolean
}
export type TownLight = {
  wall: Lab
  shade: Lab
  opening: Lab
  thatch: Lab
  thatchShade: Lab
  haze: Lab
  far: number
}

/** The light falls from the right: the left third of a wall's return is in shade. */
export async function paintHouse(canvas: Canvas, house: House, light: TownLight, next: Random) {
  const { x, y, width, height } = house
  const { unit: U } = canvas
  const box = [x - width * 0.2, y - height * 1.7, x + width * 1.2, y + 4 * U] as const
  const through = (colour: Lab) => mix(colour, light.haze, light.far)
  const [wall, shade] = [through(light.wall), through(light.shade)]
  const warmth = 0.14 * next()
  const lime = mix(wall, through(light.thatch), warmth)
  await paintInBox(canvas, rectangle(x, y - height, width, height), box, (px, py) =>
    mix(lime, shade, 0.16 + 0.13 * noise(px / U / 60, py / U / 14) + 0.05 * noise(px / U / 6, py / U / 40)),
  )
  const turn = width * (0.2 + 0.14 * next())
  await paintInBox(canvas, rectangle(x, y - height, turn, height), box, shade)
  await paintInBox(canvas, parapet(x, y - height, width, U), box, lime)
  await paintInBox(canvas, rectangle(x, y - height, width, 2.2 * U), box, shade, 0.7)
  if (house.windows) await paintInBox(canvas, openings(house, turn, next), box, through(light.opening), 0.85)
  if (house.thatched) await paintThatch(canvas, house, light, next)
}

/** Low crenels along the edge of the roof. */
function parapet(x: number, y: number, width: number, U: number): Svg {
  const tooth = Math.max(5 * U, width / 16)
  let shape = rectangle(x - 1.5 * U, y - 3 * U, width + 3 * U, 4 * U)
  for (let at = x; at < x + width - tooth * 0.5; at += tooth * 1.7)
    shape += rectangle(at, y - tooth * 0.75, tooth, tooth * 0.75)
  return shape
}

function openings({ x, y, width, height }: House, turn: number, next: Random): Svg {
  const [w, h] = [width * 0.085, height * 0.17]
  let shape = ''
  const columns = Math.max(1, Math.floor((width - turn) / (w * 3.2)))
  const rows = Math.max(1, Math.floor(height / (h * 2.6)))
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      if (next() < 0.25) continue
      const left = x + turn + ((column + 0.5) / columns) * (width - turn) - w / 2
      const top = y - height + height * 0.16 + (row / rows) * height * 0.82
      shape += path(
        `M${left} ${top + h}V${top + w * 0.5}A${w / 2} ${w / 2} 0 0 1 ${left + w} ${top + w * 0.5}V${top + h}Z`,
      )
    }
  }
  return shape
}

/** A makuti roof on posts over the terrace. */
async function paintThatch(canvas: Canvas, { x, y, width, height }: House, light: TownLight, next: Random) {
  const { unit: U } = canvas
  const [top, tall] = [y - height, width * (0.34 + 0.1 * next())]
  const [l, r] = [x + width * 0.02, x + width * 0.98]
  const box = [l - width * 0.1, top - tall * 1.6, r + width * 0.1, top + 2 * U] as const
  const through = (colour: Lab) => mix(colour, light.haze, light.far)
  const posts = [0.06, 0.36, 0.64, 0.94]
    .map((share) => rectangle(l + (r - l) * share, top - tall * 0.5, 3 * U, tall * 0.5))
    .join('')
  await paintInBox(
    canvas,
    rectangle(l + 4 * U, top - tall * 0.45, r - l - 8 * U, tall * 0.45),
    box,
    through(light.opening),
    0.55,
  )
  await paintInBox(canvas, posts, box, through(light.thatchShade))
  const eave = top - tall * 0.38
  const roof = polygon([
    [l - width * 0.06, eave],
    [l + width * 0.2, eave - tall * 0.95],
    [r - width * 0.2, eave - tall],
    [r + width * 0.06, eave],
  ])
  await paintInBox(
    canvas,
    roof + fringe(l - width * 0.06, r + width * 0.06, eave, U, next),
    box,
    (px, py) => {
      const straw = 0.5 + 0.6 * noise(px / U / 3.4, py / U / 26)
      return mix(
        through(light.thatch),
        through(light.thatchShade),
        Math.min(1, straw * 0.7 + 0.5 * ((py - eave + tall) / tall) ** 3),
      )
    },
  )
}

function fringe(left: number, right: number, y: number, U: number, next: Random): Svg {
  let shape = ''
  for (let x = left; x < right; x += 6 * U) shape += ellipse(x + 3 * U, y, 4.4 * U, (2 + 3 * next()) * U)
  return shape
}

/** The pillar minaret of Shela: a round tower that narrows to a cone. */
export async function paintMinaret(canvas: Canvas, x: number, y: number, height: number, light: TownLight) {
  const { unit: U } = canvas
  const w = height * 0.15
  const tower = path(
    `M${x - w} ${y}L${x - w * 0.86} ${y - height * 0.62}Q${x - w * 0.8} ${y - height * 0.86} ${x} ${y - height}Q${x + w * 0.8} ${y - height * 0.86} ${x + w * 0.86} ${y - height * 0.62}L${x + w} ${y}Z`,
  )
  const [wall, shade] = [mix(light.wall, light.haze, light.far), mix(light.shade, light.haze, light.far)]
  const box = [x - w * 1.3, y - height * 1.1, x + w * 1.3, y + 4 * U] as const
  await paintInBox(canvas, tower, box, (px, py) => {
    const round = (px - x) / w
    return mix(
      wall,
      shade,
      Math.min(1, Math.max(0, 0.4 - round * 0.75 + 0.1 * noise(px / U / 7, py / U / 30))),
    )
  })
  const bands = [0.3, 0.6]
    .map((share) => rectangle(x - w * 0.94, y - height * share, w * 1.88, 3 * U))
    .join('')
  await paintInBox(
    canvas,
    bands + rectangle(x - 1.2 * U, y - height * 1.06, 2.4 * U, height * 0.08),
    box,
    shade,
  )
}
