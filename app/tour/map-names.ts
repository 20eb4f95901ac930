import { KENYA_FRAME } from './kenya-frame'

export type NameSide = 'right' | 'left' | 'below' | 'above'

type Pin = { x: number; y: number }
type Box = { left: number; top: number; right: number; bottom: number }

/** What a name with its dates takes of the drawing where it is smallest, on a phone; and a pin, with what is around it. */
const NAME = { width: 165, height: 50 }
const PIN = 20

const SIDES: Record<NameSide, (pin: Pin) => Box> = {
  right: ({ x, y }) => boxAt(x + PIN, y - NAME.height / 2),
  left: ({ x, y }) => boxAt(x - PIN - NAME.width, y - NAME.height / 2),
  below: ({ x, y }) => boxAt(x - NAME.width / 2, y + PIN),
  above: ({ x, y }) => boxAt(x - NAME.width / 2, y - PIN - NAME.height),
}

const boxAt = (left: number, top: number): Box => ({
  left,
  top,
  right: left + NAME.width,
  bottom: top + NAME.height,
})

const around = ({ x, y }: Pin): Box => ({ left: x - PIN, top: y - PIN, right: x + PIN, bottom: y + PIN })

const overlap = (one: Box, other: Box): number =>
  Math.max(0, Math.min(one.right, other.right) - Math.max(one.left, other.left)) *
  Math.max(0, Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top))

const area = ({ left, top, right, bottom }: Box) => (right - left) * (bottom - top)
const FRAME: Box = { left: 0, top: 0, right: KENYA_FRAME.width, bottom: KENYA_FRAME.height }

/**
 * On which side of its pin each name stands, so that it covers as little as can be of other pins and of the names before it,
 * and none of it is cut off.
 */
export function sidesOfNames(pins: readonly Pin[]): NameSide[] {
  const taken = pins.map(around)
  return pins.map((pin) => {
    const cost = (side: NameSide) => {
      const box = SIDES[side](pin)
      const covered = taken.reduce((sum, other) => sum + overlap(box, other), 0)
      return covered + 2 * (area(box) - overlap(box, FRAME))
    }
    const [first, ...others] = Object.keys(SIDES) as [NameSide, ...NameSide[]]
    const best = others.reduce((least, side) => (cost(side) < cost(least) ? side : least), first)
    taken.push(SIDES[best](pin))
    return best
  })
}
