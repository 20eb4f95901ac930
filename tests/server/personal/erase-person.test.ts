import { beforeEach, expect, test } from 'vitest'
import { applyAsLeader, endLeader, saveLeader } from '#app/bookings/leaders/save-leader.server'
import { stopAutopay } from '#app/money/changes/paying/agree-to-autopay.server'
import { addSubscribers } from '#app/people/add-subscribers.server'
import { keepCaught } from '#app/people/caught-messages.server'
import { receiveInquiry } from '#app/people/receive-inquiry.server'
import { confirmSubscription, subscribe } from '#app/people/subscribers.server'
import { sendDataLink } from '#app/server/personal/data-link.server'
import { erasePerson, erasePersonAgain } from '#app/server/personal/erase-person.server'
import { heldInWords } from '#app/server/personal/personal-data.server'
import { readForOwner } from '#app/server/personal/read-person.server'
import { sealing } from '#app/travelers/details.server'
import { personWith } from '#app/views/person.server'
import { staffBooking } from '#app/views/staff-booking.server'
import { db, immediately, sqlite } from '#db/connection.server'
import { travelerDetails, travelers } from '#db/schema/bookings'
import { autopayConsents } from '#db/schema/money'
import { minutesAfter, NOON } from '#tests/fixtures/orders'
import { aPaidBooking, aStaffMember, refund } from '#tests/fixtures/paid-bookings'
import { bookingNow, nothingBooked } from '#tests/fixtures/payments'
import { anAgreedBooking, days, nothingAgreed, on } from '#tests/money/autopay/an-agreed-booking'
import { anInquiry } from '#tests/people/inquiries'

beforeEach(() => {
  nothingBooked()
  sqlite.exec(
    'delete from contact_inquiries; delete from caught_messages; delete from outbox; delete from leaders',
  )
  sqlite.exec(
    "delete from erased_addresses; update departures set starts_on = '2025-10-16', ends_on = '2025-10-27'",
  )
})

const erase = (email: string) => erasePerson(email, aStaffMember(), NOON)
const afterTheJourney = () =>
  sqlite.exec("update departures set starts_on = '2025-05-01', ends_on = '2025-05-12'")
const column = (query: string) => sqlite.prepare(query).pluck().all()

test('an address that ends alike is another person', async () => {
  const others = ['jo-ann@example.com', 'ann@example.com.au', 'a.nn@example.com']
  for (const email of ['ann@example.com', ...others]) {
    receiveInquiry(anInquiry({ email }), NOON)
    keepCaught('inquiry', { email, message: `From ${email}` }, NOON)
  }
  const letters = () =>
    sqlite
      .prepare(
        `select subject, to_address, text_body, html_body from outbox where ${others.map(() => '(text_body like ? or to_address = ?)').join(' or ')}`,
      )
      .all(...others.flatMap((email) => [`%Email: ${email}%`, email]))
  const before = letters()
  expect(before).toHaveLength(5)

  expect(readForOwner('ann@example.com').find(({ name }) => name === 'caught_messages')?.rows).toHaveLength(1)
  expect(await erase('ann@example.com')).toEqual({ erased: true })
  expect(letters()).toEqual(before)
  expect(column('select email from contact_inquiries')).toEqual(others)
  expect(column('select count(*) from caught_messages')).toEqual([3])
  expect(await erase('ann@example.com')).toEqual({ refused: 'unknown' })
})

test('at Gmail, each spelling is the same person', async () => {
  receiveInquiry(anInquiry({ email: 'W.Kamau+safari@gmail.com' }), NOON)
  expect(await erase('wkamau@googlemail.com')).toEqual({ erased: true })
  expect(
    column(
      "select count(*) from outbox where lower(to_address || text_body || headers || occasion) like '%kamau%'",
    ),
  ).toEqual([0])
})

test('what stands sealed is read by its owner', async () => {
  const { booking } = await aPaidBooking({ paymentType: 'full' })
  const [traveler] = db.select().from(travelers).all()
  const travelerId = traveler?.id ?? 0
  const sealedPassportNumber = sealing.seal('A1234567', { travelerId, field: 'passportNumber' })
  db.insert(travelerDetails).values({ travelerId, sealedPassportNumber, updatedAt: NOON }).run()
  const details = readForOwner(booking.customerEmail).find(({ name }) => name === 'traveler_details')
  expect(details?.rows).toMatchObject([{ passportNumber: 'A1234567' }])
  expect(JSON.stringify(details)).not.toContain(sealedPassportNumber)
})

