import { mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq, like } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  galleryPicture,
  galleryPictures,
  pictureAt,
  picturesToChoose,
  picturesWithIds,
} from '#app/site/gallery.server'
import { PHOTO_FOLDER, photoIsThere } from '#app/site/photo-files.server'
import {
  addPaintedPicture,
  addPhoto,
  changePicture,
  movePicture,
  removePicture,
  unusedPaintings,
} from '#app/site/save-picture.server'
import { contentVersion, siteSettings } from '#app/site/settings.server'
import { sitemapPages } from '#app/views/crawlers.server'
import { db } from '#db/connection.server'
import { experiences, galleryImages, pageWords, siteSettings as settings } from '#db/schema/site'
import { adminUsers, auditLog } from '#db/schema/staff'
import { NOON } from '#tests/fixtures/orders'
import { AMINA, aPhoto, SVG } from './photos'

db.insert(adminUsers)
  .values({ ...AMINA, passwordHash: 'x', createdAt: NOON })
  .onConflictDoNothing()
  .run()

const WORDS = { title: 'Dawn at the ford', alt: 'A river at dawn', place: 'Samburu, Kenya', isHung: true }
const CENTERED = { focusX: 50, focusY: 50 }
const atNoon = () => NOON

const underWay = new Set<Promise<unknown>>()

function hang(bytes: Buffer, words = WORDS) {
  const hanging = addPhoto(bytes, words, AMINA, atNoon)
  underWay.add(hanging)
  return hanging
}

async function hung(bytes: Buffer, words = WORDS): Promise<number> {
  const answer = await hang(bytes, words)
  if ('refused' in answer) throw new Error(answer.refused)
  return answer.id
}

const filesOf = (slug: string) => readdirSync(PHOTO_FOLDER).filter((name) => name.startsWith(slug))
const lastAct = () => db.select().from(auditLog).all().at(-1)

// What a failed test still has under way would hang its photograph in the next one.
afterEach(() => Promise.allSettled(underWay))

beforeEach(() => {
  underWay.clear()
  rmSync(PHOTO_FOLDER, { recursive: true, force: true })
  db.delete(galleryImages).where(like(galleryImages.slug, 'dawn%')).run()
})

test('a photograph hangs at the end, with its files', async () => {
  const before = contentVersion()
  const id = await hung(await aPhoto())
  const picture = galleryPictures().at(-1)

  expect(picture).toMatchObject({ ...WORDS, isUploaded: true, widths: [400, 640, 800], width: 800 })
  expect(picture?.slug).toMatch(/^dawn-at-the-ford-[0-9a-f]{12}$/)
  expect(filesOf(picture?.slug ?? '')).toHaveLength(9)
  expect(galleryPicture(picture?.slug ?? '')?.picture.title).toBe('Dawn at the ford')
  expect(pictureAt(`/photos/${picture?.slug}`)?.alt).toBe('A river at dawn')
  expect(picturesWithIds().at(-1)?.id).toBe(id)
  expect(contentVersion()).toBeGreaterThan(before)
  expect(lastAct()).toMatchObject({ actor: 'Amina', action: 'picture-uploaded' })
})

test('half-written files are cleared only after an hour', async () => {
  mkdirSync(PHOTO_FOLDER)
  const write = (name: string) => {
    writeFileSync(join(PHOTO_FOLDER, name), 'half')
    return { name, writtenAt: statSync(join(PHOTO_FOLDER, name)).mtimeMs / 1000 }
  }
  const [old] = [write('dusk-1-400.avif.part'), write('dusk-2-400.avif.part')]
  utimesSync(join(PHOTO_FOLDER, old.name), old.writtenAt - 3_700, old.writtenAt - 3_700)
  await hung(await aPhoto())
  expect(readdirSync(PHOTO_FOLDER).filter((name) => name.endsWith('.part'))).toEqual(['dusk-2-400.avif.part'])
})

test('the same photograph is not hung twice', async () => {
  const photo = await aPhoto()
  const both = await Promise.all([hang(photo), hang(photo, { ...WORDS, title: 'Dawn, sent again' })])
  expect(both.filter((answer) => 'refused' in answer)).toEqual([{ refused: 'already-here' }])
  expect(await hang(photo)).toEqual({ refused: 'already-here' })
  expect(galleryPictures().filter(({ isUploaded }) => isUploaded)).toHaveLength(1)
  expect(readdirSync(PHOTO_FOLDER)).toHaveLength(9)
})

test('what is refused leaves nothing behind', async () => {
  const before = galleryPictures()
  expect(await hang(SVG)).toEqual({ refused: 'not-a-picture' })
  expect(galleryPictures()).toEqual(before)
})

test('removing it takes its files and nobody else’s', async () => {
  const id = await hung(await aPhoto())
  await hung(await aPhoto({ color: '#204060' }), { ...WORDS, title: 'Dawn, another' })
  const before = contentVersion()

  expect(await removePicture(id, AMINA, NOON)).toEqual({ removed: true })
  expect(readdirSync(PHOTO_FOLDER)).toHaveLength(9)
  expect(contentVersion()).toBeGreaterThan(before)
  expect(await removePicture(id, AMINA, NOON)).toEqual({ refused: 'gone' })
})

