import { expect, test } from 'vitest'
import { pageHead } from '#app/ui/page-head'

const page = { title: 'Contact', description: 'Write to us.', path: '/contact' }
const root = { id: 'root', data: { baseUrl: 'https://savannasoul.example' } }

test('a page names the company, itself and its one address', () => {
  const head = pageHead({ ...page, matches: [root] })
  expect(head).toContainEqual({ title: 'Contact | Savanna Soul' })
  expect(head).toContainEqual({
    tagName: 'link',
    rel: 'canonical',
    href: 'https://savannasoul.example/contact',
  })
})

test('a page hidden from search engines has no canonical address', () => {
  const head = pageHead({ ...page, noindex: true, matches: [root] })
  expect(head).toContainEqual({ name: 'robots', content: 'noindex' })
  expect(JSON.stringify(head)).not.toContain('canonical')
})

test('a page keeps its head when the root loader fails', () => {
  const head = pageHead({ ...page, matches: [{ id: 'root', data: undefined }] })
  expect(head).toContainEqual({ title: 'Contact | Savanna Soul' })
  expect(JSON.stringify(head)).not.toContain('canonical')
})
