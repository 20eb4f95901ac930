import { smoothstep } from './curves'
import { blur, emptyMask, type Mask, mapMask, maskOf, multiply, shrink } from './masks'
import { placed, type Svg } from './shapes'

/**
 * An animal or a person as data: ground at 0, y upward, facing right, 100 about shoulder or full
 * height. Parts marked with a star are melted together at the joints; the thin ones are not.
 */
export type Figure = {
  left: number
  right: number
  height: number
  /** How much joints melt, in units of the figure. */
  melt?: number
  /** Legs and things on the far side. * */
  far?: Svg
  /** * */
  body: Svg
  /** * */
  head?: Svg
  /** Ear, arm, shawl: a neighbouring tone over the body. * */
  ear?: Svg
  tusk?: Svg
  /** Horns, tails' ends, instruments. */
  fine?: Svg
  light?: Svg
  /** The light part is a pattern of the coat and ends where the coat ends. */
  lightInside?: boolean
  /** The light part is carried in front of the body: no lit edge of the body is seen through it. */
  lightInFront?: boolean

  dark?: Svg
  eye?: Svg
}

const MELTED = ['far', 'body', 'head', 'ear'] as const
const CRISP = ['tusk', 'fine', 'light', 'dark', 'eye'] as const
type Part = (typeof MELTED)[number] | (typeof CRISP)[number]

/** A figure as masks at one size; `originX`, `originY` is where its ground point lies. */
export type Sprite = {
  width: number
  height: number
  originX: number
  originY: number
  parts: Partial<Record<Part, Mask>>
  silhouette: Mask
  /** Modelling, rims and blurred shadows worked out once. */
  worked: Map<string, Mask>
}

const sprites = new Map<string, Promise<Sprite>>()

/** Draws a figure at `scale` pixels a unit, once for each figure and size. */
export function spriteOf(figure: Figure, scale: number): Promise<Sprite> {
  const key = `${scale.toFixed(3)} ${JSON.stringify(figure)}`
  const known = sprites.get(key)
  if (known) return known
  const drawn = drawSprite(figure, scale)
  sprites.set(key, drawn)
  return drawn
}

const PADDING = 6

async function drawSprite(figure: Figure, scale: number): Promise<Sprite> {
  const oversize = scale < 1.2 ? 4 : scale < 3 ? 2 : 1
  const large = scale * oversize
  const width = Math.ceil((figure.right - figure.left) * large) + PADDING * 2 * oversize
  const height = Math.ceil((figure.height + 6) * large) + PADDING * 2 * oversize
  const originX = -figure.left * large + PADDING * oversize
  const originY = height - PADDING * oversize
  const parts: Sprite['parts'] = {}
  const draw = async (part: Part, melt: number) => {
    const shape = figure[part]
    if (!shape) return
    const drawn = await maskOf(width, height, placed(originX, originY, large, shape))
    const melted = melt
      ? mapMask(blur(drawn, Math.max(0.6, melt * large)), (v) => smoothstep(0.38, 0.62, v))
      : drawn
    melted.alpha.fill(0, Math.max(0, Math.floor(originY)) * width)
    parts[part] = shrink(melted, oversize)
  }
  for (const part of MELTED) await draw(part, figure.melt ?? 0.75)
  for (const part of CRISP) await draw(part, 0)
  const size = { width: Math.floor(width / oversize), height: Math.floor(height / oversize) }
  const silhouette = silhouetteOf(parts, size.width, size.height)
  if (figure.lightInside && parts.light) parts.light = multiply(parts.light, silhouette)
  return {
    ...size,
    originX: originX / oversize,
    originY: originY / oversize,
    parts,
    silhouette,
    worked: new Map(),
  }
}

function silhouetteOf(parts: Sprite['parts'], width: number, height: number) {
  const whole = emptyMask(width, height)
  for (const part of [parts.far, parts.body, parts.head, parts.fine])
    part?.alpha.forEach((v, p) => {
      if (v > (whole.alpha[p] ?? 0)) whole.alpha[p] = v
    })
  return whole
}
