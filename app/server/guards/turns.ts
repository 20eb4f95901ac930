/** How many pages of one network address are made at once. */
const AT_ONCE = 8

type Line = { busy: number; waiting: (() => void)[] }

/**
 * Lets only so many requests of one network address be worked on at once; its others wait in line. Without it
 * two hundred connections of one reader stand between everybody else and each turn of the only thread.
 * Answers what ends the turn.
 */
export function createTurns(atOnce = AT_ONCE) {
  const lines = new Map<string, Line>()

  return async function turn(address: string): Promise<() => void> {
    const line = lines.get(address) ?? { busy: 0, waiting: [] }
    lines.set(address, line)
    if (line.busy < atOnce) line.busy += 1
    else await new Promise<void>((go) => line.waiting.push(go))
    return () => {
      const next = line.waiting.shift()
      if (next) return next()
      line.busy -= 1
      if (line.busy === 0) lines.delete(address)
    }
  }
}
