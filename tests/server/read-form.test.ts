import { expect, test } from 'vitest'
import { CONFORM_INTENT, readForm } from '#app/server/guards/read-form.server'

const posted = (intent: unknown) =>
  new Request('http://localhost:3000/contact', {
    method: 'POST',
    body: new URLSearchParams({
      name: 'Ann',
      [CONFORM_INTENT]: typeof intent === 'string' ? intent : JSON.stringify(intent),
    }),
  })

const FIELDS = ['name', CONFORM_INTENT]

test('a form that is sent to be checked is read', async () => {
  const form = await readForm(posted({ type: 'validate', payload: { name: 'name' } }), FIELDS)
  expect(form.get('name')).toBe('Ann')
})

test.each([
  [{ type: 'insert', payload: { name: 'x', index: 60_000_000 } }],
  [{ type: 'update', payload: { name: 'x[60000000]', value: 1 } }],
  [{ type: 'reorder', payload: { name: 'x', from: 1, to: 60_000_000 } }],
  [{ type: 'reset', payload: {} }],
  [{ type: 'validate', payload: { name: 'x'.repeat(101) } }],
  ['['.repeat(50_000)],
  ['nonsense'],
])('a form that asks for more is refused: %j', async (intent) => {
  await expect(readForm(posted(intent), FIELDS)).rejects.toMatchObject({ status: 400 })
})
