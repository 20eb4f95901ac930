import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { listUnknownPayments, noteRestored } from '#app/server/backup/after-restore.server'
import { db } from '#db/connection.server'
import { paymentIntents } from '#db/schema/money'
import { auditLog } from '#db/schema/staff'
import { stripeSandbox } from '#tests/fixtures/environment'
import { NOON } from '#tests/fixtures/orders'
import { aPaidBooking, beginLaterPayment, booksOf } from '#tests/fixtures/paid-bookings'
import { nothingBooked, payAtStripe } from '#tests/fixtures/payments'

// What somebody reads after a restore, and is asked.

beforeEach(() => {
  nothingBooked()
  db.delete(auditLog).run()
})

/** A booking of the copy, and two installments that came after it. */
async function twoLost() {
  const { booking } = await aPaidBooking()
  noteRestored(NOON, NOON)
  const intents: string[] = []
  for (let paid = 0; paid < 2; paid += 1) {
    const { id } = await beginLaterPayment(booking, 200_000)
    await payAtStripe(id)
    db.delete(paymentIntents).where(eq(paymentIntents.stripeIntentId, id)).run()
    intents.push(id)
  }
  return { booking, intents }
}

async function said(answers: boolean[] | null): Promise<string> {
  const words: string[] = []
  const say = (line: string) => void words.push(line)
  const ask = async (question: string) => {
    say(question)
    return answers?.shift() ?? false
  }
  await listUnknownPayments({ say, ask: answers && ask })
  return words.join('\n')
}

test('payments are offered one by one, and entered on a yes', async () => {
  const { booking, intents } = await twoLost()
  const words = await said([false, true])
  for (const id of intents) expect(words).toContain(`${id}  $2,000`)
  expect(words.split(`Enter $2,000 for ${booking.reference} now?`)).toHaveLength(3)
  expect(words.split('Entered: $2,000')).toHaveLength(2)
  expect(booksOf(booking).kept).toBe(250_000)
})

test('nobody there is asked nothing, and told how', async () => {
  const { booking, intents } = await twoLost()
  const words = await said(null)
  expect(words).not.toContain('now?')
  for (const id of intents) expect(words).toContain(`--enter ${id} ${booking.reference}`)
  expect(booksOf(booking).kept).toBe(50_000)
})

test('what went back since is not offered', async () => {
  const { intents } = await twoLost()
  for (const id of intents) stripeSandbox.refundInDashboard(id, 100_000)
  const words = await said([true, true])
  expect(words).toContain('$1,000 of it went back since')
  expect(words).not.toContain('now?')
})

test('where Stripe is silent it is said, with what to do', async () => {
  await twoLost()
  stripeSandbox.switches.apiDown = true
  expect(await said([])).toContain('Stripe did not answer')
})
