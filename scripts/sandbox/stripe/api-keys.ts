import type { IncomingMessage } from 'node:http'
import type { Form } from './form'
import { wrongKey } from './refusal'

interface Keys {
  secret: string
  publishable: string
}

/** Who asks, by the key: the site's server or a browser. Anything else is 401. */
export function whoAsks(request: IncomingMessage, params: Form, keys: Keys): 'server' | 'browser' {
  const key = bearerOf(request) ?? (typeof params.key === 'string' ? params.key : undefined)
  if (!key) {
    throw wrongKey(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    )
  }
  if (key === keys.secret) return 'server'
  if (key === keys.publishable) return 'browser'
  throw wrongKey(`Invalid API Key provided: ${key.slice(0, 8)}${'*'.repeat(8)}${key.slice(-4)}`)
}

function bearerOf(request: IncomingMessage): string | undefined {
  const header = request.headers.authorization ?? ''
  if (header.startsWith('Bearer ')) return header.slice(7).trim()
  if (!header.startsWith('Basic ')) return undefined
  return Buffer.from(header.slice(6), 'base64').toString().split(':')[0]
}
