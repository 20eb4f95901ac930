import { expect, test } from 'vitest'
import { aSite } from './a-site'

const { ask } = await aSite()

test('the server writes links down as Remix does', async () => {
  const { text } = await ask('/links')
  const [ours, remixs] = [...text.matchAll(/<section>(.*?)<\/section>/g)].map(([, links = '']) => links)
  expect(tagsIn(ours)).toHaveLength(7)
  expect(tagsIn(ours)).toEqual(tagsIn(remixs))
})

/** The attributes of each link, in the order of the alphabet. */
const tagsIn = (html = '') =>
  [...html.matchAll(/<a (.*?)>/g)].map(([, attributes = '']) =>
    (attributes.match(/[\w-]+="[^"]*"/g) ?? []).sort(),
  )
