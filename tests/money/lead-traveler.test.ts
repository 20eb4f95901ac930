import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { TRAVELER, travelerOf } from '#app/bookings/checkout-form'
import { type Booking, bookingByLink, bookingFor } from '#app/bookings/find-booking.server'
import { partyMoney, partyOf, travelerByLink } from '#app/bookings/party.server'
import { sendBookingLinks } from '#app/bookings/send-booking-links.server'
import { sendDueMail } from '#app/mail/send-mail.server'
import { sharesOf } from '#app/money/books/shares.server'
import { leaveParty } from '#app/money/changes/cancel-booking.server'
import { changeLead, type LeadWish, leadSummary } from '#app/money/changes/party/change-lead.server'
import { confirmReturn } from '#app/money/changes/paying/confirm-return.server'
import { beginLaterCardPayment } from '#app/money/changes/paying/later-payment.server'
import { sellByHand } from '#app/money/changes/sell-by-hand.server'
import { LeadForm } from '#app/money/changes/sell-form'
import { env } from '#app/platform/env.server'
import { cents } from '#app/platform/money'
import { ofEach } from '#app/platform/typed/fields'
import { sendCompanionLink } from '#app/travelers/ask-for-details.server'
import { listBookings, UNFILTERED } from '#app/views/list-bookings.server'
import { personWith } from '#app/views/person.server'
import { db } from '#db/connection.server'
import { bookings, travelerDetails, travelers } from '#db/schema/bookings'
import { outbox } from '#db/schema/mail'
import { auditLog } from '#db/schema/staff'
import { mailbox, stripeSandbox } from '#tests/fixtures/environment'
import { aTraveler, minutesAfter, NOON, theDeparture } from '#tests/fixtures/orders'
import {
  aPaidBooking,
  aStaffMember,
  beginLaterPayment,
  booksOf,
  byHand,
  lettersTo,
} from '#tests/fixtures/paid-bookings'
import { anOpenTour, joins, leaves, quoteToLeave, wishToLeave } from '#tests/fixtures/party-changes'
import { bookingNow } from '#tests/fixtures/payments'

// The lead traveler's contact is changed by staff, or another of the party becomes the lead traveler.

beforeEach(anOpenTour)

const LATER = minutesAfter(60)

/** The form as it was opened for one of the party, with what is typed over it. */
function wishFor(booking: Booking, position: number, typed: Partial<LeadWish> = {}): LeadWish {
  const traveler = partyOf(booking.id).find((one) => one.position === position)
  const shown = traveler && leadSummary(bookingNow(booking), traveler)
  if (!traveler || !shown) throw new Error('Nobody there')
  return {
    reference: booking.reference,
    travelerId: traveler.id,
    formKey: crypto.randomUUID(),
    version: shown.version,
    ...shown.words,
    ...ofEach(TRAVELER, (name) => shown.words[name] || NO_ADDRESS[name as keyof typeof NO_ADDRESS]),
    ...typed,
  }
}

const changes = (booking: Booking, typed: Partial<LeadWish>, position = 1) =>
  changeLead(wishFor(booking, position, typed), aStaffMember(), () => LATER)

const unsent = (booking: Booking) => db.select().from(outbox).where(eq(outbox.bookingId, booking.id)).all()

const acts = (booking: Booking, action: string) =>
  db
    .select()
    .from(auditLog)
    .where(eq(auditLog.subject, `booking:${booking.reference}`))
    .all()
    .filter((act) => act.action === action)

const NEW = 'amina.odera@example.org'
const NO_ADDRESS = { address: '', city: '', state: '', zipCode: '', country: '' }

