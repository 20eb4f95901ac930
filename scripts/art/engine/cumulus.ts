import sharp from 'sharp'
import { type Canvas, lay } from './canvas'
import { ink, type Lab, mix } from './colour'
import { clamp, smoothstep } from './curves'
import { fbm, noise, type Random, random } from './noise'
import type { Point } from './shapes'

/** One cloud: middle of its base, half its width and its height, as shares of the picture. */
type Cloud = readonly [x: number, base: number, halfWidth: number, height: number]
type CumulusInks = { dark: string; mid: string; light: string; crown: string }
type Cumulus = {
  clouds: readonly Cloud[]
  inks: CumulusInks
  seed: number
  toward: Point
  opacity?: number
  /** Colour of the air in front of the cloud, thickest at its base. */
  haze?: { ink: string; share: number }
  /** Height above the base, as a share of the cloud, where the flat underside is brushed away. */
  baseCut?: number
}
type Puff = { x: number; y: number; radius: number }
type Frame = { left: number; top: number; width: number; height: number }

/** Rows from the crown down; more rows look like fish scales, fewer like balloons. */
const ROWS = 7

/** Engraved cumulus: puffs from crown to foot, each a dark, a middle and a light disc slid to the light. */
export async function paintCumulus(canvas: Canvas, cumulus: Cumulus) {
  for (const [i, cloud] of cumulus.clouds.entries()) {
    const next = random(cumulus.seed * 31 + i * 7 + 1)
    const [x, base, halfWidth, height] = cloud
    const place = {
      x: x * canvas.width,
      base: base * canvas.height,
      half: halfWidth * canvas.width,
      height: height * canvas.height,
    }
    const frame = {
      left: Math.round(place.x - place.half * 1.25),
      top: Math.round(place.base - place.height * 1.5),
      width: Math.round(place.half * 2.5),
      height: Math.round(place.height * 1.9),
    }
    const tones = await puffTones(puffsOf(canvas, place, next, i), frame, cumulus.toward)
    paintTones(canvas, cumulus, place, frame, tones, i)
  }
}

type Place = { x: number; base: number; half: number; height: number }

function puffsOf(canvas: Canvas, place: Place, next: Random, cloud: number): Puff[] {
  const swing = next()
  const profile = (u: number) =>
    Math.max(0, 1 - Math.abs(u)) ** 0.75 * (0.55 + 0.45 * (0.5 + 0.5 * Math.sin(u * 4.1 + swing * 6))) * 1.05
  const shape = place.half / place.height
  const largest = 0.17 * (0.7 + 0.3 * Math.min(1, 1.2 / shape))
  const puffs: Puff[] = []
  for (let row = ROWS; row >= 0; row--) {
    const v = row / ROWS
    const mean = place.height * largest * (1 - 0.35 * v)
    // Spaced closer than .62 of a radius, or they become soap bubbles.
    const count = Math.ceil((2 * place.half) / (mean * 0.62))
    for (let i = 0; i < count; i++) {
      const u = ((i + 0.5 + (next() - 0.5) * 1.1) / count) * 2 - 1
      const lumps =
        0.72 + 0.28 * noise(u * shape * 2.3 + cloud * 9, 3.7) + 0.22 * noise(u * shape * 5.1, cloud + 1.3)
      const top = profile(u) * lumps * 1.15
      if (top < 0.06) continue
      const radius = mean * (0.65 + 0.75 * next()) * top ** 0.45
      puffs.push({
        x: place.x + u * place.half * (1 - 0.06 * v),
        y: place.base - v * top * place.height * 0.86,
        radius: Math.max(3 * canvas.unit, radius),
      })
    }
  }
  return puffs
}

