import { eq } from 'drizzle-orm'
import { now } from '#app/platform/clock.server'
import { centsOf } from '#app/platform/money'
import { namesOf, valuesOf } from '#app/platform/typed/fields'
import { journeyPage, savePageWords, wordsOf } from '#app/site/page-words.server'
import type { Staff } from '#app/staff/sessions.server'
import { changeJourneyState, copyJourney } from '#app/tours/copy-journey.server'
import type { DepartureTerms } from '#app/tours/departure-form'
import { lodgeList } from '#app/tours/lodges.server'
import { copyDeparture } from '#app/tours/save-departure.server'
import type { DayWords } from '#app/tours/tour-forms'
import { TOUR_WORDS, type TourWords } from '#app/tours/tour-forms'
import { daysIn, daysOf, itemsIn, itemsOf, saveTourWords } from '#app/tours/tour-lists.server'
import { tourIn } from '#app/tours/tours.server'
import { db } from '#db/connection.server'
import { departures } from '#db/schema/tours'
import { done } from './diary'

/** The second journey of the demo: eight days without a band, for who would rather listen to the wind. */
const WORDS: TourWords = {
  name: 'Lodges of Laikipia & the Coast',
  shortName: 'Laikipia & the Coast',
  tagline: 'rhinos, quiet lodges and the Swahili coast',
  madeFor: 'Couples and walkers',
  promise: 'from the Laikipia plateau to Lamu',
  teaser:
    'Rhinos at first light, Mount Kenya over breakfast, then coral houses and a dhow: {days} days, three houses, {seats} travelers.',
  introTitle: 'Two places, and time for both',
  introText: [
    'Most journeys try to see everything. This one stays: three nights on the Laikipia plateau, where black rhinos walk below Mount Kenya, and three in a coral house in Lamu, where no street is wide enough for a car.',
    'In between is one small plane. You unpack twice. The rest is walking, sailing, long lunches, and a guide who knows when to say nothing.',
  ].join('\n\n'),
  bandTitle: '',
  bandText: '',
  routeTitle: 'From the plateau to the tide',
  routeText: 'By road past Mount Kenya to Laikipia, by air to the Swahili coast, and home through Nairobi.',
  notIncluded: 'Not included: the flight to Nairobi, visa, travel insurance, tips and massages.',
}

const KAREN = {
  lodge: 'Msanapa House',
  lodgeAddress: '18 Kifunguo Lane, Karen, Nairobi',
  lodgePhone: '+254 20 555 0111',
  coordinates: '-1.33, 36.71',
}
const LOLDAI = {
  lodge: 'Loldai Stone House',
  lodgeAddress: 'Loldai hills road, 14 miles north of Nanyuki',
  lodgePhone: '+254 20 555 0181',
  coordinates: '0.24, 37.12',
}
const SHELA = {
  lodge: 'Kijani Roof House',
  lodgeAddress: 'Behind the Friday mosque, Shela, Lamu',
  lodgePhone: '+254 20 555 0182',
  coordinates: '-2.29, 40.91',
}

const day = (
  title: string,
  place: string,
  stop: DayWords['stop'],
  kind: DayWords['kind'],
  lodging: typeof KAREN,
  [text, meeting, picture = '']: [text: string, meeting: string, picture?: string],
): DayWords => ({ title, place, stop, kind, text, meeting, picture, evening: null, onward: null, ...lodging })

const DAYS: DayWords[] = [
  day('Karibu', 'Nairobi', 'Nairobi', 'safari', KAREN, [
    'Your guide meets you at the airport. Supper in a garden in Karen, and an early night.',
    'Jomo Kenyatta airport, arrivals of Terminal 1A: your guide holds a red check cloth.',
  ]),
  day('North, past the mountain', 'Laikipia', 'Laikipia', 'safari', LOLDAI, [
    'Four hours by road, with coffee on the equator. Zebras are on the last mile to lunch, and a fire is lit by dark.',
    'In the hall at 8:00 AM, at most 33 lb in a soft bag.',
    '/pictures/rift-viewpoint',
  ]),
  day('The hours of the rhino', 'Laikipia', 'Laikipia', 'safari', LOLDAI, [
    'Out before the sun, on foot if you like, with the rangers who know each black rhino by its ears. Breakfast is on the plain.',
    'At the fire at 5:45 AM, in long trousers.',
  ]),
  day('Below the mountain', 'Laikipia', 'Laikipia', 'safari', LOLDAI, [
    'A slow morning on the veranda, a walk along the river, and the peaks of Mount Kenya when the clouds let go of them.',
    'On the veranda at 9:00 AM.',
  ]),
  day('Wings to the sea', 'Lamu', 'Lamu', 'beach', SHELA, [
    'By air to the coast, by boat to Shela. Shoes come off at the door; supper is on the roof, among other roofs.',
    'Bags by 8:30 AM. The plane leaves at 10:00.',
    '/pictures/lamu-roofs',
  ]),
  day('A town without cars', 'Lamu', 'Lamu', 'beach', SHELA, [
    'Carved doors, a donkey hospital, and cardamom coffee with a boatbuilder. The afternoon belongs to the long beach.',
    'In the courtyard at 8:30 AM, before the heat.',
  ]),
  day('Under sail', 'Lamu', 'Lamu', 'beach', SHELA, [
    'A dhow through the mangroves, lunch on a sandbank, and the way home by moonlight if the tide agrees.',
    'At the jetty at 10:00 AM.',
    '/pictures/dhow-by-moon',
  ]),
  {
    ...day('Safari njema', 'Lamu to Nairobi', 'Lamu', 'beach', SHELA, [
      'A last swim. We fly with you to Nairobi and stay until your flight home is called.',
      'In the courtyard at 11:00 AM.',
    ]),
    ...{ lodge: '', lodgeAddress: '', lodgePhone: '', coordinates: '', onward: 'Nairobi' },
  },
]

