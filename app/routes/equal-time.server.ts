import { setTimeout as pause } from 'node:timers/promises'

const ANSWER_AFTER_MS = 250

/** Does something with an address, known or not, and goes on at the same moment: how long it takes tells nothing. */
export async function inEqualTime<Done>(deed: () => Done): Promise<Done> {
  const over = pause(ANSWER_AFTER_MS)
  const done = deed()
  await over
  return done
}
