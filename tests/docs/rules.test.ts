import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { describe, expect, test } from 'vitest'

// The rules of the product are cited by number: a number stays, and leads somewhere.

const read = (file: string) => readFileSync(file, 'utf8')
const RULES = read('docs/rules.md')
const numbers = [...RULES.matchAll(/^- \*\*(\d+\.\d+)\*\* /gm)].map(([, number = '']) => number)

const TEXT = ['.ts', '.tsx', '.mjs', '.css', '.md', '.json', '.toml']
const files = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...['app', 'db', 'scripts', 'tests', 'docs'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
  ),
].filter((file) => TEXT.includes(extname(file)) && !file.startsWith('tests/docs/'))

describe('docs/rules.md', () => {
  test('numbers its rules in order under their sections', () => {
    const sections = RULES.split(/^## /m).slice(1)
    sections.forEach((section, at) => {
      const own = [...section.matchAll(/^- \*\*(\d+)\.(\d+)\*\* /gm)]
      expect(section).toMatch(new RegExp(`^${at + 1} `))
      expect(own.map(([, of]) => of)).toEqual(own.map(() => `${at + 1}`))
      const counted = own.map(([, , number]) => Number(number))
      expect(counted).toEqual([...new Set(counted)].sort((one, other) => one - other))
    })
    expect(numbers.length).toBeGreaterThan(90)
  })

  test('says each rule in sixty words', () => {
    const rules = RULES.split(/^(?=- \*\*|## )/m).filter((part) => part.startsWith('- '))
    expect(rules.filter((rule) => rule.trim().split(/\s+/).length > 62)).toEqual([])
  })
})

test('the map in CONTRIBUTING has every room of the house', () => {
  const [, map = ''] = read('CONTRIBUTING.md')
    .split(/^## /m)
    .filter((part) => !part.startsWith('Set-up'))
  const rooms = readdirSync('app', { withFileTypes: true }).filter((entry) => entry.isDirectory())
  expect(rooms.map(({ name }) => name).filter((name) => !map.includes(`\`${name}\``))).toEqual([])
})

describe('what the repository cites is in it', () => {
  const cited = (pattern: RegExp) =>
    files.flatMap((file) => [...read(file).matchAll(pattern)].map(([, what = '']) => ({ file, what })))

  test('each rule by its number', () => {
    const rules = cited(/\brules (\d+\.\d+(?:(?:, | and | to )\d+\.\d+)*)/gi).flatMap(({ file, what }) =>
      [...what.matchAll(/\d+\.\d+/g)].map(([number]) => ({ file, number })),
    )
    expect(rules.length).toBeGreaterThan(100)
    expect(rules.filter(({ number }) => !numbers.includes(number))).toEqual([])
  })

  test('each decision by its number', () => {
    const there = readdirSync('docs/decisions').map((name) => name.slice(0, 3))
    expect(cited(/\bdecisions? (\d{3})\b/gi).filter(({ what }) => !there.includes(what))).toEqual([])
  })

  test('each document by its name, never by a section', () => {
    const documents = cited(/(?<![\w*<>/.-])((?:[\w-]+\/)*[\w-]+\.md)\b/g)
    const missing = documents.filter(
      ({ file, what }) => !['', 'docs', dirname(file)].some((folder) => existsSync(join(folder, what))),
    )
    expect([...missing, ...cited(/(§ ?\d+)/g)]).toEqual([])
  })
})
