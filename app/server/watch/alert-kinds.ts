import { clockTrouble, isOff, type StripeFailure } from '#app/money/stripe/client.server'
import { HOUR_MS, MINUTE_MS } from '#app/platform/clock.server'
import { counted, inWords } from '#app/platform/words'
import { type Facts, type JobState, UNKNOWN_MONEY_DAYS } from './facts.server'

/** Minutes that a mail may wait: a mail server that is restarted, or full for a while, is no alarm. */
const MAIL_STUCK_MINUTES = 60
/** In percent of the disk. */
export const DISK_FREE_AT_LEAST = 15
/** Hours: a nightly backup and two more, in which it may be late. */
const BACKUP_HOURS_AT_MOST = 26
/** Hours after a card payment in which Stripe must have sent a webhook, of whatever kind. */
const UNHEARD_HOURS = 24
/** Hours from one letter about the same thing to the next. */
export const REPEAT_HOURS = 24

/**
 * One thing that is wrong. `about` tells those of one kind apart; `found` is one sentence. `toldAt`: when
 * staff got the letter that such a thing has of its own, which an alert does not repeat.
 */
export type Trouble = { about: string; found: string; toldAt?: Date | null }

/** The one trouble of a kind that has no more than one, if it is there. */
const troubleIf = (isWrong: boolean, found: string, toldAt: Date | null = null): Trouble[] =>
  isWrong ? [{ about: '', found, toldAt }] : []

type AlertOf = {
  /** What has to be done, after "Someone has to act:"; small letters. */
  short: string
  /** The letter's subject, and that of the letter when it is over. */
  subject: string
  overSubject: string
  /** What it means and what to do, in the letter and on the page. */
  advice: string
  ask: (facts: Facts) => Trouble[]
  /** Absent where it always is. While it is not known whether it is wrong, nothing begins or ends. */
  isKnown?: (facts: Facts) => boolean
}

/** Everything that staff are told of by letter, what makes it so, and its words: the one list. */
export const ALERTS = {
  'job-failed': {
    short: 'a job failed or did not run',
    subject: 'A website job failed or did not run',
    overSubject: 'The website job is running again',
    advice:
      'It will be retried automatically. Please forward this email to the person who looks after the website: the server’s log has details.',
    ask: ({ jobs }) =>
      jobs
        .filter(({ job, ...state }) => job !== 'backup' && !isWell(state))
        .map((state) => ({ about: state.job, found: jobTrouble(state) })),
    // By a wrong clock no one can say what is late, and the daily jobs wait.
    isKnown: ({ clock }) => clock === null || !isOff(clock),
  },
  'mail-stuck': {
    short: 'mail is not going out',
    subject: 'The website’s mail was stuck',
    overSubject: 'The website’s mail is going out again',
    advice:
      'Mail is retried for a day, so nothing is lost yet. Please check whether the mail provider accepts our mail: password, quota, address.',
    ask: ({ at, mail }) =>
      troubleIf(
        mail.oldest !== null && at.getTime() - mail.oldest.getTime() > MAIL_STUCK_MINUTES * MINUTE_MS,
        `${counted(mail.waiting, 'email is waiting', 'emails are waiting')}, the oldest for more than ${MAIL_STUCK_MINUTES} minutes.${mail.isConfigured ? '' : ' SMTP_URL is not set.'}`,
      ),
  },
  stripe: {
    short: 'Stripe cannot be used',
    subject: 'The website cannot use Stripe',
    overSubject: 'The website can use Stripe again',
    advice:
      'Until this is fixed no one can pay by card; what was paid is recorded as soon as Stripe answers. Please check status.stripe.com, and whether the key and the webhook in Stripe’s dashboard match the website’s.',
    ask: ({ at, stripe }) => [
      ...(stripe?.failure ? [{ about: 'answer', found: STRIPE_FAILURES[stripe.failure] }] : []),
      ...(stripe?.unheard && at.getTime() - stripe.unheard.since.getTime() > UNHEARD_HOURS * HOUR_MS
        ? [
            {
              about: 'webhook',
              found: `Stripe has sent no webhook for ${UNHEARD_HOURS} hours, and ${counted(stripe.unheard.payments, 'card payment was', 'card payments were')} made.`,
            },
          ]
        : []),
    ],
  },
  'unknown-money': {
    short: 'a payment belongs to no booking',
    subject: 'A payment still belongs to no booking',
    overSubject: 'Every payment belongs to a booking again',
    advice:
      'The email about each payment has its number at Stripe: look it up there, and give it back or have it entered.',
    ask: ({ unknownMoney: { payments, toldAt } }) =>
      troubleIf(
        payments > 0,
        `${counted(payments, 'payment', 'payments')} of the last ${inWords(UNKNOWN_MONEY_DAYS)} days belong${payments === 1 ? 's' : ''} to no booking.`,
        toldAt,
      ),
  },
  'refund-refused': {
    short: 'Stripe refuses a refund',
    subject: 'A refund is still refused',
    overSubject: 'Refunds are no longer refused',
    advice: 'The email about each refund says whether it is tried again, and where to decide about it.',
    ask: ({ refunds: { troubled, toldAt } }) =>
      troubleIf(
        troubled > 0,
        `${counted(troubled, 'refund was', 'refunds were')} refused by Stripe and ${troubled === 1 ? 'is' : 'are'} not paid yet.`,
        toldAt,
      ),
  },
  'disk-low': {
    short: 'the disk is nearly full',
    subject: 'The website’s disk is nearly full',
    overSubject: 'The website’s disk has room again',
    advice:
      'When the disk is full, no one can book. Please forward this email to the person who looks after the website: make the volume larger, or remove what is not needed.',
    ask: ({ disk }) =>
      disk && disk.freeBytes * 100 < disk.totalBytes * DISK_FREE_AT_LEAST
        ? [
            {
              about: '',
              found: `${Math.floor((disk.freeBytes / disk.totalBytes) * 100)}% of the disk is free, ${megabytes(disk.freeBytes)}.`,
            },
          ]
        : [],
  },
  backup: {
    short: 'there is no recent backup',
    subject: 'The website could not be backed up',
    overSubject: 'The website is backed up again',
    advice:
      'The website itself goes on as before. Please forward this email to the person who looks after it: without a backup, what is written today can be lost with the machine.',
    ask: (facts) => {
      const found = backupTrouble(facts)
      return found ? [{ about: '', found }] : []
    },
  },
  'clock-off': {
    short: 'the machine’s clock is wrong',
    subject: 'The website’s clock is wrong',
    overSubject: 'The website’s clock is right again',
    advice:
      'Sign-in links, reminders and Stripe’s signatures depend on it; the daily jobs wait until it is right. Please forward this email to the person who looks after the website’s machine.',
    ask: ({ clock }) => (clock && isOff(clock) ? [{ about: '', found: clockTrouble(clock) }] : []),
    isKnown: ({ clock, stripe }) => clock !== null || stripe === null,
  },
} as const satisfies Record<string, AlertOf>

