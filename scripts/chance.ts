let state = 1

/** Begins the same sequence again for the same seed. */
export const seedChance = (seed: number): void => {
  state = seed >>> 0
}

/** A number from 0 up to 1, by mulberry32. */
export function chance(): number {
  state = (state + 0x6d2b79f5) >>> 0
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
}
