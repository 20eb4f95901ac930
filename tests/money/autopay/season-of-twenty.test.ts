import { expect, test } from 'vitest'
import { addDays, type Day } from '#app/platform/days'
import { db } from '#db/connection.server'
import { siteSettings } from '#db/schema/site'
import { TEST_CARDS } from '#scripts/sandbox/stripe/cards'
import { TEST_ACCOUNTS } from '#scripts/sandbox/stripe/test-accounts'
import { patiently } from '#scripts/test/patience.mjs'
import { mailbox } from '#tests/fixtures/environment'
import { aTraveler } from '#tests/fixtures/orders'
import {
  books,
  type Deed,
  faultsOf,
  isTakenBack,
  keeps,
  liveThrough,
  outcomeOf,
  type Played,
  pays,
  sends,
  type Trouble,
  tried,
} from './a-season'
import { nothingAgreed } from './an-agreed-booking'

// A season of twenty bookings, day by day, with every test card and account that the sandbox plays, and the
// troubles of a season. The deposit of $500 is paid at once; $2,000 each are due on Aug 15 and Sep 15.

type Guest = {
  who: string
  does: Record<Day, Deed>
  charges: string
  ledger: string
  /** How many of each kind, in the order of their first. */
  letters: string
}

const GOOD = '4242424242424242'
const TICKED = { autopay: { plan: '1:2025-08-15:200000 2:2025-09-15:200000' } }
const TICKED_LATE = { autopay: { plan: '1:2025-09-03:200000 2:2025-09-17:200000' } }
const AUNT = 'aunt@example.com'

const BOOKED = 'booking-confirmation, staff-new-booking'
const PAID_TWICE = '2 payment-receipt, 2 staff-payment'

/** Letters wait from the day of the first announcements until the day before the charges. */
const LETTERS_WAIT = { from: '2025-08-08', until: '2025-08-14' }
const AUNT_HAS_MAIL_FROM = '2025-09-01'

const areWebhooksLost = (day: Day): boolean =>
  day <= '2025-06-07' || (day >= '2025-08-16' && day <= '2025-09-16')

const TROUBLES: Record<Day, Trouble> = {
  '2025-06-14': { stopsAt: 8 },
  // The charges whose letters waited: Stripe does what it is asked, and nobody hears of it for 25 hours.
  '2025-08-17': { answersLost: true, stopsAt: 9 },
  // The day of the final installment.
  '2025-09-15': { stopsAt: 8 },
}

