import { addDays, type Day, showDay } from '#app/platform/days'
import { type Cents, cents, showCents } from '#app/platform/money'
import { inWords } from '#app/platform/words'

/** Money from a bank account that is neither there nor failed, and about when it comes (rules 2.24). */
export type OnItsWay = {
  amountCents: Cents
  aboutOn: Day
  /** It was begun by a companion, not by the lead traveler. */
  isCompanions?: true
}

/** Beside such a payment: what the price was lowered by for it (rules 2.30). */
export const OFF_FOR_BANK = 'Off for paying from a bank account'

/** What Stripe says of bank accounts: it "typically takes 4 business days". */
const ARRIVES_IN_DAYS = 4

/** 'about four business days'. */
export const HOW_LONG = `about ${inWords(ARRIVES_IN_DAYS)} business days`

/** About when money comes that was sent on that business day. */
export function arrivesAbout(begunOn: Day): Day {
  let day = begunOn
  for (let left = ARRIVES_IN_DAYS; left > 0; ) {
    day = addDays(day, 1)
    if (!isWeekend(day)) left -= 1
  }
  return day
}

const isWeekend = (day: Day): boolean => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())

/** '$2,000 on its way from your bank, about Nov 27, 2025', as the lead traveler reads it. */
export const onItsWayWords = (one: OnItsWay): string =>
  `${showCents(one.amountCents)} on its way from ${whoseBank([one])}, about ${showDay(one.aboutOn)}`

/** Of all of it, as the lead traveler reads it. */
export function whoseBank(onItsWay: OnItsWay[]): string {
  if (!onItsWay.some(({ isCompanions }) => isCompanions)) return 'your bank'
  return onItsWay.every(({ isCompanions }) => isCompanions) ? 'a companion’s bank' : 'the bank'
}

/** All of it. */
export const sumOnItsWay = (onItsWay: OnItsWay[]): Cents =>
  cents(onItsWay.reduce((sum, { amountCents }) => sum + amountCents, 0))

/** The same as staff read it, of all that is on its way of a booking. */
export const amountOnItsWay = (amountCents: Cents): string => `${showCents(amountCents)} on its way`
