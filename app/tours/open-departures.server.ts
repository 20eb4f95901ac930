import type { Letter } from '#app/mail/letter'
import { type Day, showDays } from '#app/platform/days'
import { env } from '#app/platform/env.server'
import { showCents } from '#app/platform/money'
import { type Departure, publicDepartures, salesState } from './departures.server'

/** In one letter: the page that it leads to has all. */
const NAMED_AT_MOST = 4

/** The departures that can be booked instead of one, the next first. */
export const openInstead = (departureId: number, today: Day): Departure[] =>
  publicDepartures(today).filter(
    (departure) => departure.id !== departureId && salesState(departure, today) === 'open',
  )

export const SEE_DEPARTURES = {
  link: { label: 'See our departures', address: `${env.BASE_URL}/texascountrysafari` },
}

/** What a letter about a departure that is no more, or not then, says of the others; with the way there. */
export const openInWords = (open: Departure[]): Letter['blocks'] => [
  open.length === 0
    ? { paragraph: 'No other departure is open right now.' }
    : { paragraph: 'You can book another departure now:' },
  ...(open.length > 0
    ? [{ rows: open.slice(0, NAMED_AT_MOST).map((one): [string, string] => [dates(one), price(one)]) }]
    : []),
  SEE_DEPARTURES,
]

const dates = ({ startsOn, endsOn }: Departure): string => showDays(startsOn, endsOn)
const price = ({ doublePriceCents }: Departure): string => `from ${showCents(doublePriceCents)} per person`
