import { type Canvas, cut, paint } from '#scripts/art/engine/canvas'
import { ink, type Lab, mix } from '#scripts/art/engine/colour'
import { smoothstep } from '#scripts/art/engine/curves'
import { noise } from '#scripts/art/engine/noise'
import { path } from '#scripts/art/engine/shapes'

/** One repeat of the check, in units; bars stand at shares of it. */
const REPEAT = 72

/** How dark or light the weave is along one direction. */
function barsAt(place: number) {
  const t = ((place % REPEAT) + REPEAT) % REPEAT
  const bar = (at: number, width: number) =>
    smoothstep(width / 2 + 0.8, width / 2 - 0.8, Math.abs(t - at * REPEAT))
  return { dark: Math.max(bar(0.34, 22), bar(0.6, 4)), lagoon: bar(0.55, 5), straw: bar(0.75, 2) }
}

const EMBER = ink('#A8412A')
const DARK = ink('#2A1B14')
const LAGOON = ink('#1F6470')
const STRAW = ink('#F3DDB0')
const LIT = ink('#F0A268')

/** The color of the check at a place of the cloth, in units; a fold is lit above 0 and in shade below. */
export function shukaInk(across: number, down: number, fold: number): Lab {
  const [over, under] = [barsAt(across), barsAt(down)]
  let colour = mix(EMBER, DARK, 0.42 * over.dark + 0.42 * under.dark)
  colour = mix(colour, LAGOON, 0.7 * Math.max(over.lagoon, under.lagoon))
  colour = mix(colour, STRAW, 0.75 * Math.max(over.straw, under.straw))
  return mix(
    mix(colour, LIT, 0.35 * smoothstep(0.05, 0.35, fold)),
    DARK,
    0.45 * smoothstep(-0.05, -0.4, fold),
  )
}

/** A shuka folded over a rail: the check that Maasai cloth and Texan plaid share. Places in shares. */
export async function paintShuka(
  canvas: Canvas,
  cloth: { left: number; right: number; top: number; foot: number },
) {
  const { width: W, height: H, unit: U } = canvas
  const [l, r, t, f] = [cloth.left * W, cloth.right * W, cloth.top * H, cloth.foot * H]
  const wave = 7 * U
  const shape = `M${l} ${t}Q${(l + r) / 2} ${t - 5 * U} ${r} ${t}Q${r + wave} ${(t + f) / 2} ${r - wave * 0.5} ${f - 6 * U}Q${(l * 2 + r) / 3} ${f + wave * 2} ${l + wave * 0.4} ${f}Q${l - wave} ${(t + f) / 2} ${l} ${t}Z`
  paint(canvas, await cut(canvas, path(shape)), (x, y) => {
    const fold = noise((x - l) / U / 34 + 4, y / U / 260)
    return shukaInk((x - l) / U + 10 * fold, (y - t) / U, fold)
  })
}
