import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { baseOf, stagesOf } from './dockerfile'

// What an image is made from is said to the byte, and what it must not hold is nowhere near it.

const stages = stagesOf()
const image = stages.at(-1)
const outside = stages.filter(({ from }) => !stages.some(({ name }) => name === from))

test('every image from outside is named by its digest', () => {
  expect(
    outside.map(({ from }) => from).filter((from) => !/^[\w./-]+:[\w.-]+@sha256:[\da-f]{64}$/.test(from)),
  ).toEqual([])
  expect(outside.map(({ name }) => name).sort()).toEqual(['litestream-image', 'node'])
})

test('the image has the Node that developers are told', () => {
  const wanted = readFileSync('.nvmrc', 'utf8').trim()
  expect(baseOf(stages, image as (typeof stages)[number])).toMatch(
    new RegExp(`^node:${wanted}\\.[\\d.]+-bookworm-slim@`),
  )
})

test('nothing is installed or compiled in the image itself', () => {
  const commands = image?.instructions.filter(({ word }) => word === 'RUN').map(({ rest }) => rest)
  expect(commands).toEqual(['mkdir /data && chown node:node /data'])
  expect(
    image?.instructions.filter(({ word, rest }) => /^(COPY|ADD)$/.test(word) && !rest.startsWith('--from=')),
  ).toEqual([])
})

test('compilers stay in the stage that builds', () => {
  const withTools = stages.filter(({ instructions }) =>
    instructions.some(({ rest }) => /\b(g\+\+|make|python3)\b/.test(rest)),
  )
  expect(withTools.map(({ name }) => name)).toEqual(['build'])
  const whole = image?.instructions.filter(({ rest }) =>
    /^--from=build \/\s|^--from=build \/(usr|bin|lib|opt)\b/.test(rest),
  )
  expect(whole).toEqual([])
})
