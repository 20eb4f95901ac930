import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readEnvironment } from '#app/env.server'

// litefs.yml and the image with LiteFS in it: neither could be run here, so they are held to what they depend on.

const config = readFileSync('scripts/deploy/litefs.yml', 'utf8').replace(/^\s*#.*$/gm, '')
const image = readFileSync('scripts/deploy/litefs.Dockerfile', 'utf8')

/** Of https://fly.io/docs/litefs/config/. */
const DOCUMENTED = [
  ...['fuse', 'dir', 'allow-other', 'data', 'retention', 'exit-on-error', 'exec', 'cmd'],
  ...['lease', 'type', 'candidate', 'promote', 'hostname', 'advertise-url', 'consul', 'url', 'key'],
]
/** Of https://fly.io/docs/machines/runtime-environment/, and what `fly consul attach` sets. */
const FLYS = ['FLY_REGION', 'PRIMARY_REGION', 'FLY_MACHINE_ID', 'FLY_APP_NAME', 'FLY_CONSUL_URL']

const setByImage = Object.fromEntries(
  [...image.matchAll(/([A-Z_]+)=(\/\S+)/g)].map(([, name = '', value = '']) => [name, value]),
)

test('each key of LiteFS is one that it documents', () => {
  const keys = [...config.matchAll(/^\s*(?:- )?([a-z-]+):/gm)].map(([, key]) => key)
  expect(keys.length).toBeGreaterThan(12)
  expect(keys.filter((key) => !DOCUMENTED.includes(key ?? ''))).toEqual([])
})

test('each variable is set by Fly or by the image', () => {
  const names = [...config.matchAll(/\$\{([A-Z_]+)|== ([A-Z_]+)/g)].map(
    ([, one, other]) => one ?? other ?? '',
  )
  expect(names.filter((name) => !FLYS.includes(name) && !(name in setByImage))).toEqual([])
})

test('the site starts with what the image sets', () => {
  const env = readEnvironment({
    ...setByImage,
    NODE_ENV: 'production',
    BASE_URL: 'https://safari.example',
    SESSION_SECRET: 'a-secret-of-thirty-two-characters',
    FLY_APP_NAME: 'safari',
  })
  expect([env.LITEFS_DIR, env.DATABASE_PATH]).toEqual(['/litefs', '/litefs/safari.db'])
  expect(image).toContain(setByImage.PICTURES_DIR)
})

test('LiteFS runs what the image of the site runs', () => {
  const { 1: words = '' } = /CMD \[".*start\.sh", (.*)\]/.exec(readFileSync('Dockerfile', 'utf8')) ?? []
  const command = words.replaceAll('"', '').split(', ').join(' ')
  expect(command).toContain('build/server/start.js')
  expect(config).toContain(command)
})
