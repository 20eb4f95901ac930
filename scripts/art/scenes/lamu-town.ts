import type { Canvas } from '#scripts/art/engine/canvas'
import { ink } from '#scripts/art/engine/colour'
import { random } from '#scripts/art/engine/noise'
import { paintPalm } from '#scripts/art/things/palm'
import { paintHouse, paintMinaret, type TownLight } from '#scripts/art/things/stone-town'

/** Rows of houses from the shore to the front: foot, height and width of a house, and how hazy. */
const ROWS = [
  { foot: 0.575, height: 0.052, width: 0.05, far: 0.42, thatched: 0.3 },
  { foot: 0.635, height: 0.075, width: 0.072, far: 0.3, thatched: 0.36 },
  { foot: 0.71, height: 0.1, width: 0.1, far: 0.18, thatched: 0.4 },
  { foot: 0.82, height: 0.145, width: 0.145, far: 0.09, thatched: 0.42 },
  { foot: 0.97, height: 0.2, width: 0.2, far: 0, thatched: 0.3 },
]

export const lightAt = (far: number): TownLight => ({
  wall: ink('#FBF1DC'),
  shade: ink('#BCC0BC'),
  opening: ink('#3b4a52'),
  thatch: ink('#BFA27A'),
  thatchShade: ink('#6f5b4a'),
  haze: ink('#DCE6D8'),
  far,
})

export async function paintTown(canvas: Canvas) {
  const { width: W, height: H } = canvas
  const next = random(37)
  for (const [i, row] of ROWS.entries()) {
    const light = lightAt(row.far)
    let x = -0.06 + 0.04 * next()
    while (x < 1.02) {
      const width = row.width * (0.75 + 0.6 * next())
      const height = row.height * (0.7 + 0.65 * next())
      const shore = 0.03 * Math.sin(x * 5 + i) * (1 - i / 5)
      await paintHouse(
        canvas,
        {
          x: x * W,
          y: (row.foot + shore) * H + 0.02 * H,
          width: width * W,
          height: (height + 0.02) * H,
          thatched: next() < row.thatched,
          windows: true,
        },
        light,
        next,
      )
      x += width * (0.86 + 0.2 * next())
    }
    if (i === 2) await paintMinaret(canvas, 0.365 * W, 0.72 * H, 0.29 * H, lightAt(0.1))
    if (i === 1 || i === 2)
      for (const [px, seed] of [
        [0.1, 4],
        [0.58, 9],
        [0.8, 15],
      ] as const)
        await paintPalm(canvas, {
          x: px + 0.05 * i,
          y: row.foot + 0.02,
          height: 130 + 70 * i,
          lean: 0.1 - 0.04 * seed * 0.2,
          seed: seed + i,
          inks: ['#3d6257', '#5f8560', '#8cab6c', '#D6CB8C'],
          trunk: ['#6b5648', '#9a8066'],
        })
  }
}
