import { readFileSync } from 'node:fs'
import { parse } from 'smol-toml'
import { expect, test } from 'vitest'
import { readEnvironment } from '#app/platform/env.server'
import { stagesOf, wordsOf } from './dockerfile'

// fly.toml against the site's own settings and the image. Fly's keys themselves are for `fly config
// validate`.

type FlyToml = {
  app: string
  kill_signal: string
  kill_timeout: string
  deploy: Record<string, unknown>
  env: Record<string, string>
  mounts: { destination: string }[]
  http_service: { internal_port: number; checks: { path: string }[] } & Record<string, unknown>
  vm: { memory: string }[]
}
const fly = parse(readFileSync('fly.toml', 'utf8')) as unknown as FlyToml

const inImage = (word: string) =>
  stagesOf()
    .at(-1)
    ?.instructions.filter((one) => one.word === word)
    .map(({ rest }) => rest) ?? []

test('the site’s settings there start it with the secrets, its database on the volume, and .env.example has each', () => {
  const secrets = { SESSION_SECRET: 'a-secret-that-is-long-enough-for-it', NODE_ENV: 'production' }
  const env = readEnvironment({ ...secrets, ...fly.env })
  expect(env.BASE_URL).toBe(`https://${fly.app}.fly.dev`)
  expect(env.PORT).toBe(fly.http_service.internal_port)
  const known: string[] = readFileSync('.env.example', 'utf8').match(/^[A-Z_]+(?==)/gm) ?? []
  expect(Object.keys(fly.env).filter((name) => !known.includes(name))).toEqual([])
  expect(fly.mounts.map(({ destination }) => destination)).toEqual(inImage('VOLUME'))
  expect(fly.env.DATABASE_PATH).toMatch(new RegExp(`^${inImage('VOLUME')[0]}/`))
})

test('the one machine never stops, is asked what the image is asked, and holds twice what Node may take', () => {
  expect(fly.http_service).toMatchObject({ auto_stop_machines: 'off', min_machines_running: 1 })
  expect(fly.deploy).toEqual({ strategy: 'rolling', max_unavailable: 1 })
  expect(fly.http_service.checks.length).toBeGreaterThan(0)
  for (const { path } of fly.http_service.checks) expect(inImage('HEALTHCHECK')[0]).toContain(`${path}\``)
  const heapMb = Number(/--max-old-space-size=(\d+)/.exec(wordsOf(inImage('CMD')[0] ?? '[]').join(' '))?.[1])
  const megabytes = { '512mb': 512, '1gb': 1_024, '2gb': 2_048 }[fly.vm[0]?.memory ?? ''] ?? 0
  expect(megabytes).toBeGreaterThanOrEqual(2 * heapMb)
})

test('it is stopped by the signal that the site hears, and has longer than it takes', () => {
  const stop = readFileSync('app/server/stop.ts', 'utf8')
  expect(stop).toContain(`process.on('${fly.kill_signal}'`)
  const patienceMs = Number(/^const PATIENCE = ([\d_]+)$/m.exec(stop)?.[1]?.replaceAll('_', ''))
  expect(Number.parseInt(fly.kill_timeout, 10) * 1_000).toBeGreaterThan(2 * patienceMs)
})
