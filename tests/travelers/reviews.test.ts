import { readdirSync } from 'node:fs'
import sharp from 'sharp'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { partyOf } from '#app/bookings/party.server'
import { purgeExpired } from '#app/server/retention/purge-expired.server'
import { galleryPictures } from '#app/site/gallery.server'
import { storyList } from '#app/site/lists.server'
import { PHOTO_FOLDER, photoIsThere } from '#app/site/photo-files.server'
import { ReviewForm } from '#app/travelers/review-form'
import { photoBytes, photoSent } from '#app/travelers/review-photos.server'
import {
  decideOnReview,
  reviewByToken,
  reviewList,
  reviewsWaiting,
  saveReview,
} from '#app/travelers/reviews.server'
import { db } from '#db/connection.server'
import { reviewPhotos, reviews } from '#db/schema/bookings'
import { aPaidBooking, aStaffMember, cancel } from '#tests/fixtures/paid-bookings'
import { nothingBooked } from '#tests/fixtures/payments'
import { aPhoto, SVG } from '#tests/site/photos'
import { on } from './wishes'

// The journey ends on October 27, 2025: 90 days after it is January 25.
const HOME = on('2025-10-30')

const TYPED = {
  rating: 5,
  words: 'Eleven elephants.\n\nI tell it at every supper.',
  mayPublish: true,
  publishAs: 'Mary Beth C.',
  place: 'Fredericksburg, Texas',
}

beforeEach(() => {
  nothingBooked()
  db.delete(reviews).run()
})

async function traveled() {
  const { booking } = await aPaidBooking()
  return { booking, token: partyOf(booking.id)[0]?.linkToken ?? '' }
}

const decide = (publish: boolean, updatedAt = reviewList()[0]?.updatedAt.getTime() ?? 0) =>
  decideOnReview({ id: reviewList()[0]?.id ?? 0, updatedAt, publish }, aStaffMember(), HOME)

test.each([
  ['2025-10-26', { refused: 'early' }],
  ['2025-10-27', { saved: true }],
  ['2026-01-25', { saved: true }],
  ['2026-01-26', { refused: 'over' }],
])('a review is open from the last day until 90 days after it: %s', async (day, answer) => {
  const { token } = await traveled()
  expect(await saveReview(token, TYPED, on(day))).toEqual(answer)
})

test('each traveler has one, which they may change until it is published, with one press', async () => {
  const { token, booking } = await traveled()
  const stories = storyList.all().length
  await saveReview(token, { ...TYPED, rating: 4 }, HOME)
  const opened = reviewList()[0]?.updatedAt.getTime() ?? 0
  await saveReview(token, TYPED, on('2025-10-31'))
  expect(reviewsWaiting()).toBe(1)
  expect(await decide(true, opened)).toEqual({ refused: 'changed-since' })
  expect(await decide(true)).toEqual({ decided: true })
  expect(await decide(true)).toEqual({ refused: 'decided' })
  expect(storyList.all().slice(stories)).toMatchObject([
    {
      ...{ name: 'Mary Beth C.', location: 'Fredericksburg, Texas', rating: 5 },
      review: 'Eleven elephants. I tell it at every supper.',
    },
  ])
  expect(reviewsWaiting()).toBe(0)
  expect(await saveReview(token, TYPED, HOME)).toEqual({ refused: 'published' })
  expect(reviewList()).toMatchObject([{ reference: booking.reference, rating: 5 }])
})

test('without consent nothing is published, and a canceled traveler has no page', async () => {
  const { token } = await traveled()
  await saveReview(token, { ...TYPED, mayPublish: false }, HOME)
  const stories = storyList.all().length
  expect(await decide(true)).toEqual({ refused: 'not-allowed' })
  expect(await decide(false)).toEqual({ decided: true })
  expect(storyList.all()).toHaveLength(stories)
  const other = await traveled()
  await cancel(other.booking)
  expect(reviewByToken(other.token, HOME)).toBeNull()
  expect(ReviewForm.safeParse({ rating: '5', words: 'Good', mayPublish: 'on' }).error?.issues).toMatchObject([
    { path: ['publishAs'] },
    { path: ['place'] },
  ])
})

describe('photographs', () => {
  const files = () => readdirSync(PHOTO_FOLDER).filter((name) => name.startsWith('review-'))
  const sent = async (color?: string) => {
    const photo = await photoSent(await aPhoto({ color, width: 2000, height: 1400 }))
    if ('refused' in photo) throw new Error(photo.refused)
    return photo
  }

  test('are kept upright, small and without what the camera wrote, for nobody but staff', async () => {
    const { bytes, width, height } = await sent()
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1120, height: 1600 })
    expect([width, height, (await sharp(bytes).metadata()).exif]).toEqual([1120, 1600, undefined])
    expect(await photoSent(await aPhoto({ width: 300 }))).toEqual({ refused: 'too-small' })
    expect(await photoSent(Buffer.from(SVG))).toEqual({ refused: 'not-a-picture' })
  })

  test('hang in the gallery once their review is published, and go with it after a year', async () => {
    const { token } = await traveled()
    await saveReview(token, TYPED, HOME, [await sent('#111'), await sent('#222')])
    await saveReview(token, TYPED, HOME)
    expect(reviewList()[0]?.photos).toHaveLength(2)
    await saveReview(token, TYPED, HOME, [await sent('#333')])
    expect([reviewList()[0]?.photos.length, files().length]).toEqual([1, 1])
    const hung = galleryPictures().length
    expect(await Promise.all([decide(true), decide(true)])).toContainEqual({ decided: true })
    const [picture, none] = galleryPictures().slice(hung)
    expect(picture).toMatchObject({ title: 'By Mary Beth C., October 2025', isUploaded: true })
    expect(none).toBeUndefined()
    expect(photoIsThere(picture?.slug ?? '', picture?.widths ?? [])).toBe(true)
    await purgeExpired(on('2026-11-01'))
    expect(db.select().from(reviewPhotos).all()).toEqual([])
    await vi.waitFor(() => expect(files()).toEqual([]))
    expect(galleryPictures().slice(hung)).toHaveLength(1)
  })

  test('go at once where their traveler removes them, and none come too early', async () => {
    const { token } = await traveled()
    expect(await saveReview(token, TYPED, on('2025-10-20'), [await sent()])).toEqual({ refused: 'early' })
    expect(files()).toEqual([])
    await saveReview(token, TYPED, HOME, [await sent()])
    const [photo] = reviewList()[0]?.photos ?? []
    expect(await photoBytes(photo?.id ?? 0, 0)).toBeNull()
    expect(await photoBytes(photo?.id ?? 0, photo?.reviewId)).toHaveProperty('length')
    await saveReview(token, { ...TYPED, dropPhotos: true }, HOME)
    expect([reviewList()[0]?.photos, files()]).toEqual([[], []])
  })
})

test('a year later it is deleted', async () => {
  const { token } = await traveled()
  await saveReview(token, TYPED, HOME)
  await purgeExpired(on('2026-10-30', 3))
  expect(reviewList()).toHaveLength(1)
  await purgeExpired(on('2026-11-01'))
  expect(reviewList()).toEqual([])
})
