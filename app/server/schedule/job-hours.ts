export type DailyJob =
  | 'retention'
  | 'payouts'
  | 'decisions'
  | 'autopay'
  | 'reminders'
  | 'details'
  | 'overdue'
  | 'autopay-again'

/** The daily jobs whose runs staff see, by their names there. */
export const MAIL_JOBS = {
  autopay: 'Automatic payments',
  'autopay-again': 'Automatic payments, second look',
  reminders: 'Reminders',
  details: 'Traveler details',
  overdue: 'Overdue notices',
} as const satisfies Partial<Record<DailyJob, string>>

/**
 * The hour of each daily job, in BUSINESS_TIMEZONE (rules 3.8), in the order in which a late start runs those
 * that were missed. At night data is purged, and Stripe asked for its fees and payouts. Reminders leave out
 * what autopay announced just before.
 */
export const JOB_HOURS = {
  retention: 4,
  payouts: 5,
  decisions: 8,
  autopay: 9,
  reminders: 9,
  details: 9,
  overdue: 10,
  'autopay-again': 15,
} satisfies Record<DailyJob, number>

/** Every job that leaves a row in job_runs, as the page of figures and letters to staff call it. */
export const JOB_NAMES = {
  ...MAIL_JOBS,
  retention: 'Data retention',
  payouts: 'Stripe fees and payouts',
  decisions: 'Departures to decide',
  backup: 'Backup',
  reconcile: 'Stripe reconciliation',
} as const satisfies Record<DailyJob | 'backup' | 'reconcile', string>

export const RECONCILE_EVERY_MINUTES = 10

/** What staff, and a program, are told instead of a run while the machine's clock is known to be wrong. */
export const JOBS_WAIT = 'The machine’s clock is wrong: this run waits until it is right.'
