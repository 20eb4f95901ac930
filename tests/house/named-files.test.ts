import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const files = [
  ...readdirSync('.'),
  ...['app', 'db', 'scripts', 'tests'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  ),
].filter((file) => /\.(tsx?|mjs|js|css)$/.test(file))
/** 'app/mail/outbox.server.ts', 'mail/outbox.server.ts', 'outbox.server.ts'. */
const known = new Set(
  files.flatMap((file) => file.split('/').map((_, at, parts) => parts.slice(at).join('/'))),
)

test('a file that a comment names is there', () => {
  const lost = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => /^\s*\/?\*|\/\/ /.test(line))
      .flatMap((line) => line.match(/[\w./-]+\.(?:tsx?|mjs)\b/g) ?? [])
      .filter((name) => !known.has(name.replace(/^\.?\//, '')))
      .map((name) => `${file}: ${name}`),
  )
  expect(lost).toEqual([])
})
