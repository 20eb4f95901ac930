import { desc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { ANSWERS_AT_MOST, answerInquiry, answersOf, deleteContact } from '#app/people/change-contact.server'
import { contactQuery, filtersSet, readContactFilters } from '#app/people/contact-fields'
import {
  longestWaiting,
  type PageOfContacts,
  WAITING_COUNTED,
  waitingCounts,
} from '#app/people/list-contacts.server'
import { AnswerForm } from '#app/people/people-forms'
import { isReplyLate } from '#app/people/reply-promise'
import { contactsInPortions, findContacts } from '#app/people/search-contacts.server'
import { type RequestedPage, requestedPage } from '#app/platform/lists/page-cursor'
import { db } from '#db/connection.server'
import { outbox } from '#db/schema/mail'
import { contactInquiries } from '#db/schema/people'
import { auditLog } from '#db/schema/staff'
import { minutesAfter, NOON } from '#tests/fixtures/orders'
import { aContact, contacts } from './contacts'

// Everybody who writes to us is promised an answer within 24 hours: staff see who waits, and who waits too
// long.

beforeEach(() => {
  db.delete(contactInquiries).run()
})

const DAY = 24 * 60
const filtersOf = (address: string) => readContactFilters(new URLSearchParams(address))

async function wholeList(address: string): Promise<number[]> {
  const ids: number[] = []
  for (let asked: RequestedPage | null = { from: 'start' }; asked; ) {
    const page: PageOfContacts = await findContacts(filtersOf(address), asked)
    ids.push(...page.rows.map(({ id }) => id))
    asked = page.cursors.next ? requestedPage(new URLSearchParams({ after: page.cursors.next })) : null
  }
  return ids
}

describe('the promise', () => {
  test('runs out after exactly 24 hours without an answer', () => {
    const wroteAt = (createdAt: Date, answeredAt: Date | null = null) => ({ createdAt, answeredAt })
    const dayBefore = minutesAfter(-DAY).getTime()
    expect(isReplyLate(wroteAt(new Date(dayBefore)), NOON)).toBe(true)
    expect(isReplyLate(wroteAt(new Date(dayBefore + 1)), NOON)).toBe(false)
    expect(isReplyLate(wroteAt(minutesAfter(-9 * DAY), minutesAfter(-1)), NOON)).toBe(false)
  })

  test('is counted in the same way', () => {
    expect(waitingCounts(NOON)).toEqual({ waiting: 0, late: 0 })
    const dayBefore = minutesAfter(-DAY).getTime()
    for (const at of [dayBefore + 1, dayBefore, dayBefore - 1]) aContact({ createdAt: new Date(at) })
    aContact({ createdAt: minutesAfter(-3 * DAY), answeredAt: NOON })
    expect(waitingCounts(NOON)).toEqual({ waiting: 3, late: 2 })
    db.update(contactInquiries)
      .set({ answeredAt: NOON })
      .where(eq(contactInquiries.createdAt, new Date(dayBefore)))
      .run()
    expect(waitingCounts(NOON)).toEqual({ waiting: 2, late: 1 })
  })

  test('is counted to a thousand and no further', () => {
    contacts(WAITING_COUNTED + 1, () => ({ createdAt: minutesAfter(-2 * DAY) }))
    expect(waitingCounts(NOON)).toEqual({ waiting: WAITING_COUNTED, late: WAITING_COUNTED })
  })
})

test('the five who have waited longest are shown', () => {
  for (const day of [3, 7, 1, 6, 2, 5, 4]) aContact({ createdAt: minutesAfter(-day * DAY) })
  aContact({ createdAt: minutesAfter(-9 * DAY), answeredAt: NOON })
  expect(
    longestWaiting().map(({ createdAt }) => (NOON.getTime() - createdAt.getTime()) / 86_400_000),
  ).toEqual([7, 6, 5, 4, 3])
})

describe('the address of a list', () => {
  test('of those waiting starts with the longest wait', () => {
    expect(filtersOf('answer=waiting')).toMatchObject({ isWaiting: true, order: 'oldest' })
    expect(filtersOf('answer=waiting&order=newest')).toMatchObject({ isWaiting: true, order: 'newest' })
    expect(filtersOf('answer=maybe')).toMatchObject({ isWaiting: false, order: 'newest' })
    expect(filtersOf('order=oldest')).toMatchObject({ isWaiting: false, order: 'oldest' })
    expect(filtersSet(filtersOf('answer=waiting&interest=luxury&from=2025-05-01&to=2025-05-31'))).toBe(3)
  })

  test.each(['answer=waiting', 'answer=waiting&order=newest', 'order=oldest', 'q=kamau&answer=waiting', ''])(
    'is read and written alike: %s',
    (address) => {
      expect(contactQuery(filtersOf(address)).toString()).toBe(address)
    },
  )
})

describe('the list of those who wait', () => {
  const FIRST = ['Wanjiru', 'Achieng', 'Dale']
  const INTERESTS = ['safari', 'cultural', 'luxury']

  beforeEach(() => {
    contacts(2_000, (row) => ({
      firstName: FIRST[row % 3],
      interest: row === 40 ? 'custom' : INTERESTS[(row * 7) % 3],
      // Several at one instant, and not in the order of the ids.
      createdAt: minutesAfter(-60 * ((row * 37) % 900)),
      answeredAt: row % 4 === 0 && row !== 40 ? NOON : null,
    }))
  })

  const plainly = (passes: (row: typeof contactInquiries.$inferSelect) => boolean, sign = 1) =>
    db
      .select()
      .from(contactInquiries)
      .all()
      .filter((row) => row.answeredAt === null && passes(row))
      .sort((one, other) => sign * (Number(one.createdAt) - Number(other.createdAt) || one.id - other.id))
      .map(({ id }) => id)

  test('shows each once and combines with other filters', async () => {
    expect(await wholeList('answer=waiting')).toEqual(plainly(() => true))
    expect(await wholeList('answer=waiting&order=newest')).toEqual(plainly(() => true, -1))
    expect(await wholeList('answer=waiting&interest=luxury')).toEqual(
      plainly(({ interest }) => interest === 'luxury'),
    )
    expect(await wholeList('answer=waiting&interest=custom')).toHaveLength(1)
    expect(await wholeList('answer=waiting&q=achieng')).toEqual(
      plainly(({ firstName }) => firstName === 'Achieng'),
    )
    expect(await wholeList('answer=waiting&q=dale&interest=safari&from=2025-05-20&to=2025-05-25')).toEqual(
      plainly(
        ({ firstName, interest, createdAt }) =>
          firstName === 'Dale' &&
          interest === 'safari' &&
          createdAt >= new Date('2025-05-20T05:00:00Z') &&
          createdAt < new Date('2025-05-26T05:00:00Z'),
      ),
    )
  })

  test('is what the file holds, in the same order', async () => {
    for (const address of ['answer=waiting', 'answer=waiting&interest=luxury', 'answer=waiting&q=wanjiru']) {
      const file = [...contactsInPortions(filtersOf(address), 5_000)].flat()
      expect(file.map(({ id }) => id)).toEqual(await wholeList(address))
    }
  })
})

describe('an answer by a letter', () => {
  const wambui = { id: 1, username: 'Wambui' }
  let forms = 0
  const typed = (answer: string) => ({ subject: 'Re: Your inquiry', answer, formKey: `form ${++forms}` })
  const letters = () => db.select().from(outbox).orderBy(desc(outbox.id)).all()
  beforeEach(() => {
    db.delete(outbox).run()
    db.delete(auditLog).run()
  })

  test('goes out with the inquiry quoted, and ends the waiting', () => {
    const id = aContact({ email: 'dale@example.com', message: 'Four of us.\n\n\n\n<b>In October</b>?' })
    expect(answerInquiry(id, typed('Karibu, Dale.\nYes, there is room.'), wambui, NOON)).toHaveProperty(
      'answerId',
    )
    const [letter, ...others] = letters()
    expect(others).toEqual([])
    expect(letter).toMatchObject({
      ...{ kind: 'inquiry-answer', toAddress: 'dale@example.com', toName: 'Wanjiru Kamau' },
      ...{ subject: 'Re: Your inquiry', headers: { 'Reply-To': 'staff@savannasoul.example' } },
    })
    expect(letter?.textBody).toMatch(/^Karibu, Dale\.\nYes, there is room\./)
    expect(letter?.textBody).toContain(
      'On Jun 1, 2025, you wrote:\n\n> Four of us.\n>\n> <b>In October</b>?\n',
    )
    expect(letter?.htmlBody).toContain('&lt;b&gt;In October&lt;/b&gt;?')
    expect(waitingCounts(minutesAfter(3 * DAY))).toEqual({ waiting: 0, late: 0 })
    expect(
      db
        .select()
        .from(auditLog)
        .all()
        .map(({ actor, action, subject }) => [actor, action, subject]),
    ).toEqual([
      ['Wambui', 'contact-written-to', `contact:${id}`],
      ['Wambui', 'contact-answered', `contact:${id}`],
    ])
  })

  test('goes out once however often its button is pressed, and another one after it', () => {
    const id = aContact()
    const form = typed('Karibu')
    expect(answerInquiry(id, form, wambui, NOON)).toEqual(answerInquiry(id, form, wambui, minutesAfter(1)))
    expect(letters()).toHaveLength(1)
    expect(answerInquiry(id, { ...typed('Hello'), answersShown: 0 }, wambui, NOON)).toEqual({
      refused: 'answered-since',
    })
    answerInquiry(id, { ...typed('One more thing'), answersShown: 1 }, wambui, minutesAfter(2))
    expect(answersOf([id])).toMatchObject([
      { text: 'One more thing', writtenBy: 'Wambui', state: 'waiting', createdAt: minutesAfter(2) },
      { text: 'Karibu', sentAt: null },
    ])
    db.update(outbox).set({ state: 'sent', sentAt: NOON }).run()
    expect(answersOf([id])).toMatchObject([{ state: 'sent', sentAt: NOON }, { state: 'sent' }])
  })

  test(`is refused to nobody, and after the ${ANSWERS_AT_MOST}th`, () => {
    const id = aContact()
    expect(answerInquiry(id + 1, typed('Karibu'), wambui, NOON)).toEqual({ refused: 'gone' })
    for (let count = 0; count < ANSWERS_AT_MOST; count += 1) answerInquiry(id, typed('Karibu'), wambui, NOON)
    expect(answerInquiry(id, typed('Karibu'), wambui, NOON)).toEqual({ refused: 'too-many' })
    expect(letters()).toHaveLength(ANSWERS_AT_MOST)
  })

  test('must say something, and goes with the inquiry', () => {
    const empty = AnswerForm.safeParse({ subject: ' ', answer: ' \n', formKey: crypto.randomUUID() })
    expect(empty.error?.issues.map(({ message }) => message)).toEqual([
      'Please write a subject',
      'Please write your answer',
    ])
    const id = aContact()
    answerInquiry(id, typed('Karibu'), wambui, NOON)
    deleteContact(id, wambui, NOON)
    expect(answersOf([id])).toEqual([])
    expect(letters()).toHaveLength(1)
  })
})
