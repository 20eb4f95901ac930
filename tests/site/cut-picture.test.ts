import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { PICTURES } from '#db/seed/pictures'
import { patiently } from '#scripts/test/patience.mjs'

const folder = mkdtempSync(join(tmpdir(), 'savanna-cut-'))
const table = join(folder, 'pictures.ts')
copyFileSync('db/seed/pictures.ts', table)
afterAll(() => rmSync(folder, { recursive: true }))

const OPTIONS = ['--folder', folder, '--table', table, '--effort', '0']
const cut = (slug: string, file: string) =>
  spawnSync('node_modules/.bin/tsx', ['scripts/cut-picture.ts', slug, file, ...OPTIONS], { encoding: 'utf8' })

const limit = { timeout: patiently(20_000) }

/** The left half red, the right half blue. */
async function aPhotograph(width: number, height: number) {
  const file = join(folder, `photograph-${width}.png`)
  const half = { create: { width: width / 2, height, channels: 3, background: '#c00000' } } as const
  await sharp({ create: { width, height, channels: 3, background: '#0000c0' } })
    .composite([{ input: await sharp(half).png().toBuffer(), left: 0, top: 0 }])
    .png()
    .toFile(file)
  return file
}

test('a photograph is cut to all that a picture of the site is', limit, async () => {
  const { widths, focus, preview } = PICTURES['mara-balloon']
  const { stderr, status } = cut('mara-balloon', await aPhotograph(3_400, 1_500))
  expect([stderr, status]).toEqual(['', 0])

  const sizes = widths.flatMap((width) =>
    ['avif', 'webp', 'jpg'].map((ending) => `mara-balloon-${width}.${ending}`),
  )
  expect(readdirSync(folder)).toEqual(expect.arrayContaining([...sizes, 'og-gallery.jpg']))
  for (const name of [...sizes, 'og-gallery.jpg']) {
    const { width, height } = await sharp(join(folder, name)).metadata()
    const shape =
      name === 'og-gallery.jpg' ? [1200, 630] : [Number(/-(\d+)\./.exec(name)?.[1]), expect.any(Number)]
    expect([width, height], name).toEqual(shape)
  }
  // Around the focus, which lies right of the middle: two thirds are blue.
  expect(focus.x).toBeGreaterThan(0.6)
  const { channels } = await sharp(join(folder, 'mara-balloon-400.jpg')).stats()
  expect(channels[2]?.mean).toBeGreaterThan((channels[0]?.mean ?? 0) * 1.2)

  const before = readFileSync('db/seed/pictures.ts', 'utf8').split('\n')
  const changed = readFileSync(table, 'utf8')
    .split('\n')
    .filter((line, at) => line !== before[at])
  expect(changed).toEqual([expect.stringMatching(/^ {6}'data:image\/webp;base64,[\w+/=]{100,}',$/)])
  expect(changed[0]).not.toContain(preview)
})

test('one too small, or for no picture, is refused and says why', limit, async () => {
  const small = cut('lion-kopje', await aPhotograph(800, 600))
  expect(small.status).toBe(1)
  expect(small.stderr).toContain('has 800 × 600 pixels, and needs 1600 × 1067')
  expect(cut('lion', 'x.jpg').stderr).toContain('Name a picture and a file: hero-amboseli,')
  expect(readdirSync(folder).filter((name) => name.startsWith('lion'))).toEqual([])
})

test('every picture of the table is there, in every width', () => {
  for (const [slug, { widths }] of Object.entries(PICTURES))
    for (const width of widths)
      for (const ending of ['avif', 'webp', 'jpg'])
        expect(statSync(`public/pictures/${slug}-${width}.${ending}`).size, slug).toBeGreaterThan(500)
})
