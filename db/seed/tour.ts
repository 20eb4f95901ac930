import { centsOf } from '#app/platform/money'
import type { departureDays, departures, tourItems, tours } from '#db/schema/tours'

/** The Texas country music and safari tour as it was announced, and the words of its page (rules 1.1). */
export const FIRST_JOURNEY = {
  tourType: 'texas-safari',
  path: 'texascountrysafari',
  state: 'shown',
  name: 'Texas Country Music & Safari Tour',
  updatedAt: new Date(0),
} satisfies Partial<typeof tours.$inferInsert>

export const FIRST_JOURNEY_WORDS = {
  shortName: '2Step Safari',
  tagline: 'country music and safari in Kenya',
  madeFor: 'Country music fans',
  promise: 'in Kenya with a live country band',
  teaser:
    'Maasai shuka and Texan plaid share a pattern. So does this tour: a live country band, {days} days, {seats} travelers.',
  introTitle: 'One plaid, two homelands',
  introText: [
    'A Maasai herdsman’s shuka and a Texan’s shirt are the same cloth: red, crossed with black, made to be seen from a long way off. Someone had to bring them to the same dance.',
    'So we did. A country band travels with you from Nairobi to the Indian Ocean and plays where there has never been a stage: under an acacia at Amboseli, in a camp on the Mara, on the sand at Diani. Between the concerts there are lions, a lake of flamingos and long drives with the roof open.',
  ].join('\n\n'),
  bandTitle: 'The band comes with you',
  bandText:
    'Four players from the dance halls of Texas. They ride in the same cars, eat at the same table and carry their own cases. Some evenings are a concert; some are two songs and the sound of the crickets.',
  routeTitle: 'From the city to the sea',
  routeText:
    'By road to the mountain, down into the Rift and west to the Mara; then by air to the Indian Ocean.',
  notIncluded: 'Not included: the flight to Nairobi, visa, travel insurance, tips and the balloon.',
} satisfies Partial<typeof tours.$inferInsert>

/** Pictures and films of its page, by the names that the page has for them (app/site/page-words.ts). */
export const FIRST_JOURNEY_PICTURES = {
  picture: '/pictures/tour-stage',
  bandPicture: '/pictures/band-on-the-ridge',
  ...{ doublePicture: '', singlePicture: '', tripCover: '' },
  filmsTitle: 'By day, and after dark',
  firstFilm: 'herd',
  firstFilmTitle: 'The herd at first light',
  firstFilmWords: 'Mornings belong to the animals. Coffee is at half past five.',
  secondFilm: 'night-stage',
  secondFilmTitle: 'The concert at the Mara',
  secondFilmWords: 'Evenings belong to the band. The last song is never the last.',
}

export const FIRST_DEPARTURE = {
  startsOn: '2025-10-16',
  endsOn: '2025-10-27',
  seats: 20,
  depositCents: centsOf(500),
  doublePriceCents: centsOf(4_500),
  singlePriceCents: centsOf(6_500),
  firstInstallmentDueOn: '2025-08-15',
  finalInstallmentDueOn: '2025-09-15',
  earlyBirdEndsOn: '2025-08-01',
  earlyBirdOffer: 'A welcome pack worth $100+',
  earlyBirdOffCents: centsOf(0),
  earlyBirdOffPercent: 0,
  sales: 'open',
  waitlistShowsPlace: true,
  updatedAt: new Date(0),
} satisfies Omit<typeof departures.$inferInsert, 'tourId'>

type Item = Pick<typeof tourItems.$inferInsert, 'kind' | 'title' | 'text'>

export const TOUR_ITEMS: Item[] = [
  { kind: 'inclusion', text: 'Every concert, with the band traveling beside you' },
  {
    kind: 'inclusion',
    text: 'Every night from arrival to departure: lodges, tented camps, a hotel on the beach',
  },
  { kind: 'inclusion', text: 'Game drives with our own guides, and all park fees' },
  { kind: 'inclusion', text: 'The flight from the Mara to the coast, and the one back to Nairobi' },
  { kind: 'inclusion', text: 'Breakfast and supper every day, lunch on safari days' },
  { kind: 'inclusion', text: 'A host from our team, from the airport to the airport' },
  { kind: 'player', title: 'Fiddle', text: 'Leads the waltzes, and stays up longest at the fire.' },
  {
    kind: 'player',
    title: 'Pedal steel',
    text: 'The long, bent notes. On the plain they carry to the next camp.',
  },
  { kind: 'player', title: 'Guitar', text: 'Sings too, and teaches the two-step on the ninth day.' },
  { kind: 'player', title: 'Upright bass', text: 'Has a seat of its own in the car, with the belt on.' },
  {
    kind: 'question',
    title: 'Do I have to dance?',
    text: 'No. There is a lesson at the Mara before the big concert, and anyone who would rather tap a foot beside the fire is in good company.',
  },
  {
    kind: 'question',
    title: 'May I come alone?',
    text: 'Yes, and many do: with {seats} travelers at most, everyone knows everyone by the second supper. Share a double room with someone we introduce to you, or take a single.',
  },
  {
    kind: 'question',
    title: 'What if my plans change?',
    text: '{refund terms}',
  },
  {
    kind: 'question',
    title: 'How long are the drives?',
    text: 'Four to six hours on four of the days, the last part on roads that shake. There are stops, and everyone has a window seat. For the long way to the coast, we fly.',
  },
  {
    kind: 'question',
    title: 'Do I need a visa or vaccinations?',
    text: 'Most passports need an electronic travel authorization for Kenya, which you apply for online before you fly, and six months of validity. Malaria and yellow fever are questions for a travel clinic, best eight weeks ahead.',
  },
  {
    kind: 'question',
    title: 'What is not in the price?',
    text: 'The flight to Nairobi and back, the travel authorization, insurance, tips, and the balloon at the Mara, which you may add while you are there.',
  },
]

