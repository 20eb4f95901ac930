import { clamp } from './curves'

/**
 * A color in OKLab: lightness, green to red, blue to yellow. Teal reaches apricot through straw, not grey.
 */
export type Lab = readonly [number, number, number]
/** A color and, when it is not opaque, how much of it is laid on. */
export type Ink = readonly [number, number, number, number?]

const toLinear = (c: number) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)

/** Linear light to a screen byte. */
export function toByte(c: number) {
  const light = Math.max(0, c)
  return clamp(light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055) * 255 + 0.5
}

/** '#EDB15A' as a color to mix with. */
export function ink(hex: string): Lab {
  const n = Number.parseInt(hex.slice(1), 16)
  const r = toLinear(((n >> 16) & 255) / 255)
  const g = toLinear(((n >> 8) & 255) / 255)
  const b = toLinear((n & 255) / 255)
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

export const inks = (hexes: readonly string[]) => hexes.map(ink)

/** Leaf tones seen through haze; the light ones keep more of their own. */
export const hazedInks = (hexes: readonly string[], haze: Lab, share: number) =>
  inks(hexes).map((tone, i) => mix(tone, haze, share * (KEPT[i] ?? 0.5)))

const KEPT = [1, 0.92, 0.8, 0.6]

/** Writes the linear red, green and blue of a color into `light`. */
export function labToLight(L: number, a: number, b: number, light: Light) {
  const l = (L + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (L - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (L - 0.0894841775 * a - 1.291485548 * b) ** 3
  light.r = 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s
  light.g = -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s
  light.b = -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s
}

/** Linear light of one pixel, changed in place while the picture is finished. */
export type Light = { r: number; g: number; b: number }

export const mix = (from: Lab, to: Lab, t: number): Lab => [
  from[0] + (to[0] - from[0]) * t,
  from[1] + (to[1] - from[1]) * t,
  from[2] + (to[2] - from[2]) * t,
]

export const thin = (colour: Lab, opacity: number): Ink => [colour[0], colour[1], colour[2], opacity]

export type Stops = readonly (readonly [number, string])[]

/** A road through several colours, by where each stands between 0 and 1. */
export function ramp(stops: Stops): (t: number) => Lab {
  const road = stops.map(([at, hex]) => ({ at, colour: ink(hex) }))
  const end = road[road.length - 1]
  if (!end) throw new Error('a ramp needs at least one colour')

  return (t) => {
    let before = road[0] ?? end
    for (const stop of road) {
      if (t <= stop.at) {
        return stop === before
          ? stop.colour
          : mix(before.colour, stop.colour, (t - before.at) / (stop.at - before.at))
      }
      before = stop
    }
    return end.colour
  }
}
