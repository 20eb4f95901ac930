import { beforeEach, describe, expect, test } from 'vitest'
import type { Booking } from '#app/bookings/find-booking.server'
import { partyOf } from '#app/bookings/party.server'
import { digestOf } from '#app/money/books/quote-digest.server'
import { receiptsOf } from '#app/money/books/receipts.server'
import { changeOrReplaceTraveler } from '#app/money/changes/party/another-person.server'
import { linkCompanion } from '#app/money/changes/party/companion-address.server'
import { setEachPays } from '#app/money/changes/party/each-pays.server'
import { askForPart, askQuote } from '#app/money/changes/paying/later-payment.server'
import { takePayment } from '#app/money/changes/paying/take-payment.server'
import type { Whose } from '#app/money/payments/payers.server'
import { reconcile } from '#app/money/reconcile.server'
import { sendDueReminders } from '#app/money/reminders/send-due-reminders.server'
import { retrieveIntent } from '#app/money/stripe/intents.server'
import { cents } from '#app/platform/money'
import { db } from '#db/connection.server'
import { siteSettings } from '#db/schema/site'
import { ACCOUNT, onDay, passTo } from '#tests/fixtures/bank-payments'
import { stripeSandbox } from '#tests/fixtures/environment'
import { NOON } from '#tests/fixtures/orders'
import { aStaffMember, byHand, cancel, refund } from '#tests/fixtures/paid-bookings'
import { anOpenTour, joins } from '#tests/fixtures/party-changes'
import { bookingNow } from '#tests/fixtures/payments'
import {
  ACHIENG,
  aSharingParty,
  BARAKA,
  linkFor,
  linkOf,
  mailsOfKind,
  opensPage,
  paysBy,
} from '#tests/fixtures/sharing-parties'

// Letters of a payment go to who paid it, and to whom somebody else's payment helps.

beforeEach(() => {
  anOpenTour()
  stripeSandbox.setClock(() => onDay(0))
  db.update(siteSettings).set({ bankAtMost: '6,000' }).run()
})

const lastStaffMail = (kind: string) => mailsOfKind(kind).at(-1)?.text ?? ''
const receipts = () => mailsOfKind('payment-receipt')

describe('the receipt', () => {
  test('of a companion’s payment goes to them, about their share alone', async () => {
    const booking = await aSharingParty(ACHIENG)
    await paysBy(linkOf(booking, 2))
    const [receipt, ...more] = receipts()
    expect(more).toEqual([])
    expect(receipt).toMatchObject({
      to: 'achieng@example.com',
      subject: `Payment received: ${booking.reference}`,
    })
    expect(receipt?.text).toContain('Dear Achieng, Thank you. We received $2,000 toward your share of the')
    expect(receipt?.text).toContain('Paid so far: $2,500 of $4,500')
    expect(receipt?.text).toContain('Left to pay: $2,000')
    expect(receipt?.text).toContain('The next payment of $2,000 is due on Sep 15, 2025.')
    expect(receipt?.text).toContain(`/pay/${linkOf(booking, 2)}`)
    expect(receipt?.text).toContain(`/traveler/${linkOf(booking, 2)}`)
    expect(receipt?.text).not.toContain(booking.linkToken)
    expect(receipt?.text).not.toContain('$9,000')
    expect(lastStaffMail('staff-payment')).toContain('Toward: Achieng’s share')
    expect(lastStaffMail('staff-payment')).toContain('Paid by: Achieng Otieno')
  })

  test('of a companion without an address goes to the lead traveler, who reads whose it is', async () => {
    const booking = await aSharingParty(BARAKA)
    await paysBy(linkOf(booking, 2))
    const [receipt] = receipts()
    expect(receipt?.to).toBe(booking.customerEmail)
    expect(receipt?.text).toContain('Baraka Mwangi paid $2,000 toward Baraka’s share of the')
    expect(receipt?.text).toContain('Paid so far: $3,000 of $9,000')
  })

  test('of the lead traveler says whose share they paid', async () => {
    const booking = await aSharingParty(ACHIENG)
    await paysBy(booking.linkToken)
    await paysBy(booking.linkToken, { whose: 2 })
    await paysBy(booking.linkToken, { whose: 'all' })
    expect(receipts().map(({ to }) => to)).toEqual(Array(3).fill(booking.customerEmail))
    const [own, theirs, everybodys] = receipts().map(({ text }) => text)
    expect(own).toContain('We received $2,000 toward your share of the')
    expect(own).toContain('The next payment of $2,000 is due on Sep 15, 2025.')
    expect(theirs).toContain('We received $2,000 toward Achieng’s share of the')
    expect(everybodys).toContain('We received $4,000 for the')
    expect(everybodys).toContain('Your tour is paid in full.')
  })

  test('says to the lead traveler that others still owe, once their own share is paid', async () => {
    const booking = await aSharingParty(ACHIENG)
    await paysBy(booking.linkToken)
    await paysBy(booking.linkToken)
    const text = receipts().at(-1)?.text
    expect(text).toContain('Of your own share, nothing more is due.')
    expect(text).not.toContain('Your tour is paid in full')
  })

  test('of somebody else’s payment goes to whose share it pays', async () => {
    const booking = await aSharingParty(ACHIENG)
    await paysBy(linkFor(linkOf(booking, 2), 'Grace Otieno', 50_000).linkToken)
    await paysBy(linkFor(booking.linkToken, 'Aunt Rose', 30_000).linkToken)
    expect(receipts().map(({ to }) => to)).toEqual(['achieng@example.com', booking.customerEmail])
    const [hers, leads] = receipts().map(({ text }) => text)
    expect(hers).toContain('Grace Otieno paid $500 toward your share of the')
    expect(hers).toContain('Paid by: Grace Otieno')
    expect(leads).toContain('Aunt Rose paid $300 toward your share of the')
    expect(leads).toContain('Toward: Your share')
  })

  test('of money that staff enter for a share goes to whose it is', async () => {
    const booking = await aSharingParty(ACHIENG)
    const forTravelerId = partyOf(booking.id)[1]?.id
    expect(await byHand(booking, 200_000, { method: 'wire', forTravelerId })).toHaveProperty('booking')
    expect(receipts().map(({ to }) => to)).toEqual(['achieng@example.com'])
  })

  test('is in the name of who paid, and says whose share it was', async () => {
    const booking = await aSharingParty(ACHIENG)
    await paysBy(linkOf(booking, 2))
    await paysBy(linkFor(linkOf(booking, 2), 'Grace Otieno', 50_000).linkToken)
    await paysBy(booking.linkToken)
    expect(receiptsOf(bookingNow(booking)).map(({ share, paidBy }) => [share, paidBy])).toEqual([
      [null, null],
      ['Achieng Otieno', 'Achieng Otieno'],
      ['Achieng Otieno', 'Grace Otieno'],
      [booking.customerName, null],
    ])
  })
})

