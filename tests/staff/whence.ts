import type { Whence } from '#app/staff/guesses.server'
import { networkAddress } from '#tests/fixtures/network-address'

/** From a network and a browser that are not known. */
export const somewhere = (): Whence => ({ address: networkAddress() })
