import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readEnvironment } from '#app/platform/env.server'
import { LONG_TERM } from '#app/server/node-version.mjs'
import { baseOf, stagesOf, wordsOf } from './dockerfile'

// The Dockerfile, read: what an image is made from, what it runs, and what it must not hold.

const stages = stagesOf()
const image = stages.at(-1)
const outside = stages.filter(({ from }) => !stages.some(({ name }) => name === from))

test('every image from outside is named by its digest', () => {
  expect(
    outside.map(({ from }) => from).filter((from) => !/^[\w./-]+:[\w.-]+@sha256:[\da-f]{64}$/.test(from)),
  ).toEqual([])
  expect(outside.map(({ name }) => name).sort()).toEqual(['litestream-image', 'node'])
})

test('the image has the long-term release, which CI tests first, beside the oldest that we claim', () => {
  const wanted = String(LONG_TERM)
  expect(baseOf(stages, image as (typeof stages)[number])).toMatch(
    new RegExp(`^node:${wanted}\\.[\\d.]+-bookworm-slim@`),
  )
  const { engines } = JSON.parse(readFileSync('package.json', 'utf8'))
  const tested =
    /node: \[(.*)\]/.exec(readFileSync('.github/workflows/ci.yml', 'utf8'))?.[1]?.split(', ') ?? []
  expect(tested).toEqual([wanted, /^>=(\d+)/.exec(engines.node)?.[1]])
})

test('nothing is installed or compiled in the image itself, nor are tools copied into it', () => {
  const commands = image?.instructions.filter(({ word }) => word === 'RUN').map(({ rest }) => rest)
  expect(commands).toEqual(['mkdir /data && chown node:node /data'])
  expect(
    image?.instructions.filter(
      ({ word, rest }) =>
        /^(COPY|ADD)$/.test(word) && !/^--from=(?!build \/(\s|(usr|bin|lib|opt)\b))/.test(rest),
    ),
  ).toEqual([])
})

test('what is built is what it starts, on the port and the volume that it says', () => {
  const given = (word: string) => image?.instructions.find((one) => one.word === word)?.rest ?? ''
  const set = Object.fromEntries(
    given('ENV')
      .split(' ')
      .map((pair) => pair.split('=') as [string, string]),
  )
  const env = readEnvironment({
    ...set,
    BASE_URL: 'https://safari.example',
    SESSION_SECRET: 'a-secret-of-thirty-two-characters',
  })
  expect([env.production, String(env.PORT)]).toEqual([true, given('EXPOSE')])
  expect(env.DATABASE_PATH).toBe(`${given('VOLUME')}/safari.db`)
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
  const command = wordsOf(given('CMD'))
  expect(scripts.start).toBe(`node ${command.at(-1)}`)
  expect(existsSync(command[0] ?? '')).toBe(true)
  expect(given('ENTRYPOINT')).toContain(`chown node:node ${given('VOLUME')}`)
})

test('what it copies is there or built, and what the site reads beside the build is copied', () => {
  const copied =
    image?.instructions.flatMap(({ rest }) => /^--from=build \/site\/(\S+)/.exec(rest)?.[1] ?? []) ?? []
  const made = ['build', 'node_modules', 'sbom.cdx.json']
  expect(copied.filter((path) => !made.includes(path) && !existsSync(path))).toEqual([])
  const sources = ['app', 'db'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .map((path) => `${folder}/${path}`),
  )
  const read = sources.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/(?<!\.)resolve\('([\w./-]+)'\)/g)].map(([, file = '']) => file),
  )
  expect(read.length).toBeGreaterThan(1)
  expect(read.filter((path) => !copied.includes(path))).toEqual([])
})
