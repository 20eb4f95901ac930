/** Where the tour stays, in degrees: the camp, the hotel or the town, not the middle of the park. */
export const STOPS = {
  Nairobi: { longitude: 36.82, latitude: -1.29 },
  Amboseli: { longitude: 37.26, latitude: -2.65 },
  'Lake Naivasha': { longitude: 36.36, latitude: -0.76 },
  'Lake Nakuru': { longitude: 36.08, latitude: -0.36 },
  'Maasai Mara': { longitude: 35.14, latitude: -1.49 },
  Diani: { longitude: 39.58, latitude: -4.28 },
} as const

export type StopName = keyof typeof STOPS
