import type { Canvas } from '../engine/canvas'
import { smoothstep } from '../engine/curves'
import { paintDisc } from '../engine/disc'
import { paintKilimanjaro } from '../engine/kilimanjaro'
import { bushy, paintMist, paintRidges, type Ridge } from '../engine/ridges'
import { paintSky, paintStreaks } from '../engine/sky'
import { AMBOSELI_SKY } from '../palettes'
import type { Layout } from './amboseli-layouts'

export const HAZE = '#ECBE88'

export async function paintMorning(canvas: Canvas, layout: Layout) {
  const { tall, sun, horizon, plainTop } = layout
  paintSky(canvas, {
    stops: AMBOSELI_SKY,
    sun: [sun.x, sun.y],
    horizon,
    darkLeft: layout.darkLeft,
    climb: tall ? 1.9 : 1.32,
    glowReach: tall ? 0.24 : 0.39,
  })
  const offTheType = tall
    ? (_: number, y: number) => 0.12 * smoothstep(0.5, 0.1, y)
    : (x: number, y: number) => 0.16 * smoothstep(0.62, 0.15, x) * smoothstep(0.5, 0.1, y)
  paintStreaks(canvas, { foot: horizon - 0.02, keepOff: offTheType })
  await paintDisc(canvas, { ...sun, crown: '#FFF6E0', foot: '#FBDCA4' })
  await paintKilimanjaro(canvas, { ...layout.mountain, haze: HAZE })
  await paintRidges(
    canvas,
    HILLS.map((hill) => lowered(hill, layout)),
    { haze: HAZE },
  )
  paintMist(canvas, { y: plainTop - 0.007, ink: '#FBDCA6' })
}

/** Bases as in the wide picture, whose plain begins at .712. */
const HILLS: Ridge[] = [
  { base: 0.615, rise: 0.03, wave: 420, seed: 1, ink: '#C9A181', bushes: bushy(40, 1, 2.5) },
  { base: 0.64, rise: 0.034, wave: 300, seed: 5, ink: '#A67C70', bushes: bushy(110, 2, 6, 0.12) },
  { base: 0.668, rise: 0.028, wave: 230, seed: 9, ink: '#7D5C5D', bushes: bushy(160, 3, 9, 0.32) },
  { base: 0.7, rise: 0.02, wave: 190, seed: 14, ink: '#564349', bushes: bushy(190, 4, 15, 0.5) },
]

function lowered(hill: Ridge, { tall, plainTop }: Layout): Ridge {
  const squeeze = tall ? 0.62 : 1
  return { ...hill, rise: hill.rise * squeeze, base: plainTop - (0.712 - hill.base) * squeeze }
}
