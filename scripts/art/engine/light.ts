import type { Canvas } from './canvas'
import type { Light } from './colour'
import { clamp, smoothstep } from './curves'
import { blur, emptyMask, type Mask, sample } from './masks'
import { noise, paperGrain } from './noise'
import type { Point } from './shapes'

/**
 * A cut-paper edge on the light's side only: inside here, outside one step toward the light.
 * `toward` is the direction of the light, y up; `broken` is the share of the edge that noise takes away.
 */
export function rim(mask: Mask, toward: Point, thickness: number, broken = 0.55, seed = 0): Mask {
  const edge = emptyMask(mask.width, mask.height)
  for (let y = 0; y < mask.height; y++) {
    for (let x = 0; x < mask.width; x++) {
      const p = y * mask.width + x
      const here = mask.alpha[p] ?? 0
      if (here < 0.02) continue
      const reach = thickness * (0.75 + 0.5 * noise(x / (thickness * 7) + seed, y / (thickness * 7)))
      const lit = clamp(here - sample(mask, x + toward[0] * reach, y - toward[1] * reach))
      const gaps = smoothstep(-0.35, 0.15, noise(x / (thickness * 3.2), y / (thickness * 3.2) + seed))
      edge.alpha[p] = lit * (1 - broken + broken * gaps)
    }
  }
  return edge
}

/** How much the form, thought of as inflated, faces the light: .5 is edge-on. `roundness` in pixels. */
export function modelling(mask: Mask, toward: Point, roundness: number): Mask {
  const soft = blur(mask, roundness)
  const form = emptyMask(mask.width, mask.height)
  const { width, height } = mask
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const p = y * width + x
      if ((mask.alpha[p] ?? 0) < 0.02) continue
      const right = (soft.alpha[x > 0 ? p - 1 : p] ?? 0) - (soft.alpha[x < width - 1 ? p + 1 : p] ?? 0)
      const up = (soft.alpha[y < height - 1 ? p + width : p] ?? 0) - (soft.alpha[y > 0 ? p - width : p] ?? 0)
      form.alpha[p] = clamp(0.5 + (right * toward[0] + up * toward[1]) * roundness * 1.1)
    }
  }
  return form
}

/** Changes the light of one pixel after the painting, in linear light. */
export type Finish = (light: Light, x: number, y: number, p: number) => void

type FinishingTouch = {
  glow?: number
  glowReach?: number
  halo?: number
  /** Colour of the light that spills from the sun: red, green, blue. */
  tint?: readonly [number, number, number]
  vignette?: number
  grain?: number
}

/** The halo of the sun, the tooth of the paper and a slight darkening toward the corners. */
export function finishing(canvas: Canvas, touch: FinishingTouch = {}): Finish {
  const { width: W, height: H, unit: U, sun } = canvas
  const {
    glow = 0.17,
    glowReach = 0.19,
    halo = 0.08,
    tint = [1, 0.74, 0.4],
    vignette = 0.18,
    grain = 0.05,
  } = touch
  return (light, x, y) => {
    const distance = Math.hypot(x - sun.x, (y - sun.y) * 1.1) / H
    const spill = Math.exp(-((distance / glowReach) ** 1.1)) * glow + Math.exp(-distance / 0.35) * halo
    addLight(light, spill, tint)
    const corner = smoothstep(0.5, 1.05, Math.hypot(x / W - 0.52, (y / H - 0.5) * 0.9) * 1.35)
    dim(light, (1 + grain * paperGrain(x / U, y / U)) * (1 - vignette * corner))
  }
}

/** Adds light without burning what is bright already. */
export function addLight(light: Light, amount: number, tint: readonly [number, number, number]) {
  light.r += amount * tint[0] * (1 - light.r * 0.6)
  light.g += amount * tint[1] * (1 - light.g * 0.6)
  light.b += amount * tint[2] * (1 - light.b * 0.6)
}

export function dim(light: Light, factor: number) {
  light.r *= factor
  light.g *= factor
  light.b *= factor
}

export type Lamp = { x: number; y: number; reach: number; strength: number }

/** The light lamps throw on what is around them, added up for each pixel. */
export function lampGlow({ width, height }: Canvas, lamps: readonly Lamp[]): Float32Array {
  const glow = new Float32Array(width * height)
  for (const { x, y, reach, strength } of lamps) {
    const far = reach * 2.4
    for (let row = Math.max(0, (y - far) | 0); row < Math.min(height, y + far); row++)
      for (let column = Math.max(0, (x - far) | 0); column < Math.min(width, x + far); column++) {
        const p = row * width + column
        glow[p] = (glow[p] ?? 0) + strength * Math.exp((-2.6 * Math.hypot(column - x, row - y)) / reach)
      }
  }
  return glow
}
