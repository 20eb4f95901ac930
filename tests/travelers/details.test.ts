import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { partyOf, travelerByLink } from '#app/bookings/party.server'
import { sendCompanionLink } from '#app/travelers/ask-for-details.server'
import { changeableOf, changeTraveler } from '#app/travelers/change-traveler.server'
import { ASKED_FIELDS, passportEndsTooSoon } from '#app/travelers/detail-fields'
import { detailsOf, detailsProgress, missingOf } from '#app/travelers/details.server'
import { detailsForm } from '#app/travelers/details-form'
import { eraseDetails, formOf, saveDetails } from '#app/travelers/save-details.server'
import { historyOf } from '#app/views/history.server'
import { db, sqlite } from '#db/connection.server'
import { roomWishes, travelers } from '#db/schema/bookings'
import { outbox } from '#db/schema/mail'
import { auditLog } from '#db/schema/staff'
import { minutesAfter, NOON } from '#tests/fixtures/orders'
import { aPaidBooking, aStaffMember, cancel } from '#tests/fixtures/paid-bookings'
import { bookingNow, nothingBooked } from '#tests/fixtures/payments'
import { aCouple, aWholeWish, aWish, on } from './wishes'

beforeEach(() => {
  nothingBooked()
  db.delete(auditLog).run()
})

const DATES = { startsOn: '2025-10-16', endsOn: '2025-10-27' }
const told = (id: number) => detailsOf([id]).get(id)
const versionNow = (bookingId: number, position: number) => {
  const traveler = partyOf(bookingId)[position - 1]
  if (!traveler) throw new Error(`There is no traveler ${position}`)
  return formOf(traveler, DATES, NOON).version
}

describe('details are saved in parts', () => {
  test('what was told before stays until it is emptied', async () => {
    const { payer } = await aCouple()
    expect(saveDetails(payer, aWish({ bornOn: '1984-02-29', passportNumber: 'AK0192837' }), NOON)).toEqual({
      changed: true,
    })
    saveDetails(payer, aWish({ bornOn: '1984-02-29', diet: 'No pork' }), minutesAfter(1))
    expect(told(payer.id)).toMatchObject({
      bornOn: '1984-02-29',
      diet: 'No pork',
      passportNumber: 'AK0192837',
    })
    saveDetails(payer, aWish({ diet: 'No pork' }), minutesAfter(2))
    expect(told(payer.id)).toMatchObject({ bornOn: null, diet: 'No pork', passportNumber: 'AK0192837' })
  })

  test('the own phone is kept, and nobody who told the rest is asked again for it', async () => {
    const { payer } = await aCouple()
    saveDetails(payer, aWholeWish(), NOON)
    expect(missingOf([payer.id]).get(payer.id)).toEqual([])
    saveDetails(payer, aWholeWish({ ownPhone: '+254 712 345 678' }), minutesAfter(1))
    expect(told(payer.id)).toMatchObject({ ownPhone: '+254 712 345 678' })
  })

  test('what is sealed goes when its removal is ticked', async () => {
    const { payer } = await aCouple()
    saveDetails(payer, aWish({ passportNumber: 'AK0192837', medicalNotes: 'Asthma' }), NOON)
    saveDetails(payer, aWish({ removeMedicalNotes: true }), minutesAfter(1))
    expect(told(payer.id)).toMatchObject({ passportNumber: 'AK0192837', medicalNotes: null })
    saveDetails(payer, aWish({ removePassportNumber: true, passportNumber: 'BK1' }), minutesAfter(2))
    expect(told(payer.id)).toMatchObject({ passportNumber: 'BK1' })
  })

  test('nothing is written where nothing changes', async () => {
    const { payer, booking } = await aCouple()
    saveDetails(payer, aWish({ diet: 'Vegan' }), NOON)
    const version = versionNow(booking.id, 1)
    expect(saveDetails(payer, aWish({ diet: 'Vegan', name: payer.name }), minutesAfter(1))).toEqual({
      changed: false,
    })
    expect(versionNow(booking.id, 1)).toBe(version)
  })

  test('the form knows of what is sealed only that it is there', async () => {
    const { payer } = await aCouple()
    saveDetails(payer, aWholeWish({ medicalNotes: 'Asthma' }), NOON)
    const form = formOf(payer, DATES, NOON)
    expect(form).toMatchObject({ isOnFile: { passportNumber: true, medicalNotes: true }, missing: [] })
    expect(JSON.stringify(form)).not.toMatch(/AK0192837|Asthma|sealed/i)
  })

  test('nothing is taken once the booking or the journey is over', async () => {
    const { payer, booking } = await aCouple()
    expect(saveDetails(payer, aWish({ diet: 'Vegan' }), on('2025-10-27'))).toEqual({ changed: true })
    expect(saveDetails(payer, aWish({ diet: 'None' }), on('2025-10-28'))).toEqual({ refused: 'over' })
    await cancel(booking)
    expect(saveDetails(payer, aWish({ diet: 'None' }), NOON)).toEqual({ refused: 'gone' })
  })
})

