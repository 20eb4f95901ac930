import { businessTime } from '#app/platform/clock.server'
import { called, namesOf, shownIn } from '#app/platform/typed/fields'
import { NEWSLETTER } from './people-fields'
import { STATE_COLUMN, SUBSCRIBER_WORDS } from './subscriber-words'
import type { FiledSubscriber } from './subscribers.server'

type Column = {
  header: string
  cell: (subscriber: FiledSubscriber) => string | null
  /** The list has it, too. */
  isListed?: true
}

const column = (header: string, cell: Column['cell'], more: Pick<Column, 'isListed'> = {}): Column => ({
  ...{ header, cell, ...more },
})
const listed = { isListed: true } as const

const showTime = (instant: Date | null) => instant && businessTime(instant)

/** What list and file of the subscribers say of each, in the order of the file. */
export const SUBSCRIBER_COLUMNS = [
  ...namesOf(NEWSLETTER).map((field) =>
    column(called(NEWSLETTER[field]), (subscriber) => shownIn(NEWSLETTER[field], subscriber[field]), listed),
  ),
  column(STATE_COLUMN, ({ state }) => SUBSCRIBER_WORDS[state], listed),
  column('Consent On', ({ consentAt }) => showTime(consentAt)),
  column(
    'Consent From',
    ({ consentSource }) => (consentSource === 'form' ? 'Newsletter form' : `Added by ${consentSource}`),
    listed,
  ),
  column('Confirmed On', ({ confirmedAt }) => showTime(confirmedAt)),
  column('First Added On', ({ createdAt }) => showTime(createdAt), listed),
  column('Unsubscribed On', ({ unsubscribedAt }) => showTime(unsubscribedAt)),
  column('Unsubscribed From', ({ unsubscribedAt, leftBySubject }) => unsubscribedAt && leftBySubject),
]
