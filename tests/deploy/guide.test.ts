import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'smol-toml'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readEnvironment } from '#app/env.server'
import { HEARD_EVENTS } from '#app/stripe/heard-events'
import { type Site, startSite } from '#tests/fixtures/site'
import { FlyToml } from './fly-keys'

// docs/deploying.md against the code, and followed: each of its commands is run in an empty folder, in order, with
// stand-ins for the programs that leave the machine. What it set then starts the site.

const guide = readFileSync('docs/deploying.md', 'utf8')
const blocks = (kind: string) =>
  [...guide.matchAll(new RegExp(`^\`\`\`${kind}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(
    ([, block = '']) => block,
  )
const prose = guide.replace(/^```[\s\S]*?^```$/gm, '')
const shell = blocks('sh').join('\n')

/** The commands of flyctl that are in the guide, with their flags, as https://fly.io/docs/flyctl/ documents them. */
const FLYCTL: Record<string, string[]> = {
  'apps create': [],
  'auth login': [],
  'certs add': [],
  'certs check': [],
  'certs setup': [],
  'checks list': [],
  'config validate': [],
  deploy: ['--ha', '--image', '--build-arg'],
  'ips allocate-v4': ['--shared'],
  'ips allocate-v6': [],
  'ips list': [],
  logs: [],
  releases: ['--image'],
  'secrets set': ['--stage'],
  'secrets unset': [],
  'ssh console': ['--command'],
  'volumes create': ['--app', '--region', '--size', '--snapshot-retention'],
}

const flyCommands = [
  ...`${shell}\n${[...prose.matchAll(/`(fly [^`]+)`/g)].map(([, command]) => command).join('\n')}`
    .replaceAll('\\\n', ' ')
    .matchAll(/^fly (.+)$/gm),
].map(([, words = '']) => words)

test('every command for Fly is one that flyctl documents', () => {
  expect(flyCommands.length).toBeGreaterThan(20)
  const unknown = flyCommands.filter((words) => {
    const name = Object.keys(FLYCTL).find((one) => words === one || words.startsWith(`${one} `))
    const flags = [...words.matchAll(/(?:^| )(--[a-z][a-z0-9-]*)/g)].map(([, flag = '']) => flag)
    const ours = words.startsWith('ssh console') ? ['--reuid', '--regid', '--init-groups'] : []
    return name === undefined || flags.some((flag) => ![...(FLYCTL[name] ?? []), ...ours].includes(flag))
  })
  expect(unknown).toEqual([])
})

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
  const routes = readFileSync('app/routes.ts', 'utf8')
  expect(guide).toContain('https://DOMAIN/api/stripe/webhook')
  expect(routes).toContain('stripe/webhook')
})

test('its links and files lead somewhere', () => {
  const links = [...guide.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, to = '']) => join('docs', to))
  const files = [...guide.matchAll(/`((?:tests|scripts|docs|app)\/[^`\s]+)`/g)].map(([, file = '']) => file)
  expect([...links, ...files].filter((path) => !existsSync(path))).toEqual([])
  for (const heading of ['## Before the first guest', '**Restore**'])
    expect(readFileSync('docs/running.md', 'utf8')).toContain(heading)
})

const STAND_INS = {
  git: '[ "$1" != clone ] || { mkdir "$3" && cp "$COPY/fly.toml" "$COPY/Dockerfile" "$3"; }',
  fly: `case "$1 $2" in
  "secrets set") shift 2; for one; do case "$one" in --*) ;; *) printf '%s\\n' "$one" >> "$HOME/secrets" ;; esac; done ;;
  "secrets unset") shift 2; for one; do grep -v "^$one=" "$HOME/secrets" > "$HOME/left"; mv "$HOME/left" "$HOME/secrets"; done ;;