type SeededDay = Pick<typeof departureDays.$inferInsert, 'title' | 'place' | 'text' | 'kinds'>

/** Days whose stops keep their names in their type: who draws them on the map has the compiler look. */
const daysWith = <Stop extends string>(days: (SeededDay & { stop: Stop; onward?: Stop })[]) => days

/** The twelve days in order. */
export const DAYS = daysWith([
  {
    title: 'Karibu night',
    place: 'Nairobi',
    text: 'Your host meets you at Jomo Kenyatta airport. Supper in a garden in Karen, and the band plays a first short set while the fire is lit.',
    kinds: ['concert'],
    stop: 'Nairobi',
  },
  {
    title: 'Lions before breakfast',
    place: 'Nairobi National Park',
    text: 'Through the park gate at six, with the skyline behind the giraffe. Back in Karen by noon, and the afternoon is yours.',
    kinds: ['safari'],
    stop: 'Nairobi',
  },
  {
    title: 'South to the mountain',
    place: 'Amboseli',
    text: 'Four hours by road to the foot of Kilimanjaro. An evening drive along the swamp, where the elephants come to drink.',
    kinds: ['safari'],
    stop: 'Amboseli',
  },
  {
    title: 'Songs across the fire',
    place: 'Amboseli',
    text: 'A whole morning with the herds. After dark, singers from the neighboring Maasai homesteads and the band trade songs under one acacia.',
    kinds: ['safari', 'concert'],
    stop: 'Amboseli',
  },
  {
    title: 'Down into the Rift',
    place: 'Lake Naivasha',
    text: 'Over the edge of the Rift Valley to a lake of papyrus. A boat at four o’clock, among hippos and fish eagles.',
    kinds: ['safari'],
    stop: 'Lake Naivasha',
  },
  {
    title: 'The pink shore',
    place: 'Lake Nakuru',
    text: 'Flamingos at the waterline, and white rhino in the yellow fever trees behind it. Tea on the cliff as the light goes.',
    kinds: ['safari'],
    stop: 'Lake Nakuru',
  },
  {
    title: 'The gate of the Mara',
    place: 'Maasai Mara',
    text: 'West across the Loita plains, with lunch from the hamper. In camp by three, and out again until sundown.',
    kinds: ['safari'],
    stop: 'Maasai Mara',
  },
  {
    title: 'A day with no clock',
    place: 'Maasai Mara',
    text: 'Out at first light and back when we are done: the river, the crossings, the long grass. Rise earlier still, if you like, for a balloon.',
    kinds: ['safari'],
    stop: 'Maasai Mara',
  },
  {
    title: 'The two-step',
    place: 'Maasai Mara',
    text: 'A short drive, a long lunch, a dancing lesson. At nightfall the big concert: a low stage, strings of lamps, plaid and shuka side by side.',
    kinds: ['safari', 'concert'],
    stop: 'Maasai Mara',
  },
  {
    title: 'Wings to the coast',
    place: 'Diani',
    text: 'A small plane from the Mara airstrip to the Indian Ocean. Shoes off before dark; Swahili supper on the sand.',
    kinds: ['beach'],
    stop: 'Diani',
  },
  {
    title: 'Under sail',
    place: 'Diani',
    text: 'A dhow out to the reef, lunch on a sandbank, and nothing else until evening. Then the last concert, with the tide for a drum.',
    kinds: ['beach', 'concert'],
    stop: 'Diani',
  },
  {
    title: 'Safari njema',
    place: 'Diani to Nairobi',
    text: 'A late breakfast and a last swim. We fly with you to Nairobi and stay until your flight home is called. Safari njema: travel well.',
    kinds: ['beach'],
    stop: 'Diani',
    onward: 'Nairobi',
  },
])