describe('two who save at once', () => {
  test('the second is told what differs, and may replace it', async () => {
    const { payer, booking } = await aCouple()
    const version = versionNow(booking.id, 1)
    saveDetails(payer, aWish({ diet: 'Vegan', passportNumber: 'AK1', version }), NOON)
    const second = aWish({ diet: 'Halal', nationality: 'Kenyan', passportNumber: 'AK2', version })
    const refused = saveDetails(payer, second, minutesAfter(1))
    expect(refused).toMatchObject({
      refused: 'changed-since',
      stored: [
        { field: 'nationality', stored: null },
        { field: 'passportNumber', stored: null },
        { field: 'diet', stored: 'Vegan' },
      ],
    })
    expect(told(payer.id)).toMatchObject({ diet: 'Vegan', passportNumber: 'AK1' })
    if (!('version' in refused)) throw new Error('not refused')
    expect(saveDetails(payer, { ...second, version: refused.version }, minutesAfter(2))).toEqual({
      changed: true,
    })
    expect(told(payer.id)).toMatchObject({ diet: 'Halal', passportNumber: 'AK2' })
  })

  test('an erasure in between counts as a change', async () => {
    const { payer, booking } = await aCouple()
    saveDetails(payer, aWish({ diet: 'Vegan' }), NOON)
    const version = versionNow(booking.id, 1)
    eraseDetails(payer, minutesAfter(1))
    saveDetails(payer, aWish({ diet: 'Halal' }), minutesAfter(2))
    expect(saveDetails(payer, aWish({ diet: 'Kosher', version }), minutesAfter(3))).toMatchObject({
      refused: 'changed-since',
    })
  })

  test('who wrote the same is not bothered', async () => {
    const { payer, booking } = await aCouple()
    const version = versionNow(booking.id, 1)
    saveDetails(payer, aWish({ diet: 'Vegan', version }), NOON)
    expect(saveDetails(payer, aWish({ diet: 'Vegan', version }), minutesAfter(1))).toEqual({ changed: false })
  })
})

test('a wish to have all erased works at once', async () => {
  const { payer, booking } = await aCouple()
  saveDetails(payer, aWholeWish({ medicalNotes: 'Asthma' }), NOON)
  expect(eraseDetails(payer, minutesAfter(1))).toBe(true)
  expect(told(payer.id)).toBeUndefined()
  expect(eraseDetails(payer, minutesAfter(2))).toBe(false)
  const { acts } = historyOf(`booking:${booking.reference}`, { from: 'start' })
  expect(acts[0]).toMatchObject({ who: 'The traveler', did: 'erased details of', detail: '1 traveler' })
})

