import {
  addDays,
  type Day,
  daysFrom,
  earlierDay,
  readDay,
  showDay,
  showDays,
  showLongDay,
} from '#app/platform/days'
import type { DEPARTURE_SALES } from '#db/values'
import { travelersInWords } from './party'

export type DepartureSales = (typeof DEPARTURE_SALES)[number]

type Begins = { startsOn: Day }

/** From its first day on, a departure sells nothing and the policy refunds nothing (rules 1.4). */
export const hasBegun = ({ startsOn }: Begins, today: Day): boolean => today >= startsOn

/** Whether who sleeps where can still change: by guests' wishes, by what staff propose, or at a price. */
export const areRoomsOpen = (departure: Begins & { canceledAt: Date | null }, today: Day): boolean =>
  departure.canceledAt === null && !hasBegun(departure, today)

/** The day before a departure's first day. */
export const dayBefore = ({ startsOn }: Begins): Day => addDays(startsOn, -1)

/** The closing date that staff set, and without one the day before the first day; never later than that. */
export const lastSaleDay = (departure: Begins & { salesCloseOn: Day | null }): Day =>
  departure.salesCloseOn === null
    ? dayBefore(departure)
    : earlierDay(departure.salesCloseOn, dayBefore(departure))

/** How many days a departure lasts, the first and the last among them. */
export const dayCount = ({ startsOn, endsOn }: Begins & { endsOn: Day }): number =>
  daysFrom(startsOn, endsOn) + 1

/** Said on the tour's page, in the checkout and by the calls once places are no longer sold. */
export const SALES_CLOSED = 'Sales for this departure have closed'

export type Dates = { startsOn: Day; endsOn: Day }

/** The same in one sentence, with the departure that is on sale, if there is one. */
export const salesClosed = (next: Dates | null): string =>
  next === null
    ? SALES_CLOSED
    : `${SALES_CLOSED}. The next one, ${showDays(next.startsOn, next.endsOn)}, is on sale`

/**
 * Why sales have closed, and what else there is where no other departure is on sale; `begun` is the first day
 * as it is shown, once it has come.
 */
export const afterSales = (begun: string | null, hasNext: boolean): string => {
  const why = begun === null ? '' : `This trip began on ${begun}.`
  return hasNext ? why : `${why} ${TELL_ME}`.trim()
}

const TELL_ME = 'Write to us about a journey made for you, or let us tell you when the next one opens.'

/** Below the word that a departure was canceled: for who has booked, and for who wanted to. */
export const CANCELED_FOR_GUESTS =
  'If you have booked, we’ve emailed you your choices. Write to us about a journey made for you, or choose another departure.'

/** Said where all seats are taken (rules 11.8). */
export const SOLD_OUT = 'This departure is sold out'

/** Said of a departure whose first day of sale is still to come. */
export const NOT_YET = 'This departure is not on sale yet'

/**
 * How addresses, forms and calls name a departure (`?departure=`): by its first day, the second that begins
 * on it as '2025-10-16-2', a private one by the key of its link.
 */
export const nameInLinks = ({ isPrivate, linkKey, startsOn, numberOnDay }: Named): string => {
  if (isPrivate && linkKey !== null) return linkKey
  return numberOnDay === 1 ? startsOn : `${startsOn}-${numberOnDay}`
}

type Named = Begins & { numberOnDay: number; isPrivate: boolean; linkKey: string | null }

/** How many may begin on one day. */
export const ON_A_DAY_AT_MOST = 99

/** The first day in such a name, and the number on it; null for a key, and for what is no name. */
export function dayInName(name: string): { startsOn: Day; numberOnDay: number } | null {
  const [, text, number = '1'] = /^([\d-]{10})(?:-([2-9]|[1-9]\d))?$/.exec(name) ?? []
  const startsOn = readDay(text)
  return startsOn ? { startsOn, numberOnDay: Number(number) } : null
}

/** Such a name as a stranger may send it; null for what can be none. */
export const readNameInLinks = (text: unknown): string | null =>
  typeof text === 'string' && (dayInName(text) || /^[\w-]{32}$/.test(text)) ? text : null

/** 'Lodges And Coast' for 'lodges-and-coast'. */
export const typeInWords = (tourType: string): string =>
  tourType.replace(/-/g, ' ').replace(/(^|\s)\p{L}/gu, (letter) => letter.toUpperCase())

/** The page of the journey about a departure. */
export const pageOf = (departure: Named & { path: string }): string =>
  `/${departure.path}?departure=${nameInLinks(departure)}`

/** Said above a private departure wherever its guests read of it; null of one that everybody sees. */
export const privateTo = ({ isPrivate, privateFor }: { isPrivate: boolean; privateFor: string }) =>
  isPrivate ? (privateFor ? `A private departure for ${privateFor}` : 'A private departure') : null

