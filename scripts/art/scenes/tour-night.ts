import { band } from '#scripts/art/engine/bands'
import { type Canvas, cut, fill, paint } from '#scripts/art/engine/canvas'
import { ink, mix, ramp } from '#scripts/art/engine/colour'
import { clamp, smoothstep } from '#scripts/art/engine/curves'
import { fbm } from '#scripts/art/engine/noise'
import { bushy, paintRidges, type Ridge } from '#scripts/art/engine/ridges'
import { circle } from '#scripts/art/engine/shapes'
import { paintStreaks } from '#scripts/art/engine/sky'
import { paintStars } from '#scripts/art/engine/stars'
import { SKIES } from '#scripts/art/palettes'

export const MOON = { x: 0.675, y: 0.545, radius: 0.265 }

const RIDGES: Ridge[] = [
  { base: 0.7, rise: 0.05, wave: 460, seed: 2, ink: '#6E5F6A' },
  { base: 0.73, rise: 0.035, wave: 300, seed: 6, ink: '#4B4654', bushes: bushy(110, 2, 8, 0.35) },
  { base: 0.765, rise: 0.02, wave: 220, seed: 12, ink: '#302F3D', bushes: bushy(150, 3, 14, 0.5) },
]

export async function paintNight(canvas: Canvas) {
  const { width: W, height: H, unit: U } = canvas
  const moon = { x: MOON.x * W, y: MOON.y * H, r: MOON.radius * H }
  canvas.sun = moon
  const colour = ramp(SKIES.night)
  fill(canvas, (x, y) => {
    const off = Math.hypot((x - moon.x) * 0.62, y - moon.y * 1.08) / H
    const tone = clamp(0.66 * (y / (H * 0.72)) ** 1.7 + 0.26 * Math.exp(-((off / 0.4) ** 1.4)))
    return colour(band(tone, 16, x / U, y / U, { stray: 0.6, soft: 0.3, long: 200, thick: 6 }))
  })
  await paintStars(canvas, {
    river: (u, v) => (u - 0.08) * 0.86 - v * 0.5 - (0.19 + 0.05 * Math.sin(u * 5)),
    hidden: (x, y) => Math.hypot(x - moon.x, y - moon.y) < moon.r * 1.15,
  })
  const [crown, foot, seas] = [ink('#FCEBC4'), ink('#E79D63'), ink('#DDA46F')]
  paint(canvas, await cut(canvas, circle(moon.x, moon.y, moon.r)), (x, y) => {
    const t = clamp((y - (moon.y - moon.r)) / (2 * moon.r))
    const face = mix(crown, foot, band(t, 9, x / U, y / U, { stray: 0.5, long: 120, thick: 3.5, soft: 0.3 }))
    const spots = smoothstep(0.08, 0.26, fbm(x / U / 150 + 7, y / U / 130 + 3, 3))
    return mix(face, seas, spots * 0.22 * (1 - t * 0.6))
  })
  paintStreaks(canvas, {
    top: 0.3,
    foot: 0.72,
    threshold: 0.13,
    cool: '#3C4E62',
    warm: '#C98E6C',
    litCool: '#6F7E88',
    litWarm: '#FFD9A0',
    opacity: 0.55,
    litOpacity: 0.7,
    seed: 3,
    falloff: 2.2,
    keepOff: () => 0.02,
  })
  await paintRidges(canvas, RIDGES, { haze: '#C98B66', sunReach: 0.3, thickness: 0.35 })
}
