/** The instant at which the filled databases "are": everything in them lies before it. */
export const TODAY = Date.parse('2025-08-08T13:00:00Z')
