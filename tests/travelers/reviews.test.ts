import { beforeEach, expect, test } from 'vitest'
import { partyOf } from '#app/bookings/party.server'
import { forgetWhatIsOver } from '#app/server/retention/purge-expired.server'
import { travelerStories } from '#app/site/stories.server'
import { ReviewForm } from '#app/travelers/reviews/review-form'
import {
  decideOnReview,
  reviewBehind,
  reviewList,
  reviewsWaiting,
  saveReview,
} from '#app/travelers/reviews/reviews.server'
import { db } from '#db/connection.server'
import { reviews } from '#db/schema'
import { aPaidBooking, aStaffMember, cancel } from '#tests/fixtures/paid-bookings'
import { nothingBooked } from '#tests/fixtures/payments'
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
  expect(saveReview(token, TYPED, on(day))).toEqual(answer)
})

test('each traveler has one, which they may change until it is published, with one press', async () => {
  const { token, booking } = await traveled()
  const stories = travelerStories().length
  saveReview(token, { ...TYPED, rating: 4 }, HOME)
  const opened = reviewList()[0]?.updatedAt.getTime() ?? 0
  saveReview(token, TYPED, on('2025-10-31'))
  expect(reviewsWaiting()).toBe(1)
  expect(decide(true, opened)).toEqual({ refused: 'changed-meanwhile' })
  expect(decide(true)).toEqual({ decided: true })
  expect(decide(true)).toEqual({ refused: 'decided' })
  expect(travelerStories().slice(stories)).toMatchObject([
    {
      ...{ name: 'Mary Beth C.', location: 'Fredericksburg, Texas', rating: 5 },
      review: 'Eleven elephants. I tell it at every supper.',
    },
  ])
  expect(reviewsWaiting()).toBe(0)
  expect(saveReview(token, TYPED, HOME)).toEqual({ refused: 'published' })
  expect(reviewList()).toMatchObject([{ reference: booking.reference, rating: 5 }])
})

test('without consent nothing is published, and a canceled traveler has no page', async () => {
  const { token } = await traveled()
  saveReview(token, { ...TYPED, mayPublish: false }, HOME)
  const stories = travelerStories().length
  expect(decide(true)).toEqual({ refused: 'not-allowed' })
  expect(decide(false)).toEqual({ decided: true })
  expect(travelerStories()).toHaveLength(stories)
  const other = await traveled()
  await cancel(other.booking)
  expect(reviewBehind(other.token, HOME)).toBeNull()
  expect(ReviewForm.safeParse({ rating: '5', words: 'Good', mayPublish: 'on' }).error?.issues).toMatchObject([
    { path: ['publishAs'] },
    { path: ['place'] },
  ])
})

test('a year later it is deleted', async () => {
  const { token } = await traveled()
  saveReview(token, TYPED, HOME)
  await forgetWhatIsOver(on('2026-10-30', 3))
  expect(reviewList()).toHaveLength(1)
  await forgetWhatIsOver(on('2026-11-01'))
  expect(reviewList()).toEqual([])
})
