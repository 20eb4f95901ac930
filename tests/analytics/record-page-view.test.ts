import { beforeEach, expect, test } from 'vitest'
import { recordPageView } from '#app/analytics/record-page-view.server'
import { db } from '#db/connection.server'
import { pageViews } from '#db/schema/running'
import { galleryImages } from '#db/schema/site'

const NOON = new Date('2025-06-01T17:00:00Z')
const NEXT_DAY = new Date('2025-06-02T17:00:00Z')
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0'
const view = { path: '/', address: '203.0.113.7', userAgent: FIREFOX }

const rows = () => db.select().from(pageViews).all()
const visitors = () => new Set(rows().map(({ visitorDigest }) => visitorDigest)).size
beforeEach(() => void db.delete(pageViews).run())

test('a page view stores only page, source, day and digest', () => {
  expect(recordPageView({ ...view, path: '/gallery', utmSource: 'newsletter' }, NOON)).toEqual({
    page: '/gallery',
  })
  expect(rows()).toEqual([
    {
      id: expect.any(Number),
      path: '/gallery',
      source: 'newsletter',
      country: 'unknown',
      visitorDigest: expect.stringMatching(/^[\w-]{22}$/),
      day: '2025-06-01',
      createdAt: NOON,
    },
  ])
  expect(JSON.stringify(rows())).not.toMatch(/203\.0\.113|Firefox/)
})

test('the day is the business’s, not the host’s', () => {
  recordPageView(view, new Date('2025-06-02T04:59:59Z'))
  recordPageView(view, new Date('2025-06-02T05:00:00Z'))
  expect(rows().map(({ day }) => day)).toEqual(['2025-06-01', '2025-06-02'])
})

test('one visitor of one day is one, on any page', () => {
  recordPageView(view, NOON)
  recordPageView({ ...view, path: '/contact' }, NOON)
  expect(visitors()).toBe(1)
})

test.each([
  ['another address', { ...view, address: '203.0.113.8' }, NOON],
  ['another browser', { ...view, userAgent: `${FIREFOX} Mobile` }, NOON],
  ['the same visitor on the next day', view, NEXT_DAY],
])('%s is another visitor', (_, other, at) => {
  recordPageView(view, NOON)
  recordPageView(other, at)
  expect(visitors()).toBe(2)
})

test.each([
  ['/contact?email=me@example.com#form', '/contact'],
  ['/Contact/', '/contact'],
  ['/payment-success?payment_intent=pi_1', '/payment-success'],
])('%s is counted as %s', (path, page) => {
  expect(recordPageView({ ...view, path }, NOON)).toEqual({ page })
})

test.each([
  '/admin/bookings',
  '/pay/secret-token',
  '/unsubscribe/t',
  '/nowhere',
  '//evil.example',
  '/api/contact',
])('%s is not written down', (path) => {
  expect(recordPageView({ ...view, path }, NOON)).toEqual({ leftOut: 'unknown-page' })
  expect(rows()).toEqual([])
})

test('a gallery picture is counted while it hangs there', () => {
  db.insert(galleryImages)
    .values({ slug: 'a-dhow', title: 'A dhow', alt: 'A dhow', width: 1600, height: 1067, createdAt: NOON })
    .run()
  expect(recordPageView({ ...view, path: '/gallery/a-dhow' }, NOON)).toEqual({ page: '/gallery/a-dhow' })
  expect(recordPageView({ ...view, path: '/gallery/another' }, NOON)).toEqual({ leftOut: 'unknown-page' })
})

test('a program is not counted', () => {
  expect(recordPageView({ ...view, userAgent: 'Googlebot/2.1' }, NOON)).toEqual({ leftOut: 'bot' })
  expect(rows()).toEqual([])
})
