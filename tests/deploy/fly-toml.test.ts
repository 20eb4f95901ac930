import { readFileSync } from 'node:fs'
import { parse } from 'smol-toml'
import { expect, test } from 'vitest'
import { readEnvironment } from '#app/env.server'
import { stagesOf, wordsOf } from './dockerfile'
import { FlyToml } from './fly-keys'

const given = parse(readFileSync('fly.toml', 'utf8'))
const fly = FlyToml.parse(given)

test('a key that Fly does not document is noticed', () => {
  for (const wrong of [
    { ...given, kill_timout: '30s' },
    { ...given, http_service: { ...fly.http_service, auto_stop_machines: false } },
    { ...given, env: { ...fly.env, PORT: 3000 } },
    { ...given, env: { ...fly.env, FLY_APP_NAME: 'ours' } },
  ])
    expect(FlyToml.safeParse(wrong).success).toBe(false)
})

test('the site’s settings there start it with the secrets', () => {
  const secrets = { SESSION_SECRET: 'a-secret-that-is-long-enough-for-it', NODE_ENV: 'production' }
  const env = readEnvironment({ ...secrets, ...fly.env })
  expect(String(env.PORT)).toBe(fly.env?.PORT)
  expect(env.BASE_URL).toBe(`https://${fly.app}.fly.dev`)
  expect(env.PORT).toBe(fly.http_service.internal_port)
})

test('the database lies on the volume that is mounted', () => {
  const image = stagesOf().at(-1)
  const volumes = image?.instructions.filter(({ word }) => word === 'VOLUME').map(({ rest }) => rest)
  expect(fly.mounts?.map(({ destination }) => destination)).toEqual(volumes)
  expect(fly.env?.DATABASE_PATH).toMatch(new RegExp(`^${volumes?.[0]}/`))
})

test('the one machine never stops, and is asked what the image is asked', () => {
  expect(fly.http_service).toMatchObject({ auto_stop_machines: 'off', min_machines_running: 1 })
  expect(fly.deploy).toEqual({ strategy: 'rolling', max_unavailable: 1 })
  const health =
    stagesOf()
      .at(-1)
      ?.instructions.find(({ word }) => word === 'HEALTHCHECK')?.rest ?? ''
  for (const { path } of fly.http_service.checks ?? []) expect(health).toContain(`${path}\``)
})

test('its memory holds what Node may take, twice', () => {
  const [, command = ''] = /CMD (\[.*\])$/.exec(readFileSync('Dockerfile', 'utf8').trim()) ?? []
  const heapMb = Number(
    wordsOf(command)
      .join(' ')
      .match(/--max-old-space-size=(\d+)/)?.[1],
  )
  const megabytes =
    { '256mb': 256, '512mb': 512, '1gb': 1_024, '2gb': 2_048 }[String(fly.vm?.[0]?.memory)] ?? 0
  expect(megabytes).toBeGreaterThanOrEqual(2 * heapMb)
})