const GUESTS: Guest[] = [
  {
    who: 'agrees at checkout',
    does: { '2025-06-01': books([GOOD], TICKED) },
    charges: 'Aug 15 paid on Aug 18, Sep 15 paid on Sep 16',
    ledger: 'Jun 1 card 500, Aug 18 card 2000, Sep 16 card 2000',
    letters: `${BOOKED}, autopay-begun, 4 autopay-announced, ${PAID_TWICE}, autopay-ended`,
  },
  {
    who: 'agrees with a card that asks once',
    does: { '2025-06-02': books(['4000002500003155'], TICKED) },
    charges: 'Aug 15 paid on Aug 18, Sep 15 paid on Sep 16',
    ledger: 'Jun 2 card 500, Aug 18 card 2000, Sep 16 card 2000',
    letters: `${BOOKED}, autopay-begun, 4 autopay-announced, ${PAID_TWICE}, autopay-ended`,
  },
  {
    who: 'agrees with a card that asks each time, and pays on the site instead',
    does: {
      '2025-06-03': books(['4000002760003184'], TICKED),
      '2025-08-21': pays(['4000002760003184']),
      '2025-09-19': pays(['4000002760003184']),
    },
    charges: 'Aug 15 failed after 1 declined, Sep 15 failed after 1 declined',
    ledger: 'Jun 3 card 500, Aug 21 card 2000, Sep 19 card 2000',
    letters: `${BOOKED}, autopay-begun, 4 autopay-announced, 2 autopay-declined, 2 staff-autopay-declined, ${PAID_TWICE}, autopay-ended`,
  },
  {
    who: 'keeps a card without money, and agrees with another while it is tried',
    does: {
      '2025-06-04': books([GOOD]),
      '2025-06-05': keeps('4000008260003178'),
      '2025-08-20': pays([GOOD], { ticks: true }),
    },
    charges: 'Aug 15 dropped after 1 declined, Sep 15 paid on Sep 16',
    ledger: 'Jun 4 card 500, Aug 20 card 2000, Sep 16 card 2000',
    letters: `${BOOKED}, 4 autopay-announced, autopay-declined, staff-autopay-declined, ${PAID_TWICE}, autopay-begun, autopay-ended`,
  },
  {
    who: 'keeps a card that is always declined, and never pays',
    does: { '2025-06-06': books([GOOD]), '2025-06-07': keeps('4000000000000341') },
    charges: 'Aug 15 failed after 3 declined, Sep 15 failed after 3 declined',
    ledger: 'Jun 6 card 500',
    letters: `${BOOKED}, 4 autopay-announced, 6 autopay-declined, 6 staff-autopay-declined, reminder-overdue, reminder-second-overdue, 2 staff-overdue, reminder-last-overdue, autopay-ended`,
  },
  {
    who: 'agrees with the first installment',
    does: {
      '2025-06-08': books(['5555555555554444']),
      '2025-08-10': pays(['5555555555554444'], { ticks: true }),
    },
    charges: 'Sep 15 paid on Sep 16',
    ledger: 'Jun 8 card 500, Aug 10 card 2000, Sep 16 card 2000',
    letters: `${BOOKED}, ${PAID_TWICE}, autopay-begun, 2 autopay-announced, autopay-ended`,
  },
  {
    who: 'has an aunt who pays, and whose mailbox takes nothing until September',
    does: {
      '2025-06-09': books(['378282246310005'], {
        autopay: { ...TICKED.autopay, payerEmail: AUNT },
        traveler: aTraveler({ email: 'niece@example.com' }),
      }),
      '2025-08-30': pays([GOOD]),
    },
    charges: 'Sep 15 paid on Sep 16',
    ledger: 'Jun 9 card 500, Aug 30 card 2000, Sep 16 card 2000',
    letters: `${BOOKED}, autopay-begun, autopay-begun that failed, 6 autopay-announced, reminder-overdue, reminder-second-overdue, staff-overdue, ${PAID_TWICE}, 2 autopay-ended`,
  },
  {
    who: 'agrees when the first day is past',
    does: { '2025-08-20': books([GOOD], TICKED_LATE) },
    charges: 'Sep 3 paid on Sep 3, Sep 17 paid on Sep 17',
    ledger: 'Aug 20 card 500, Sep 3 card 2000, Sep 17 card 2000',
    letters: `${BOOKED}, autopay-begun, 4 autopay-announced, ${PAID_TWICE}, autopay-ended`,
  },
  {
    who: 'agrees, and pays from an account without money before each charge',
    does: {
      '2025-06-20': books([GOOD], TICKED),
      '2025-08-09': sends('000222222227'),
      '2025-09-11': sends('000222222227'),
    },
    charges: 'Aug 20 paid on Aug 20, Sep 22 paid on Sep 22',
    ledger: 'Jun 20 card 500, Aug 20 card 2000, Sep 22 card 2000',
    letters: `${BOOKED}, autopay-begun, 2 bank-payment-begun, 2 bank-payment-failed, 2 staff-bank-payment-failed, 3 autopay-announced, ${PAID_TWICE}, autopay-ended`,
  },
  {
    who: 'authenticates each payment',
    does: {
      '2025-06-10': books(['4000000000003220']),
      '2025-08-12': pays(['4000000000003220']),
      '2025-09-12': pays(['4000000000003220']),
    },
    charges: '',
    ledger: 'Jun 10 card 500, Aug 12 card 2000, Sep 12 card 2000',
    letters: `${BOOKED}, ${PAID_TWICE}, reminder-friendly`,
  },
  {
    who: 'is declined at checkout, and goes away',
    does: { '2025-06-11': books(['4000000000000002']) },
    charges: '',
    ledger: '',
    letters: '',
  },
  {
    who: 'has too little on the first card',
    does: {
      '2025-06-12': books(['4000000000009995', GOOD]),
      '2025-08-15': pays(['4000000000009995', GOOD]),
      '2025-09-18': pays([GOOD]),
    },
    charges: '',
    ledger: 'Jun 12 card 500, Aug 15 card 2000, Sep 18 card 2000',
    letters: `${BOOKED}, 2 reminder-final, ${PAID_TWICE}, reminder-friendly, reminder-urgent, reminder-overdue`,
  },
  {
    who: 'has a card that expired',
    does: {
      '2025-06-13': books(['4000000000000069', GOOD]),
      '2025-08-14': sends('000123456789'),
      '2025-09-13': pays(['4000000000000069', GOOD]),
    },
    charges: '',
    ledger: 'Jun 13 card 500, Aug 18 bank-account 2000, Sep 13 card 2000',
    letters: `${BOOKED}, bank-payment-begun, ${PAID_TWICE}, reminder-friendly, reminder-urgent`,
  },
  {
    who: 'mistypes the security code',
    does: {
      '2025-06-13': books(['4000000000000127', GOOD]),
      '2025-08-01': pays([GOOD]),
      '2025-09-01': pays([GOOD]),
    },
    charges: '',
    ledger: 'Jun 13 card 500, Aug 1 card 2000, Sep 1 card 2000',
    letters: `${BOOKED}, ${PAID_TWICE}`,
  },
  {
    who: 'meets an error at the bank, and comes back the next day',
    does: {
      '2025-06-16': books([GOOD]),
      '2025-08-05': pays(['4000000000000119']),
      '2025-08-06': pays([GOOD]),
      '2025-09-24': pays([GOOD]),
    },
    charges: '',
    ledger: 'Jun 16 card 500, Aug 6 card 2000, Sep 24 card 2000',
    letters: `${BOOKED}, ${PAID_TWICE}, reminder-friendly, reminder-urgent, reminder-final, reminder-overdue, reminder-second-overdue, staff-overdue`,
  },
  {
    who: 'pays both from an account, the second while the site stops',
    does: {
      '2025-06-17': books([GOOD]),
      '2025-08-11': sends('000123456789'),
      '2025-09-14': sends('000123456789'),
    },
    charges: '',
    ledger: 'Jun 17 card 500, Aug 15 bank-account 2000, Sep 18 bank-account 2000',
    letters: `${BOOKED}, 2 bank-payment-begun, ${PAID_TWICE}, reminder-friendly, reminder-urgent`,
  },
  {
    who: 'pays from an account that was closed',
    does: {
      '2025-06-18': books([GOOD]),
      '2025-08-13': sends('000111111113'),
      '2025-08-21': pays([GOOD]),
      '2025-09-02': pays([GOOD]),
    },
    charges: '',
    ledger: 'Jun 18 card 500, Aug 21 card 2000, Sep 2 card 2000',
    letters: `${BOOKED}, bank-payment-begun, bank-payment-failed, staff-bank-payment-failed, ${PAID_TWICE}`,
  },
  {
    who: 'pays from an account that does not exist',
    does: {
      '2025-06-19': books([GOOD]),
      '2025-08-08': sends('000111111116'),
      '2025-08-19': pays([GOOD]),
      '2025-09-03': sends('000123456789'),
    },
    charges: '',
    ledger: 'Jun 19 card 500, Aug 19 card 2000, Sep 7 bank-account 2000',
    letters: `${BOOKED}, 2 bank-payment-begun, bank-payment-failed, staff-bank-payment-failed, reminder-urgent, reminder-final, ${PAID_TWICE}`,
  },
  {
    who: 'pays from an account whose owner did not authorize it',
    does: {
      '2025-06-21': books([GOOD]),
      '2025-08-12': sends('000333333335'),
      '2025-08-26': pays([GOOD]),
      '2025-09-10': pays([GOOD]),
    },
    charges: '',
    ledger: 'Jun 21 card 500, Aug 26 card 2000, Sep 10 card 2000',
    letters: `${BOOKED}, bank-payment-begun, bank-payment-failed, staff-bank-payment-failed, reminder-urgent, reminder-final, reminder-overdue, ${PAID_TWICE}, reminder-friendly`,
  },
  {
    who: 'pays from a bank that takes it back two weeks later',
    does: {
      '2025-07-01': books([GOOD]),
      '2025-08-07': sends('000123456789'),
      '2025-08-25': isTakenBack,
      '2025-08-28': pays([GOOD]),
      '2025-09-09': pays([GOOD]),
    },
    charges: '',
    ledger:
      'Jul 1 card 500, Aug 11 bank-account 2000, Aug 25 bank-account -2000, Aug 28 card 2000, Sep 9 card 2000',
    letters: `${BOOKED}, bank-payment-begun, 3 payment-receipt, 3 staff-payment, bank-payment-taken-back, staff-dispute-closed, reminder-friendly`,
  },
]

