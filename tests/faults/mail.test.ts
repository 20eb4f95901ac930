import { afterAll, beforeAll, expect, test } from 'vitest'
import { patiently } from '#scripts/test/patience.mjs'
import { eventually } from '#tests/fixtures/site'
import { startTroubledSite, type TroubledSite } from './a-troubled-site'

// The mail server in every kind of trouble, while guests book and pay.

let troubled: TroubledSite
beforeAll(async () => {
  troubled = await startTroubledSite()
})
afterAll(() => troubled.site.close())

async function bookedAndPaid(email: string) {
  const guest = await troubled.books(email)
  guest.pays()
  await eventually(() => troubled.statusOf(guest.reference) === 'deposit_paid')
}

const lettersTo = (address: string) =>
  troubled.site.mailbox.messages().filter(({ to }) => to.includes(address))
const attemptsFor = (address: string) =>
  troubled.site.rows<{ attempts: number; state: string; why: string }>(
    'select attempts, state, last_error as why from outbox where to_address = ?',
    address,
  )[0]

test('a mail server that is down keeps nobody from booking', async () => {
  await troubled.site.mailbox.stopSmtp()
  await bookedAndPaid('down@example.com')
  await eventually(() => Number(attemptsFor('down@example.com')?.attempts) > 0)
  await troubled.site.mailbox.startSmtp()
})

test('one address that is refused holds up no other letter', async () => {
  troubled.site.mailbox.refuseTo('gone@example.com')
  await bookedAndPaid('gone@example.com')
  await bookedAndPaid('there@example.com')
  await eventually(() => lettersTo('there@example.com').length === 1)
  await eventually(() => attemptsFor('gone@example.com')?.why?.includes('5.1.1') ?? false)
  expect(lettersTo('gone@example.com')).toEqual([])
})

test('a mail server that is slow holds up no booking', async () => {
  const slowly = troubled.site.mailbox.hold(/./)
  await bookedAndPaid('slow@example.com')
  await slowly.seen()
  await bookedAndPaid('behind@example.com')
  expect((await fetch(troubled.site.url)).status).toBe(200)
  slowly.release()
})

test(
  'a connection dropped before its yes, and nothing is lost',
  async () => {
    const held = troubled.site.mailbox.hold('unsure@example.com')
    await bookedAndPaid('unsure@example.com')
    await held.seen()
    troubled.answersWereLost()
    await troubled.site.mailbox.stopSmtp()
    held.release()
    await troubled.expectNothingLost()
    for (const guest of ['down', 'there', 'slow', 'behind', 'gone'])
      expect(lettersTo(`${guest}@example.com`)).toHaveLength(1)
    expect([1, 2]).toContain(lettersTo('unsure@example.com').length)
  },
  patiently(60_000),
)