describe('another email address', () => {
  test('ends the old links, and the booking is found under the new address', async () => {
    const { booking, intentId } = await aPaidBooking()
    const before = { books: booksOf(booking), lead: partyOf(booking.id)[0] }
    expect(await changes(booking, { email: NEW })).toEqual({ changed: ['email'], formerPosition: null })

    const now = bookingNow(booking)
    expect(now.customerEmail).toBe(NEW)
    expect(partyOf(booking.id)[0]?.email).toBe(NEW)
    expect(bookingByLink(booking.linkToken)).toBeNull()
    expect(bookingByLink(now.linkToken)?.id).toBe(booking.id)
    expect(travelerByLink(before.lead?.linkToken ?? '')).toBeNull()
    expect(booksOf(booking)).toEqual(before.books)
    expect(personWith(NEW)?.paidFor.map(({ id }) => id)).toEqual([booking.id])
    expect(personWith(booking.customerEmail)?.paidFor ?? []).toEqual([])
    expect(listBookings({ ...UNFILTERED, term: NEW }, { from: 'start' }, 5).rows.map(({ id }) => id)).toEqual(
      [booking.id],
    )
    expect(sendBookingLinks(booking.customerEmail, LATER)).toBe(false)
    expect(sendBookingLinks(NEW, LATER)).toBe(true)
    const paymentSecret =
      stripeSandbox.paymentIntents().find(({ id }) => id === intentId)?.client_secret ?? ''
    const byOldBrowser = { browserDigest: booking.browserDigest, paymentSecret, isStaff: false }
    expect(bookingFor({ ...byOldBrowser, browserDigest: null }, booking.reference)).toBeNull()
    expect(bookingFor(byOldBrowser, booking.reference)).toBeNull()
    expect(await confirmReturn(booking.reference, intentId, () => LATER)).toEqual({ refused: 'not-found' })
  })

  test('renews the companions’ links too: the booking page that it opened had them', async () => {
    const { booking } = await aPaidBooking({ travelers: 2 })
    const [, companion] = partyOf(booking.id)
    if (!companion) throw new Error('Nobody there')
    db.update(travelers).set({ email: 'barasa@example.com' }).where(eq(travelers.id, companion.id)).run()
    await changes(booking, { email: NEW })
    expect(travelerByLink(companion.linkToken)).toBeNull()
    const sent = unsent(booking).filter(({ kind }) => kind === 'traveler-link')
    expect(sent.map(({ toAddress }) => toAddress)).toEqual(['barasa@example.com'])
    expect(sent[0]?.textBody).toContain(`/traveler/${partyOf(booking.id)[1]?.linkToken}`)
  })

  test('the old address is told whom to call, and never the new address', async () => {
    const { booking } = await aPaidBooking()
    await changes(booking, { email: NEW })
    const letters = unsent(booking)
    const [toOld] = letters.filter(({ toAddress }) => toAddress === booking.customerEmail)
    expect(toOld?.kind).toBe('lead-links-ended')
    expect(toOld?.textBody).toContain(booking.reference)
    expect(toOld?.textBody).toContain('a…@example.org')
    expect(toOld?.textBody).not.toContain(NEW)
    expect(toOld?.textBody).not.toContain(bookingNow(booking).linkToken)
    expect(toOld?.textBody).toMatch(/Wasn’t you\? Please write to .+ or call/)
    const [toNew] = letters.filter(({ kind }) => kind === 'lead-contact')
    expect(toNew?.toAddress).toBe(NEW)
    expect(toNew?.textBody).toContain(`/booking/${bookingNow(booking).linkToken}`)
    expect(toNew?.textBody).toContain(`/pay/${bookingNow(booking).linkToken}`)
  })

  test('notices to staff who booked for themselves stay theirs', async () => {
    const { booking } = await aPaidBooking({ traveler: aTraveler({ email: env.STAFF_EMAIL }) })
    await changes(booking, { email: NEW })
    const notices = unsent(booking).filter(({ kind }) => kind === 'staff-new-booking')
    expect(notices.map(({ toAddress }) => toAddress)).toEqual([env.STAFF_EMAIL])
  })

  test('mail that has not left goes to the new address, with links that work', async () => {
    const { booking } = await aPaidBooking()
    const waiting = unsent(booking).filter(({ kind }) => kind === 'booking-confirmation')
    expect(waiting).toHaveLength(1)
    await changes(booking, { email: NEW, name: 'Amina Odera' })
    mailbox.clear()
    await sendDueMail(() => LATER)
    const arrived = mailbox.messages()
    const toOld = arrived.filter(({ to }) => to.includes(booking.customerEmail))
    expect(toOld.map(({ subject }) => subject)).toEqual([expect.stringContaining('was changed')])
    const confirmation = db.select().from(outbox).where(eq(outbox.kind, 'booking-confirmation')).get()
    expect(confirmation?.toAddress).toBe(NEW)
    expect(confirmation?.textBody).toContain('Dear Amina,')
    for (const body of [confirmation?.textBody, confirmation?.htmlBody]) {
      expect(body).toContain(bookingNow(booking).linkToken)
      expect(body).not.toContain(booking.linkToken)
    }
  })

  test('a mail that is on its way when it changes is tried again at the new address', async () => {
    const { booking } = await aPaidBooking()
    mailbox.refuse(true)
    let changed: Promise<unknown> = Promise.resolve()
    await sendDueMail(() => LATER, {
      beforeSending: (mail) => {
        if (mail.kind === 'booking-confirmation') changed = changes(booking, { email: NEW })
        return mail
      },
    })
    await changed
    mailbox.refuse(false)
    mailbox.clear()
    await sendDueMail(() => minutesAfter(120))
    const written = db.select().from(outbox).where(eq(outbox.kind, 'booking-confirmation')).get()
    const confirmations = mailbox.messages().filter(({ subject }) => subject === written?.subject)
    expect(confirmations.map(({ to }) => String(to))).toEqual([expect.stringContaining(NEW)])
  })

  test('a mail that has left says where it went', async () => {
    const { booking } = await aPaidBooking()
    await sendDueMail(() => LATER, {
      beforeSending: (mail) => {
        if (mail.kind === 'booking-confirmation') void changes(booking, { email: NEW })
        return mail
      },
    })
    const confirmation = db.select().from(outbox).where(eq(outbox.kind, 'booking-confirmation')).get()
    expect(confirmation).toMatchObject({ state: 'sent', toAddress: booking.customerEmail })
  })

  test('an open payment page of the old link is closed at Stripe', async () => {
    const { booking } = await aPaidBooking()
    const open = await beginLaterPayment(booking, 400_000, LATER)
    await changes(booking, { email: NEW })
    expect(stripeSandbox.paymentIntents().find(({ id }) => id === open.id)?.status).toBe('canceled')
  })

  test('the history says what was changed, once, and no address', async () => {
    const { booking } = await aPaidBooking()
    const wish = wishFor(booking, 1, { email: NEW, city: 'Dallas' })
    await changeLead(wish, aStaffMember(), () => LATER)
    expect(await changeLead(wish, aStaffMember(), () => LATER)).toEqual({ known: true })
    const again = await changeLead({ ...wish, formKey: crypto.randomUUID() }, aStaffMember(), () => LATER)
    expect(again).toEqual({ changed: [], formerPosition: null })
    const [act, ...more] = acts(booking, 'lead-contact-changed')
    expect(more).toEqual([])
    expect(act?.detail).toEqual({ changed: ['email', 'address'] })
    expect(unsent(booking).filter(({ kind }) => kind.startsWith('lead-'))).toHaveLength(2)
  })
})

