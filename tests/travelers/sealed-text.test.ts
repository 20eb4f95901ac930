import { beforeEach, describe, expect, test } from 'vitest'
import { partyOf } from '#app/bookings/party.server'
import { readEnvironment } from '#app/platform/env.server'
import {
  detailsOf,
  detailsRow,
  ensureDataKey,
  reseal,
  sealing,
  sealingWith,
} from '#app/travelers/details.server'
import { saveDetails } from '#app/travelers/save-details.server'
import { sqlite } from '#db/connection.server'
import { NOON } from '#tests/fixtures/orders'
import { aPaidBooking } from '#tests/fixtures/paid-bookings'
import { nothingBooked } from '#tests/fixtures/payments'
import { aWish } from './wishes'

const OLD = 'a-data-key-that-was-there-before'
const NEW = 'a-data-key-that-came-after-it'
const HERE = { travelerId: 7, field: 'passportNumber' } as const

describe('a sealed text', () => {
  test('opens for its traveler and its field alone', () => {
    const { seal, open } = sealingWith([OLD])
    const sealed = seal('AK0192837', HERE)
    expect(sealed).not.toContain('AK0192837')
    expect(open(sealed, HERE)).toBe('AK0192837')
    expect(open(sealed, { ...HERE, travelerId: 8 })).toBeNull()
    expect(open(sealed, { ...HERE, field: 'medicalNotes' })).toBeNull()
    expect(seal('AK0192837', HERE)).not.toBe(sealed)
  })

  test('does not open once it was changed', () => {
    const { seal, open } = sealingWith([OLD])
    const sealed = seal('Type 1 diabetes. Ünïcode, 🦁', { ...HERE, field: 'medicalNotes' })
    const [first = ''] = sealed
    for (const changed of [sealed.replace(first, first === 'A' ? 'B' : 'A'), sealed.slice(0, 20), '', '!'])
      expect(open(changed, { ...HERE, field: 'medicalNotes' })).toBeNull()
  })

  test('is opened by an older key, and resealed', () => {
    const sealed = sealingWith([OLD]).seal('AK0192837', HERE)
    const both = sealingWith([NEW, OLD])
    expect(both.open(sealed, HERE)).toBe('AK0192837')
    const again = both.resealed(sealed, HERE) ?? ''
    expect(sealingWith([NEW]).open(again, HERE)).toBe('AK0192837')
    expect(both.resealed(again, HERE)).toBeNull()
    expect(sealingWith([NEW]).open(sealed, HERE)).toBeNull()
    expect(sealingWith([NEW]).resealed(sealed, HERE)).toBeNull()
  })

  test('cannot be made without a key', () => {
    expect(() => sealingWith([]).seal('AK0192837', HERE)).toThrow('no key')
  })
})

describe('in the database', () => {
  beforeEach(nothingBooked)

  const aTravelerWithPassport = async (passportNumber = 'AK0192837') => {
    const { booking } = await aPaidBooking()
    const [traveler] = partyOf(booking.id)
    const id = traveler?.id ?? 0
    saveDetails({ id }, aWish({ passportNumber, medicalNotes: 'Bees: carries an EpiPen.' }), NOON)
    return id
  }

  test('stands no passport number and no medical note', async () => {
    const id = await aTravelerWithPassport('ZX7714299Q')
    const bytes = sqlite.serialize()
    expect(bytes.includes('bookings')).toBe(true)
    for (const told of ['ZX7714299Q', 'zx7714299q', 'EpiPen']) expect(bytes.includes(told)).toBe(false)
    expect(detailsOf([id]).get(id)).toMatchObject({ passportNumber: 'ZX7714299Q' })
  })

  test('all is resealed when the key was rotated', async () => {
    const id = await aTravelerWithPassport()
    const seal = (text: string, field: 'passportNumber' | 'medicalNotes') =>
      sealingWith([OLD]).seal(text, { travelerId: id, field })
    sqlite
      .prepare(
        'update traveler_details set sealed_passport_number = ?, sealed_medical_notes = ? where traveler_id = ?',
      )
      .run(seal('AK0192837', 'passportNumber'), seal('Bees', 'medicalNotes'), id)
    const before = detailsRow(id)

    expect(reseal(sealingWith([NEW, OLD]))).toEqual({ resealed: 2, unreadable: 0 })
    expect(reseal(sealingWith([NEW, OLD]))).toEqual({ resealed: 0, unreadable: 0 })
    const after = detailsRow(id)
    expect(sealingWith([NEW]).open(after?.sealedPassportNumber ?? '', { ...HERE, travelerId: id })).toBe(
      'AK0192837',
    )
    expect(after).toMatchObject({ version: before?.version, updatedAt: before?.updatedAt })
    expect(reseal(sealingWith([OLD]))).toEqual({ resealed: 0, unreadable: 2 })
  })

  test('what no key opens reads as not told', async () => {
    const id = await aTravelerWithPassport()
    sqlite
      .prepare('update traveler_details set sealed_passport_number = ? where traveler_id = ?')
      .run(sealingWith([OLD]).seal('AK0192837', { ...HERE, travelerId: id }), id)
    expect(detailsOf([id]).get(id)).toMatchObject({
      passportNumber: null,
      medicalNotes: 'Bees: carries an EpiPen.',
    })
    expect(sealing.open('', HERE)).toBeNull()
  })

  test('a start without key is refused once something is sealed', async () => {
    expect(() => ensureDataKey([])).not.toThrow()
    await aTravelerWithPassport()
    expect(() => ensureDataKey([])).toThrow('DATA_KEY is missing')
    expect(() => ensureDataKey([NEW])).not.toThrow()
  })
})

describe('DATA_KEY', () => {
  const PRODUCTION = {
    NODE_ENV: 'production',
    SESSION_SECRET: 'a-secret-of-thirty-two-characters',
    BASE_URL: 'https://safari.example',
  }
  const LONG = 'a-data-key-of-thirty-two-letters'

  test('may be missing in production, until something is sealed', () => {
    expect(readEnvironment(PRODUCTION).dataKeys).toEqual([])
    expect(readEnvironment({ ...PRODUCTION, DATA_KEY: `${LONG}, ${LONG}2` }).dataKeys).toEqual([
      LONG,
      `${LONG}2`,
    ])
  })

  test('is refused where it could be guessed or is empty', () => {
    expect(() => readEnvironment({ ...PRODUCTION, DATA_KEY: 'short' })).toThrow(
      'DATA_KEY has a secret shorter',
    )
    expect(() => readEnvironment({ DATA_KEY: `${LONG},` })).toThrow('DATA_KEY')
  })

  test('is made for the process outside of production', () => {
    const [made = ''] = readEnvironment({}).dataKeys
    expect(made).toHaveLength(64)
    expect(readEnvironment({}).dataKeys).not.toEqual([made])
  })
})
