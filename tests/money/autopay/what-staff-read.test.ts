import { beforeEach, describe, expect, test } from 'vitest'
import type { Booking } from '#app/bookings/find-booking.server'
import { installmentsByDueDate } from '#app/bookings/installments/installment-list.server'
import { autopayOn, nextChargeOn } from '#app/money/changes/autopay/autopay-forecast.server'
import { addDays } from '#app/platform/days'
import { autopayForStaff } from '#app/views/autopay.server'
import { stripeSandbox } from '#tests/fixtures/environment'
import { aPaidBooking, byHand, cancel } from '#tests/fixtures/paid-bookings'
import { bookingNow } from '#tests/fixtures/payments'
import { aDay, anAgreedBooking, days, nothingAgreed, on } from './an-agreed-booking'

beforeEach(nothingAgreed)

const tenDaysFrom = (day: string) => Array.from({ length: 10 }, (_, days) => addDays(day, days))

describe('staff read on the booking', () => {
  const last = (booking: Booking) => autopayForStaff(bookingNow(booking))[0]?.last

  test('nothing of a charge that is still to come, and that the last one was paid', async () => {
    const { booking } = await anAgreedBooking()
    await days('2025-08-08', '2025-08-14')
    expect(last(booking)).toBeNull()
    await byHand(booking, 50_000, {}, on('2025-08-14', 20))
    await aDay('2025-08-15')
    expect(last(booking)).toBe('$1,500 on Aug 15, 2025: paid')
    await days('2025-09-08', '2025-09-15')
    expect(last(booking)).toBe('$2,000 on Sep 15, 2025: paid')
  })

  test('why it was declined, and when it is tried again', async () => {
    const { booking } = await anAgreedBooking({ card: '4000000000000341' })
    await days('2025-08-08', '2025-08-15')
    expect(autopayForStaff(bookingNow(booking))[0]?.next).toEqual({ owedCents: 200_000, on: '2025-08-18' })
    expect(last(booking)).toBe('$2,000 on Aug 15, 2025: declined, tried again on Aug 18, 2025')
    await days('2025-08-16', '2025-08-22')
    expect(last(booking)).toBe('$2,000 on Aug 22, 2025: declined, not tried again')
  })

  test('that it waits for another card', async () => {
    const { booking, consent } = await anAgreedBooking()
    stripeSandbox.nextAnswers(consent.stripeMethodId ?? '', { says: 'declines', declineCode: 'expired_card' })
    await days('2025-08-08', '2025-08-15')
    expect(last(booking)).toBe('$2,000 on Aug 15, 2025: declined (expired card), waits for another card')
  })
})

describe('staff read in the forecast', () => {
  const steps = (today: string) =>
    tenDaysFrom(today).flatMap((day) =>
      autopayOn(day, today).map(({ number, does }) => `${day} ${number} ${does}`),
    )

  test('no charge whose announcement never left, until it can have left days before', async () => {
    await anAgreedBooking()
    await days('2025-08-08', '2025-08-14', { lettersWait: true })
    // Left today at the soonest, it is charged three days later.
    expect(steps('2025-08-14')).toEqual([
      '2025-08-14 1 announced',
      '2025-08-16 1 announced-again',
      '2025-08-17 1 charged',
    ])
    await days('2025-08-15', '2025-08-16', { lettersWait: true })
    // Too late for it: it is asked for by letter and link.
    expect(steps('2025-08-16')).toEqual([])
  })

  test('the charge on its day, once the announcement has left', async () => {
    await anAgreedBooking()
    await days('2025-08-08', '2025-08-12')
    expect(steps('2025-08-12')).toEqual(['2025-08-14 1 announced-again', '2025-08-15 1 charged'])
  })
})

describe('staff read in the list of installments', () => {
  const marks = (day: string) => {
    const week = { today: day, until: addDays(day, 7) }
    return installmentsByDueDate('unpaid', null, week, 10).map(
      ({ number, dueOn, autopay }) =>
        `${number} ${autopay ? nextChargeOn(dueOn, autopay.charge, day) : 'by hand'}`,
    )
  }

  test('when each is charged', async () => {
    const { booking, consent } = await anAgreedBooking()
    await aPaidBooking()
    expect(marks('2025-06-02')).toEqual(['1 2025-08-15', '1 by hand', '2 2025-09-15', '2 by hand'])
    await aDay('2025-08-08')
    expect(marks('2025-08-08')).toEqual(['1 2025-08-15', '1 by hand', '2 2025-09-15', '2 by hand'])
    stripeSandbox.nextAnswers(consent.stripeMethodId ?? '', { says: 'declines', declineCode: 'do_not_honor' })
    await days('2025-08-09', '2025-08-15')
    expect(marks('2025-08-15')).toEqual(['1 2025-08-18', '1 by hand', '2 2025-09-15', '2 by hand'])
    await cancel(bookingNow(booking), on('2025-08-16'))
    expect(marks('2025-08-16')).toEqual(['1 by hand', '2 by hand'])
  })

  test('that one which is too late for it is not', async () => {
    const { consent } = await anAgreedBooking()
    expect(consent.endedAt).toBeNull()
    expect(marks('2025-08-15')).toEqual(['1 2025-08-18', '2 2025-09-15'])
    expect(marks('2025-08-16')).toEqual(['1 null', '2 2025-09-15'])
  })
})
