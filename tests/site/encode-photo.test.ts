import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { type EncodedPhoto, encodePhoto } from '#app/site/photo-files.server'
import { aHugePicture, aPhoto, HEIC, PROGRAM, SVG } from './photos'

async function encoded(bytes: Buffer): Promise<EncodedPhoto> {
  const photo = await encodePhoto(bytes)
  if ('refused' in photo) throw new Error(photo.refused)
  return photo
}

test('a photograph becomes three formats, upright and never enlarged', async () => {
  const photo = await encoded(await aPhoto({ width: 1200, height: 800 }))

  expect(photo).toMatchObject({ width: 800, height: 1200, widths: [400, 640, 800] })
  expect(photo.files.map(({ width, ending }) => `${width}.${ending}`)).toEqual(
    [400, 640, 800].flatMap((width) => ['avif', 'webp', 'jpg'].map((ending) => `${width}.${ending}`)),
  )
  const formats: string[] = []
  for (const { width, ending, bytes } of photo.files) {
    const head = await sharp(bytes).metadata()
    expect(head).toMatchObject({ width, height: width * 1.5 })
    formats.push(`${ending} ${head.format}`)
  }
  expect(new Set(formats)).toEqual(new Set(['avif heif', 'webp webp', 'jpg jpeg']))
})

test('what the camera wrote into it is gone', async () => {
  const original = await aPhoto()
  expect((await sharp(original).metadata()).exif?.toString('latin1')).toContain('Savanna Camera')

  for (const { bytes } of (await encoded(original)).files) {
    const { exif, xmp, iptc, icc, orientation } = await sharp(bytes).metadata()
    expect({ exif, xmp, iptc, icc, orientation }).toEqual({})
    expect(bytes.toString('latin1')).not.toContain('Savanna')
  }
})

test('it gets a veil of umber and a tiny preview', async () => {
  const photo = await encoded(
    await sharp({ create: { width: 500, height: 500, channels: 3, background: '#fff' } })
      .png()
      .toBuffer(),
  )
  const jpeg = photo.files.find(({ ending }) => ending === 'jpg')?.bytes
  const tones = [...(await sharp(jpeg).raw().toBuffer()).subarray(0, 3)]
  expect(tones).toEqual(tones.toSorted((one, other) => other - one))
  for (const tone of tones) expect(Math.abs(tone - 248)).toBeLessThan(5)
  expect(photo.preview).toMatch(/^data:image\/webp;base64,/)
  expect(photo.preview.length).toBeLessThan(400)
})

test('no cut loses the head in it: what stands out is found, also in a square, and else it is the middle', async () => {
  for (const { width, height, x, y } of [
    { width: 600, height: 400, x: 525, y: 80 },
    { width: 400, height: 600, x: 200, y: 75 },
    { width: 450, height: 450, x: 70, y: 100 },
  ]) {
    const head = `<svg width="${width}" height="${height}"><circle cx="${x}" cy="${y}" r="40" fill="#f2c9a0"/></svg>`
    const sky = sharp({ create: { width, height, channels: 3, background: '#4060a0' } })
    const { focusX, focusY } = await encoded(
      await sky
        .composite([{ input: Buffer.from(head) }])
        .jpeg()
        .toBuffer(),
    )
    expect(Math.hypot(focusX * width - x, focusY * height - y)).toBeLessThan(40)
  }
  expect(await encoded(await aPhoto({ width: 400, height: 400 }))).toMatchObject({ focusX: 0.5, focusY: 0.5 })
})

test('a see-through picture is laid on white', async () => {
  const create = { width: 500, height: 500, channels: 4 as const, background: '#00000000' }
  const transparent = await encoded(await sharp({ create }).png().toBuffer())
  const [tone] = await sharp(transparent.files[2]?.bytes).raw().toBuffer()
  expect(tone).toBeGreaterThan(240)

  const gray = await sharp({ create: { ...create, background: '#888888' } })
    .grayscale()
    .jpeg()
    .toBuffer()
  expect(await encodePhoto(gray)).toMatchObject({ widths: [400, 500] })
})

describe('is refused', () => {
  test.each([
    ['an SVG with a script', SVG, 'not-a-picture'],
    ['a renamed program', PROGRAM, 'not-a-picture'],
    ['a PDF', Buffer.from('%PDF-1.7 …'), 'not-a-picture'],
    ['a GIF', Buffer.from('GIF89a…………'), 'not-a-picture'],
    ['nothing', Buffer.alloc(0), 'not-a-picture'],
    ['a HEIC picture', HEIC, 'heic'],
    ['a JPEG in its first bytes only', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), SVG]), 'unreadable'],
  ])('%s', async (_, bytes, refused) => {
    expect(await encodePhoto(bytes)).toEqual({ refused })
  })

  test('an enormous picture, before it is unpacked', async () => {
    const started = process.cpuUsage()
    expect(await encodePhoto(await aHugePicture())).toEqual({ refused: 'too-many-pixels' })
    const { user, system } = process.cpuUsage(started)
    expect((user + system) / 1000).toBeLessThan(2_000)
  })

  test('a picture that ends in the middle', async () => {
    const noisy = await sharp({
      create: {
        width: 900,
        height: 900,
        channels: 3,
        background: '#888',
        noise: { type: 'gaussian', mean: 128, sigma: 40 },
      },
    })
      .jpeg()
      .toBuffer()
    expect(await encodePhoto(noisy.subarray(0, noisy.length / 2))).toEqual({ refused: 'unreadable' })
  })

  test('a picture under 400 pixels', async () => {
    expect(await encodePhoto(await aPhoto({ width: 399, height: 800 }))).toEqual({ refused: 'too-small' })
    expect(await encodePhoto(await aPhoto({ width: 400, height: 400 }))).toHaveProperty('widths', [400])
  })

  test('the fifth that would have to wait', async () => {
    const photo = await aPhoto({ width: 400, height: 400 })
    const answers = await Promise.all(Array.from({ length: 5 }, () => encodePhoto(photo)))
    expect(answers.filter((answer) => 'refused' in answer)).toEqual([{ refused: 'busy' }])
    expect(await encodePhoto(photo)).toHaveProperty('widths')
  })
})
