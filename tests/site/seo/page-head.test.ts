import { expect, test } from 'vitest'
import { pageHead } from '#app/ui/page-head'

const matches = [{ id: 'root', data: { baseUrl: 'https://savannasoul.example' } }]
const page = { title: 'Contact', description: 'Write to us.', path: '/contact', matches }

test('a shared page has its text and absolute addresses', () => {
  const head = pageHead(page)
  expect(head).toContainEqual({ property: 'og:url', content: 'https://savannasoul.example/contact' })
  expect(head).toContainEqual({ property: 'og:title', content: 'Contact | Savanna Soul' })
  expect(head).toContainEqual({ name: 'twitter:card', content: 'summary_large_image' })
  expect(JSON.stringify(head)).toMatch(
    /"og:image","content":"https:\/\/savannasoul\.example\/pictures\/og-[a-z-]+\.jpg"/,
  )
})

test('structured data about a page comes with its breadcrumbs', () => {
  const types = pageHead({ ...page, things: [{ '@type': 'TouristTrip' }] }).flatMap((tag) =>
    'script:ld+json' in tag ? [tag['script:ld+json']] : [],
  )
  expect(types).toMatchObject([
    { '@context': 'https://schema.org', '@type': 'TouristTrip' },
    { '@context': 'https://schema.org', '@type': 'BreadcrumbList' },
  ])
})

test.each([
  ['kept out of search engines', { ...page, noindex: true }],
  ['whose root loader failed', { ...page, matches: [{ id: 'root', data: undefined }] }],
])('a page %s has neither picture nor structured data', (_, given) => {
  expect(JSON.stringify(pageHead({ ...given, things: [{ '@type': 'TouristTrip' }] }))).not.toMatch(
    /og:image|ld\+json|og:url/,
  )
})