async function postOn(day: Day): Promise<void> {
  if (day === LETTERS_WAIT.from) mailbox.refuse(true)
  if (day === LETTERS_WAIT.until) mailbox.refuse(false)
  if (day === AUNT_HAS_MAIL_FROM) await mailbox.allWell()
}

test('a season of twenty bookings is right on each evening, and ends as it is written here', {
  timeout: patiently(60_000),
}, async () => {
  nothingAgreed()
  db.update(siteSettings).set({ offersAutopay: true, bankAtMost: '6,000' }).run()
  mailbox.refuseTo(AUNT)
  const season = GUESTS.map((guest) => ({ ...guest, played: {} as Played }))
  const everyone = season.map(({ played }) => played)
  let stoppedAt: Trouble['stopsAt']
  for (let day: Day = '2025-06-01'; day <= '2025-09-25'; day = addDays(day, 1)) {
    await postOn(day)
    const trouble = { ...TROUBLES[day], webhooksLost: areWebhooksLost(day) }
    const deeds = season.flatMap(({ played, does }): [Played, Deed][] => {
      const deed = does[day]
      return deed ? [[played, deed]] : []
    })
    await liveThrough(day, deeds, trouble, stoppedAt)
    stoppedAt = trouble.stopsAt
    expect(faultsOf(everyone, trouble), day).toEqual([])
  }
  expect(season.map(({ who, played }) => ({ who, ...outcomeOf(played) }))).toEqual(
    GUESTS.map(({ who, charges, ledger, letters }) => ({ who, charges, ledger, letters })),
  )
  const numbers = [...TEST_CARDS, ...TEST_ACCOUNTS].map(({ number }) => number)
  expect([...tried].toSorted()).toEqual(numbers.toSorted())
})