esac`,
  dig: ':',
  curl: ':',
}

describe('followed from an empty folder', () => {
  const home = mkdtempSync(join(tmpdir(), 'savanna-guide-'))
  let said: string
  let secrets: Record<string, string>
  let asAtFirst: Record<string, string>
  const secretsNow = () =>
    Object.fromEntries(
      readFileSync(join(home, 'secrets'), 'utf8')
        .trim()
        .split('\n')
        .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    )

  beforeAll(() => {
    mkdirSync(join(home, 'bin'))
    for (const [name, deed] of Object.entries(STAND_INS)) {
      writeFileSync(join(home, 'bin', name), `#!/bin/sh\necho "${name} $*" >> "$HOME/log"\n${deed}\n`)
      chmodSync(join(home, 'bin', name), 0o755)
    }
    const whole = `set -e\n${shell.replaceAll(' | tee /dev/tty', '').replace(/^(fly secrets unset)/m, 'cp "$HOME/secrets" "$HOME/first"\n$1')}`
    const { status, stdout, stderr } = spawnSync('sh', ['-c', whole], {
      cwd: home,
      encoding: 'utf8',
      env: { HOME: home, COPY: process.cwd(), PATH: `${home}/bin:${process.env.PATH}` } as never,
    })
    said = stdout + stderr
    expect([status, said]).toEqual([0, ''])
    secrets = secretsNow()
    asAtFirst = {
      ...secrets,
      ...Object.fromEntries(
        readFileSync(join(home, 'first'), 'utf8')
          .split('\n')
          .filter((line) => line.startsWith('ADMIN_'))
          .map((line) => line.split('=') as [string, string]),
      ),
    }
  })
  afterAll(() => rmSync(home, { recursive: true, force: true }))

  test('names the app, the domain and the volume alike everywhere', () => {
    const fly = FlyToml.parse(parse(readFileSync(join(home, 'savanna-soul/fly.toml'), 'utf8')))
    const log = readFileSync(join(home, 'log'), 'utf8')
    expect(fly.app).toBe('savanna-soul')
    expect(fly.env?.BASE_URL).toBe('https://savannasoul.example')
    expect(log).toContain(`fly apps create ${fly.app}\n`)
    expect(log).toContain(
      `fly volumes create ${fly.mounts?.[0]?.source} --app ${fly.app} --region ${fly.primary_region} `,
    )
    expect(log).toContain(`--snapshot-retention ${fly.mounts?.[0]?.snapshot_retention}\n`)
    expect(log).toContain('fly certs add savannasoul.example\n')
    expect(Object.keys(secrets)).not.toContain('ADMIN_PASSWORD')
  })

  test('sets all that production asks for, and nothing twice', () => {
    const fly = FlyToml.parse(parse(readFileSync(join(home, 'savanna-soul/fly.toml'), 'utf8')))
    const env = readEnvironment({ ...fly.env, ...secrets, NODE_ENV: 'production' })
    expect(env.stripe).toMatchObject({ live: false })
    expect(env.dataKeys).toHaveLength(1)
    expect(env.BACKUP_KEY).toHaveLength(1)
    expect(env.MAIL_FROM).toEqual({ name: 'Savanna Soul', address: 'hello@savannasoul.example' })
    expect(env.BACKUP_COMMAND).toContain('"offsite:safari/$(basename "$1")"')
    expect(Object.keys(fly.env ?? {}).filter((name) => name in secrets)).toEqual([])
  })

  test('starts a site that its first account can sign in to', async () => {
    const { SMTP_URL, BACKUP_COMMAND, LITESTREAM_REPLICA_URL, ...own } = asAtFirst
    const ours = Object.entries(own).filter(
      ([name]) => settings.includes(name) && !name.startsWith('STRIPE_'),
    )
    const site: Site = await startSite(Object.fromEntries(ours))
    try {
      const signsIn = (password = '') =>
        fetch(`${site.url}/admin/login`, {
          method: 'POST',
          redirect: 'manual',
          body: new URLSearchParams({ username: asAtFirst.ADMIN_USERNAME ?? '', password }),
        })
      expect((await signsIn('another one')).status).toBe(401)
      expect((await signsIn(asAtFirst.ADMIN_PASSWORD)).headers.get('location')).toContain('/admin')
    } finally {
      await site.close()
    }
  })
})
