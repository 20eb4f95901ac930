import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { HEARD_EVENTS } from '#app/money/stripe/events.server'
import { JOB_HOURS } from '#app/server/schedule/job-hours'

// docs/running.md against the code.

const guide = readFileSync('docs/running.md', 'utf8')
const blocks = (kind: string) =>
  [...guide.matchAll(new RegExp(`^\`\`\`${kind}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(
    ([, block = '']) => block,
  )
const shell = blocks('sh').join('\n')

/** What rclone and the S3 clients read, and what the site hands to a command: not settings. */
const OF_OTHERS = /^(RCLONE_CONFIG_OFFSITE_[A-Z_]+|AWS_[A-Z_]+|APP|DOMAIN|BACKUP_FILE)$/
const isConstant = (name: string) => code.includes(`const ${name} =`)
const code = readdirSync('app', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => readFileSync(join('app', path), 'utf8'))
  .join('\n')
const settings = [
  ...readFileSync('app/platform/env.server.ts', 'utf8').matchAll(/^ {2}([A-Z][A-Z_]+): /gm),
].map(([, name]) => name)

test('every variable in it is one that the site reads', () => {
  const named = [
    ...[...guide.matchAll(/`([A-Z]+_[A-Z_]+)`/g)].map(([, name = '']) => name),
    ...[...shell.matchAll(/(?<=^|\s)([A-Z][A-Z_]+)=/gm)].map(([, name = '']) => name),
  ]
  expect(named.length).toBeGreaterThan(30)
  const unknown = named.filter((name) => !settings.includes(name) && !OF_OTHERS.test(name))
  expect(unknown.filter((name) => !isConstant(name))).toEqual([])
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
  for (const heading of ['## Backup and restore', '**Restore**', '## Upgrade, and the way back'])
    expect(guide).toContain(heading)
})

test('each secret is set in it and has its row', () => {
  const set = [...shell.matchAll(/(?<=\s)([A-Z][A-Z_]*)="?(?=\S)/g)].map(([, name = '']) => name)
  const rows = guide.slice(guide.indexOf('## Secrets')).split('\n\n')[1] ?? ''
  const explained = [...rows.matchAll(/^\| ([^|]+)/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => name),
  )
  const secrets = settings.filter((name = '') =>
    /_SECRET(_KEY)?$|(?<!ABLE)_KEY$|_TOKEN$|^SMTP_URL$/.test(name),
  )
  expect(explained.sort()).toEqual(secrets.sort())
  expect(explained.filter((name) => !set.includes(name))).toEqual([])
})

test('the schedule in it has each daily job, and no hour that a change would make false', () => {
  const daily = [...guide.matchAll(/^\| `JOB_HOURS` +\| `([\w-]+)`/gm)].map(([, job]) => job)
  expect(daily.sort()).toEqual(Object.keys(JOB_HOURS).sort())
  const [, backup] =
    /NIGHTLY_BACKUP_HOUR = (\d+)/.exec(readFileSync('app/platform/env.server.ts', 'utf8')) ?? []
  expect(guide).toContain(`| ${backup}:00 AM (\`BACKUP_HOUR\`)`)
})