describe('names', () => {
  const booked = async () => {
    const { payer, companion, booking } = await aCouple()
    saveDetails(companion, aWish({ name: 'Njeri', passportName: 'Njeri Kamau' }), NOON)
    return { payer, companion, booking, named: () => partyOf(booking.id).map(({ name }) => name) }
  }

  test('are changed by travelers until 45 days before', async () => {
    const { companion, named, payer } = await booked()
    saveDetails(companion, aWish({ name: 'Njeri W.', passportName: 'Njeri W. Kamau' }), on('2025-09-01'))
    expect(named()).toEqual([payer.name, 'Njeri W.'])
    expect(saveDetails(companion, aWish({ name: 'Another' }), on('2025-09-02'))).toEqual({
      refused: 'names-fixed',
      fields: ['name'],
    })
    expect(
      saveDetails(companion, aWish({ passportName: 'Another', diet: 'Vegan' }), on('2025-09-02')),
    ).toEqual({ refused: 'names-fixed', fields: ['passportName'] })
    expect(named()).toEqual([payer.name, 'Njeri W.'])
  })

  test('stay while the rest is still saved after that day', async () => {
    const { companion } = await booked()
    expect(saveDetails(companion, aWish({ diet: 'Vegan' }), on('2025-10-01'))).toEqual({ changed: true })
    expect(told(companion.id)).toMatchObject({ passportName: 'Njeri Kamau', diet: 'Vegan' })
  })

  test('that are empty can be filled in once, however late', async () => {
    const { companion: late, booking } = await aCouple()
    saveDetails(late, aWish({ name: 'Akinyi', passportName: 'Akinyi Odhiambo' }), on('2025-10-10'))
    expect(partyOf(booking.id)[1]?.name).toBe('Akinyi')
    expect(saveDetails(late, aWish({ name: 'Achieng' }), on('2025-10-11'))).toMatchObject({
      refused: 'names-fixed',
    })
  })

  test('of the first traveler leave the payer as booked', async () => {
    const { payer, booking } = await booked()
    saveDetails(payer, aWish({ name: 'Somebody Else' }), NOON)
    expect(partyOf(booking.id)[0]?.name).toBe('Somebody Else')
    expect(bookingNow(booking).customerName).toBe(payer.name)
  })

  test('are changed by staff at any time, and recorded without names', async () => {
    const { companion, booking, named } = await booked()
    const staff = aStaffMember()
    const { words, version } = changeableOf(partyOf(booking.id)[1] ?? companion)
    const late = on('2025-10-20')
    const wish = { ...words, name: 'Wairimu', passportName: 'Wairimu Kamau', version }
    expect(changeTraveler(companion.id, wish, staff, late)).toEqual({ changed: ['name', 'passportName'] })
    expect([named()[1], told(companion.id)?.passportName]).toEqual(['Wairimu', 'Wairimu Kamau'])
    const { acts } = historyOf(`booking:${booking.reference}`, { from: 'start' })
    expect(acts[0]).toMatchObject({ detail: 'traveler 2 · name, name in the passport' })
    expect(changeTraveler(companion.id, { ...wish, name: 'Third' }, staff, late)).toMatchObject({
      refused: 'changed-since',
    })
  })

  test('of another person erase what the former one told', async () => {
    const { companion, booking } = await booked()
    saveDetails(companion, aWish({ name: 'Wairimu' }), NOON)
    expect(told(companion.id)).toBeDefined()
    const { words } = changeableOf(partyOf(booking.id)[1] ?? companion)
    const wish = { ...words, name: 'Achieng', isAnotherPerson: true }
    db.update(travelers).set({ sharesContact: true }).run()
    db.insert(roomWishes).values({ travelerId: companion.id, kind: 'introduction', createdAt: NOON }).run()
    expect(changeTraveler(companion.id, wish, aStaffMember(), NOON)).toEqual({ changed: ['name', 'person'] })
    const other = partyOf(booking.id)[1]
    expect(told(companion.id)).toBeUndefined()
    expect(other).toMatchObject({ name: 'Achieng', email: null })
    expect(partyOf(booking.id).map(({ sharesContact }) => sharesContact)).toEqual([false, false])
    expect(db.select().from(roomWishes).all()).toEqual([])
    expect(travelerByLink(companion.linkToken)).toBeNull()
    expect(travelerByLink(other?.linkToken ?? '')).not.toBeNull()
  })

  test('are not taken away from the lead traveler', async () => {
    const { payer } = await booked()
    const words = { name: '', passportName: '', email: '' }
    expect(changeTraveler(payer.id, words, aStaffMember(), NOON)).toEqual({ refused: 'nameless' })
  })
})

