import { isIPv4, isIPv6 } from 'node:net'
import { env } from '#app/env.server'

type Caller = {
  headers: Record<string, string | string[] | undefined>
  socket: { remoteAddress?: string | undefined }
}

/**
 * The visitor's network address, to count by; never logged. Fly's proxy names it in a header, which anybody could
 * send elsewhere, so it is believed only on Fly (decisions §1). A household has a whole IPv6 network to itself:
 * its first 64 bits stand for it.
 */
export function clientAddress({ headers, socket }: Caller, onFly = Boolean(env.FLY_APP_NAME)): string {
  const named = onFly ? headers['fly-client-ip'] : undefined
  const address = (typeof named === 'string' && named.trim()) || socket.remoteAddress || ''
  const mapped = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (isIPv4(mapped)) return mapped
  return isIPv6(mapped) ? networkOf(mapped) : 'unknown'
}

function networkOf(address: string): string {
  const [left = '', right] = address.replace(/%.*$/, '').split('::')
  const first = left ? left.split(':') : []
  const last = right ? right.split(':') : []
  const zeros = right === undefined ? 0 : 8 - first.length - last.length
  const groups = [...first, ...Array.from({ length: zeros }, () => '0'), ...last]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
