import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { HEARD_EVENTS } from '#app/stripe/heard-events'

// docs/deploying.md against the code.

const guide = readFileSync('docs/deploying.md', 'utf8')
const blocks = (kind: string) =>
  [...guide.matchAll(new RegExp(`^\`\`\`${kind}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(
    ([, block = '']) => block,
  )
const shell = blocks('sh').join('\n')

/** What rclone and the S3 clients read, and Fly sets: not the site. */
const OF_OTHERS = /^(RCLONE_CONFIG_OFFSITE_[A-Z_]+|AWS_[A-Z_]+|APP|DOMAIN)$/
const settings = [...readFileSync('app/env.server.ts', 'utf8').matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map(
  ([, name]) => name,
)

test('every variable in it is one that the site reads', () => {
  const named = [
    ...[...guide.matchAll(/`([A-Z]+_[A-Z_]+)`/g)].map(([, name = '']) => name),
    ...[...shell.matchAll(/(?<=^|\s)([A-Z][A-Z_]+)=/gm)].map(([, name = '']) => name),
  ]
  expect(named.length).toBeGreaterThan(30)
  expect(named.filter((name) => !settings.includes(name) && !OF_OTHERS.test(name))).toEqual([])
})

test('its webhooks are those that the site listens to', () => {
  const told = blocks('text')[0]?.trim().split('\n')
  expect(told?.sort()).toEqual(Object.keys(HEARD_EVENTS).sort())
  expect(guide).toContain('https://DOMAIN/api/stripe/webhook')
  expect(readFileSync('app/routes.ts', 'utf8')).toContain('stripe/webhook')
})

test('its links and files lead somewhere', () => {
  const links = [...guide.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, to = '']) => join('docs', to))
  const files = [...guide.matchAll(/`((?:tests|scripts|docs|app)\/[^`\s]+)`/g)].map(([, file = '']) => file)
  expect([...links, ...files].filter((path) => !existsSync(path))).toEqual([])
  for (const heading of ['## Before the first guest', '**Restore**'])
    expect(readFileSync('docs/running.md', 'utf8')).toContain(heading)
})
