import sharp from 'sharp'
import { newCanvas } from './canvas'
import { type Light, labToLight, toByte } from './colour'
import type { Scene } from './scene'

export type Bitmap = { data: Buffer; width: number; height: number }

/** Paints a scene at a width in pixels, finishes it and converts it to screen color, once, at the end. */
export async function render(scene: Scene, width: number): Promise<Bitmap> {
  const height = Math.round(width * scene.aspect)
  const canvas = newCanvas(width, height, scene.unit?.(width, height))
  const finish = await scene.paint(canvas)
  const data = Buffer.alloc(width * height * 3)
  const light: Light = { r: 0, g: 0, b: 0 }
  for (let p = 0; p < width * height; p++) {
    labToLight(canvas.lab[p * 3] ?? 0, canvas.lab[p * 3 + 1] ?? 0, canvas.lab[p * 3 + 2] ?? 0, light)
    finish(light, p % width, (p / width) | 0, p)
    data[p * 3] = toByte(light.r)
    data[p * 3 + 1] = toByte(light.g)
    data[p * 3 + 2] = toByte(light.b)
  }
  return { data, width, height }
}

export const asImage = ({ data, width, height }: Bitmap) =>
  sharp(data, { raw: { width, height, channels: 3 } })
