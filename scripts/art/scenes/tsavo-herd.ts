import { elephant } from '#scripts/art/animals/elephant'
import type { Canvas } from '#scripts/art/engine/canvas'
import { ink, mix } from '#scripts/art/engine/colour'
import { paintDust } from '#scripts/art/engine/dust'
import { paintFigure, standing } from '#scripts/art/engine/figures'
import { paintReflection } from '#scripts/art/engine/reflection'

export const HAZE = '#E9A672'

export const LIT = '#FFD49A'

export const SUN_X = 0.4

type Member = {
  x: number
  y: number
  size: number
  phase: number
  far: number
  flip: boolean
  trunk?: 'drinking' | 'tucked'
  calf?: boolean
}

export const FAR: Member[] = [
  { x: 0.2, y: 0.69, size: 0.5, phase: 0.2, far: 0.42, flip: false },
  { x: 0.245, y: 0.694, size: 0.42, phase: 0.6, far: 0.42, flip: false, trunk: 'tucked' },
  { x: 0.285, y: 0.697, size: 0.28, phase: 0.9, far: 0.4, flip: false, calf: true },
  { x: 0.72, y: 0.705, size: 0.68, phase: 0.8, far: 0.32, flip: true },
]

/** These stand at the water; their trunks reach it. */
export const DRINKING: Member[] = [
  { x: 0.79, y: 0.77, size: 1.18, phase: 0.38, far: 0.12, flip: true, trunk: 'tucked' },
  { x: 0.36, y: 0.782, size: 1.0, phase: 0.3, far: 0.1, flip: false, trunk: 'drinking' },
  { x: 0.55, y: 0.787, size: 0.6, phase: 0.15, far: 0.07, flip: true, calf: true },
  { x: 0.69, y: 0.803, size: 1.62, phase: 0.1, far: 0.02, flip: true, trunk: 'drinking' },
  { x: 0.14, y: 0.81, size: 1.5, phase: 0.62, far: 0.03, flip: false },
]

export async function paintHerd(canvas: Canvas, herd: readonly Member[], mirrored = false) {
  const haze = ink(HAZE)
  if (mirrored)
    paintDust(
      canvas,
      herd.map(({ x, y, size }) => ({
        x: x * canvas.width,
        y: y * canvas.height,
        reach: 120 * size * canvas.unit,
      })),
      { ink: '#C8744A', lit: '#F6BC82' },
    )
  for (const { x, y, size, far, flip, ...pose } of herd) {
    const figure = elephant(pose)
    const stand = standing(canvas, x, y, size * 1.2)
    const through = (hex: string, more = 0) => mix(ink(hex), haze, far + more)
    if (mirrored) await paintReflection(canvas, figure, stand, ink('#3c211c'), flip, 0.5)
    await paintFigure(canvas, figure, stand, {
      ink: through('#4a221b'),
      far: through('#4a221b', 0.1),
      mid: through('#9a4d33'),
      ear: through('#63301f'),
      tusk: mix(ink('#F6DFB8'), haze, far * 0.6),
      rim: ink(LIT),
      flip,
      toward: [x < SUN_X ? 0.8 : -0.75, 0.55],
      rimWidth: 1.7 * canvas.unit * size,
      rimOpacity: 0.95,
      shadow: mirrored ? undefined : { opacity: 0.5, shear: (x - SUN_X) * 3, stretch: 0.28, ink: '#45211c' },
    })
  }
}