describe('another name, telephone or postal address', () => {
  test('is one letter to the address, and the links stay', async () => {
    const { booking } = await aPaidBooking()
    const changed = await changes(booking, {
      name: 'Wanjiru K. Kamau',
      phone: '+1 512 555 0188',
      city: 'Dallas',
    })
    expect(changed).toEqual({ changed: ['name', 'phone', 'address'], formerPosition: null })
    const now = bookingNow(booking)
    expect(travelerOf(now)).toMatchObject({
      name: 'Wanjiru K. Kamau',
      phone: '+1 512 555 0188',
      city: 'Dallas',
    })
    expect(now.linkToken).toBe(booking.linkToken)
    expect(partyOf(booking.id)[0]?.name).toBe('Wanjiru K. Kamau')
    const letters = lettersTo(now).filter(({ kind }) => kind.startsWith('lead-'))
    expect(letters).toHaveLength(1)
    expect(letters[0]?.text).toContain('name, phone, and address')
  })

  test('what a form does not ask stays, and what it left empty is taken out', async () => {
    const { booking } = await aPaidBooking()
    db.update(bookings).set({ customerPhone: '+1 512 555 0188' }).where(eq(bookings.id, booking.id)).run()
    const { phone: _, ...unasked } = wishFor(booking, 1, { city: 'Dallas' })
    expect(await changeLead(unasked, aStaffMember(), () => LATER)).toMatchObject({ changed: ['address'] })
    expect(bookingNow(booking)).toMatchObject({ customerCity: 'Dallas', customerPhone: '+1 512 555 0188' })

    expect(await changes(booking, { phone: undefined })).toMatchObject({ changed: ['phone'] })
    expect(bookingNow(booking).customerPhone).toBeNull()
    expect(travelerOf(bookingNow(booking)).phone).toBeUndefined()
  })

  test('the second editor is shown what the first one saved', async () => {
    const { booking } = await aPaidBooking()
    const opened = wishFor(booking, 1, { city: 'Dallas' })
    await changes(booking, { city: 'Houston' })
    expect(await changeLead(opened, aStaffMember(), () => LATER)).toMatchObject({
      refused: 'changed-since',
      stored: { city: 'Houston' },
    })
    expect(bookingNow(booking).customerCity).toBe('Houston')
  })

  test('of a hold it is the checkout’s', async () => {
    const { booking } = await aPaidBooking()
    db.run(`update bookings set payment_status = 'pending' where id = ${booking.id}`)
    expect(await changes(booking, { city: 'Houston' })).toEqual({ refused: 'held' })
  })
})

