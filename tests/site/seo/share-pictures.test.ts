import sharp from 'sharp'
import { expect, test } from 'vitest'
import { painted } from '#app/site/gallery.server'
import { SHARE_PICTURES, sharedWhole, sharePictureOf } from '#app/site/picture'
import { SITE_LINKS } from '#app/site/site-pages'

const sizeOf = async (file: string) => {
  const { width, height, format } = await sharp(`public${file}`).metadata()
  return { width, height, format }
}

test.each([...SITE_LINKS.map(({ to }) => to), '/:journey'])(
  '%s is shared with an existing 1200 × 630 picture',
  async (path) => {
    const { file, alt, width, height } = sharePictureOf(path)
    expect({ width, height }).toEqual({ width: 1200, height: 630 })
    expect(await sizeOf(file)).toEqual({ width, height, format: 'jpeg' })
    expect(alt.length).toBeGreaterThan(20)
  },
)

test('a gallery picture is shared uncropped in its own size', async () => {
  const { file, alt, width, height } = sharedWhole(painted('mara-balloon'))
  expect(await sizeOf(file)).toEqual({ width, height, format: 'jpeg' })
  expect(alt).toContain('balloon')
})

test('only pages of the menu have a picture, each its own', () => {
  const pages: string[] = [...SITE_LINKS.map(({ to }) => to), '/:journey']
  const pictured = Object.keys(SHARE_PICTURES)
  expect(pictured.filter((page) => !pages.includes(page))).toEqual([])
  expect(new Set(Object.values(SHARE_PICTURES).map(({ file }) => file)).size).toBe(pictured.length)
  expect(sharePictureOf('/gallery/mara-balloon')).toBe(sharePictureOf('/'))
})
