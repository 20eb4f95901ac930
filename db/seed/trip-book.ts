import type { departureDays, tripNotes } from '#db/schema/tours'

// What the trip book of the first departure says beside its days: lodges, meeting points and chapters.

const KAREN = {
  lodge: 'Msanapa House',
  lodgeAddress: '18 Kifunguo Lane, Karen, Nairobi',
  lodgePhone: '+254 20 555 0111',
  coordinates: '-1.33, 36.71',
}
const AMBOSELI = {
  lodge: 'Enkare Acacia Camp',
  lodgeAddress: 'Kimana road, 4 miles east of Kimana gate, Amboseli',
  lodgePhone: '+254 20 555 0122',
  coordinates: '-2.66, 37.35',
}
const MARA = {
  lodge: 'Olare Lamps Camp',
  lodgeAddress: 'North bank of the Talek, 2 miles above Talek gate, Maasai Mara',
  lodgePhone: '+254 20 555 0155',
  coordinates: '-1.44, 35.21',
}
const DIANI = {
  lodge: 'Kaskazi Sands House',
  lodgeAddress: 'Beach road, Diani, Kwale County',
  lodgePhone: '+254 20 555 0166',
  coordinates: '-4.3, 39.58',
}

type Lodging = Pick<
  typeof departureDays.$inferInsert,
  'lodge' | 'lodgeAddress' | 'lodgePhone' | 'coordinates' | 'meeting'
>

/** In the order of the days. */
export const LODGING_OF_DAYS: Lodging[] = [
  { ...KAREN, meeting: 'Jomo Kenyatta airport, arrivals of Terminal 1A: your host holds a red check cloth.' },
  { ...KAREN, meeting: 'In the hall at 5:30 AM, with a jacket. Coffee is ready from 5:00.' },
  { ...AMBOSELI, meeting: 'In the hall at 8:00 AM, bags at your door by 7:30.' },
  { ...AMBOSELI, meeting: 'At the fire at 6:00 AM.' },
  {
    lodge: 'Mwanzi Landing',
    lodgeAddress: 'Moi South Lake road, Lake Naivasha',
    lodgePhone: '+254 20 555 0133',
    coordinates: '-0.81, 36.35',
    meeting: 'At the cars at 7:30 AM. The boat leaves the jetty at 4:00 PM.',
  },
  {
    lodge: 'Makalia Ridge Lodge',
    lodgeAddress: 'Above Makalia gate, Lake Nakuru National Park',
    lodgePhone: '+254 20 555 0144',
    coordinates: '-0.45, 36.09',
    meeting: 'At the cars at 8:00 AM.',
  },
  { ...MARA, meeting: 'At the cars at 7:00 AM: it is the longest drive, with lunch on the way.' },
  { ...MARA, meeting: 'In the mess tent at 6:00 AM. Balloon guests: 4:30 AM, with a lamp.' },
  { ...MARA, meeting: 'In the mess tent at 6:30 AM; dancing lesson under the fig tree at 3:00 PM.' },
  {
    ...DIANI,
    meeting: 'Bags by 8:00 AM, at most 33 lb in a soft bag. The plane leaves Olkiombo airstrip at 10:15 AM.',
  },
  { ...DIANI, meeting: 'On the beach before the house at 9:00 AM, in what may get wet.' },
  { meeting: 'In the hall at 11:30 AM. We fly from Ukunda airstrip and go with you to your gate.' },
]

/** A stand-in, as the lodges are: guests never read it (trip-stand-ins.server.ts). */
export const OFFICE_AT_ANY_HOUR = 'Our office in Nairobi, at any hour: +254 20 555 0100'

export const TRIP_NOTES: Omit<typeof tripNotes.$inferInsert, 'departureId' | 'position'>[] = [
  {
    kind: 'packing',
    title: 'What to pack',
    text: [
      'Passport, valid six months beyond the journey',
      'Travel authorization, printed',
      'Insurance card and its phone number',
      'Soft bag of 33 lb at most: the small plane takes no hard cases',
      'Day bag for the car',
      'Warm jacket: mornings in an open car are cold',
      'Light shirts and pants in sand, olive or brown',
      'Closed shoes that may get dusty',
      'Hat with a brim, and sunglasses',
      'Sunscreen, lip balm and insect repellent',
      'Your own medicines, in the bag you carry',
      'Binoculars',
      'Plug adapter, type G',
      'Flashlight or headlamp',
      'Swimsuit and sandals for the coast',
      'Boots, if you mean to dance',
    ].join('\n'),
  },
  {
    kind: 'money',
    title: 'Money',
    text: [
      'Kenya’s money is the shilling. Hotels and most shops take cards; markets and tips are cash. ATMs at the airport and in Karen give shillings, and there are none in the parks.',
      'Bring dollar bills printed after 2013, in good condition: older or torn ones are refused.',
      'Tips are never asked for and always welcome. There is a box for the staff at each lodge, and your guide gets theirs by hand on the last day.',
    ].join('\n\n'),
  },
  {
    kind: 'visa',
    title: 'Visa and entry',
    text: [
      'Everybody who flies to Kenya needs an electronic travel authorization, children too. Apply on the government’s own site at least two weeks ahead, and print the approval.',
      'Your passport must be valid for six months after the journey and have two empty pages.',
      'Plastic bags are forbidden in Kenya: leave them in the plane. Drones stay at home.',
    ].join('\n\n'),
  },
  {
    kind: 'health',
    title: 'Health',
    text: [
      'See a travel clinic eight weeks ahead. Ask about malaria tablets, yellow fever, hepatitis A and typhoid; bring the yellow card if you have one.',
      'Drink from the bottles in the cars and rooms. Every car has a first-aid kit, and the guides know how to use it.',
      'The highlands are at 6,000 feet: take the first day slowly, and drink more than you are used to.',
    ].join('\n\n'),
  },
  {
    kind: 'emergency',
    title: 'If you need help',
    text: [
      OFFICE_AT_ANY_HOUR,
      'Police, fire and ambulance in Kenya: 999 or 112',
      'Insured for evacuation by air? Call your insurer first; their number is on your card. Your guide has a radio where phones have no network.',
    ].join('\n\n'),
  },
  {
    kind: 'more',
    title: 'Good to know',
    text: [
      'Network and Wi-Fi: good in Nairobi, Nakuru and Diani, thin at the lake, rare in Amboseli and the Mara. This trip book stays on your phone.',
      'Sockets are British (type G), 240 volts. Camps run on the sun: charge by day.',
      'Ask before you photograph people. A few words go far: jambo (hello), asante (thank you), twende (let us go).',
    ].join('\n\n'),
  },
]
