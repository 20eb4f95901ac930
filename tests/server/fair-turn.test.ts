import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { fairTurn } from '#app/server/guards/answer'

test('of many who wait, one goes on each turn', async () => {
  const order: string[] = []
  const wait = async (name: string) => {
    await fairTurn()
    order.push(name)
  }
  const all = [wait('first'), wait('second'), wait('third')]
  for (const other of ['a', 'b', 'c']) {
    await nextTurn()
    order.push(other)
  }
  await Promise.all(all)
  expect(order).toEqual(['first', 'a', 'second', 'b', 'third', 'c'])
})