describe('how complete they are', () => {
  test('diet and medical notes are never missing', async () => {
    const { payer, companion } = await aCouple()
    expect(ASKED_FIELDS).toHaveLength(10)
    saveDetails(payer, aWholeWish(), NOON)
    saveDetails(companion, aWholeWish({ passportNumber: undefined, arrivalFlight: undefined }), NOON)
    expect(ASKED_FIELDS.filter((field) => !told(payer.id)?.[field])).toEqual([])
    expect(Object.fromEntries(missingOf([payer.id, companion.id]))).toEqual({
      [payer.id]: [],
      [companion.id]: ['passportNumber', 'arrivalFlight'],
    })
  })

  test('a departure counts travelers of paid bookings alone', async () => {
    const { payer, booking } = await aCouple()
    await aPaidBooking()
    saveDetails(payer, aWholeWish(), NOON)
    expect(detailsProgress(1)).toEqual({ travelers: 3, complete: 1 })
    await cancel(booking)
    expect(detailsProgress(1)).toEqual({ travelers: 1, complete: 0 })
  })

  test.each([
    ['2026-04-26', true],
    ['2026-04-27', false],
    ['2020-01-01', true],
    [null, false],
  ])('a passport until %s ends too soon: %s', (passportEndsOn, isTooSoon) => {
    expect(passportEndsTooSoon({ passportEndsOn }, '2025-10-27')).toBe(isTooSoon)
  })

  test('the end of a month is not stretched by six months', () => {
    expect(passportEndsTooSoon({ passportEndsOn: '2026-02-27' }, '2025-08-31')).toBe(true)
    expect(passportEndsTooSoon({ passportEndsOn: '2026-02-28' }, '2025-08-31')).toBe(false)
  })
})

describe('the form', () => {
  const wrongIn = (fields: Record<string, string>) => {
    const { error } = detailsForm('2025-06-01').safeParse(fields)
    return error?.issues.map(({ path, message }) => `${path}: ${message}`) ?? []
  }

  test('takes an empty one, and passports of many lands', () => {
    expect(wrongIn({})).toEqual([])
    for (const passportNumber of ['AK0192837', '5 123-456', 'x1'])
      expect(wrongIn({ passportNumber })).toEqual([])
    expect(detailsForm('2025-06-01').parse({ passportNumber: 'ak 01' }).passportNumber).toBe('AK 01')
  })

  test.each([
    ['bornOn', '2025-06-01', 'This day is in the future'],
    ['bornOn', '1905-05-31', 'more than 120 years ago'],
    ['bornOn', '1984-02-30', 'Please enter the date of birth as a day'],
    ['passportEndsOn', 'soon', 'Please enter the expiration date of the passport as a day'],
    ['passportNumber', 'AK<script>', 'letters from A to Z'],
    ['passportNumber', 'A'.repeat(31), 'Passport number can be at most 30 characters'],
    ['medicalNotes', 'x'.repeat(2_001), 'Medical notes can be at most 2,000 characters'],
    ['name', 'x'.repeat(121), 'Name can be at most 120 characters'],
  ])('refuses %s “%s” in words', (field, typed, words) => {
    expect(wrongIn({ [field]: typed }).join()).toContain(words)
  })
})

test('a companion’s link is mailed once in ten minutes', async () => {
  const { companion, booking } = await aCouple()
  const send = (email: string, minutes: number) => {
    const [, second = companion] = partyOf(booking.id)
    return sendCompanionLink(second, booking, email, minutesAfter(minutes))
  }
  expect(send('njeri@gmail.com', 0)).toEqual({ sent: true })
  expect(send('N.jeri+2@googlemail.com', 9)).toEqual({ refused: 'just-sent' })
  expect(send('njeri@gmail.com', 10)).toEqual({ sent: true })
  const [letter, ...others] = db
    .select()
    .from(outbox)
    .all()
    .filter(({ kind }) => kind === 'companion-link')
  expect(others).toHaveLength(1)
  expect(letter).toMatchObject({ toAddress: 'njeri@gmail.com', bookingId: booking.id })
  expect(letter?.textBody).toContain(`http://localhost:3000/traveler/${companion.linkToken}`)
  expect(letter?.textBody).not.toMatch(/\/booking\/|\/pay\/|\$/)
  expect(partyOf(booking.id)[1]?.email).toBe('njeri@gmail.com')
})

