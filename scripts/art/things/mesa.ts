import { type Canvas, paint } from '#scripts/art/engine/canvas'
import { ink, mix } from '#scripts/art/engine/colour'
import { clamp, smoothstep } from '#scripts/art/engine/curves'
import { rim } from '#scripts/art/engine/light'
import { fbm, noise } from '#scripts/art/engine/noise'
import { below, type Crest } from '#scripts/art/engine/ridges'

type Mesa = {
  left: number
  right: number
  top: number
  foot: number
  haze: string
  shade: string
  lit: string
  /** Side the light comes from: -1 left, 1 right. */
  lightFrom: -1 | 1
}

/** A sacred mountain of the north: flat crown, sheer streaked walls, scree below. */
export async function paintMesa(canvas: Canvas, mesa: Mesa) {
  const { width: W, height: H, unit: U } = canvas
  const { left, right, top, foot } = mesa
  const tall = (foot - top) * H
  const crest: Crest = (x) => {
    const u = x / W + 0.006 * noise(x / U / 30, 5)
    const wall = smoothstep(left - 0.03, left + 0.055, u) * smoothstep(right + 0.035, right - 0.06, u)
    const scree = smoothstep(left - 0.17, left + 0.02, u) * smoothstep(right + 0.2, right - 0.02, u)
    const crown = 0.09 * fbm(x / U / 90, 3, 3) - 0.16 * smoothstep(left + 0.05, right, u)
    return H * foot - tall * (0.62 * wall * (1 + crown) + 0.38 * scree ** 1.6)
  }
  const [haze, shade, lit] = [ink(mesa.haze), ink(mesa.shade), ink(mesa.lit)]
  const rock = await below(canvas, crest, 1)
  paint(canvas, rock, (x, y) => {
    const streaks = 0.32 * noise(x / U / 42, y / U / 260) + 0.3 * fbm(x / U / 130 + 3, y / U / 75, 3)
    const side = mesa.lightFrom * ((x / W - left) / (right - left) - 0.5)
    const light = 0.5 + side * 0.7 + streaks * 0.5
    const stone = mix(shade, lit, 0.5 * smoothstep(0.34, 0.5, light) + 0.5 * smoothstep(0.56, 0.74, light))
    return mix(stone, haze, clamp(0.22 + 0.75 * smoothstep(0.35, 1, (y - top * H) / tall)))
  })
  paint(canvas, rim(rock, [mesa.lightFrom * 0.8, 0.5], 2 * U, 0.6), ink('#FFE9C4'), 0.6)
}
