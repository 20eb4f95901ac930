import { beforeEach, expect, test } from 'vitest'
import { sitemapPages, sitemapXml } from '#app/views/crawlers.server'
import { db } from '#db/connection.server'
import { galleryImages, siteSettings } from '#db/schema/site'
import { departures } from '#db/schema/tours'

const NOON = new Date('2025-06-01T17:00:00Z')
const LATER = new Date('2025-07-01T17:00:00Z')

const changed = () => Object.fromEntries(sitemapPages().map(({ path, changedAt }) => [path, changedAt]))
const aPicture = (slug: string, createdAt: Date) => {
  db.insert(galleryImages)
    .values({ slug, title: 'A picture', alt: 'What it shows', width: 1600, height: 1067, createdAt })
    .run()
}

beforeEach(() => {
  db.update(departures)
    .set({ updatedAt: new Date(0) })
    .run()
  db.update(siteSettings)
    .set({ updatedAt: new Date(0) })
    .run()
  db.delete(galleryImages).run()
})

test('a fresh site claims no change that nobody made', () => {
  expect(changed()).toEqual({
    '/': null,
    '/texascountrysafari': null,
    '/twende-home': null,
    '/gallery': null,
    '/contact': null,
    '/terms': null,
    '/privacy': null,
  })
})

test('each page changed when its content did', () => {
  db.update(departures).set({ updatedAt: NOON }).run()
  aPicture('one', LATER)
  aPicture('two', NOON)
  expect(changed()).toMatchObject({
    '/': null,
    '/texascountrysafari': NOON,
    '/gallery': LATER,
    '/gallery/one': LATER,
    '/gallery/two': NOON,
  })

  db.update(siteSettings).set({ updatedAt: LATER }).run()
  expect(changed()).toMatchObject({ '/': LATER, '/contact': LATER, '/twende-home': null })
})

test('addresses are absolute, escaped and dated only when known', () => {
  const xml = sitemapXml('https://savannasoul.example', [
    { path: '/gallery', changedAt: NOON },
    { path: '/a&b', changedAt: null },
  ])
  expect(xml).toContain(
    '<url><loc>https://savannasoul.example/gallery</loc><lastmod>2025-06-01T17:00:00.000Z</lastmod></url>',
  )
  expect(xml).toContain('<url><loc>https://savannasoul.example/a&amp;b</loc></url>')
})