describe('the letter of their own share', () => {
  const own = () => mailsOfKind('own-share').map(({ to }) => to)
  const barakaOf = (booking: Booking) => {
    const [, , baraka] = partyOf(booking.id)
    if (!baraka) throw new Error('Baraka is gone')
    return baraka
  }

  test('comes once a companion’s address is known, whoever saves it, and once', async () => {
    const booking = await aSharingParty(ACHIENG, BARAKA)
    expect(own()).toEqual(['achieng@example.com'])
    linkCompanion(barakaOf(booking), booking, 'baraka@example.com', NOON)
    expect(own()).toEqual(['achieng@example.com', 'baraka@example.com'])
    expect(mailsOfKind('own-share').at(-1)?.text).toContain(`/pay/${linkOf(booking, 3)}`)
    linkCompanion(barakaOf(booking), booking, 'baraka@example.com', onDay(1))
    expect(own()).toHaveLength(2)
    const words = { name: 'Baraka Mwangi', passportName: '', email: 'mwangi@example.com' }
    changeOrReplaceTraveler(barakaOf(booking).id, words, aStaffMember(), onDay(2))
    // By the link that works now.
    expect(own()).toEqual(['achieng@example.com', 'baraka@example.com', 'mwangi@example.com'])
    expect(mailsOfKind('own-share').at(-1)?.text).toContain(`/pay/${linkOf(booking, 3)}`)
    changeOrReplaceTraveler(
      barakaOf(booking).id,
      { ...words, passportName: 'Baraka M' },
      aStaffMember(),
      onDay(2),
    )
    expect(own()).toHaveLength(3)
  })

  test('does not come while the lead traveler pays for everybody', async () => {
    const booking = await aSharingParty(ACHIENG, BARAKA)
    await setEachPays({ reference: booking.reference, eachPays: false }, null, () => NOON)
    linkCompanion(barakaOf(booking), booking, 'baraka@example.com', NOON)
    expect(own()).toEqual(['achieng@example.com'])
    expect(mailsOfKind('companion-link').map(({ to }) => to)).toEqual(['baraka@example.com'])
  })

  test('says what to do to who is not meant, as every letter to a companion about their share does', async () => {
    const booking = await aSharingParty(ACHIENG)
    await paysBy(linkOf(booking, 2), { amount: 50_000 })
    await sendDueReminders(onDay(68))
    const hers = ['own-share', 'payment-receipt', 'reminder-friendly'].map((kind) =>
      mailsOfKind(kind).find(({ to }) => to === 'achieng@example.com'),
    )
    for (const letter of hers)
      expect(letter?.text).toContain(
        'Not expecting this? Someone mistyped an address, and you can ignore this email.',
      )
    const leads = mailsOfKind('reminder-friendly').find(({ to }) => to === booking.customerEmail)
    expect(leads?.text).not.toContain('Not expecting this?')
  })
})

