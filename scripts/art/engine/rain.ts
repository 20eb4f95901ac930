import { type Canvas, paint, shade } from './canvas'
import { ink, mix } from './colour'
import { bell, clamp, smoothstep } from './curves'
import { noise } from './noise'

type Shaft = { x: number; width: number; weight: number }
type Rain = { top: number; foot: number; shafts: readonly Shaft[]; cloud: string; air: string }

/** How far the rain drifts to the left for every unit it falls. */
const SLANT = 0.34

/** Rain shafts: noise stretched along the fall, fading in under the cloud and out above the ground. */
export function paintRain(canvas: Canvas, { top, foot, shafts, cloud, air }: Rain) {
  const { width: W, height: H, unit: U } = canvas
  const [dark, pale] = [ink(cloud), ink(air)]
  const fall = (x: number, y: number) => {
    const t = (y / H - top) / (foot - top)
    const across = (x + (y - top * H) * SLANT) / U
    const envelope = shafts.reduce((sum, s) => sum + s.weight * bell(x / W + t * 0.06 - s.x, s.width), 0)
    const threads =
      0.55 +
      0.6 * noise(across / 34, y / U / 420) +
      0.35 * noise(across / 9, y / U / 260) +
      0.2 * noise(across / 3.2, y / U / 120)
    return clamp(envelope * threads) * smoothstep(0, 0.18, t) * smoothstep(1, 0.82, t) * 0.8
  }
  const rain = shade(canvas, fall, top * H, foot * H)
  paint(canvas, rain, (_, y) => mix(dark, pale, clamp((y / H - top - 0.04) / 0.3)))
}
