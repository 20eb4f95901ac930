// Apart from the itinerary: pages that show its words need not draw the map.

/**
 * The places that a journey may stop at, in degrees: the camp, hotel or town, not the middle of the park.
 * Kenya's, then Tanzania's as far as the map shows it; read off Natural Earth's chart by hand.
 */
export const STOPS = {
  Nairobi: { longitude: 36.82, latitude: -1.29 },
  Aberdare: { longitude: 36.72, latitude: -0.39 },
  Amboseli: { longitude: 37.26, latitude: -2.65 },
  'Chyulu Hills': { longitude: 37.89, latitude: -2.6 },
  Diani: { longitude: 39.58, latitude: -4.28 },
  Eldoret: { longitude: 35.27, latitude: 0.52 },
  Kakamega: { longitude: 34.87, latitude: 0.35 },
  Kericho: { longitude: 35.28, latitude: -0.37 },
  Kisumu: { longitude: 34.75, latitude: -0.1 },
  'Lake Baringo': { longitude: 36.02, latitude: 0.61 },
  'Lake Magadi': { longitude: 36.28, latitude: -1.9 },
  'Lake Naivasha': { longitude: 36.36, latitude: -0.76 },
  'Lake Nakuru': { longitude: 36.08, latitude: -0.36 },
  'Lake Turkana': { longitude: 36.72, latitude: 2.76 },
  Laikipia: { longitude: 36.9, latitude: 0.18 },
  Lamu: { longitude: 40.9, latitude: -2.27 },
  'Maasai Mara': { longitude: 35.14, latitude: -1.49 },
  Malindi: { longitude: 40.12, latitude: -3.22 },
  Marsabit: { longitude: 37.99, latitude: 2.33 },
  Meru: { longitude: 38.2, latitude: 0.17 },
  Mombasa: { longitude: 39.66, latitude: -4.05 },
  'Mount Elgon': { longitude: 34.75, latitude: 1.03 },
  'Mount Kenya': { longitude: 37.12, latitude: -0.05 },
  'Ol Pejeta': { longitude: 36.96, latitude: 0.0 },
  Samburu: { longitude: 37.53, latitude: 0.61 },
  'Tsavo East': { longitude: 38.57, latitude: -3.37 },
  'Tsavo West': { longitude: 38.05, latitude: -2.93 },
  Watamu: { longitude: 40.02, latitude: -3.36 },
  Arusha: { longitude: 36.68, latitude: -3.37 },
  Kilimanjaro: { longitude: 37.34, latitude: -3.34 },
  'Lake Eyasi': { longitude: 35.1, latitude: -3.6 },
  'Lake Manyara': { longitude: 35.83, latitude: -3.37 },
  'Lake Natron': { longitude: 35.98, latitude: -2.58 },
  Ngorongoro: { longitude: 35.49, latitude: -3.25 },
  Pemba: { longitude: 39.75, latitude: -5.15 },
  Serengeti: { longitude: 34.82, latitude: -2.43 },
  Tanga: { longitude: 39.1, latitude: -5.07 },
  Tarangire: { longitude: 36.0, latitude: -3.85 },
} as const

export type StopName = keyof typeof STOPS

export const STOP_NAMES = Object.keys(STOPS) as StopName[]

export const isStop = (name: unknown): name is StopName =>
  typeof name === 'string' && Object.hasOwn(STOPS, name)
