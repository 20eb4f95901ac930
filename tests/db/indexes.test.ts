import { beforeAll, expect, test } from 'vitest'
import { holdsThatEnded } from '#app/bookings/advance-booking.server'
import { placeBooking } from '#app/bookings/place-booking.server'
import { isPaymentKnown } from '#app/money/books/ledger.server'
import { unsettledIntentOf, unsettledIntents } from '#app/money/payments/intent-records.server'
import { payOwedRefunds } from '#app/money/refunds/owed-refunds.server'
import { sqlite } from '#db/connection.server'
import { anOrder, NOON } from '#tests/fixtures/orders'

// What runs each second, each minute or inside the seat's transaction never reads a whole table.

const asked = new Set<string>()

beforeAll(async () => {
  const prepare = sqlite.prepare.bind(sqlite)
  sqlite.prepare = ((query: string) => {
    asked.add(query)
    return prepare(query)
  }) as typeof sqlite.prepare
  holdsThatEnded(NOON)
  unsettledIntents()
  unsettledIntentOf(1)
  isPaymentKnown('pi_1')
  placeBooking(anOrder(), NOON)
  // Its questions are prepared once, when it is imported.
  const { sendDueMail } = await import('#app/mail/send-mail.server')
  await sendDueMail(() => NOON)
  await payOwedRefunds(() => NOON)
  const { notifyLeftBehind } = await import('#app/travelers/pair-travelers.server')
  notifyLeftBehind(NOON)
  sqlite.prepare = prepare
})

test('every such question is answered by an index', () => {
  const questions = [...asked].filter((query) => /^select|^update/.test(query) && !/"tours"/.test(query))
  expect(questions.length).toBeGreaterThan(8)
  for (const query of questions) {
    const places = query.match(/\?/g)?.length ?? 0
    const plan = sqlite.prepare(`explain query plan ${query}`).all(...Array(places).fill(1)) as {
      detail: string
    }[]
    for (const { detail } of plan)
      expect(detail, query).not.toMatch(
        /^SCAN (bookings|ended|gone|outbox|payments|payment_intents|refunds|travelers)(?! USING)/,
      )
  }
})

test('no trigger walks all positions that words may have', () => {
  const triggers = sqlite
    .prepare("select name, sql from sqlite_master where type = 'trigger' and sql like '%gram_positions%'")
    .all() as { name: string; sql: string }[]
  expect(triggers.length).toBeGreaterThan(8)
  const occurrences = (text: string, part: RegExp) => text.match(part)?.length ?? 0
  for (const { name, sql } of triggers)
    expect(occurrences(sql, /where (p\.)?n <= length\(/gi), name).toBe(occurrences(sql, /gram_positions/g))
})
