import { NEWSLETTER } from '#app/people/people-fields'
import { STATE_COLUMN, SUBSCRIBER_WORDS } from '#app/people/subscriber-words'
import { type FiledSubscriber, subscribersInPortions } from '#app/people/subscribers.server'
import { businessTime, today } from '#app/platform/clock.server'
import { called, namesOf, shownIn } from '#app/platform/typed/fields'
import { exportOf } from '#app/server/guards/csv-export.server'
import { SUBSCRIBERS_A_FILE } from '#app/staff/exports'

/** Everyone on the newsletter list, also canceled or unconfirmed: the newest SUBSCRIBERS_A_FILE. */
export const loader = exportOf('subscribers', () => ({
  subject: 'newsletter',
  fileName: `subscribers-${today()}.csv`,
  columns: COLUMNS,
  portions: subscribersInPortions(SUBSCRIBERS_A_FILE),
}))

const showTime = (instant: Date | null) => instant && businessTime(instant)

const column = (header: string, cell: (subscriber: FiledSubscriber) => string | null) => ({ header, cell })

const COLUMNS = [
  ...namesOf(NEWSLETTER).map((field) =>
    column(called(NEWSLETTER[field]), (subscriber) => shownIn(NEWSLETTER[field], subscriber[field])),
  ),
  column(STATE_COLUMN, ({ state }) => SUBSCRIBER_WORDS[state]),
  column('Consent On', ({ consentAt }) => showTime(consentAt)),
  column('Consent From', ({ consentSource }) =>
    consentSource === 'form' ? 'Newsletter form' : `Added by ${consentSource}`,
  ),
  column('Confirmed On', ({ confirmedAt }) => showTime(confirmedAt)),
  column('First Added On', ({ createdAt }) => showTime(createdAt)),
  column('Unsubscribed On', ({ unsubscribedAt }) => showTime(unsubscribedAt)),
  column('Unsubscribed From', ({ unsubscribedAt, leftBySubject }) => unsubscribedAt && leftBySubject),
]
