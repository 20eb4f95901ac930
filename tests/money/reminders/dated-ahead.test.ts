import { expect, test } from 'vitest'
import { holdsThatEnded } from '#app/bookings/advance-booking.server'
import { placeBooking } from '#app/bookings/place-booking.server'
import { sendDueMail } from '#app/mail/send-mail.server'
import { limitFutureDates } from '#app/server/schedule/limit-future-dates.server'
import { takeFrom } from '#app/staff/guesses.server'
import { db } from '#db/connection.server'
import { outbox } from '#db/schema/mail'
import { refunds } from '#db/schema/money'
import { adminUsers, secondFactors, sessions } from '#db/schema/staff'
import { mailbox } from '#tests/fixtures/environment'
import { anOrder, minutesAfter, NOON } from '#tests/fixtures/orders'

const DAY = 24 * 60
const AHEAD = minutesAfter(60 * DAY)
/** Both clocks are the same one here. */
const putRight = (at: Date) => limitFutureDates(at, at)

const { id: adminUserId } = db
  .insert(adminUsers)
  .values({ username: 'Wambui', passwordHash: 'none', createdAt: NOON })
  .returning()
  .get()

test('what a clock that was ahead dated waits and holds no longer than anything else', async () => {
  const mail = { kind: 'test', occasion: 'test', toName: '', subject: 'Karibu', textBody: '', htmlBody: '' }
  const waits = { ...mail, toAddress: 'waits@example.com', messageId: '<a@b>', createdAt: AHEAD }
  db.insert(outbox)
    .values({ ...waits, nextAttemptAt: AHEAD })
    .run()
  db.insert(refunds)
    .values({
      stripeIntentId: 'pi_1',
      amountCents: 500 as never,
      reason: 'no-place',
      orderKey: 'a',
      nextAttemptAt: AHEAD,
      createdAt: AHEAD,
    })
    .run()
  placeBooking(anOrder(), AHEAD)
  const budget = { counter: 'guesses', atMost: 1, ms: 15 * 60_000 }
  takeFrom([budget], AHEAD)
  db.insert(sessions)
    .values({
      tokenDigest: 'a',
      adminUserId,
      createdAt: AHEAD,
      lastSeenAt: AHEAD,
      expiresAt: minutesAfter(7 * DAY, AHEAD),
    })
    .run()
  const stepAt = (at: Date) => Math.floor(at.getTime() / 30_000)
  db.insert(secondFactors)
    .values({ adminUserId, sealedSecret: 'a', lastStep: stepAt(AHEAD), begunAt: AHEAD })
    .run()

  putRight(NOON)
  const soon = minutesAfter(61)
  await sendDueMail(() => soon)
  expect(mailbox.messages().map(({ to }) => to)).toContainEqual(expect.arrayContaining(['waits@example.com']))
  expect(holdsThatEnded(minutesAfter(30))).toHaveLength(1)
  expect(takeFrom([budget], NOON)).toBeLessThanOrEqual(DAY * 60)
  expect(takeFrom([budget], minutesAfter(DAY))).toBeNull()
  expect(db.select().from(refunds).get()?.nextAttemptAt).toEqual(minutesAfter(10 * 60))
  expect(db.select().from(sessions).get()).toMatchObject({
    lastSeenAt: NOON,
    expiresAt: minutesAfter(7 * DAY),
  })
  expect(db.select().from(secondFactors).get()?.lastStep).toBe(stepAt(NOON))
})

test('what is dated as it should be stays as it is', () => {
  const before = () => db.select().from(sessions).all()
  const was = before()
  putRight(NOON)
  expect(before()).toEqual(was)
})