const NO_PICTURES = { picture2: '', picture3: '', picture4: '', picture5: '', picture6: '' }

const LODGES = [
  {
    ...{ name: LOLDAI.lodge, place: 'Laikipia', link: '' },
    room: 'Stone cottage of 480 sq ft with a fireplace, king or two queen beds',
    bath: 'Own bathroom, a tub that looks at Mount Kenya',
    fact: 'Eight cottages, and a waterhole that is never empty.',
    ...{ picture1: '/pictures/samburu-north', ...NO_PICTURES },
  },
  {
    ...{ name: SHELA.lodge, place: 'Shela, Lamu', link: '' },
    room: 'Room of 400 sq ft in a coral house, carved bed, king or two double beds',
    bath: 'Own bathroom of polished lime, open to a courtyard',
    fact: 'Supper is on the roof, and the call to prayer comes from four sides.',
    ...{ picture1: '/pictures/lamu-roofs', ...NO_PICTURES },
  },
]

const INCLUDED = [
  'Every night from arrival to departure: a house in Karen, a lodge in Laikipia, a coral house in Lamu',
  'The flight to the coast, the one back to Nairobi, and the boats',
  'Drives and walks with our own guides and the rangers, and all conservancy fees',
  'Breakfast and supper every day, lunch on all but the first',
  'A guide from our team, from the airport to the airport',
]

const QUESTIONS = [
  {
    title: 'How much walking is there?',
    text: 'As much as you like. The rhino morning is two miles at an easy pace; everything can be done by car or boat instead.',
  },
  {
    title: 'May I come alone?',
    text: 'Yes. With {seats} travelers at most, everyone knows everyone by the second supper. Share a double room with someone we introduce to you, or take a single.',
  },
  { title: 'What if my plans change?', text: '{refund terms}' },
]

const PICTURES = {
  picture: '/pictures/lamu-roofs',
  tripCover: '/pictures/lamu-roofs',
  ...{ firstFilm: '', firstFilmTitle: '', firstFilmWords: '' },
  ...{ secondFilm: '', secondFilmTitle: '', secondFilmWords: '' },
}

const TERMS: Partial<DepartureTerms> = {
  ...{
    seats: 12,
    depositCents: centsOf(600),
    doublePriceCents: centsOf(5_200),
    singlePriceCents: centsOf(6_400),
  },
  ...{ earlyBirdEndsOn: null, earlyBirdOffer: null, earlyBirdOffCents: centsOf(0), salesOpenOn: null },
  ...{ minimumTravelers: null, decideOn: null },
}

type Change = (id: number, terms: Partial<DepartureTerms>) => void

/** Made of the first journey on the desk, and shown once its two departures are on sale. */
export function makeLaikipia(from: number, staff: Staff, change: Change): void {
  for (const lodge of LODGES) done(lodgeList.add(lodge, staff, now()))
  const path = 'laikipia-and-the-coast'
  const { id } = done(copyJourney({ from, name: WORDS.name, path, startsOn: '2025-11-06' }, staff, now()))
  done(saveTourWords(id, { ...valuesOf(TOUR_WORDS, WORDS), version: tourIn(id).version }, staff, now()))
  for (const kind of namesOf(itemsOf(id)))
    for (const item of itemsOf(id)[kind]) itemsIn(id, kind).remove(item.id, staff, now())
  for (const text of INCLUDED) done(itemsIn(id, 'inclusion').add({ title: '', text }, staff, now()))
  for (const question of QUESTIONS) done(itemsIn(id, 'question').add(question, staff, now()))
  const page = journeyPage({ tourId: id })
  done(savePageWords(page, { ...wordsOf(page), ...PICTURES }, undefined, staff, now()))

  const november = db.select().from(departures).where(eq(departures.tourId, id)).get()?.id ?? 0
  for (const { id: dayId } of daysOf(november)) daysIn(november).remove(dayId, staff, now())
  for (const words of DAYS) done(daysIn(november).add(words, staff, now()))
  change(november, {
    ...{ ...TERMS, endsOn: '2025-11-13', sales: 'open' },
    ...{ firstInstallmentDueOn: '2025-09-05', finalInstallmentDueOn: '2025-10-06' },
  })
  const january = done(copyDeparture(november, '2026-01-22', staff, now())).id
  change(january, { sales: 'open' })
  done(changeJourneyState(id, 'shown', staff, now()))
}
