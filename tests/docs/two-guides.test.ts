import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// docs/deploying.md sets a site up, docs/running.md keeps it going: what both speak of is one.

const [deploying, running] = ['deploying', 'running'].map((guide) =>
  readFileSync(`docs/${guide}.md`, 'utf8'),
) as [string, string]

test('the guides name one size of the volume', () => {
  const sizes = [...(deploying + running).matchAll(/--size (\d+)/g)].map(([, size]) => size)
  expect(sizes).toHaveLength(1)
})

test('each secret that one guide sets has its row in the other', () => {
  const set = [...deploying.matchAll(/(?<=\s)([A-Z][A-Z_]*)="?(?=\S)/g)].map(([, name = '']) => name)
  const rows = running.slice(running.indexOf('## Secrets')).split('\n\n')[1] ?? ''
  const explained = [...rows.matchAll(/^\| ([^|]+)/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => name),
  )
  const settings = [...readFileSync('app/env.server.ts', 'utf8').matchAll(/^ {2}([A-Z][A-Z_]+): /gm)]
  const secrets = settings
    .map(([, name = '']) => name)
    .filter((name) => /_SECRET(_KEY)?$|(?<!ABLE)_KEY$|_TOKEN$|^SMTP_URL$/.test(name))
  expect(explained.sort()).toEqual(secrets.sort())
  expect(explained.filter((name) => !set.includes(name))).toEqual([])
})
