import { describe, expect, test } from 'vitest'
import { cutAt } from '#app/site/picture'

// What pages show of a picture is decided by CSS: `object-fit: cover` at the place that `cutAt` names.

const CUTS = { 'a card': 4 / 5, 'a wide one': 16 / 9, 'a phone’s first screen': 9 / 19 }
const SHAPES = { landscape: [4000, 3000], portrait: [3000, 4000], wide: [6000, 4000] } as const
/** Half a head, as a share of the picture's shorter side. */
const HEAD = 0.08

const pictureWith = (width: number, height: number, x: number, y: number, fileName: string | null) => ({
  ...{ slug: 'guest', alt: '', preview: '', widths: [640], width, height, fileName },
  focus: { x, y },
})

describe('a head that was pressed is seen whole', () => {
  for (const [shape, [width, height]] of Object.entries(SHAPES))
    test.each(Object.entries(CUTS))(`in %s of a ${shape} photograph`, (_, ratio) => {
      const radius = {
        x: (HEAD * Math.min(width, height)) / width,
        y: (HEAD * Math.min(width, height)) / height,
      }
      const seen = { x: Math.min(1, (ratio * height) / width), y: Math.min(1, width / ratio / height) }
      for (const x of [radius.x, 0.25, 0.5, 0.7, 1 - radius.x])
        for (const y of [radius.y, 0.2, 0.5, 0.8, 1 - radius.y]) {
          const at = cutAt(pictureWith(width, height, x, y, 'guest-1234'))
          for (const [point, side] of [
            [x, 'x'],
            [y, 'y'],
          ] as const) {
            const from = (Number.parseFloat(at[side]) / 100) * (1 - seen[side])
            expect(from).toBeLessThanOrEqual(point - radius[side] + 0.006)
            expect(from + seen[side]).toBeGreaterThanOrEqual(point + radius[side] - 0.006)
          }
        }
    })
})

test('a print is cut where it was chosen for', () => {
  expect(cutAt(pictureWith(2400, 1600, 0.88, 0.68, null))).toEqual({ x: '88%', y: '68%' })
})
