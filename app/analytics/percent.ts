/** Percent with one decimal, the way it is shown; 0 where there is nothing to be a part of. */
export const percentOf = (part: number, whole: number): number =>
  whole > 0 ? Math.round((part / whole) * 1_000) / 10 : 0

/**
 * How many of those that were counted did something, in percent. Null where that cannot be known: nobody was counted, or
 * more did it than were, for people who ask not to be counted still book.
 */
export const rateOf = (part: number, counted: number): number | null =>
  counted > 0 && part <= counted ? percentOf(part, counted) : null

/** How much more this is than before, in percent; null where there was nothing before and is something now. */
export const growth = (now: number, before: number): number | null =>
  before === 0 && now > 0 ? null : percentOf(now - before, before)

/** '12.5%'. */
export const showPercent = (percent: number): string => `${percent.toFixed(1)}%`