test('a mistyped address of seats that staff hold is put right, and the link goes to the new one', async () => {
  const sold = sellByHand(
    {
      ...{ departureId: theDeparture().id, roomType: 'double', travelers: 2, paymentType: 'deposit' },
      ...{
        traveler: aTraveler({ ...NO_ADDRESS, email: 'amina.odear@example.org' }),
        heldUntil: '2025-06-04',
      },
      formKey: crypto.randomUUID(),
    },
    aStaffMember(),
    NOON,
  )
  if (!('booking' in sold)) throw new Error(JSON.stringify(sold))
  const { booking } = sold
  const shown = {
    ...{ pays: 'next' as const, amountCents: cents(100_000), remainingCents: cents(100_000) },
    token: booking.linkToken,
  }
  await beginLaterCardPayment(shown, () => NOON)
  // On the telephone nobody spelled an address, and the dialog does not ask for one.
  const { travelerId, ...wish } = wishFor(booking, 1, { email: NEW })
  const posted = LeadForm.parse({ ...wish, travelerId: String(travelerId), address: undefined })
  expect(posted).toMatchObject(NO_ADDRESS)
  expect(await changes(booking, posted)).toEqual({ changed: ['email'], formerPosition: null })
  const now = bookingNow(booking)
  expect(now).toMatchObject({ status: 'pending', customerEmail: NEW, holdEndsAt: booking.holdEndsAt })
  expect(await beginLaterCardPayment(shown, () => LATER)).toEqual({ refused: 'not-found' })
  const held = lettersTo(now).filter(({ kind }) => kind === 'seats-held')
  expect(held.at(-1)?.text).toContain(`/pay/${now.linkToken}`)
  expect(await changes(booking, { name: 'Amina' }, 2)).toEqual({ refused: 'held' })
})

