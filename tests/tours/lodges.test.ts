import { beforeEach, expect, test } from 'vitest'
import { addDays } from '#app/platform/days'
import { pageAbout } from '#app/routes/site/tour-page.server'
import { wordsOf } from '#app/site/page-words.server'
import { LodgeForm } from '#app/tours/lodge-form'
import { changeLodge, departuresSleepingIn, lodgeList } from '#app/tours/lodges.server'
import { daysOf } from '#app/tours/tour-lists.server'
import { db } from '#db/connection.server'
import { openingSteps } from '#db/schema/site'
import { auditLog } from '#db/schema/staff'
import { NOON, theDeparture } from '#tests/fixtures/orders'
import { aStaffMember } from '#tests/fixtures/paid-bookings'

const staff = aStaffMember()
const shown = () => pageAbout(theDeparture(), '2025-06-01').lodges
const rowOf = (name: string) => {
  const row = lodgeList.all().find((one) => one.name === name)
  const opened = row && lodgeList.open(row.id)
  if (!row || !opened) throw new Error(`There is no ${name}`)
  return { id: row.id, ...opened }
}

beforeEach(() => {
  db.insert(openingSteps).values({ step: 'sample-company', confirmedAt: NOON }).onConflictDoNothing().run()
})

test('the tour page has each lodge once, with the nights that the days give it', () => {
  expect(shown().map(({ name, nights }) => `${name}: ${nights}`)).toEqual([
    'Msanapa House: 2 nights',
    'Enkare Acacia Camp: 2 nights',
    'Mwanzi Landing: 1 night',
    'Makalia Ridge Lodge: 1 night',
    'Olare Lamps Camp: 3 nights',
    'Kaskazi Sands House: 2 nights',
  ])
  expect(shown().every(({ room, bath, fact, picture }) => room && bath && fact && picture)).toBe(true)
})

test('staff read how many departures that are not over sleep in a lodge', () => {
  const last = theDeparture().endsOn
  expect(departuresSleepingIn(last)('Msanapa House')).toBe(1)
  expect(departuresSleepingIn(addDays(last, 1))('Msanapa House')).toBe(0)
  expect(departuresSleepingIn(last)('Ngong Hill House')).toBe(0)
})

test('a lodge that staff wrote nothing of has its place, nights and the print of the place', () => {
  const { id } = rowOf('Mwanzi Landing')
  lodgeList.remove(id, staff, NOON)
  expect(shown()[2]).toMatchObject({ name: 'Mwanzi Landing', place: 'Lake Naivasha', room: '', more: [] })
  expect(shown()[2]?.picture?.slug).toBe('naivasha-fish-eagle')
})

test('a new name follows to the days, and two lodges of one name are refused', () => {
  const { id, words, version } = rowOf('Enkare Acacia Camp')
  expect(changeLodge(id, { ...words, name: 'olare lamps CAMP', version }, staff, NOON)).toEqual({
    refused: 'known-name',
  })
  expect(changeLodge(id, { ...words, name: 'Kimana Camp', version }, staff, NOON)).toEqual({ id })
  expect(daysOf(theDeparture().id).filter(({ lodge }) => lodge === 'Kimana Camp')).toHaveLength(2)
  expect(shown()[1]).toMatchObject({ name: 'Kimana Camp', nights: '2 nights', room: words.room })
  expect(db.select().from(auditLog).all().at(-1)).toMatchObject({ action: 'lodge-changed' })
})

test('guests of another company read nothing that the seed invents of a lodge', () => {
  const { id, words, version } = rowOf('Olare Lamps Camp')
  const own = { ...words, name: 'Rekero', bath: 'Two showers', version }
  expect(changeLodge(id, own, staff, NOON)).toEqual({ id })
  db.delete(openingSteps).run()
  expect(shown().map(({ name }) => name)).toEqual(['Kimana Camp', 'Rekero'])
  expect(shown()[1]).toMatchObject({ room: '', bath: 'Two showers', fact: '' })
})

test('six pictures keep their order, one chosen twice is one, and one that is gone is refused', () => {
  const { id, words, version } = rowOf('Kaskazi Sands House')
  const pictures = { picture1: '/pictures/dhow-by-moon', picture3: '/pictures/diani-dhow' }
  const chosen = { ...words, ...pictures, picture2: '', picture6: '/pictures/dhow-by-moon' }
  expect(changeLodge(id, { ...chosen, picture4: '/photos/gone', version }, staff, NOON)).toEqual({
    refused: 'no-such-picture',
  })
  expect(changeLodge(id, { ...chosen, version }, staff, NOON)).toEqual({ id })
  const [picture1, picture2] = Object.values(pictures)
  expect(rowOf(words.name).words).toMatchObject({ picture1, picture2, picture3: '', picture6: '' })
  const kaskazi = shown().at(-1)
  expect([kaskazi?.picture, ...(kaskazi?.more ?? [])].map((one) => one?.slug)).toEqual([
    'dhow-by-moon',
    'diani-dhow',
  ])
})

test('the address of a lodge’s own site is by https', () => {
  const typed = { name: 'Rekero', place: 'Mara', link: 'http://rekero.example' }
  expect(LodgeForm.safeParse(typed).error?.issues[0]?.path).toEqual(['link'])
  expect(LodgeForm.parse({ ...typed, link: undefined })).toMatchObject({ link: '', room: '', picture6: '' })
})

test('the tour has a place for pictures of rooms and for the cover, empty at first', () => {
  expect(wordsOf('tour-1')).toMatchObject({ doublePicture: '', singlePicture: '', tripCover: '' })
})
