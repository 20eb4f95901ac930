import path from 'node:path'
import { clamp, smoothstep } from '#scripts/art/engine/curves'
import { FILM, type Film, PIXELS } from './film'
import { between, look, type Plate, plateOf, type View } from './push'

const PICTURES = path.resolve(import.meta.dirname, '../../../public/pictures')

type Shot = { picture: string; focusY: number; from: View; to: View }

const PUSH = 1.06
const whole: View = { x: 0.5, y: 0.5, zoom: 1 }

/** Each shot is a slow push of six parts in a hundred; the last one draws back, and the story closes where it began. */
const SHOTS: Shot[] = [
  { picture: 'hero-amboseli-2400.jpg', focusY: 0.5, from: whole, to: { x: 0.62, y: 0.7, zoom: PUSH } },
  { picture: 'story-rift-2400.jpg', focusY: 0.5, from: whole, to: { x: 0.72, y: 0.66, zoom: PUSH } },
  { picture: 'mara-balloon-1600.jpg', focusY: 0.35, from: whole, to: { x: 0.68, y: 0.3, zoom: PUSH } },
  { picture: 'diani-dhow-1600.jpg', focusY: 0.55, from: whole, to: { x: 0.62, y: 0.56, zoom: PUSH } },
  { picture: 'hero-amboseli-2400.jpg', focusY: 0.5, from: { x: 0.3, y: 0.6, zoom: PUSH }, to: whole },
]

const SHOT_SECONDS = 5
const DISSOLVE_SECONDS = 1
const STEP = SHOT_SECONDS - DISSOLVE_SECONDS

/** What Watch Our Story shows: the herd, the guides, the Mara, the coast, and the herd again. */
export const story: Film = {
  slug: 'story',
  seconds: SHOTS.length * STEP + DISSOLVE_SECONDS,
  quality: { vp9: 38, h264: 27 },
  limit: 1_600_000,
  posterFrame: 0,
  async prepare() {
    const plates: Plate[] = []
    for (const { picture, focusY } of SHOTS) plates.push(await plateOf(path.join(PICTURES, picture), focusY))
    const shotAt = (index: number, second: number) => {
      const [shot, plate] = [SHOTS[index], plates[index]]
      return shot && plate ? look(plate, viewOf(shot, second)) : null
    }
    return (frame) => {
      const second = frame / FILM.framesPerSecond
      const index = Math.min(SHOTS.length - 1, Math.floor(second / STEP))
      const into = second - index * STEP
      const here = shotAt(index, into) ?? new Float32Array(PIXELS * 3)
      const before = into < DISSOLVE_SECONDS ? shotAt(index - 1, into + STEP) : null
      return before
        ? dissolved(before, here, smoothstep(0, 1, into / DISSOLVE_SECONDS))
        : Uint8ClampedArray.from(here)
    }
  },
}

/** Begins and ends without a jolt, and runs evenly between. */
function viewOf({ from, to }: Shot, second: number): View {
  const t = clamp(second / SHOT_SECONDS)
  return between(from, to, 0.75 * t + 0.25 * smoothstep(0, 1, t))
}

function dissolved(from: Float32Array, to: Float32Array, share: number) {
  const out = new Uint8ClampedArray(from.length)
  for (let i = 0; i < from.length; i++) out[i] = (from[i] ?? 0) * (1 - share) + (to[i] ?? 0) * share
  return out
}
