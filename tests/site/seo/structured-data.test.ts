import { expect, test } from 'vitest'
import { centsOf } from '#app/platform/money'
import { travelAgency, webSite } from '#app/site/seo/site-identity'
import { breadcrumbs } from '#app/site/site-pages'
import { faqPage } from '#app/tours/questions'
import { touristTrip } from '#app/tours/tourist-trip.server'
import { db } from '#db/connection.server'
import { tours } from '#db/schema/tours'
import { DAYS, FIRST_JOURNEY_WORDS, TOUR_ITEMS } from '#db/seed/tour'
import { theDeparture } from '#tests/fixtures/orders'
import { faults } from './schema-org'

const ORIGIN = 'https://savannasoul.example'
const QUESTIONS = TOUR_ITEMS.filter(({ kind }) => kind === 'question').map(({ title = '', text }) => ({
  question: title,
  answer: text,
}))
const OPEN = { state: 'open', seatsLeft: 20 } as const
const COMPANY = {
  footerText: 'Safaris in Kenya.',
  contactEmail: 'hello@savannasoul.example',
  contactPhone: '+1 512',
  postalAddress: '12 Congress Avenue, Austin, TX 78701, United States',
  facebookLink: '',
  instagramLink: '',
  youtubeLink: '',
}
const DAY = '2025-06-01'
const inContext = (thing: object | null) => ({ '@context': 'https://schema.org', ...thing })
const offersOf = (trip: ReturnType<typeof touristTrip>) => trip.offers as Record<string, unknown>[]

test.each([
  ['the company', travelAgency(ORIGIN, COMPANY)],
  ['the site', webSite(ORIGIN)],
  ['the tour', touristTrip(ORIGIN, theDeparture(), DAYS, OPEN, DAY)],
  ['what people ask before it', faqPage(`${ORIGIN}/texascountrysafari`, QUESTIONS)],
  ['a page of the menu', breadcrumbs(ORIGIN, '/contact', 'Contact')],
  ['a page below one', breadcrumbs(ORIGIN, '/gallery/mara-balloon', 'The great migration')],
])('%s is said as schema.org and Google ask', (_, thing) => {
  expect(faults(inContext(thing))).toEqual([])
})

test('the check itself finds missing, unknown, relative and miscounted values', () => {
  const trip = touristTrip(ORIGIN, theDeparture(), DAYS, OPEN, DAY)
  const offer = offersOf(trip)[0]
  expect(faults(inContext({ ...trip, offers: [{ ...offer, price: '$4,500' }] }))).toHaveLength(1)
  expect(faults(inContext({ ...trip, offers: [{ ...offer, priceCurrency: undefined }] }))).toHaveLength(2)
  expect(faults(inContext({ ...trip, url: '/texascountrysafari' }))).toHaveLength(1)
  expect(faults(inContext({ ...trip, seats: 20 }))).toHaveLength(1)
  expect(faults(inContext({ ...trip, '@type': 'Trip' }))).toHaveLength(1)
  expect(faults(trip)).toHaveLength(1)
  const [first, ...rest] = (breadcrumbs(ORIGIN, '/contact', 'Contact')?.itemListElement ?? []) as object[]
  expect(faults(inContext({ '@type': 'BreadcrumbList', itemListElement: [...rest, first] }))).toHaveLength(1)
})

test('the company’s pages elsewhere are those that have an address', () => {
  const linked = travelAgency(ORIGIN, { ...COMPANY, instagramLink: 'https://www.instagram.com/savannasoul' })
  expect(linked.sameAs).toEqual(['https://www.instagram.com/savannasoul'])
  expect(faults(inContext(linked))).toEqual([])
  expect(travelAgency(ORIGIN, COMPANY)).not.toHaveProperty('sameAs')
})

test('both rooms are offered at the prices of the tour', () => {
  const tour = { ...theDeparture(), singlePriceCents: centsOf(6_512.5) }
  expect(offersOf(touristTrip(ORIGIN, tour, DAYS, OPEN, DAY))).toMatchObject([
    { name: 'Double room, one traveler', price: '4500.00', priceCurrency: 'USD' },
    { name: 'Single room, one traveler', price: '6512.50' },
  ])
})

test('it says for whom the journey is made, where staff wrote that', () => {
  const touristType = () => touristTrip(ORIGIN, theDeparture(), DAYS, OPEN, DAY).touristType
  expect(touristType()).toEqual(['Country music fans', 'Safari travelers'])
  db.update(tours).set({ madeFor: '' }).run()
  expect(touristType()).toEqual(['Safari travelers'])
  db.update(tours).set({ madeFor: FIRST_JOURNEY_WORDS.madeFor }).run()
})

