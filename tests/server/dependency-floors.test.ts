import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

type Lock = { packages: Record<string, { version?: string }> }

const lock: Lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))

/** The lowest versions without a known advisory (rules 8.11). */
const FLOORS: Record<string, string> = {
  '@remix-run/router': '1.23.4',
  'react-router': '6.30.6',
  'react-router-dom': '6.30.6',
  nodemailer: '10.4.1',
  'drizzle-orm': '0.45.2',
}

const installed = (name: string): string[] =>
  Object.entries(lock.packages)
    .filter(([path]) => path.endsWith(`node_modules/${name}`))
    .map(([, { version }]) => version ?? '0.0.0')

const compare = (one: string, other: string): number => {
  const parts = other.split('.').map(Number)
  return (
    one
      .split('.')
      .map((part, place) => Number.parseInt(part, 10) - (parts[place] ?? 0))
      .find((difference) => difference !== 0) ?? 0
  )
}

test.each(Object.entries(FLOORS))('%s is not older than %s, wherever it is installed', (name, floor) => {
  const versions = installed(name)
  expect(versions.length).toBeGreaterThan(0)
  for (const version of versions) expect(compare(version, floor)).toBeGreaterThanOrEqual(0)
})

test('the lock file names no registry', () => {
  expect(readFileSync('package-lock.json', 'utf8')).not.toContain('"resolved": "http')
})
