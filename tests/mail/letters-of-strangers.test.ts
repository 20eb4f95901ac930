import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { letter } from '#app/mail/letter'
import { type MailKind, OPEN_MAIL_NAMES } from '#app/mail/mail-names'
import { LETTERS_OF_STRANGERS, OPEN_ACTIONS } from '#app/mail/open-actions'
import { postTo } from '#app/mail/outbox.server'
import { subscribe } from '#app/people/subscribers.server'
import { startWatching } from '#app/tours/watchers.server'
import { db } from '#db/connection.server'
import { outbox } from '#db/schema/mail'
import { newsletterSubscriptions } from '#db/schema/people'
import { departures } from '#db/schema/tours'
import { minutesAfter, NOON } from '#tests/fixtures/orders'

const [{ atMost } = { atMost: 0 }] = LETTERS_OF_STRANGERS
const DAY = 24 * 60

beforeEach(() => {
  db.delete(outbox).run()
  db.delete(newsletterSubscriptions).run()
})

test('each mail that someone may cause who is not signed in stands with what causes it', () => {
  const caused = Object.values(OPEN_ACTIONS).flatMap(({ letters }) => Object.keys(letters))
  expect(new Set(caused)).toEqual(new Set(Object.keys(OPEN_MAIL_NAMES)))
})

const written = () => db.select().from(outbox).all().length
const writes = (kind: MailKind, at = NOON) =>
  postTo('wanjiru@example.com', at, { kind, once: randomUUID(), letter: letter`# Confirm` })

/** As if strangers had had it written to as many mailboxes as there may be in a day. */
function fill(kind: MailKind): void {
  writes(kind)
  const one = db.select().from(outbox).where(eq(outbox.kind, kind)).get()
  if (!one) throw new Error('Nothing was written')
  const { id: _, ...rest } = one
  const others = Array.from({ length: atMost - 1 }, () => ({
    ...rest,
    occasion: randomUUID(),
    messageId: randomUUID(),
  }))
  for (let from = 0; from < others.length; from += 250)
    db.insert(outbox)
      .values(others.slice(from, from + 250))
      .run()
}

test('of what strangers cause the site writes so many a day, of each kind for itself', () => {
  fill('newsletter-confirmation')
  writes('newsletter-confirmation')
  expect(written()).toBe(atMost)
  writes('departure-confirmation')
  writes('newsletter-confirmation', minutesAfter(DAY + 1))
  expect(written()).toBe(atMost + 2)
})

test('what guests wait for is never held back', () => {
  fill('payment-receipt')
  writes('payment-receipt')
  expect(written()).toBe(atMost + 1)
})

test('who cannot be sent the letter that confirms is not promised one', () => {
  db.update(departures).set({ sales: 'closed' }).run()
  fill('newsletter-confirmation')
  fill('departure-confirmation')
  expect(subscribe({ email: 'wanjiru@example.com' }, NOON)).toEqual({ refused: 'too-many' })
  expect(startWatching('wanjiru@example.com', NOON)).toEqual({ refused: 'too-many' })
  expect(subscribe({ email: 'wanjiru@example.com' }, minutesAfter(DAY + 1))).toEqual({ subscribed: true })
})

test('letters greet by one function alone', () => {
  const greeting = readdirSync('app', { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .filter((name) => readFileSync(`app/${name}`, 'utf8').includes('Dear ${'))
  expect(greeting).toEqual(['mail/outbox.server.ts'])
})
