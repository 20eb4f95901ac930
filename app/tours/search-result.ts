type Words = { name: string; shortName: string; tagline: string; promise: string }

type OnOffer = { dates: string; dayCount: number | string; seats: number | string; deposit: string | null }

/** The journey's page in search results: its title, and what is said of the departure that is on offer. */
export const searchResult = (words: Words, { dates, dayCount, seats, deposit }: OnOffer) => ({
  title: `${words.shortName}: ${words.tagline}`,
  description: `${words.name}, ${dates}: ${dayCount} days ${words.promise}, ${seats} travelers.${deposit === null ? '' : ` A ${deposit} deposit holds your seat.`}`,
})
