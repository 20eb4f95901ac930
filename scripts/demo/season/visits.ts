import { createHash } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import { recordPageView, sourceOfGuest } from '#app/analytics/record-page-view.server'
import { now } from '#app/platform/clock.server'
import { addDays, type Day } from '#app/platform/days'
import { FIRST_JOURNEY } from '#db/seed/tour'
import { chance } from '#scripts/chance'
import { at, type Entry } from './diary'

const FIRST: Day = '2025-03-03'
const DAYS = 90

/** How many come on each day of the week, Monday first: people plan journeys at the weekend. */
const WEEK = [26, 24, 25, 27, 30, 44, 48]

const PAGES: [weight: number, path: string][] = [
  [38, '/'],
  [26, `/${FIRST_JOURNEY.path}`],
  [4, '/laikipia-and-the-coast'],
  [10, '/twende-home'],
  [9, '/gallery'],
  [6, '/contact'],
  [4, '/checkout'],
  [3, '/gallery/amboseli-herd'],
]

const SOURCES: [weight: number, source: { referrer?: string; utmSource?: string }][] = [
  [34, {}],
  [28, { referrer: 'https://www.google.com/' }],
  [14, { referrer: 'https://l.facebook.com/' }],
  [9, { referrer: 'https://l.instagram.com/' }],
  [7, { utmSource: 'newsletter' }],
  [4, { referrer: 'https://www.bing.com/' }],
  [2, { referrer: 'https://www.tripadvisor.com/' }],
  [2, { referrer: 'https://chatgpt.com/' }],
]

/** The beginnings of addresses of networks in the countries that guests come from. */
const NETWORKS: [weight: number, network: string][] = [
  [62, '73.32'],
  [14, '197.248'],
  [8, '81.2'],
  [6, '24.48'],
  [4, '91.10'],
  [3, '41.59'],
  [3, '1.128'],
]

const BROWSER =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.4 Safari/605.1.15'

/** Ninety days of guests who look: more at weekends, and more each month. */
export const visits = (): Entry[] =>
  Array.from({ length: DAYS }, (_, place) => {
    const day = addDays(FIRST, place)
    return { at: at(day, 22.5), command: () => visitsOf(day, place) }
  })

async function visitsOf(day: Day, place: number): Promise<void> {
  const guests = Math.round((WEEK[place % 7] ?? 0) * (0.7 + (0.6 * place) / DAYS) * (0.85 + 0.3 * chance()))
  for (let guest = 0; guest < guests; guest += 1) {
    const address = `${pick(NETWORKS)}.${Math.floor(chance() * 250)}.${Math.floor(chance() * 250)}`
    const source = pick(SOURCES)
    const seen = 1 + Math.floor(chance() * chance() * 5)
    let instant = at(day, 7 + chance() * 15)
    for (let page = 0; page < seen; page += 1) {
      recordPageView(
        { path: pick(PAGES), ...(page === 0 ? source : {}), address, userAgent: BROWSER },
        instant,
      )
      instant = new Date(instant.getTime() + 60_000)
    }
  }
  await turn()
}

/** A guest looks at the journey and opens the checkout before they book. Answers where they came from. */
export function lookedFirst(email: string, page: string): string {
  const person = createHash('sha256').update(email).digest()
  const visitor = { address: `73.40.${person[0]}.${person[1]}`, userAgent: BROWSER }
  const minutesAgo = (minutes: number) => new Date(now().getTime() - minutes * 60_000)
  recordPageView({ path: page, ...pick(SOURCES, (person[2] ?? 0) / 256), ...visitor }, minutesAgo(20))
  recordPageView({ path: '/checkout', ...visitor }, minutesAgo(5))
  return sourceOfGuest(visitor, now())
}

function pick<Choice>(choices: [weight: number, choice: Choice][], place = chance()): Choice {
  let left = place * choices.reduce((sum, [weight]) => sum + weight, 0)
  for (const [weight, choice] of choices) {
    left -= weight
    if (left <= 0) return choice
  }
  return (choices[0] as [number, Choice])[1]
}
