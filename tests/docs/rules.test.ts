import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

// The rules of the product are cited by number: a number stays, and leads somewhere.

const RULES = readFileSync('docs/rules.md', 'utf8')
const numbers = [...RULES.matchAll(/^- \*\*(\d+\.\d+)\*\* /gm)].map(([, number = '']) => number)

describe('docs/rules.md', () => {
  test('numbers its rules in order, each once, under the section of that number', () => {
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
})

test('the README says of each folder of the site what it is for', () => {
  const readme = readFileSync('README.md', 'utf8')
  const folders = readdirSync('app', { withFileTypes: true }).filter((entry) => entry.isDirectory())
  expect(folders.map(({ name }) => name).filter((name) => !readme.includes(`\`app/${name}/\``))).toEqual([])
  const screens = readdirSync('app/routes', { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const row = readme.split('\n').find((line) => line.startsWith('| `app/routes/`')) ?? ''
  expect(screens.map(({ name }) => name).filter((name) => !row.includes(`\`${name}\``))).toEqual([])
})
