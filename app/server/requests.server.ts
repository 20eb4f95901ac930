import { setTimeout as pause } from 'node:timers/promises'
import type { AppLoadContext } from '@remix-run/node'
import { counterOf } from '#app/server/guards/rates'

const ANSWER_AFTER_MS = 250

/**
 * Does something with an address, known or not, and goes on at the same moment: how long it takes tells
 * nothing.
 */
export async function inEqualTime<Done>(command: () => Done): Promise<Done> {
  const over = pause(ANSWER_AFTER_MS)
  const done = command()
  await over
  return done
}

/** The counter of a sender's network; null where a development server did not say. */
export const networkOf = ({ clientAddress }: AppLoadContext): number | null =>
  clientAddress === undefined ? null : counterOf(clientAddress)
