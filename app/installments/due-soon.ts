import { addDays, type Day } from '#app/days'

/** What falls due within so many days, today being the first, is due soon: on the dashboard and in the list. */
export const DUE_SOON_DAYS = 7

/** The last day on which an installment is due soon. */
export const dueSoonUntil = (today: Day): Day => addDays(today, DUE_SOON_DAYS - 1)
