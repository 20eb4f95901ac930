import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { eq, isNotNull } from 'drizzle-orm'
import { now } from '#app/platform/clock.server'
import type { Staff } from '#app/staff/sessions.server'
import type { BroadcastText } from '#app/tours/broadcast-form'
import { draftBroadcast, lettersOf } from '#app/tours/broadcasts.server'
import { markRead, reachedBy } from '#app/travelers/letter-recipients.server'
import { photoSent } from '#app/travelers/review-photos.server'
import { decideOnReview, reviewList, saveReview } from '#app/travelers/reviews.server'
import { recipientsFingerprint, scheduleBroadcast, sendNow } from '#app/travelers/send-broadcasts.server'
import { db } from '#db/connection.server'
import { travelers } from '#db/schema/bookings'
import { broadcastRecipients } from '#db/schema/mail'
import { at, done, type Entry } from './diary'
import { OCTOBER } from './office'

const STRIKE: BroadcastText = {
  subject: 'Strike at the airport: please read before you fly',
  body: `Dear {{first name}},

The ground crews at Nairobi airport are on strike until tomorrow night. Flights land, but bags come late.

- Please put medicines and one change of clothes into your carry-on.
- Wait for us inside the arrivals hall, however late it is: your guide stays until everyone is there, and drives you to {{first lodge}}.

The day by day is in {{trip book}}, and has not changed.`,
  audience: { who: 'all', ids: [] },
  addressees: 'travelers',
  isUrgent: true,
  timing: 'by-hand',
  sendOn: null,
  days: null,
  sendMinute: 540,
}

/**
 * The journey's own letters leave by the clock; before February's a strike is written about, and one traveler
 * has not said that they read it, but writes a review; another's is published. October's wait for their days.
 */
export function departureLetters(staff: () => Staff, february: () => number): Entry[] {
  const schedule = (departureId: number) => {
    for (const letter of lettersOf(departureId)) done(scheduleBroadcast(letter, staff(), now()))
  }
  return [
    { at: at('2025-01-06', 15), command: () => schedule(february()) },
    { at: at('2025-02-11', 18), command: () => sendAtOnce(STRIKE, february(), staff()) },
    { at: at('2025-02-11', 21), command: () => readByAllButOne() },
    { at: at('2025-03-02', 20), command: () => reviewedByTheFirst() },
    { at: at('2025-03-04', 19), command: () => reviewedAndPublished(staff()) },
    { at: at('2025-05-26', 15), command: () => schedule(OCTOBER) },
  ]
}

function sendAtOnce(text: BroadcastText, departureId: number, staff: Staff): void {
  const { broadcast } = done(draftBroadcast(departureId, text, randomUUID(), staff, now()))
  const shown = recipientsFingerprint(reachedBy({ ...broadcast, departureId }).gets)
  done(sendNow({ ...broadcast, shown }, staff, now()))
}

async function reviewedByTheFirst(): Promise<void> {
  const [traveler] = db.select().from(travelers).where(eq(travelers.name, 'Denise Whitfield')).all()
  done(
    await saveReview(
      traveler?.linkToken ?? '',
      {
        rating: 5,
        words:
          'The strike cost us an evening, and Kiprono stood in the arrivals hall until the last bag came. I would travel with these people anywhere.',
        mayPublish: true,
        publishAs: 'Denise W.',
        place: 'Austin, Texas',
      },
      now(),
      [done(await photoSent(await readFile('public/pictures/mara-balloon-960.jpg')))],
    ),
  )
}

async function reviewedAndPublished(staff: Staff): Promise<void> {
  const [traveler] = db.select().from(travelers).where(eq(travelers.name, 'Harold Benson')).all()
  const words =
    'I had not danced since my wedding. On the ninth day I danced a two-step with a schoolteacher from Talek, and he led.'
  const said = { rating: 5, words, mayPublish: true, publishAs: 'Harold B.', place: 'Tulsa, Oklahoma' }
  done(await saveReview(traveler?.linkToken ?? '', said, now()))
  const review = reviewList().find(({ publishAs }) => publishAs === said.publishAs)
  if (!review) throw new Error('Harold wrote no review')
  const decision = { id: review.id, updatedAt: review.updatedAt.getTime(), publish: true }
  done(await decideOnReview(decision, staff, now()))
}

function readByAllButOne(): void {
  const [, ...others] = db
    .select({ token: broadcastRecipients.readToken })
    .from(broadcastRecipients)
    .where(isNotNull(broadcastRecipients.readToken))
    .orderBy(broadcastRecipients.id)
    .all()
  for (const { token } of others) markRead(token ?? '', now())
}
