import { expect, test } from 'vitest'
import { createBudget, type Turn } from '#app/money/stripe/guest-budget.server'

const taken = async (asked: Turn | null | Promise<Turn | null>): Promise<Turn> => {
  const turn = await asked
  if (!turn) throw new Error('There was no turn')
  return turn
}

test('requests beyond the limit wait and are served in order', async () => {
  const purse = createBudget({ atOnce: 2, aSecond: 1_000, together: 1_000 })
  const first = await taken(purse.turn())
  await taken(purse.turn())
  const served: string[] = []
  const asks = async (name: string) => {
    const turn = await taken(purse.turn())
    served.push(name)
    return turn
  }
  const third = asks('third')
  const fourth = asks('fourth')
  expect(served).toEqual([])
  first.end()
  const turn = await third
  expect(served).toEqual(['third'])
  turn.end()
  await fourth
  expect(served).toEqual(['third', 'fourth'])
})

test('saved turns go together, later ones at a steady rate', async () => {
  const purse = createBudget({ atOnce: 100, aSecond: 20, together: 5 })
  const began = performance.now()
  await Promise.all(Array.from({ length: 5 }, () => purse.turn()))
  const together = performance.now() - began
  await Promise.all(Array.from({ length: 4 }, () => purse.turn()))
  expect(performance.now() - began).toBeGreaterThanOrEqual(150 - together)
})

test('anyone who comes when the line is full is sent away', async () => {
  const purse = createBudget({ atOnce: 1, aSecond: 1_000, together: 1_000 })
  const turn = await taken(purse.turn())
  const inLine = Array.from({ length: 50 }, () => purse.turn())
  expect(await purse.turn()).toBeNull()
  turn.end()
  for (const next of inLine) (await taken(next)).end()
})
