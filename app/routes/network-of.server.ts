import type { AppLoadContext } from '@remix-run/node'
import { counterOf } from '#app/server/guards/rates'

/** The counter of a sender's network; null where a development server did not say. */
export const networkOf = ({ clientAddress }: AppLoadContext): number | null =>
  clientAddress === undefined ? null : counterOf(clientAddress)
