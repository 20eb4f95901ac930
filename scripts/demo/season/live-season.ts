import { closeMailer } from '#app/mail/mailer.server'
import { beginCardPayment } from '#app/money/changes/paying/begin-payment.server'
import { now, today } from '#app/platform/clock.server'
import { nextOnSale } from '#app/tours/departures.server'
import { sqlite } from '#db/connection.server'
import { seedChance } from '#scripts/chance'
import type { Mailbox } from '#scripts/sandbox/mailbox/start'
import type { StripeSandbox } from '#scripts/sandbox/stripe/inspection'
import { bookingsOf, orderOf } from './bookings'
import { departureLetters } from './departure-letters'
import { DECEMBER_GUESTS, departureLife, NEXT_GUESTS, NOVEMBER_GUESTS } from './departure-life'
import { done, live } from './diary'
import { signedDocuments } from './documents'
import { caught, inquiries } from './inquiries'
import { mailTrouble } from './mail-trouble'
import { monthEnds } from './month-ends'
import { newsletter } from './newsletter'
import { OCTOBER, officeOf } from './office'
import { rights } from './rights'
import { staffEmails } from './staff-emails'
import { travelerDetails } from './traveler-details'
import { AT_THE_CHECKOUT, FEBRUARY_GUESTS, OCTOBER_GUESTS } from './travelers'
import { tripBooks } from './trip-books'
import { visits } from './visits'
import { AUGUST_GUESTS, waitlistOf } from './waitlist'
import { watchers } from './watchers'

const SEED = 20_250_601

type Season = {
  stripe: StripeSandbox
  mailbox: Mailbox
  account: { username: string; password: string }
  /** Where the demo's clock will start. */
  until: Date
  tell: (part: number) => void
}

/**
 * Nine months of the company's life, through its own functions: the journey of February is sold and
 * traveled, that of October is being sold. The same people, days and sums each time.
 */
export async function liveSeason({ stripe, mailbox, account, until, tell }: Season): Promise<void> {
  seedChance(SEED)
  // Nothing of it is lost but with the whole season.
  sqlite.pragma('synchronous = OFF')
  const office = officeOf(account)
  const { owner, colleague, guide, february, august, next } = office
  const life = departureLife(office)
  const entries = [
    ...office.entries,
    ...staffEmails(office, account.password, mailbox),
    ...life.entries,
    ...bookingsOf(NOVEMBER_GUESTS, life.november, { stripe, staff: owner }),
    ...bookingsOf(DECEMBER_GUESTS, life.december, { stripe, staff: owner }),
    ...bookingsOf(NEXT_GUESTS, next, { stripe, staff: owner }),
    ...bookingsOf(FEBRUARY_GUESTS, february, { stripe, staff: owner }),
    ...bookingsOf(OCTOBER_GUESTS, () => OCTOBER, { stripe, staff: owner }),
    ...bookingsOf(AUGUST_GUESTS, august, { stripe, staff: owner }),
    ...waitlistOf(august, owner, stripe),
    ...travelerDetails(),
    ...departureLetters(owner, february),
    ...tripBooks(owner, guide, february),
    ...signedDocuments(owner),
    ...monthEnds(owner, february),
    ...inquiries((place) => (place % 3 === 0 ? owner() : colleague())),
    ...caught(),
    ...newsletter(colleague),
    ...rights(colleague),
    ...visits(),
    ...watchers(owner, february),
    ...mailTrouble(mailbox),
  ]
  await live(entries, until, tell)
  // Somebody is at the checkout: the seat is held for the first half hour of the demo.
  if (nextOnSale(today())?.id === OCTOBER)
    done(await beginCardPayment(orderOf({ ...AT_THE_CHECKOUT, pays: 'deposit' }, OCTOBER), now))
  await closeMailer()
  sqlite.close()
}
