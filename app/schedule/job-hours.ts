export type DailyJob = 'retention' | 'reminders' | 'details' | 'overdue'

/** The daily jobs whose runs staff see, by their names there. */
export const MAIL_JOBS = {
  reminders: 'Reminders',
  details: 'Traveler details',
  overdue: 'Overdue notices',
} as const satisfies Partial<Record<DailyJob, string>>

/** At which hour each daily job runs, on the clocks of BUSINESS_TIMEZONE (rules 3.8). What is over goes at night. */
export const JOB_HOURS: Record<DailyJob, number> = { retention: 4, reminders: 9, details: 9, overdue: 10 }