describe('money that cannot be used', () => {
  /** A page was open when staff entered all that was left, and still was paid. */
  async function paysTooLate(booking: Booking, token: string) {
    const id = await opensPage(token)
    const open = await retrieveIntent(id)
    if (!open) throw new Error('Stripe does not know it')
    await byHand(booking, 800_000, { method: 'wire' })
    const late = { ...open, status: 'succeeded' as const, receivedCents: open.amountCents }
    expect(takePayment(late, NOON).outcome).toBe('given-back')
  }

  test('is announced to the companion who paid it', async () => {
    const booking = await aSharingParty(ACHIENG)
    await paysTooLate(booking, linkOf(booking, 2))
    const [letter, ...more] = mailsOfKind('payment-returned')
    expect(more).toEqual([])
    expect(letter?.to).toBe('achieng@example.com')
    expect(letter?.subject).toBe(`Your payment is being returned: ${booking.reference}`)
    expect(letter?.text).toContain(
      `We received $2,000 for your share of ${booking.reference}, which was already paid.`,
    )
    expect(letter?.text).toContain('We are returning it to your card in full.')
    expect(lastStaffMail('staff-payment-returned')).toContain('Achieng has been notified')
  })

  test('of somebody else, to whose share it was for: it goes back to theirs', async () => {
    const booking = await aSharingParty(ACHIENG)
    await paysTooLate(booking, linkFor(linkOf(booking, 2), 'Grace Otieno', 50_000).linkToken)
    const [letter] = mailsOfKind('payment-returned')
    expect(letter?.to).toBe('achieng@example.com')
    expect(letter?.text).toContain('Grace Otieno paid $500 toward your share of')
    expect(letter?.text).toContain('We are returning it to their card in full.')
  })
})

