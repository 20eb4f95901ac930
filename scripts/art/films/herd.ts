import { ink, type Light, labToLight } from '#scripts/art/engine/colour'
import { clamp, smoothstep } from '#scripts/art/engine/curves'
import { fbm } from '#scripts/art/engine/noise'
import { FILM, type Film, framesOf, PIXELS } from './film'
import { type Walker, walkers } from './herd-animals'
import { farSky, farTrees, type GrassRow, grassRows, nearBank, nearHills, plain, SUN } from './herd-layers'
import { aheadAt, DISSOLVE, paceAt } from './herd-pace'
import { type Frame, overlay, paperTooth, type Strip, toScreen } from './strip'

const { width: W, height: H } = FILM
const UNIT = W / 1600
/** How fast each layer passes, against the ground under the herd. */
const PACE = { hills: 0.16, trees: 0.28, bank: 1.65, slowestGround: 0.3 }

type Layers = Record<'sky' | 'hills' | 'trees' | 'ground' | 'bank', Strip>

/** A tracking shot: the herd walks, the plain passes, and the eighth second flows into the first. */
export const herd: Film = {
  slug: 'herd',
  seconds: 8,
  quality: { vp9: 39, h264: 26 },
  limit: 900_000,
  posterFrame: 24,
  async prepare() {
    const layers: Layers = {
      sky: await farSky(),
      hills: await nearHills(PACE.hills),
      trees: await farTrees(PACE.trees),
      ground: await plain(paceAt(1)),
      bank: await nearBank(PACE.bank),
    }
    const [rows, animals] = [await grassRows(), await walkers()]
    const finish = finishing()
    const frames = framesOf(herd)
    return (index) => {
      const frame = shot(layers, rows, animals, index / frames)
      if (index < DISSOLVE)
        dissolve(frame, shot(layers, rows, animals, 1 + index / frames), (index + 0.5) / DISSOLVE)
      finish(frame)
      return toScreen(frame)
    }
  },
}

/** `t` is in loops; beyond 1 it is what the first frames dissolve from. */
function shot(layers: Layers, rows: GrassRow[], animals: Walker[], t: number): Frame {
  const frame = Float32Array.from(layers.sky.light)
  const ahead = aheadAt(t, framesOf(herd))
  const slide = (strip: Strip, pace: number) => overlay(frame, strip, () => -15 - ahead * pace)
  slide(layers.hills, PACE.hills)
  slide(layers.trees, PACE.trees)
  const { ground } = layers
  overlay(frame, ground, (row) => -20 - ahead * Math.max(PACE.slowestGround, paceAt((ground.top + row) / H)))
  const byDepth = [
    ...rows.map(({ strip, y, pace }) => ({ y, lay: () => slide(strip, pace) })),
    ...animals.map(({ y, poseAt }) => ({ y: y - 0.012 * H, lay: () => overlay(frame, poseAt(t), () => 0) })),
  ]
  byDepth.sort((a, b) => a.y - b.y)
  for (const { lay } of byDepth) lay()
  raiseDust(frame, t, ahead)
  slide(layers.bank, PACE.bank)
  return frame
}

const DUST = lightOf('#F3CE92')

/** Thin and broken, behind the feet; it drifts a little slower than the ground. */
function raiseDust(frame: Frame, t: number, ahead: number) {
  const second = t * herd.seconds
  for (let y = Math.floor(0.76 * H); y < 0.9 * H; y++) {
    const level = smoothstep(0.76, 0.83, y / H) * smoothstep(0.9, 0.86, y / H)
    for (let x = Math.floor(0.28 * W); x < W; x++) {
      const broken = fbm((x + ahead * 0.9 - second * 9) / UNIT / 138, (y + second * 2) / UNIT / 32, 3)
      const thick = level * smoothstep(0.28, 0.45, x / W) * clamp(0.05 + 0.5 * broken) * 0.5
      if (thick < 0.01) continue
      const q = (y * W + x) * 3
      for (let k = 0; k < 3; k++)
        frame[q + k] = (frame[q + k] ?? 0) + ((DUST[k] ?? 0) - (frame[q + k] ?? 0)) * thick
    }
  }
}

function lightOf(hex: string): number[] {
  const light: Light = { r: 0, g: 0, b: 0 }
  labToLight(...ink(hex), light)
  return [light.r, light.g, light.b]
}

function dissolve(frame: Frame, from: Frame, t: number) {
  const share = smoothstep(0, 1, t)
  for (let i = 0; i < frame.length; i++)
    frame[i] = (from[i] ?? 0) + ((frame[i] ?? 0) - (from[i] ?? 0)) * share
}

const TINT = [1, 0.74, 0.4]

/** Halo of the sun, vignette and paper, as in the paintings. */
function finishing() {
  const tooth = paperTooth(0.05)
  const spill = new Float32Array(PIXELS)
  const held = new Float32Array(PIXELS)
  for (let p = 0; p < PIXELS; p++) {
    const [x, y] = [p % W, Math.floor(p / W)]
    const off = Math.hypot(x - SUN.x, (y - SUN.y) * 1.1) / H
    spill[p] = Math.exp(-((off / 0.19) ** 1.1)) * 0.17 + Math.exp(-off / 0.35) * 0.08
    const corner = smoothstep(0.5, 1.05, Math.hypot(x / W - 0.52, (y / H - 0.5) * 0.9) * 1.35)
    held[p] = (tooth[p] ?? 1) * (1 - 0.18 * corner)
  }
  return (frame: Frame) => {
    for (let p = 0; p < PIXELS; p++) {
      for (let k = 0; k < 3; k++) {
        const light = frame[p * 3 + k] ?? 0
        frame[p * 3 + k] = (light + (spill[p] ?? 0) * (TINT[k] ?? 1) * (1 - light * 0.6)) * (held[p] ?? 1)
      }
    }
  }
}
