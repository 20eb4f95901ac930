import type { lodges } from '#db/schema/site'

type Lodge = Required<
  Pick<typeof lodges.$inferInsert, 'name' | 'place' | 'room' | 'bath' | 'fact' | 'pictures'>
>

/** Where the first departure sleeps, in the order of its days; invented, as is all of trip-book.ts. */
export const LODGES: Lodge[] = [
  {
    name: 'Msanapa House',
    place: 'Karen, Nairobi',
    room: 'Twelve rooms around a garden, each with a porch; king or two queen beds',
    bath: 'Own bathroom, rain shower and a tub',
    fact: 'Supper is under a fig older than the city.',
    pictures: ['/pictures/karen-fig-supper'],
  },
  {
    name: 'Enkare Acacia Camp',
    place: 'Amboseli',
    room: 'Tent of 400 sq ft on a deck, two queen beds',
    bath: 'Own bathroom, bucket shower filled at sundown',
    fact: 'Kilimanjaro is in the opening of every tent, on the mornings it shows itself.',
    pictures: ['/pictures/amboseli-tent'],
  },
  {
    name: 'Mwanzi Landing',
    place: 'Lake Naivasha',
    room: 'Cottage of 450 sq ft under yellow fever trees, king or two queen beds',
    bath: 'Own bathroom, hot shower at any hour',
    fact: 'Hippos graze on the lawn at night: someone with a lamp walks you home.',
    pictures: ['/pictures/naivasha-cottage'],
  },
  {
    name: 'Makalia Ridge Lodge',
    place: 'Lake Nakuru',
    room: 'Stone room of 380 sq ft with a balcony over the lake, two queen beds',
    bath: 'Own bathroom, shower with the view',
    fact: 'From the terrace the flamingos are a pink line along the water.',
    pictures: ['/pictures/nakuru-terrace'],
  },
  {
    name: 'Olare Lamps Camp',
    place: 'Maasai Mara',
    room: 'Tent of 420 sq ft on the river, king or two queen beds, a desk and a lamp',
    bath: 'Own bathroom behind canvas, bucket shower hot at six',
    fact: 'Eleven tents and forty lamps. The stage stands where the meadow begins.',
    pictures: ['/pictures/camp-milky-way'],
  },
  {
    name: 'Kaskazi Sands House',
    place: 'Diani',
    room: 'Room of 500 sq ft facing the ocean, king or two queen beds, ceiling fan and air conditioning',
    bath: 'Own bathroom, indoor and outdoor shower',
    fact: 'Eighty steps from the pillow to the water.',
    pictures: ['/pictures/diani-house'],
  },
]