/** How a call refuses a first day on which nothing departs. */
export const NO_SUCH_DEPARTURE = { departure: ['We have no departure on this day'] }

/** How many days before the first day it is decided whether a departure runs, where staff name no day. */
export const DECIDE_DAYS_BEFORE = 70

/** How many days before it staff are reminded to decide, the last first; afterward weekly. */
export const DECISION_REMINDER_DAYS = [0, 7, 14, 28] as const

/** How many days guests have to choose after a departure was canceled or postponed. */
export const CHOICE_DAYS = 14

/** What decides whether a departure runs (rules 1.29). */
export type Running = {
  minimumTravelers: number | null
  decideOn: Day | null
  guaranteedAt: Date | null
  canceledAt: Date | null
}

export type RunningState = 'runs' | 'needs-more' | 'decision-overdue' | 'guaranteed' | 'canceled'

/** How it stands on a day: with a minimum it runs only once staff have guaranteed it. */
export function runningState(departure: Running, today: Day): RunningState {
  if (departure.canceledAt !== null) return 'canceled'
  if (departure.guaranteedAt !== null) return 'guaranteed'
  if (departure.minimumTravelers === null || departure.decideOn === null) return 'runs'
  return today > departure.decideOn ? 'decision-overdue' : 'needs-more'
}

/** While no one knows whether it runs, no installment of it falls due (rules 1.29). */
export const waitsForDecision = (departure: Running): boolean =>
  departure.minimumTravelers !== null && departure.guaranteedAt === null && departure.canceledAt === null

/** What a guest agrees to while it is undecided whether a departure runs: as they read it, and in numbers. */
export type RunsFrom = { minimumTravelers: number; decideOn: Day; sentence: string }

/** Null where it runs, or never will. */
export function runsFrom(departure: Running, paidTravelers: number, today: Day): RunsFrom | null {
  const { minimumTravelers, decideOn } = departure
  const sentence = waitsForDecision(departure) && runningSentence(departure, paidTravelers, today)
  return sentence && minimumTravelers !== null && decideOn !== null
    ? { minimumTravelers, decideOn, sentence }
    : null
}

/** Beside the days of a plan while no one has decided (rules 1.29). */
export const NOT_DUE_BEFORE =
  'After the first payment, nothing more is due until we’ve guaranteed this departure.'

/** Where someone agrees to that. */
export const IF_IT_DOES_NOT_RUN =
  'If it does not run, you choose: get back everything you paid, or move to another departure.'

/** Where staff name no day: well before departure, and before anything is due after the deposit. */
export const usualDecisionDay = (departure: { startsOn: Day; firstInstallmentDueOn: Day }): Day =>
  earlierDay(addDays(departure.startsOn, -DECIDE_DAYS_BEFORE), departure.firstInstallmentDueOn)

/** Whether it runs, as guests read it on the page, at the pay button and in letters; null where it does. */
export function runningSentence(departure: Running, paidTravelers: number, today: Day): string | null {
  const from = `This departure needs at least ${travelersInWords(departure.minimumTravelers ?? 1)}.`
  if (waitsForDecision(departure) && paidTravelers >= (departure.minimumTravelers ?? 1))
    return MINIMUM_REACHED
  switch (runningState(departure, today)) {
    case 'runs':
      return null
    case 'needs-more':
      return `${from} We’ll decide by ${showLongDay(departure.decideOn ?? '')}; please don’t buy flights before then.`
    case 'decision-overdue':
      return `${from} We are deciding now; please don’t buy flights until we write to you.`
    case 'guaranteed':
      return GUARANTEED
    case 'canceled':
      return CANCELED
  }
}

/** Staff decide then, too; until they have, a flight may still be bought in vain. */
const MINIMUM_REACHED =
  'The minimum is reached, and we’ll confirm this departure soon; please don’t buy flights until we write to you.'

export type RunningStatus = { tone: 'wait' | 'failed' | 'success'; words: string }

/** The same as staff read it first; null for one that simply runs. */
export function runningStatus(departure: Running, paidTravelers: number, today: Day): RunningStatus | null {
  const { minimumTravelers, decideOn } = departure
  const so = `Needs ${minimumTravelers} · ${paidTravelers} paid`
  switch (runningState(departure, today)) {
    case 'needs-more':
      return { tone: 'wait', words: `${so} · decide by ${showDay(decideOn ?? '')}` }
    case 'decision-overdue':
      return { tone: 'failed', words: `${so} · decision was due ${showDay(decideOn ?? '')}` }
    case 'guaranteed':
      return { tone: 'success', words: 'Guaranteed' }
    case 'canceled':
    case 'runs':
      return null
  }
}

const GUARANTEED = 'This departure is guaranteed to run.'

/** Said wherever someone looks for a departure that was canceled as a whole. */
export const CANCELED = 'This departure was canceled.'
