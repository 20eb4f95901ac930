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

const comments = files.flatMap((file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .map((line, index) => ({ line, at: `${file}:${index + 1}` }))
    .filter(({ line }) => /^\s*\/?\*|\/\/ /.test(line)),
)

test('a file that a comment names is there', () => {
  const lost = comments.flatMap(({ line, at }) =>
    (line.match(/[\w./-]+\.(?:tsx?|mjs)\b/g) ?? [])
      .filter((name) => !known.has(name.replace(/^\.?\//, '')))
      .map((name) => `${at}: ${name}`),
  )
  expect(lost).toEqual([])
})

test('no comment is wider than 110 columns', () => {
  const wide = comments.filter(
    ({ line }) => line.length > 110 && /^\s*(\/?\*|\/\/ (?!biome-ignore))/.test(line),
  )
  expect(wide.map(({ at }) => at)).toEqual([])
})

test('no docstring of what runs is longer than 300 characters', () => {
  const long = files
    .filter((file) => /^(app|db|scripts)\/.*\.tsx?$/.test(file))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\/\*\*(.*?)\*\//gs)]
        .map(([, text = '']) => text.replace(/\s*\n\s*\* ?/g, ' ').trim())
        .filter((text) => text.length > 300)
        .map((text) => `${file}: ${text.slice(0, 60)}`),
    )
  expect(long).toEqual([])
})