export type AlertKind = keyof typeof ALERTS

export const ALERT_KINDS = Object.keys(ALERTS) as AlertKind[]

/** Whether the facts say if this kind of thing is wrong. */
export const isKnown = (kind: AlertKind, facts: Facts): boolean =>
  (ALERTS[kind] as AlertOf).isKnown?.(facts) ?? true

/** A kind as the database has it: one of a release that had others is none. */
export const isAlertKind = (kind: string): kind is AlertKind => Object.hasOwn(ALERTS, kind)

/** Everything that is wrong by these facts. */
export const troublesIn = (facts: Facts): (Trouble & { kind: AlertKind })[] =>
  ALERT_KINDS.filter((kind) => isKnown(kind, facts)).flatMap((kind) =>
    ALERTS[kind].ask(facts).map((trouble) => ({ kind, ...trouble })),
  )

const STRIPE_FAILURES: Record<StripeFailure, string> = {
  'no-answer': 'Stripe does not answer.',
  'key-refused': 'Stripe refuses our key.',
}

/** Whether nothing is wrong with a job: it ran, to its end, and all its parts went well. */
export const isWell = ({
  error,
  isLate,
  failedParts,
}: Pick<JobState, 'error' | 'isLate' | 'failedParts'>): boolean =>
  error === null && !isLate && failedParts === 0

function jobTrouble({ name, error, isLate, failedParts }: JobState): string {
  if (error !== null) return `“${name}” failed: ${firstLine(error)}`
  if (isLate) return `“${name}” should have run and did not.`
  return `“${name}” ran, and ${counted(failedParts, 'part', 'parts')} of it failed.`
}

/** One letter for one failure: a run that failed and a backup that grew old by it are the same thing. */
function backupTrouble({ at, backup, jobs }: Facts): string | null {
  const { isNightly, newest, since } = backup
  const error = jobs.find(({ job }) => job === 'backup')?.error
  const isOld =
    since !== null &&
    at.getTime() - since.getTime() > BACKUP_HOURS_AT_MOST * HOUR_MS &&
    (isNightly || newest !== null)
  const age = isOld
    ? newest
      ? `The newest backup is older than ${BACKUP_HOURS_AT_MOST} hours.`
      : 'There is no backup yet.'
    : ''
  const failure = error ? `The last backup failed: ${firstLine(error)}` : ''
  return [failure, age].filter(Boolean).join(' ') || null
}

const REASON_AT_MOST = 300

/** What a failure says of itself may be long: its first line says the most. As the end of a sentence. */
function firstLine(reason: string): string {
  const [line = ''] = reason.trim().split('\n')
  if (line.length > REASON_AT_MOST) return `${line.slice(0, REASON_AT_MOST)}…`
  return /[.!?]$/.test(line) ? line : `${line}.`
}

const megabytes = (bytes: number): string => `${Math.floor(bytes / 1_000_000).toLocaleString('en-US')} MB`
