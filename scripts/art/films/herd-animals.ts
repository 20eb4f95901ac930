import { elephant } from '#scripts/art/animals/elephant'
import { ink, mix } from '#scripts/art/engine/colour'
import { paintFigure } from '#scripts/art/engine/figures'
import { FILM } from './film'
import { SUN } from './herd-layers'
import { placeFor } from './herd-pace'
import { type Strip, stripCanvas, stripOf } from './strip'

const { width: W } = FILM
const UNIT = W / 1600
/** Poses of one stride; the slowest walker shows each for one frame. */
const POSES = 48

/** Small ones take more strides for the same way. `x` is a share of the width, `size` as in the paintings. */
const HERD = [
  { x: 0.845, size: 0.98, strides: 4, phase: 0.33, haze: 0.2, trunk: 'tucked' },
  { x: 0.62, size: 1.22, strides: 4, phase: 0.42, haze: 0.1 },
  { x: 0.765, size: 1.34, strides: 4, phase: 0.72, haze: 0.06 },
  { x: 0.69, size: 0.76, strides: 7, phase: 0.2, haze: 0.08, trunk: 'tucked' },
  { x: 0.545, size: 0.58, strides: 10, phase: 0.9, haze: 0.05, calf: true },
  { x: 0.45, size: 1.5, strides: 4, phase: 0.1, haze: 0.03 },
] as const

export type Walker = {
  /** Where its feet are. */
  y: number
  poseAt: (t: number) => Strip
}

/** Each animal in every pose of its stride, once. They stay in the frame; the ground passes. */
export async function walkers(): Promise<Walker[]> {
  const herd: Walker[] = []
  for (const animal of HERD) {
    const scale = animal.size * UNIT * 1.2
    const y = Math.round(placeFor(scale, animal.strides))
    const poses: Strip[] = []
    for (let i = 0; i < POSES; i++) poses.push(await pose(animal, i / POSES, scale, y))
    const poseAt = (t: number) => {
      const phase = (animal.phase + t * animal.strides) % 1
      const strip = poses[Math.floor(phase * POSES)]
      if (!strip) throw new Error('There is no such pose')
      return strip
    }
    herd.push({ y, poseAt })
  }
  return herd
}

async function pose(animal: (typeof HERD)[number], phase: number, scale: number, y: number): Promise<Strip> {
  const haze = ink('#ECBE88')
  const through = (hex: string, more = 0) => mix(ink(hex), haze, animal.haze + more)
  const reach = Math.ceil(190 * scale)
  const feet = Math.ceil(112 * scale)
  const canvas = stripCanvas(SUN, reach * 2, feet + Math.ceil(50 * scale))
  const besideSun = animal.x * W < SUN.x
  const { trunk, calf } = { trunk: undefined, calf: false, ...animal }
  await paintFigure(
    canvas,
    elephant({ phase, trunk, calf, lift: true }),
    { x: reach, y: feet, scale },
    {
      ink: through('#2a1b1c'),
      far: through('#2a1b1c', 0.12),
      mid: through('#6b4639'),
      ear: through('#3f2a27'),
      tusk: ink('#F6E4C0'),
      rim: ink('#FFDDA0'),
      flip: true,
      toward: besideSun ? [0.86, 0.5] : [-0.6, 0.8],
      rimWidth: 1.7 * UNIT * animal.size,
      rimOpacity: 0.95,
      shadow: {
        opacity: 0.66,
        shear: (animal.x - SUN.x / W) * 3.2 + (besideSun ? -0.5 : 0.5),
        stretch: 0.3,
        ink: '#3d2724',
      },
    },
  )
  const strip = stripOf(canvas)
  // The breath of a walk: the body rises a little twice in a stride.
  const bob = Math.round(0.6 * Math.sin(phase * Math.PI * 4))
  return { ...strip, left: strip.left + Math.round(animal.x * W) - reach, top: strip.top + y - feet + bob }
}
