import { setTimeout as pause } from 'node:timers/promises'

const ANSWER_AFTER_MS = 250

/** Does something with an address, known or not, and goes on at the same moment: how long it takes tells nothing. */
export async function inEqualTime(deed: () => void): Promise<void> {
  const over = pause(ANSWER_AFTER_MS)
  deed()
  await over
}
