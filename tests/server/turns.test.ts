import { setImmediate as soon } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createTurns } from '#app/server/guards/turns'

test('two hundred connections of one address are worked on eight at a time, beside everybody else', async () => {
  const turn = createTurns()
  const ends: (() => void)[] = []
  for (let one = 0; one < 200; one += 1) turn('flood').then((end) => ends.push(end))
  await soon()
  expect(ends).toHaveLength(8)
  let isServed = false
  turn('a reader').then(() => {
    isServed = true
  })
  await soon()
  expect(isServed).toBe(true)
  for (let ended = 0; ended < 200; ended += 1) {
    ends[ended]?.()
    await soon()
  }
  expect(ends).toHaveLength(200)
})

test('an address whose turns have all ended is forgotten, and has eight again', async () => {
  const turn = createTurns(1)
  for (let one = 0; one < 3; one += 1) (await turn('reader'))()
  const end = await turn('reader')
  let isSecond = false
  const second = turn('reader').then((done) => {
    isSecond = true
    return done
  })
  await soon()
  expect(isSecond).toBe(false)
  end()
  ;(await second)()
  expect(isSecond).toBe(true)
})
