import type { Canvas } from '../engine/canvas'
import { paintHat, paintShirt, paintShukaOverShoulder } from './guide-clothes'
import { paintHead, paintNeck } from './guide-head'

/** A guide from the chest up, in profile, on a sheet of 1600 by 2000 units: the sun stands low before him. */
export async function paintGuideBust(canvas: Canvas) {
  await paintNeck(canvas)
  await paintShirt(canvas)
  await paintHead(canvas)
  await paintHat(canvas)
  await paintShukaOverShoulder(canvas)
}
