import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readEnvironment } from '#app/platform/env.server'

// litefs.yml and the image with LiteFS in it: held to the image of the site, to fly.toml and to the site's
// settings.

const config = readFileSync('scripts/deploy/litefs.yml', 'utf8').replace(/^\s*#.*$/gm, '')
const image = readFileSync('scripts/deploy/litefs.Dockerfile', 'utf8')
const setByImage = Object.fromEntries(
  [...image.matchAll(/([A-Z_]+)=(\/\S+)/g)].map(([, name = '', value = '']) => [name, value]),
)

test('the site starts with what the image sets', () => {
  const env = readEnvironment({
    ...setByImage,
    NODE_ENV: 'production',
    BASE_URL: 'https://safari.example',
    SESSION_SECRET: 'a-secret-of-thirty-two-characters',
    FLY_APP_NAME: 'safari',
  })
  expect([env.LITEFS_DIR, env.DATABASE_PATH]).toEqual(['/litefs', '/litefs/safari.db'])
})

test('LiteFS runs what the image of the site runs, behind its own proxy', () => {
  const { 1: words = '' } = /CMD \[".*start\.sh", (.*)\]/.exec(readFileSync('Dockerfile', 'utf8')) ?? []
  const command = words.replaceAll('"', '').split(', ').join(' ')
  expect(command).toContain('build/server/start.js')
  expect(config).toContain(command)
  const port = /internal_port = (\d+)/.exec(readFileSync('fly.toml', 'utf8'))?.[1]
  expect(config).toContain(`addr: ":${port}"`)
  expect(config).toContain(`PORT=${/target: "localhost:(\d+)"/.exec(config)?.[1]} `)
  expect(config).toContain(`db: "${setByImage.DATABASE_PATH?.split('/').at(-1)}"`)
})
