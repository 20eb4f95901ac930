import sharp from 'sharp'
import { expect, test } from 'vitest'
import { painted } from '#app/site/gallery.server'
import {
  CUTS_OF_HEROES,
  SHARE_PICTURES,
  sharedWhole,
  sharedWithFirst,
  sharePictureOf,
} from '#app/site/picture'
import { SITE_LINKS } from '#app/site/site-pages'

const sizeOf = async (file: string) => {
  const { width, height, format } = await sharp(`public${file}`).metadata()
  return { width, height, format }
}

test.each([
  ...SITE_LINKS.map(({ to }) => [to, sharePictureOf(to)] as const),
  ...Object.entries(CUTS_OF_HEROES),
])('%s is shared with an existing 1200 × 630 picture', async (_, { file, alt, width, height }) => {
  expect({ width, height }).toEqual({ width: 1200, height: 630 })
  expect(await sizeOf(file)).toEqual({ width, height, format: 'jpeg' })
  expect(alt.length).toBeGreaterThan(20)
})

test('a first picture that was not painted for it is shared whole', () => {
  expect(sharedWithFirst({ wide: painted('tour-stage') }).file).toBe('/pictures/og-tour.jpg')
  expect(sharedWithFirst({ wide: painted('lion-kopje') }).file).toBe('/pictures/lion-kopje-1600.jpg')
})

test('a gallery picture is shared uncropped in its own size', async () => {
  const { file, alt, width, height } = sharedWhole(painted('mara-balloon'))
  expect(await sizeOf(file)).toEqual({ width, height, format: 'jpeg' })
  expect(alt).toContain('balloon')
})

test('only pages of the menu have a picture, each its own', () => {
  const pages: string[] = SITE_LINKS.map(({ to }) => to)
  const pictured = Object.keys(SHARE_PICTURES)
  expect(pictured.filter((page) => !pages.includes(page))).toEqual([])
  expect(new Set(Object.values(SHARE_PICTURES).map(({ file }) => file)).size).toBe(pictured.length)
  expect(sharePictureOf('/gallery/mara-balloon')).toBe(sharePictureOf('/'))
})
