import { expect, test } from 'vitest'
import { trafficSource } from '#app/analytics/record-page-view.server'

const OWN = 'savannasoul.example'

test.each([
  ['nothing at all', {}, 'direct'],
  ['another site', { referrer: 'https://www.texasmonthly.com/travel?q=1' }, 'www.texasmonthly.com'],
  ['a page of ours', { referrer: 'https://savannasoul.example/gallery' }, 'direct'],
  [
    'a name that only begins like ours',
    { referrer: 'https://savannasoul.example.evil/' },
    'savannasoul.example.evil',
  ],
  [
    'a campaign, whatever led here',
    { utmSource: 'Newsletter', referrer: 'https://mail.google.com/' },
    'newsletter',
  ],
  [
    'a campaign from a page of ours',
    { utmSource: 'qr-code', referrer: 'https://savannasoul.example/' },
    'qr-code',
  ],
  ['an empty campaign', { utmSource: '  ', referrer: 'https://bing.com/' }, 'bing.com'],
  ['a campaign with line breaks', { utmSource: 'a\r\n\u0000b' }, 'a b'],
  ['no address', { referrer: 'what?' }, 'direct'],
  ['an address that is no site', { referrer: 'javascript://evil.example/%0aalert(1)' }, 'direct'],
  ['an application', { referrer: 'android-app://com.google.android.gm/' }, 'direct'],
])('%s', (_, cameFrom, source) => {
  expect(trafficSource(cameFrom, OWN)).toBe(source)
})

test('a source is cut to a hundred characters', () => {
  expect(trafficSource({ utmSource: 'x'.repeat(101) }, OWN)).toBe('x'.repeat(100))
})
