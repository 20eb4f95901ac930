/**
 * Where a picture hangs. Wide screens have three columns: `full` takes all of them, `wide` the left two,
 * `wide-right` the right two, `tall` one. Phones have two columns: `full` or `half`.
 */
export type Spot = { on: 'full' | 'wide' | 'wide-right' | 'tall'; phone: 'full' | 'half' }

const TALL: Spot = { on: 'tall', phone: 'half' }
const FULL: Spot = { on: 'full', phone: 'full' }

/**
 * Five pictures fill two rows on a wide screen and three on a phone; the large one changes sides each time.
 */
const five = (round: number): Spot[] => [
  { on: round % 2 === 0 ? 'wide' : 'wide-right', phone: 'full' },
  TALL,
  TALL,
  TALL,
  TALL,
]

/** What is left over after the fives, so that no row has a hole. */
const LAST: Spot[][] = [
  [],
  [FULL],
  [
    { on: 'wide', phone: 'full' },
    { on: 'tall', phone: 'full' },
  ],
  [{ on: 'tall', phone: 'full' }, TALL, TALL],
  [FULL, { on: 'tall', phone: 'full' }, TALL, TALL],
]

/** A spot for each of this many pictures, in their order. */
export function hang(total: number): Spot[] {
  const rounds = Math.floor(total / 5)
  return [...Array.from({ length: rounds }, (_, round) => five(round)).flat(), ...(LAST[total % 5] ?? [])]
}
