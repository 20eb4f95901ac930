import type { RequestOrigin } from '#app/staff/guesses.server'
import { networkAddress } from '#tests/fixtures/network-address'

/** From a network and a browser that are not known. */
export const somewhere = (): RequestOrigin => ({ address: networkAddress() })