test('a photograph that an experience shows cannot be removed', async () => {
  const id = await hung(await aPhoto())
  const slug = galleryPictures().at(-1)?.slug
  const shows = (imageUrl: string) =>
    db.update(experiences).set({ imageUrl }).where(eq(experiences.slug, 'mara-balloon')).run()
  shows(`/photos/${slug}`)

  expect(await removePicture(id, AMINA, NOON)).toEqual({
    refused: 'in-use',
    by: ['The great migration by balloon'],
  })
  expect(filesOf(slug ?? '')).toHaveLength(9)

  shows('/pictures/mara-balloon')
  expect(await removePicture(id, AMINA, NOON)).toEqual({ removed: true })
})

test('the portrait of the leadership profile, and a page’s picture, cannot be removed', async () => {
  const id = await hung(await aPhoto())
  const slug = galleryPictures().at(-1)?.slug
  const { leaderPicture } = siteSettings()
  db.update(settings)
    .set({ leaderPicture: `/photos/${slug}` })
    .run()
  expect(await removePicture(id, AMINA, NOON)).toEqual({ refused: 'in-use', by: ['Leadership profile'] })

  db.update(settings).set({ leaderPicture }).run()
  const first = { page: 'tour-1', words: { picture: `/photos/${slug}` }, updatedAt: NOON } as const
  db.insert(pageWords).values(first).onConflictDoUpdate({ target: pageWords.page, set: first }).run()
  expect(await removePicture(id, AMINA, NOON)).toEqual({
    refused: 'in-use',
    by: ['2Step Safari: pictures and films'],
  })

  db.delete(pageWords).run()
  expect(await removePicture(id, AMINA, NOON)).toEqual({ removed: true })
})

test('missing files are noticed and can be sent again', async () => {
  const photo = await aPhoto()
  const id = await hung(photo)
  const { slug, widths } = galleryPictures().at(-1) ?? { slug: '', widths: [] }
  rmSync(join(PHOTO_FOLDER, `${slug}-640.jpg`))
  expect(photoIsThere(slug, widths)).toBe(false)

  expect(await removePicture(id, AMINA, NOON)).toEqual({ removed: true })
  await hung(photo)
  expect(photoIsThere(slug, widths)).toBe(true)
})

test('a painted picture can be removed and hung again', async () => {
  const painted = picturesWithIds().find(({ slug }) => slug === 'lion-kopje')
  expect(await removePicture(painted?.id ?? 0, AMINA, NOON)).toEqual({ removed: true })
  expect(unusedPaintings(picturesWithIds()).map(({ slug }) => slug)).toContain('lion-kopje')

  expect(addPaintedPicture('lion-kopje', AMINA, NOON)).toBe(true)
  expect(addPaintedPicture('lion-kopje', AMINA, NOON)).toBe(false)
  expect(addPaintedPicture('no-such-picture', AMINA, NOON)).toBe(false)
  expect(galleryPictures().at(-1)).toMatchObject({ slug: 'lion-kopje', isUploaded: false })
})

test('pictures change places, and not beyond the ends', () => {
  const slugs = () => galleryPictures().map(({ slug }) => slug)
  const before = slugs()
  const second = picturesWithIds()[1]?.id ?? 0

  expect(movePicture(second, 'up', AMINA, NOON)).toBe(true)
  expect(slugs().slice(0, 3)).toEqual([before[1], before[0], before[2]])
  expect(movePicture(second, 'up', AMINA, NOON)).toBe(false)
  expect(movePicture(second, 'down', AMINA, NOON)).toBe(true)
  expect(slugs()).toEqual(before)
  expect(movePicture(999_999, 'down', AMINA, NOON)).toBe(false)
})

test('its words can be changed, its address stays', () => {
  const { id, slug } = picturesWithIds()[0] ?? { id: 0, slug: '' }
  const words = { ...WORDS, ...CENTERED }
  expect(changePicture(id, words, AMINA, NOON)).toEqual({ id })
  expect(galleryPicture(slug)?.picture).toMatchObject(WORDS)
  expect(changePicture(999_999, words, AMINA, NOON)).toEqual({ refused: 'gone' })
})

test('the point that no cut may lose is kept, of photographs and prints alike', async () => {
  const id = await hung(await aPhoto())
  changePicture(id, { ...WORDS, focusX: 20, focusY: 5 }, AMINA, NOON)
  const { slug } = galleryPictures().at(-1) ?? { slug: '' }
  expect(pictureAt(`/photos/${slug}`)?.focus).toEqual({ x: 0.2, y: 0.05 })
  const kopje = picturesWithIds().find((one) => one.slug === 'serengeti-noon')
  const { title, alt, place } = kopje ?? WORDS
  changePicture(kopje?.id ?? 0, { title, alt, place, isHung: true, focusX: 90, focusY: 10 }, AMINA, NOON)
  expect(pictureAt('/pictures/serengeti-noon')?.focus).toEqual({ x: 0.9, y: 0.1 })
})

test('a photograph that is not in the gallery can be chosen, and nobody else finds it', async () => {
  await hung(await aPhoto(), { ...WORDS, isHung: false })
  const { slug } = picturesWithIds().at(-1) ?? { slug: '' }
  expect(slug).toMatch(/^dawn/)
  expect(galleryPictures().map((one) => one.slug)).not.toContain(slug)
  expect(galleryPicture(slug)).toBeNull()
  expect(picturesToChoose().map(({ address }) => address)).toContain(`/photos/${slug}`)
  expect(sitemapPages().map(({ path }) => path)).not.toContain(`/gallery/${slug}`)
})
