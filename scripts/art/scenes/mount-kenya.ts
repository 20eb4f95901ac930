import { type Canvas, paint, shade } from '#scripts/art/engine/canvas'
import { ink, mix } from '#scripts/art/engine/colour'
import { bell, clamp, smoothstep } from '#scripts/art/engine/curves'
import { rim } from '#scripts/art/engine/light'
import { fbm, noise } from '#scripts/art/engine/noise'
import { below, type Crest } from '#scripts/art/engine/ridges'

export const HAZE = '#EFC9AE'

const [SUMMIT, FOOT] = [0.35, 0.63]
const MIDDLE = 0.612

/** Sharp crests where noise turns over. */
const ridged = (x: number, row: number) => 1 - 1.7 * Math.abs(noise(x, row))

/** Batian and Nelion with the gate of mist between, then long moorland slopes. */
function peaksCrest({ width: W, height: H, unit: U }: Canvas): Crest {
  return (x) => {
    const u = x / W - MIDDLE
    const moorland = 0.66 * Math.exp(-((Math.abs(u) / 0.26) ** 1.2))
    const towers = 0.34 * Math.exp(-((Math.abs(u) / 0.085) ** 1.35))
    const crags = 0.15 * (ridged(x / U / 84, 3.2) - 0.4) + 0.05 * (ridged(x / U / 27, 7.7) - 0.4)
    const gate = 0.1 * bell(u - 0.004, 0.006)
    const tall = (moorland + towers) * (1 + crags * smoothstep(0.24, 0.02, Math.abs(u))) - gate
    return H * (FOOT - (FOOT - SUMMIT) * tall)
  }
}

export async function paintPeaks(canvas: Canvas) {
  const { width: W, height: H, unit: U } = canvas
  const [top, tall] = [SUMMIT, (FOOT - SUMMIT) * H]
  const crest = peaksCrest(canvas)
  const rock = await below(canvas, crest, 1)
  const [haze, dark, light] = [ink(HAZE), ink('#6C6788'), ink('#C9A3A0')]
  const facets = (x: number, y: number) =>
    0.6 * fbm(x / U / 34 + y / U / 60, y / U / 40, 3) + 0.3 * noise(x / U / 12 + y / U / 18, y / U / 26)
  paint(canvas, rock, (x, y) => {
    const side = 0.5 - 1.6 * (x / W - 0.612) + facets(x, y) * 0.7
    const stone = mix(dark, light, 0.5 * smoothstep(0.34, 0.5, side) + 0.5 * smoothstep(0.56, 0.7, side))
    return mix(stone, haze, clamp(0.16 + 0.8 * smoothstep(0.25, 0.95, (y - top * H) / tall)))
  })
  const snow = shade(
    canvas,
    (x, y) => {
      const covered = rock.alpha[y * W + x] ?? 0
      if (!covered) return 0
      const fromTop = (y - top * H) / tall
      const gullies =
        fbm(x / U / 22 + (y / U) * 0.03, y / U / 46, 4, 0.6) + 0.25 * noise(x / U / 6, y / U / 16)
      return covered * smoothstep(0.1, 0.2, gullies + 0.16 - 1.1 * fromTop) * bell(x / W - 0.615, 0.13)
    },
    top * H - tall * 0.1,
    top * H + tall * 0.45,
  )
  paint(
    canvas,
    snow,
    (x, y) =>
      mix(
        ink('#B9B4CC'),
        ink('#FFF3E2'),
        smoothstep(0.3, 0.6, 0.5 - 1.6 * (x / W - 0.612) + facets(x, y) * 0.7),
      ),
    0.92,
  )
  paint(canvas, rim(rock, [-0.8, 0.4], 2 * U, 0.6), ink('#FFE9CC'), 0.55)
}