test('an early bird’s price is offered until its day', () => {
  const tour = { ...theDeparture(), earlyBirdOffCents: centsOf(200), earlyBirdEndsOn: '2025-08-01' }
  const offerOn = (day: string) => offersOf(touristTrip(ORIGIN, tour, DAYS, OPEN, day))[0]
  expect(offerOn('2025-08-01')).toMatchObject({ price: '4300.00', validThrough: '2025-08-01' })
  expect(offerOn('2025-08-02')).toMatchObject({ price: '4500.00', validThrough: '2025-10-15' })
})

test.each([
  [{ state: 'open', seatsLeft: 6 }, 'InStock'],
  [{ state: 'open', seatsLeft: 5 }, 'LimitedAvailability'],
  [{ state: 'sold-out', seatsLeft: 0 }, 'SoldOut'],
  [{ state: 'closed', seatsLeft: 12 }, 'OutOfStock'],
  [{ state: 'not-yet', seatsLeft: 20 }, 'PreOrder'],
] as const)('%o is told as %s', (sales, availability) => {
  const offers = offersOf(touristTrip(ORIGIN, theDeparture(), DAYS, sales, DAY))
  expect(offers.map((offer) => offer.availability)).toEqual([
    `https://schema.org/${availability}`,
    `https://schema.org/${availability}`,
  ])
})

test('an offer says whether its departure runs, and one that was canceled is discontinued', () => {
  const asIs = theDeparture()
  const offerOf = (more: Partial<typeof asIs>) => {
    const trip = touristTrip(ORIGIN, { ...asIs, ...more }, DAYS, OPEN, DAY)
    expect(faults(inContext(trip))).toEqual([])
    return offersOf(trip)[0]
  }
  const undecided = { minimumTravelers: 8, decideOn: '2025-08-07' }
  const properties = (more: Partial<typeof asIs>) =>
    (offerOf(more)?.additionalProperty as { name: string; value: string }[] | undefined)?.map(
      ({ name, value }) => `${name}: ${value}`,
    )
  expect(properties({})).toBeUndefined()
  expect(properties(undecided)).toEqual([
    'Guaranteed departure: No',
    'Minimum travelers: 8',
    'Decided by: 2025-08-07',
  ])
  expect(properties({ ...undecided, guaranteedAt: new Date(0) })).toEqual(['Guaranteed departure: Yes'])
  expect(offerOf({ canceledAt: new Date(0) })?.availability).toBe('https://schema.org/Discontinued')
})

test('an offer ends by the day before the departure', () => {
  const ends = (salesCloseOn: string | null) =>
    offersOf(touristTrip(ORIGIN, { ...theDeparture(), salesCloseOn }, DAYS, OPEN, DAY))[0]?.validThrough
  expect(ends('2025-09-30')).toBe('2025-09-30')
  expect(ends(null)).toBe('2025-10-15')
  expect(ends('2025-12-31')).toBe('2025-10-15')
})

test('the itinerary follows the dates of the tour', () => {
  const trip = touristTrip(ORIGIN, { ...theDeparture(), startsOn: '2026-10-15' }, DAYS, OPEN, DAY)
  const days = (trip.itinerary as { itemListElement: { name: string }[] }).itemListElement
  expect(days).toHaveLength(12)
  expect(days[0]?.name).toBe('Oct 15, 2026: Karibu night')
  expect(days[11]?.name).toBe('Oct 26, 2026: Safari njema')
})

test('every page except the home page has breadcrumbs', () => {
  expect(breadcrumbs(ORIGIN, '/', 'Home')).toBeNull()
  expect(breadcrumbs(ORIGIN, '/gallery/mara-balloon', 'The balloon')?.itemListElement).toMatchObject([
    { name: 'Home', item: `${ORIGIN}/` },
    { name: 'Gallery', item: `${ORIGIN}/gallery` },
    { name: 'The balloon', item: `${ORIGIN}/gallery/mara-balloon` },
  ])
})

test('each question stands there with its whole answer', () => {
  const said = faqPage(`${ORIGIN}/texascountrysafari`, QUESTIONS).mainEntity
  expect(said).toEqual(
    QUESTIONS.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  )
  expect(said).toHaveLength(6)
})
