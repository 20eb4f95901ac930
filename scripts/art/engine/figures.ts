import { type Canvas, lay, type Paint, stamp } from './canvas'
import { ink, type Lab, mix } from './colour'
import { smoothstep } from './curves'
import { type Figure, type Sprite, spriteOf } from './figure'
import { modelling, rim } from './light'
import { blur, type Mask, mapMask } from './masks'
import { noise } from './noise'
import type { Point } from './shapes'

export type Shadow = { opacity: number; shear: number; stretch: number; ink: string }

export type Look = {
  ink: Lab
  far?: Lab
  /** Half-lit tone; without it the figure is flat ink. */
  mid?: Lab
  light?: Lab
  ear?: Lab
  tusk?: Lab
  rim?: Lab
  /** Direction of the light, y up. */
  toward?: Point
  rimWidth?: number
  rimOpacity?: number
  flip?: boolean
  shadow?: Shadow
}

/** Where the feet stand, in pixels, and pixels a unit. */
export type Stand = { x: number; y: number; scale: number }

/** A place given in shares of the canvas and a size in units. */
export const standing = ({ width, height, unit }: Canvas, x: number, y: number, size: number): Stand => ({
  x: x * width,
  y: y * height,
  scale: size * unit,
})

/** Paints an animal or a person and its shadow. */
export async function paintFigure(canvas: Canvas, figure: Figure, stand: Stand, look: Look) {
  const sprite = await spriteOf(figure, stand.scale)
  const { flip = false, rimOpacity = 0.9 } = look
  const corner: Point = [
    stand.x - (flip ? sprite.width - sprite.originX : sprite.originX),
    stand.y - sprite.originY,
  ]
  const put = (mask: Mask | undefined, paint: Paint | undefined, opacity = 1) => {
    if (mask && paint) stamp(canvas, mask, corner, paint, opacity, flip)
  }
  if (look.shadow) layShadow(canvas, sprite, stand, corner[0], flip, look.shadow)

  const { parts } = sprite
  const body = bodyPaint(sprite, stand.scale, look)
  put(parts.far, look.far ?? look.ink)
  put(parts.body, body)
  put(parts.fine, look.ink)
  put(parts.head, body)
  put(parts.light, look.light)
  put(parts.dark, look.far ?? look.ink)
  const [lightX, lightY] = look.toward ?? [0.7, 0.7]
  const toward: Point = [flip ? -lightX : lightX, lightY]
  const rimWidth = look.rimWidth ?? Math.max(1.1, stand.scale)
  if (parts.ear && look.ear) {
    put(parts.ear, look.ear)
    put(rim(parts.ear, [-toward[0] * 0.8, -0.6], rimWidth * 1.3, 0.2), look.ink, 0.6)
  }
  const edge = worked(sprite, `rim ${toward} ${rimWidth}`, () => rim(sprite.silhouette, toward, rimWidth))
  put(figure.lightInFront && parts.light ? without(edge, parts.light) : edge, look.rim, rimOpacity)
  if (parts.ear && stand.scale > 1.2) put(rim(parts.ear, toward, rimWidth * 0.8), look.rim, rimOpacity * 0.5)
  put(parts.tusk, look.tusk)
  if (stand.scale > 0.9) put(parts.eye, mix(look.ink, EYE, 0.75))
}

const EYE: Lab = [0.12, 0.01, 0.01]

const without = (mask: Mask, front: Mask) => mapMask(mask, (v, p) => v * (1 - (front.alpha[p] ?? 0)))

function worked(sprite: Sprite, key: string, work: () => Mask) {
  const known = sprite.worked.get(key) ?? work()
  sprite.worked.set(key, known)
  return known
}

/** Below .55 is flat ink: thresholds that straddle .5 look like mange. */
function bodyPaint(sprite: Sprite, scale: number, look: Look): Paint {
  const { ink: base, mid, flip } = look
  if (!mid) return base
  const [lightX, lightY] = look.toward ?? [0.7, 0.7]
  const toward: Point = [flip ? -lightX : lightX, lightY]
  const form = worked(sprite, `form ${toward}`, () =>
    modelling(sprite.silhouette, toward, Math.max(1.5, scale * 5)),
  )
  return (x, y, q) => {
    const texture =
      0.12 * noise(x / (scale * 9), y / (scale * 7)) + 0.05 * noise(x / (scale * 2.2), y / (scale * 5))
    const facing = (form.alpha[q] ?? 0) + texture
    return mix(base, mid, smoothstep(0.55, 0.66, facing) * 0.55 + smoothstep(0.68, 0.84, facing) * 0.45)
  }
}

/** Soft, brushed, slid away from the light; a crisp mirror image would read as a puddle. */
function layShadow(
  canvas: Canvas,
  sprite: Sprite,
  stand: Stand,
  left: number,
  flip: boolean,
  shadow: Shadow,
) {
  const { scale } = stand
  const soft = worked(sprite, 'shadow', () => blur(sprite.silhouette, Math.max(1, scale * 3.2)))
  const tall = sprite.originY
  const colour = ink(shadow.ink)
  for (let v = 0; v < tall * shadow.stretch; v++) {
    const row = Math.round(sprite.originY - 1 - v / shadow.stretch)
    if (row < 0) break
    const y = Math.round(stand.y) + v - 1
    if (y < 0 || y >= canvas.height) continue
    const fade = 1 - (0.85 * v) / (tall * shadow.stretch)
    for (let u = 0; u < sprite.width; u++) {
      const dark = smoothstep(
        0.12,
        0.6,
        soft.alpha[row * sprite.width + (flip ? sprite.width - 1 - u : u)] ?? 0,
      )
      const x = Math.round(left + u + shadow.shear * v)
      if (dark < 0.05 || x < 0 || x >= canvas.width) continue
      const brushed = noise(x / (scale * 13), y / (scale * 1.4)) + 0.4 * noise(x / (scale * 4), y / scale)
      lay(
        canvas,
        y * canvas.width + x,
        colour,
        dark * shadow.opacity * fade * (0.5 + 0.5 * smoothstep(-0.3, 0.35, brushed)),
      )
    }
  }
}