/** The three discs of every puff as red, green and blue of one drawing, read back as tones. */
async function puffTones(puffs: readonly Puff[], frame: Frame, toward: Point) {
  const disc = (x: number, y: number, r: number, fill: string) =>
    `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${r.toFixed(1)}" fill="${fill}"/>`
  const shapes = puffs.map(({ x, y, radius }) => {
    const [u, v] = [x - frame.left, y - frame.top]
    const slid = (share: number): Point => [u + toward[0] * radius * share, v - toward[1] * radius * share]
    const [mid, light] = [slid(0.16), slid(0.3)]
    return (
      disc(u, v, radius * 1.02, '#f00') +
      disc(mid[0], mid[1], radius * 0.93, '#0f0') +
      disc(light[0], light[1], radius * 0.74, '#00f')
    )
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${frame.width}" height="${frame.height}">${shapes.join('')}</svg>`
  return sharp(Buffer.from(svg), { unlimited: true }).ensureAlpha().raw().toBuffer()
}

function paintTones(
  canvas: Canvas,
  cumulus: Cumulus,
  place: Place,
  frame: Frame,
  tones: Buffer,
  cloud: number,
) {
  const U = canvas.unit
  const { dark, mid, light, crown } = cumulus.inks
  const palette = { dark: ink(dark), mid: ink(mid), light: ink(light), crown: ink(crown) }
  const haze = cumulus.haze && { ink: ink(cumulus.haze.ink), share: cumulus.haze.share }
  const baseCut = cumulus.baseCut ?? 0.12
  for (let v = 0; v < frame.height; v++) {
    const y = frame.top + v
    if (y < 0 || y >= canvas.height) continue
    for (let u = 0; u < frame.width; u++) {
      const x = frame.left + u
      if (x < 0 || x >= canvas.width) continue
      const q = bentPixel(x / U, y / U, u, v, U, frame)
      const edge =
        (y - (place.base - place.height * baseCut + place.height * 0.05 * noise(x / U / 40, cloud))) /
        (place.height * 0.1)
      const flat = 1 - smoothstep(0, 1, edge + 0.5 * noise(x / U / 50, y / U / 2.6))
      const covered = ((tones[q + 3] ?? 0) / 255) * (cumulus.opacity ?? 1) * flat
      if (covered < 0.01) continue
      const height = clamp((place.base - y) / place.height)
      const across = ((x - place.x) / place.half) * cumulus.toward[0]
      const grain = 0.3 * fbm(x / U / 60, y / U / 36, 3) + 0.1 * noise(x / U / 20, y / U / 4)
      const puff = 0.42 * ((tones[q + 1] ?? 0) / 255) + 0.8 * ((tones[q + 2] ?? 0) / 255)
      const tone = puff * 0.55 + 0.62 * smoothstep(-0.02, 0.85, height + 0.1 * across + grain * 0.6) - 0.06
      const colour = toneColour(palette, tone, grain, height)
      const seen = haze ? mix(colour, haze.ink, clamp(haze.share * (1 - height * 0.8))) : colour
      lay(canvas, y * canvas.width + x, seen, covered)
    }
  }
}

/** Reads the drawing a little beside itself, so that no disc stays perfectly round. */
function bentPixel(x: number, y: number, u: number, v: number, U: number, frame: Frame) {
  const dx = 5 * U * noise(x / 26, y / 26) + 2 * U * noise(x / 8, y / 8)
  const dy = 4 * U * noise(x / 24 + 9, y / 24) + 2 * U * noise(x / 9 + 5, y / 9)
  const column = clamp(Math.round(u + dx), 0, frame.width - 1)
  const row = clamp(Math.round(v + dy), 0, frame.height - 1)
  return (row * frame.width + column) * 4
}

type Palette = { dark: Lab; mid: Lab; light: Lab; crown: Lab }
function toneColour({ dark, mid, light, crown }: Palette, tone: number, grain: number, height: number) {
  if (tone < 0.5) return mix(dark, mid, smoothstep(0.18, 0.42, tone + grain * 0.3))
  return mix(mid, mix(light, crown, height), smoothstep(0.52, 0.74, tone + grain * 0.2))
}
