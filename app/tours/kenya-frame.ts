/** The frame of kenya.svg and its Mercator projection: units for one radian, and where 0°, 0° lies. */
export const KENYA_FRAME = {
  width: 760,
  height: 800,
  radian: 4150.113,
  origin: { x: -2358.258, y: 398.868 },
} as const
