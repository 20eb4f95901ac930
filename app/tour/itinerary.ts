import type { StopName } from './stops'

export type DayKind = 'concert' | 'safari' | 'beach'

export type ItineraryDay = {
  title: string
  place: string
  text: string
  /** What the day is made of; where there are two, the evening is the second. */
  kinds: DayKind[]
  /** Where it is spent. */
  stop: StopName
  /** Where it ends, when that is another place than the next day's. */
  onward?: StopName
}

export const KIND_NAMES: Record<DayKind, string> = { concert: 'Concerts', safari: 'Safaris', beach: 'Beach' }

/** The twelve days in order; the first is the tour's start, so the dates follow the tour's. */
export const ITINERARY: ItineraryDay[] = [
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
    text: 'Out at first light and back when we are done: the river, the crossings, the long grass. Those who like may rise earlier still, for a balloon.',
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
]