describe('a bank payment', () => {
  async function fromBank(token: string, account: string, day: number, whose?: Whose) {
    stripeSandbox.setClock(() => onDay(day))
    const id = await opensPage(token, { paysFrom: 'bank-account', at: onDay(day), whose })
    stripeSandbox.payIntent(id, account)
    await reconcile(() => onDay(day))
    return id
  }

  test('that fails is told to the companion who made it, with their link', async () => {
    const booking = await aSharingParty(ACHIENG)
    await fromBank(linkOf(booking, 2), ACCOUNT.closed, 0)
    await passTo(5)
    const [begun] = mailsOfKind('bank-payment-begun')
    expect(begun?.to).toBe('achieng@example.com')
    expect(begun?.text).toContain('$2,000 is on its way from your bank for your share of the')
    const [failed, ...more] = mailsOfKind('bank-payment-failed')
    expect(more).toEqual([])
    expect(failed?.to).toBe('achieng@example.com')
    expect(failed?.text).toContain('Pay $2,000')
    expect(failed?.text).toContain(`/pay/${linkOf(booking, 2)}`)
    expect(failed?.text).not.toContain(booking.linkToken)
    expect(lastStaffMail('staff-bank-payment-failed')).toContain('the bank account of Achieng Otieno')
  })

  test('that the bank takes back is told to them, too', async () => {
    const booking = await aSharingParty(ACHIENG)
    const id = await fromBank(linkOf(booking, 2), ACCOUNT.good, 0)
    await passTo(4)
    stripeSandbox.openDispute(id, { reason: 'insufficient_funds' })
    await reconcile(() => onDay(10))
    const [back, ...more] = mailsOfKind('bank-payment-taken-back')
    expect(more).toEqual([])
    expect(back?.to).toBe('achieng@example.com')
    expect(back?.text).toContain('We had received $2,000 from your bank account.')
    expect(back?.text).toContain(`/pay/${linkOf(booking, 2)}`)
  })

  test('of a companion is not from the lead traveler’s bank, in their receipts and where they cancel', async () => {
    const booking = await aSharingParty(ACHIENG)
    await fromBank(linkOf(booking, 2), ACCOUNT.good, 0)
    await paysBy(booking.linkToken)
    expect(receipts().at(-1)?.text).toContain('$2,000 on its way from a companion’s bank, about')
    await cancel(bookingNow(booking))
    expect(mailsOfKind('booking-cancelled').at(-1)?.text).toContain(
      '$2,000 is still on its way from a companion’s bank. As soon as it is here, we return all of it',
    )
  })

  test('that fails asks that companion, and the friendly reminder of that day the others', async () => {
    const booking = await aSharingParty(ACHIENG)
    await fromBank(linkOf(booking, 2), ACCOUNT.closed, 64)
    // Seven days before it is due.
    await passTo(68)
    expect(mailsOfKind('bank-payment-failed').map(({ to }) => to)).toEqual(['achieng@example.com'])
    await sendDueReminders(onDay(68))
    expect(mailsOfKind('reminder-friendly').map(({ to }) => to)).toEqual([booking.customerEmail])
    await sendDueReminders(onDay(72))
    expect(mailsOfKind('reminder-urgent').map(({ to }) => to)).toEqual([
      booking.customerEmail,
      'achieng@example.com',
    ])
  })

  test('of the lead traveler that fails: the friendly reminder still asks them for who has no address', async () => {
    const booking = await aSharingParty(BARAKA)
    await fromBank(booking.linkToken, ACCOUNT.closed, 64)
    await passTo(68)
    await sendDueReminders(onDay(68))
    const [lead, ...more] = mailsOfKind('reminder-friendly')
    expect(more).toEqual([])
    expect(lead?.to).toBe(booking.customerEmail)
    expect(lead?.text).toContain('We have no email address for Baraka, so please pass this on.')
    expect(lead?.text).toContain('First installment: $2,000')
    expect(lead?.text).toContain(`/pay/${booking.linkToken}?whose=2`)
  })

  test('of the lead traveler for who has no address that fails: the friendly reminder asks for their own', async () => {
    const booking = await aSharingParty(BARAKA)
    await fromBank(booking.linkToken, ACCOUNT.closed, 64, 2)
    await passTo(68)
    const [failed] = mailsOfKind('bank-payment-failed')
    expect(failed?.to).toBe(booking.customerEmail)
    expect(failed?.text).toContain(`/pay/${booking.linkToken}?whose=2`)
    await sendDueReminders(onDay(68))
    const [lead, ...more] = mailsOfKind('reminder-friendly')
    expect(more).toEqual([])
    expect(lead?.to).toBe(booking.customerEmail)
    expect(lead?.text).toContain('First installment: $2,000')
    expect(lead?.text).not.toContain('Baraka')
  })

  test('for all of it that fails asks the lead traveler for all but who has an address', async () => {
    const booking = await aSharingParty(ACHIENG)
    await fromBank(booking.linkToken, ACCOUNT.closed, 64, 'all')
    await passTo(68)
    await sendDueReminders(onDay(68))
    expect(mailsOfKind('reminder-friendly').map(({ to }) => to)).toEqual(['achieng@example.com'])
  })

  test('that fails once it is late is told to the lead traveler, too', async () => {
    const booking = await aSharingParty(ACHIENG)
    // Due on Aug 15, day 75; asked for again by Aug 26.
    await fromBank(linkOf(booking, 2), ACCOUNT.closed, 74)
    await passTo(79)
    expect(mailsOfKind('bank-payment-failed').map(({ to }) => to)).toEqual([
      'achieng@example.com',
      booking.customerEmail,
    ])
    const [, lead] = mailsOfKind('bank-payment-failed')
    expect(lead?.subject).toBe(`Achieng’s payment did not come: ${booking.reference}`)
    expect(lead?.text).toContain('First installment, due Aug 26, 2025: $2,000')
    expect(lead?.text).toContain(`/pay/${booking.linkToken}?whose=2`)
  })
})

describe('where others paid, refunds go to the cards that paid', () => {
  test('in the letters to the lead traveler', async () => {
    const booking = await aSharingParty(ACHIENG)
    await paysBy(linkOf(booking, 2))
    await refund(booking, 10_000)
    expect(mailsOfKind('refund-ordered').at(-1)?.text).toContain(
      `We are returning $100 for booking ${booking.reference} to the cards that paid.`,
    )
    await cancel(bookingNow(booking))
    expect(mailsOfKind('booking-cancelled').at(-1)?.text).toContain('to the cards that paid.')
  })

  test('and where only the lead traveler did, to their card', async () => {
    const booking = await aSharingParty(ACHIENG)
    await refund(booking, 10_000)
    expect(mailsOfKind('refund-ordered').at(-1)?.text).toContain('to the card you paid with.')
  })
})

test('letters that ask the lead traveler for all lead to the page that pays for everybody', async () => {
  const booking = await aSharingParty(ACHIENG)
  await refund(booking, 10_000, { reason: 'owed-again' })
  expect(mailsOfKind('refund-ordered').at(-1)?.text).toContain(`/pay/${booking.linkToken}?whose=all`)
  await joins(bookingNow(booking), NOON)
  expect(mailsOfKind('party-raised').at(-1)?.text).toContain(`/pay/${booking.linkToken}?whose=all`)
  const quoted = digestOf(askQuote(bookingNow(booking)))
  const wish = { reference: booking.reference, amountCents: cents(100_000), quoted, formKey: 'part' }
  expect(await askForPart(wish, aStaffMember(), () => NOON)).toEqual({ asked: true })
  expect(mailsOfKind('part-asked').at(-1)?.text).toContain('?whose=all&amount=1000')
})