describe('another lead traveler', () => {
  const aCouple = async () => {
    const { booking } = await aPaidBooking({ travelers: 2 })
    db.update(travelers)
      .set({ name: 'Amina Odera' })
      .where(eq(travelers.id, partyOf(booking.id)[1]?.id ?? 0))
      .run()
    return booking
  }

  test('letters and links move; the former one stays with seat, share and details', async () => {
    const booking = await aCouple()
    const [lead, other] = partyOf(booking.id)
    db.insert(travelerDetails)
      .values({ travelerId: lead?.id ?? 0, diet: 'Vegan', updatedAt: NOON })
      .run()
    const before = { books: booksOf(booking), shares: sharesOf(booking) }
    expect(await changes(booking, { email: NEW, phone: '+1 512 555 0188' }, 2)).toEqual({
      changed: ['person'],
      formerPosition: 2,
    })

    const now = bookingNow(booking)
    expect(travelerOf(now)).toMatchObject({ name: 'Amina Odera', email: NEW, phone: '+1 512 555 0188' })
    expect(partyOf(booking.id).map(({ id }) => id)).toEqual([other?.id, lead?.id])
    expect(partyOf(booking.id)[1]).toMatchObject({
      name: booking.customerName,
      email: booking.customerEmail,
      roomId: lead?.roomId,
    })
    const details = db
      .select()
      .from(travelerDetails)
      .where(eq(travelerDetails.travelerId, lead?.id ?? 0))
      .get()
    expect(details).toMatchObject({ diet: 'Vegan', ownPhone: booking.customerPhone })
    expect(booksOf(booking)).toEqual(before.books)
    for (const { traveler, shareCents, paidCents } of before.shares) {
      expect(sharesOf(now).find((one) => one.traveler.id === traveler.id)).toMatchObject({
        shareCents,
        paidCents,
      })
    }
    expect(bookingByLink(booking.linkToken)).toBeNull()
    expect(acts(booking, 'lead-changed').map(({ detail }) => detail)).toEqual([{ traveler: 2 }])
  })

  test('no link that the former one could see opens the page of another', async () => {
    const { booking } = await aPaidBooking({ travelers: 3 })
    const [lead, other, third] = partyOf(booking.id)
    if (!lead || !other || !third) throw new Error('Nobody there')
    for (const [one, email] of [
      [other, 'amina@example.com'],
      [third, 'barasa@example.com'],
    ] as const)
      sendCompanionLink(one, booking, email, NOON)
    await changes(booking, { name: 'Amina Odera', email: 'amina@example.com' }, 2)

    const links = Object.fromEntries(partyOf(booking.id).map(({ id, linkToken }) => [id, linkToken]))
    for (const { linkToken } of [lead, other, third]) expect(travelerByLink(linkToken)).toBeNull()
    const mails = unsent(booking)
    for (const { textBody, htmlBody } of mails)
      for (const ended of [booking, lead, other, third])
        expect(textBody + htmlBody).not.toContain(ended.linkToken)
    // What waited works, and who has an address gets the new link, once.
    const to = (address: string) =>
      mails.filter(({ toAddress }) => toAddress === address).map(({ kind, textBody }) => [kind, textBody])
    const works = expect.stringContaining(`/traveler/${links[third.id]}`)
    expect(to('barasa@example.com')).toEqual([
      ['companion-link', works],
      ['traveler-link', works],
    ])
    expect(to('amina@example.com').map(([kind]) => kind)).not.toContain('traveler-link')
    const toFormer = to(booking.customerEmail).map(([, text]) => text)
    expect(toFormer.join()).toContain(links[lead.id])
    for (const id of [other.id, third.id]) expect(toFormer.join()).not.toContain(links[id])
  })

  test('a companion’s new link goes to no mailbox of the former one', async () => {
    const { booking } = await aPaidBooking({ travelers: 3 })
    const third = partyOf(booking.id)[2]
    db.update(travelers)
      .set({ email: booking.customerEmail.toUpperCase() })
      .where(eq(travelers.id, third?.id ?? 0))
      .run()
    await changes(booking, { name: 'Amina Odera', email: NEW }, 2)
    expect(unsent(booking).filter(({ kind }) => kind === 'traveler-link')).toEqual([])
  })

  test('the former one is told, with the link to their own page', async () => {
    const booking = await aCouple()
    await changes(booking, { email: NEW }, 2)
    const letters = unsent(booking).filter(({ kind }) => kind.startsWith('lead-'))
    const toFormer = letters.find(({ toAddress }) => toAddress === booking.customerEmail)
    expect(toFormer?.textBody).toContain('Amina')
    expect(toFormer?.textBody).toContain(`/traveler/${partyOf(booking.id)[1]?.linkToken}`)
    expect(toFormer?.textBody).not.toContain(NEW)
    expect(letters.find(({ toAddress }) => toAddress === NEW)?.textBody).toContain(
      `/booking/${bookingNow(booking).linkToken}`,
    )
    expect(letters).toHaveLength(2)
  })

  test('the first one leaves a traveler who joined: their deposit is the booking’s then', async () => {
    const { booking } = await aPaidBooking()
    await joins(booking, LATER)
    await changes(booking, { email: NEW }, 2)
    expect(await leaves(booking, 2, LATER)).toEqual({ refused: 'all-goes-back' })
    expect(partyOf(booking.id)).toHaveLength(2)

    await byHand(bookingNow(booking), 50_000)
    expect(await leaves(booking, 2, LATER)).toHaveProperty('left')
    expect(partyOf(booking.id).map(({ name }) => name)).toEqual([travelerOf(bookingNow(booking)).name])
    expect(bookingNow(booking)).toMatchObject({ agreedDepositCents: 50_000, depositCents: 50_000 })
    expect(booksOf(booking)).toMatchObject({ status: 'deposit_paid', kept: 50_000, stripeAgrees: true })
    expect(partyMoney(bookingNow(booking)).priceCents).toBe(450_000)
  })

  test('a letter that waits for them as a companion goes to their new address, with a link that works', async () => {
    const booking = await aCouple()
    const [, other] = partyOf(booking.id)
    if (!other) throw new Error('Nobody there')
    sendCompanionLink(other, booking, 'amina@example.com', NOON)
    await changes(booking, { email: NEW }, 2)
    const letter = db.select().from(outbox).where(eq(outbox.kind, 'companion-link')).get()
    expect(letter?.toAddress).toBe(NEW)
    expect(letter?.textBody).toContain(`/traveler/${partyOf(booking.id)[0]?.linkToken}`)
  })

  test('and then the former one can leave as anyone', async () => {
    const booking = await aCouple()
    const [lead] = partyOf(booking.id)
    await changes(booking, { email: NEW }, 2)
    expect(await leaves(bookingNow(booking), 2, LATER)).toHaveProperty('left')
    expect(partyOf(booking.id).map(({ name }) => name)).toEqual(['Amina Odera'])
    expect(partyOf(booking.id).some(({ id }) => id === lead?.id)).toBe(false)
  })

  test('a form opened to take off who has become the lead traveler is refused', async () => {
    const booking = await aCouple()
    const other = partyOf(booking.id)[1]
    const opened = wishToLeave(booking, quoteToLeave(booking, 2, LATER))
    await changes(booking, { email: NEW }, 2)
    expect(opened.travelerId).toBe(other?.id)
    expect(await leaveParty(opened, aStaffMember(), () => LATER)).toEqual({ refused: 'pays-for-all' })
  })

  test('even where every seat of a booking is taken', async () => {
    const { booking } = await aPaidBooking({ travelers: 6 })
    const ids = partyOf(booking.id).map(({ id }) => id)
    await changes(booking, { name: 'Amina Odera', email: NEW }, 6)
    expect(partyOf(booking.id).map(({ id, position }) => [id, position])).toEqual(
      [ids[5], ids[1], ids[2], ids[3], ids[4], ids[0]].map((id, index) => [id, index + 1]),
    )
  })
})