/** Tables of which no row, or a text of none, can be changed: to touch one would undo the whole erasure. */
const standing = () =>
  sqlite
    .prepare<[], { name: string; sql: string }>(
      "select tbl_name as name, sql from sqlite_master where type = 'trigger' and sql like '%before update%raise(abort%'",
    )
    .all()
    .filter(({ sql }) => !/update of `(?!words)/i.test(sql) || /`signed_name`/.test(sql))
    .map(({ name }) => name)

test('a text that may not change undoes no erasure', async () => {
  expect([...new Set(standing())].toSorted()).toEqual([
    ...['book_closings', 'charges', 'document_versions', 'legal_versions', 'signatures'],
  ])
  receiveInquiry(anInquiry({ email: 'in.words@example.com' }), NOON)
  sqlite.exec(`insert into documents (departure_id, signers, days_before, created_at)
    select id, 'each', 30, 1 from departures limit 1`)
  sqlite.exec(`insert into document_versions (document_id, title, text, digest, asks_again, since)
    select id, 'Waiver', 'Send it to in.words@example.com', 'd', 1, 1 from documents`)
  expect(await erase('in.words@example.com')).toEqual({ erased: true })
})

test('a companion leaves the booking of someone else, who stays; two erased customers are two', async () => {
  const { booking } = await aPaidBooking({ travelers: 2, paymentType: 'full' })
  const { booking: other } = await aPaidBooking({ paymentType: 'full' }, minutesAfter(1))
  sqlite
    .prepare(
      "update travelers set name = 'Peter Njoroge', email = 'peter@example.com' where booking_id = ? and position = 2",
    )
    .run(booking.id)
  expect(await erase('peter@example.com')).toMatchObject({
    by: [{ words: expect.stringContaining(`They travel with ${booking.reference}`) }],
  })
  afterTheJourney()
  expect(await erase('peter@example.com')).toEqual({ erased: true })
  expect(column(`select name from travelers where booking_id = ${booking.id} order by position`)).toEqual([
    booking.customerName,
    'Erased guest',
  ])
  expect(column('select words from booking_words').join()).not.toContain('njoroge')

  for (const { customerEmail } of [booking, other]) await erase(customerEmail)
  expect(column('select count(distinct customer_email) from bookings')).toEqual([2])
  expect(column('select sum(amount_cents) from payments')).toEqual([3 * 450_000])
  // Money still goes back, and no letter goes to no one.
  expect(await refund(booking, 10_000)).not.toHaveProperty('refused')
  expect(column('select sum(amount_cents) from payments')).toEqual([3 * 450_000 - 10_000])
  expect(column("select kind from outbox where to_address like '%.invalid' and state = 'waiting'")).toEqual(
    [],
  )
})

test('who only brings others is sent what we hold, ends as a leader first, and is erased then', async () => {
  const email = 'zawadi@example.com'
  const applied = applyAsLeader(
    { name: 'Zawadi Mbeki', email, phone: '+1 713 555 0100', message: 'My choir' },
    NOON,
  )
  sendDataLink(email, NOON, NOON)
  expect(column(`select count(*) from outbox where to_address = '${email}'`)).toEqual([1])
  const id = 'id' in applied ? applied.id : 0
  saveLeader(id, { name: 'Zawadi Mbeki', email, phone: '', code: 'CHOIRS', notes: '' }, aStaffMember(), NOON)
  expect(await erase(email)).toMatchObject({
    by: [{ words: 'They bring others, with the code CHOIRS. End them as a leader first.' }],
  })
  endLeader(id, aStaffMember(), NOON)
  expect(await erase(email)).toEqual({ erased: true })
  expect(column('select state from leaders')).toEqual(['ended'])
  const left = "lower(to_address || text_body || html_body || subject || headers) like '%zawadi%'"
  expect(column(`select kind from outbox where ${left}`)).toEqual([])
})

test('who pays for someone else is sent what we hold, ends that first, and is erased then', async () => {
  nothingAgreed()
  const aunt = 'aunt@example.com'
  const { booking, consent } = await anAgreedBooking({ payerEmail: aunt })
  await days('2025-08-08', '2025-08-15')
  sendDataLink(aunt, NOON, NOON)
  expect(column(`select to_address from outbox where kind = 'personal-data-link'`)).toEqual([aunt])

  const held = heldInWords(readForOwner(aunt), 'person')
  expect(held.map(({ what, rows }) => `${what}: ${rows.length}`)).toEqual([
    ...['Emails that we sent you; their text is deleted after a month: 3'],
    ...['What you agreed we may charge automatically: 1', 'What was charged automatically: 1'],
  ])
  expect(held[1]?.rows[0]).toEqual(
    expect.arrayContaining([
      { label: 'Cardholder’s email', value: aunt },
      { label: 'Agreed to', value: consent.words },
      {
        label: 'Installments agreed to',
        value: '$2,000 on August 15, 2025 and $2,000 on September 15, 2025',
      },
      { label: 'Card', value: 'Visa' },
      { label: 'Its last digits', value: '4242' },
      { label: 'It expires in', value: 'December 2040' },
    ]),
  )
  expect(JSON.stringify(readForOwner(booking.customerEmail))).not.toContain(aunt)
  expect(personWith(aunt)?.charged.map(({ reference }) => reference)).toEqual([booking.reference])

  expect(await erase(aunt)).toMatchObject({
    by: [{ words: expect.stringContaining(`Their card is charged automatically for ${booking.reference}`) }],
  })
  stopAutopay(consent, null, on('2025-08-16'))
  expect(await erase(aunt)).toEqual({ erased: true })
  expect(column('select words from autopay_consents')).toEqual([consent.words])
  expect(column('select payer_email from autopay_consents')).toEqual([
    expect.stringMatching(/erased\.invalid$/),
  ])
  expect(column("select count(*) from outbox where to_address like 'aunt%'")).toEqual([0])
  expect(bookingNow(booking).customerEmail).toBe(booking.customerEmail)

  // From a backup of the day before.
  db.update(autopayConsents).set({ payerEmail: aunt }).run()
  const row = { table: 'autopay_consents' as const, id: consent.id, createdAt: NOON.getTime() }
  expect(immediately((tx) => erasePersonAgain([row], NOON, tx))).toBe(1)
  expect(column('select payer_email from autopay_consents').join()).not.toContain('aunt')
})

test('a letter with a link goes once a day, and to no one who was erased', async () => {
  receiveInquiry(anInquiry({ email: 'asks@example.com' }), NOON)
  const links = () => column("select count(*) from outbox where kind = 'personal-data-link'")
  for (const minutes of [0, 60, 23 * 60]) sendDataLink('asks@example.com', minutesAfter(minutes), NOON)
  expect(links()).toEqual([1])
  sendDataLink('asks@example.com', minutesAfter(24 * 60), NOON)
  expect(links()).toEqual([2])
  await erase('asks@example.com')
  sendDataLink('asks@example.com', minutesAfter(72 * 60), NOON)
  expect(
    column("select to_address from outbox where kind = 'personal-data-link' and to_address like 'asks%'"),
  ).toEqual([])
})

test('who was erased is not subscribed by an old list, and may subscribe themselves again', async () => {
  const onList = 'J.Moyo+news@gmail.com'
  const lists = () => addSubscribers(`Email\n${onList}\nnew@example.com\n`, aStaffMember(), NOON)
  expect(await lists()).toMatchObject({ added: 2, refused: 0 })
  expect(await erase('jmoyo@gmail.com')).toEqual({ erased: true })
  expect(await lists()).toMatchObject({
    ...{ added: 0, alreadyThere: 1, refused: 1 },
    refusals: [{ line: 2, reason: 'was erased on request' }],
  })
  expect(column('select digest from erased_addresses').join()).not.toContain('moyo')

  expect(subscribe({ email: onList }, minutesAfter(1))).toEqual({ subscribed: true })
  const [token] = column(`select confirm_token from newsletter_subscriptions where email = '${onList}'`)
  expect(confirmSubscription(String(token), null, minutesAfter(2))).toBe(true)
  expect(await lists()).toMatchObject({ added: 0, alreadyThere: 2, refused: 0 })
  expect(column('select count(*) from erased_addresses')).toEqual([0])
})

test('staff read on the booking that its guest was erased, and when', async () => {
  const { booking } = await aPaidBooking({ paymentType: 'full' })
  expect(staffBooking(bookingNow(booking)).erased).toBe(null)
  afterTheJourney()
  expect(await erase(booking.customerEmail)).toEqual({ erased: true })
  expect(staffBooking(bookingNow(booking)).erased).toBe('Erased on request, Jun 1, 2025')
})

test('what is held reads in words, and what says nothing is left out', async () => {
  const { booking } = await aPaidBooking()
  const held = readForOwner(booking.customerEmail)
  const [, lines] = ['person', 'staff'].map((reader) => heldInWords(held, reader as 'person'))
  const own = lines?.find(({ what }) => what === 'Their bookings')?.rows[0] ?? []
  const said = new Map(own.map(({ label, value }) => [label, value]))
  expect(said.get('Status')).toBe('Booked')
  expect(said.get('Payment')).toBe('Deposit paid, balance due')
  expect(said.get('Room')).toBe('Double room')
  expect(said.get('Paid')).toBe('$500')
  for (const label of ['To be given back by hand', 'On its way back', 'Written off'])
    expect(said.has(label)).toBe(false)
  const written = lines?.filter(({ what }) => !what.startsWith('Emails'))
  expect(JSON.stringify(written)).not.toMatch(/\bYour?\b|"value":"(\$0|[a-z]+[_-][a-z]+)"/)
})