test('a booking sends ten links a day, and thirty in all', async () => {
  const { companion, booking } = await aCouple()
  db.update(travelers).set({ name: 'Njeri Pay At Once' }).where(eq(travelers.id, companion.id)).run()
  const send = (part: number, day: number) => {
    const [, second = companion] = partyOf(booking.id)
    return sendCompanionLink(
      second,
      booking,
      `njeri${part}@example.com`,
      minutesAfter(day * 24 * 60 + part / 10),
    )
  }
  for (let part = 0; part < 10; part += 1) expect(send(part, 0)).toEqual({ sent: true })
  expect(send(10, 0)).toEqual({ refused: 'enough-today' })
  for (const day of [2, 4])
    for (let part = 0; part < 10; part += 1) expect(send(part, day)).toEqual({ sent: true })
  expect(send(0, 9)).toEqual({ refused: 'enough' })
  const letters = db.select().from(outbox).where(eq(outbox.kind, 'companion-link')).all()
  expect(letters).toHaveLength(30)
  // Nobody reads more of what was typed for them than a first name.
  expect(new Set(letters.map(({ toName }) => toName))).toEqual(new Set(['Njeri']))
})

test('another address gets a link of its own', async () => {
  const { companion, booking } = await aCouple()
  const sendTo = (email: string) => {
    const [, second = companion] = partyOf(booking.id)
    expect(sendCompanionLink(second, booking, email, NOON)).toEqual({ sent: true })
    return partyOf(booking.id)[1]?.linkToken ?? ''
  }
  const first = sendTo('wrong@example.com')
  const other = sendTo('njeri@example.com')
  expect([travelerByLink(first), travelerByLink(other)?.email]).toEqual([null, 'njeri@example.com'])
})

test('a spelling that counts as one mailbox may be somebody else’s', async () => {
  const { companion, booking } = await aCouple()
  const sendTo = (email: string) => {
    const [, second = companion] = partyOf(booking.id)
    expect(sendCompanionLink(second, booking, email, NOON)).toEqual({ sent: true })
    return partyOf(booking.id)[1]?.linkToken ?? ''
  }
  const first = sendTo('jdoe@example.com')
  expect(sendTo('j.doe@example.com')).not.toBe(first)
  expect(travelerByLink(first)).toBeNull()
})

test('who had the link gets it back at once after a wrong address', async () => {
  const { companion, booking } = await aCouple()
  const sendTo = (email: string, minutes: number) => {
    const [, second = companion] = partyOf(booking.id)
    return sendCompanionLink(second, booking, email, minutesAfter(minutes))
  }
  expect(sendTo('njeri@example.com', 0)).toEqual({ sent: true })
  expect(sendTo('wrong@example.com', 1)).toEqual({ sent: true })
  const wrong = partyOf(booking.id)[1]?.linkToken ?? ''
  expect(sendTo('Njeri@example.com', 2)).toEqual({ sent: true })
  expect(sendTo('njeri@example.com', 3)).toEqual({ refused: 'just-sent' })
  expect(travelerByLink(wrong)).toBeNull()
  const links = db.select().from(outbox).where(eq(outbox.kind, 'companion-link')).all()
  expect(links.at(-1)?.textBody).toContain(`/traveler/${partyOf(booking.id)[1]?.linkToken}`)
})

test('audit log and outbox know no detail that was told', async () => {
  const { payer, companion, booking } = await aCouple()
  saveDetails(payer, aWholeWish({ medicalNotes: 'Asthma', diet: 'Halal' }), NOON)
  sendCompanionLink(companion, booking, 'njeri@example.com', NOON)
  eraseDetails(payer, minutesAfter(1))
  const written = JSON.stringify([
    sqlite.prepare('select * from audit_log').all(),
    sqlite.prepare('select * from outbox').all(),
  ])
  expect(written).not.toMatch(/AK0192837|Asthma|Halal|Peter Kamau|1984-02-29/)
})
