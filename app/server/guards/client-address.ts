import type { IncomingMessage } from 'node:http'
import { isIPv4, isIPv6 } from 'node:net'
import proxyAddr from 'proxy-addr'
import { env } from '#app/env.server'

type Caller = {
  headers: Record<string, string | string[] | undefined>
  socket: { remoteAddress?: string | undefined }
}

type Before = { onFly: boolean; proxies: typeof env.TRUST_PROXY }

const BEFORE: Before = { onFly: Boolean(env.FLY_APP_NAME), proxies: env.TRUST_PROXY }

/**
 * The visitor's network address, to count by; never logged. A proxy names it in a header, which anybody could send:
 * Fly's is believed only on Fly (rules 8.8), and `X-Forwarded-For` only as far as the proxies of TRUST_PROXY wrote
 * it. A household has a whole IPv6 network to itself: its first 64 bits stand for it.
 */
export function clientAddress(caller: Caller, { onFly, proxies }: Before = BEFORE): string {
  const named = onFly ? caller.headers['fly-client-ip'] : undefined
  const address = (typeof named === 'string' && named.trim()) || addressBehind(proxies, caller)
  const mapped = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (isIPv4(mapped)) return mapped
  return isIPv6(mapped) ? networkOf(mapped) : 'unknown'
}

/** proxy-addr reads these two parts of a request alone. */
const addressBehind = (proxies: Before['proxies'], caller: Caller): string =>
  (proxies ? proxyAddr(caller as IncomingMessage, proxies) : caller.socket.remoteAddress) ?? ''

function networkOf(address: string): string {
  const [withoutZone = ''] = address.split('%', 1)
  const [left = '', right] = withoutZone.split('::')
  const first = left ? left.split(':') : []
  const last = right ? right.split(':') : []
  const zeros = right === undefined ? 0 : 8 - first.length - last.length
  const groups = [...first, ...Array.from({ length: zeros }, () => '0'), ...last]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
