import { randomBytes, randomInt } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { inDataFolder } from './folder'

type Secrets = { sessionSecret: string; dataKey: string; adminPassword: string; webhookSecret: string }

/**
 * Made in the first run and kept, so that cookies, the staff login and what travelers told us outlive a
 * restart. Of a demo that is older than one of them the others stay.
 */
export function secrets(): Secrets {
  const file = inDataFolder('secrets.json')
  const known = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<Secrets>) : {}
  const made = {
    sessionSecret: randomBytes(32).toString('hex'),
    dataKey: randomBytes(32).toString('hex'),
    adminPassword: easyPassword(),
    webhookSecret: `whsec_${randomBytes(24).toString('hex')}`,
    ...known,
  }
  writeFileSync(file, JSON.stringify(made, null, 2), { mode: 0o600 })
  return made
}

/** Three groups without letters that look alike: it is typed by hand. */
function easyPassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
  const group = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('')
  return [group(), group(), group()].join('-')
}
