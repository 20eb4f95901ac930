import { ink } from '#scripts/art/engine/colour'
import { paintFigure, standing } from '#scripts/art/engine/figures'
import { type Lamp, lampGlow } from '#scripts/art/engine/light'
import { random } from '#scripts/art/engine/noise'
import { bassist, fiddler, singer, steelPlayer } from '#scripts/art/people/band-on-stage'
import { paintCrowd } from '#scripts/art/people/crowd'
import { FILM, type Film, framesOf, PIXELS } from './film'
import { MOON, nightBank, nightScene, nightSky, nightTree, RIVER } from './night-layers'
import { shine, starsAlong } from './night-sky'
import { overlay, paperTooth, type Strip, still, stripCanvas, stripOf, toScreen } from './strip'

const { width: W, height: H } = FILM
const UNIT = W / 1600
/** Fewer than a group's twenty: some are still at supper. */
const GUESTS = 18
/** Lamps breathe in a few groups; each has its own place in the loop. */
const BREATHS = 6
const BEATS = 4

type Swaying = { strip: Strip; reach: number; beats: number; phase: number }

const wave = (t: number, times: number, phase: number) => Math.sin(Math.PI * 2 * (t * times + phase))

/** The big concert: lamps breathe, the sky turns, the crowd and the band sway. */
export const nightStage: Film = {
  slug: 'night-stage',
  seconds: 8,
  quality: { vp9: 33, h264: 23 },
  limit: 900_000,
  posterFrame: 0,
  async prepare() {
    const sky = await nightSky()
    const { strip: scene, lamps, tents } = await nightScene()
    const [tree, bank] = [await nightTree(), await nightBank()]
    const [band, crowd] = [await players(), await guests()]
    const light = lighting(lamps, tents)
    const stars = starsAlong(RIVER)
    const behindMoon = (x: number, y: number) => Math.hypot(x - MOON.x, y - MOON.y) < MOON.radius * 1.15
    return (index) => {
      const t = index / framesOf(nightStage)
      const frame = Float32Array.from(sky.light)
      shine(frame, stars, t, behindMoon)
      overlay(frame, scene, still)
      for (const player of band) sway(frame, player, t)
      overlay(frame, tree, still)
      for (const guest of crowd) sway(frame, guest, t)
      overlay(frame, bank, still)
      light(frame, t)
      return toScreen(frame)
    }
  },
}

/** The feet stand; the higher, the further it goes. */
function sway(frame: Float32Array, { strip, reach, beats, phase }: Swaying, t: number) {
  const far = reach * wave(t, beats, phase)
  overlay(frame, strip, (row) => far * ((strip.height - row) / strip.height) ** 1.4)
}

async function players(): Promise<Swaying[]> {
  const band: Swaying[] = []
  for (const [player, x, y, size, flip, phase] of [
    [bassist, 0.51, 0.831, 2.12, false, 0],
    [steelPlayer, 0.675, 0.829, 2.06, false, 0.1],
    [fiddler, 0.79, 0.834, 2.14, true, 0.55],
    [singer, 0.592, 0.837, 2.28, false, 0.3],
  ] as const) {
    const canvas = stripCanvas(MOON)
    await paintFigure(canvas, player(), standing(canvas, x, y, size * 1.12), {
      ...{ ink: ink('#1b1420'), mid: ink('#38242a'), light: ink('#7d4526'), ear: ink('#2a1c24') },
      ...{ rim: ink('#FFD08A'), toward: [x * W < MOON.x ? 0.9 : -0.9, 0.35] },
      ...{ rimWidth: 1.5 * UNIT, rimOpacity: 0.85, flip },
    })
    const seated = player === steelPlayer
    band.push({ strip: stripOf(canvas), reach: (seated ? 1 : 2.2) * UNIT, beats: BEATS, phase })
  }
  return band
}

/** One at a time, so that each moves alone; those in front hide those behind. */
async function guests(): Promise<Swaying[]> {
  const next = random(41)
  const crowd: Swaying[] = []
  for (let seed = 1; seed <= GUESTS; seed++) {
    const canvas = stripCanvas(MOON)
    await paintCrowd(canvas, { count: 1, seed: seed * 37, lightX: MOON.x / W, left: 0.42, width: 0.5 })
    const beats = next() < 0.75 ? BEATS : BEATS / 2
    crowd.push({ strip: stripOf(canvas), reach: (1.5 + next()) * UNIT, beats, phase: 0.24 * next() })
  }
  return crowd.sort((a, b) => a.strip.top + a.strip.height - b.strip.top - b.strip.height)
}

function lighting(lamps: readonly Lamp[], tents: readonly Lamp[]) {
  const canvas = stripCanvas(MOON)
  const groups = Array.from({ length: BREATHS }, (_, group) =>
    lampGlow(
      canvas,
      lamps.filter((_, i) => (i * 5) % BREATHS === group || (i * 7 + 3) % 11 === group),
    ),
  )
  const within = lampGlow(canvas, tents)
  const moonlight = Float32Array.from({ length: PIXELS }, (_, p) => {
    const off = Math.hypot((p % W) - MOON.x, Math.floor(p / W) - MOON.y) / H
    return (Math.exp(-((off / 0.32) ** 2)) * 0.42 + Math.exp(-off / 0.3) * 0.58) * 0.12
  })
  const tooth = paperTooth(0.05)
  return (frame: Float32Array, t: number) => {
    const strengths = groups.map((_, i) => 1 + 0.3 * wave(t, 2 + (i % 3), i / BREATHS))
    const tent = 1 + 0.14 * wave(t, 3, 0.2)
    for (let p = 0; p < PIXELS; p++) {
      let glow = (within[p] ?? 0) * tent
      for (let i = 0; i < BREATHS; i++) glow += (groups[i]?.[p] ?? 0) * (strengths[i] ?? 1)
      const [moon, lamp, grain] = [moonlight[p] ?? 0, 0.55 * Math.min(1.4, glow), tooth[p] ?? 1]
      for (let k = 0; k < 3; k++) {
        const tint = TINT[k] ?? 1
        let light = frame[p * 3 + k] ?? 0
        light += moon * tint * (1 - light * 0.6)
        light += lamp * tint * (1 - light * 0.6)
        frame[p * 3 + k] = light * grain
      }
    }
  }
}

const TINT = [1, 0.66, 0.3]
