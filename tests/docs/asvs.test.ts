import { existsSync, readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'

// OWASP's list, levels 1 and 2: each requirement once, with a verdict that docs/asvs.md counts.

type Requirement = {
  id: string
  level: string
  verdict: string
  'how, or why not': string
  'shown by': string
}
const requirements: Requirement[] = parse(readFileSync('docs/asvs.csv', 'utf8'), { columns: true })
const page = readFileSync('docs/asvs.md', 'utf8')

/** How many requirements of levels 1 and 2 each chapter of ASVS 5.0.0 has, from the first. */
const CHAPTERS = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7]

function countBy(key: (requirement: Requirement) => string): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const requirement of requirements) counts[key(requirement)] = (counts[key(requirement)] ?? 0) + 1
  return counts
}

test('the list has each requirement of both levels once', () => {
  expect(new Set(requirements.map(({ id }) => id)).size).toBe(requirements.length)
  expect(countBy(({ id }) => id.replace(/\..*/, ''))).toEqual(
    Object.fromEntries(CHAPTERS.map((count, at) => [at + 1, count])),
  )
  expect(countBy(({ level }) => level)).toEqual({ 1: 70, 2: 183 })
})

test('each has one of three verdicts, and its reason', () => {
  expect(requirements.filter((requirement) => requirement['how, or why not'] === '')).toEqual([])
  const rows = [...page.matchAll(/^\| (met|not applicable|not met) +\| (\d+) /gm)]
  expect(countBy(({ verdict }) => verdict)).toEqual(
    Object.fromEntries(rows.map(([, verdict, count]) => [verdict, Number(count)])),
  )
})

test('the page says why each that is not met is not', () => {
  const unmet = requirements.filter(({ verdict }) => verdict === 'not met').map(({ id }) => id)
  expect([...page.matchAll(/^\| (\d+\.\d+\.\d+) /gm)].map(([, id]) => id)).toEqual(unmet)
})

test('it names files that are there, and tests by their names', () => {
  const wrong = requirements.flatMap((requirement) => {
    const text = `${requirement['how, or why not']} ${requirement['shown by']}`
    const files = [...text.matchAll(/`((?:app|db|tests|scripts|docs)\/[^`\s*]+)`/g)].map(
      ([, file = '']) => file,
    )
    const tests = files.filter((file) => /^tests\/.*\.tsx?$/.test(file) && existsSync(file))
    const said = tests.map((file) => readFileSync(file, 'utf8')).join('\n')
    const names = [...requirement['shown by'].matchAll(/“([^”]+)”/g)].map(([, name = '']) => name)
    return [
      ...files.filter((file) => !existsSync(file)),
      ...names.filter((name) => !said.includes(name)),
    ].map((what) => `${requirement.id}: ${what}`)
  })
  expect(wrong).toEqual([])
})
