import { setTimeout as wait } from 'node:timers/promises'
import { env } from '#app/env.server'
import { mailServerAnswers } from '#app/mail/mailer.server'
import { lastFailure, noteAnswer, type StripeFailure } from '#app/stripe/calls.server'
import { stripeAnswers } from '#app/stripe/client.server'
import { DAILY_JOBS, nextRun } from './daily-jobs.server'
import type { DailyJob } from './job-hours'

export type SystemStatus = {
  /** SMTP was tried just now. */
  mail: 'active' | 'not-configured' | 'no-answer'
  /** Stripe was asked just now. */
  payments: 'connected' | 'not-configured' | StripeFailure
  /** When each daily job runs next by itself. */
  next: Record<DailyJob, Date>
}

/** What is true at this moment: the mail server and Stripe are asked, a few seconds at most. */
export async function systemStatus(now: Date): Promise<SystemStatus> {
  const [mail, payments] = await Promise.all([mailStatus(), paymentStatus()])
  const next = Object.fromEntries(DAILY_JOBS.map((job) => [job, nextRun(job, now)])) as Record<DailyJob, Date>
  return { mail, payments, next }
}

async function mailStatus(): Promise<SystemStatus['mail']> {
  if (!env.SMTP_URL) return 'not-configured'
  return (await soon(mailServerAnswers())) ? 'active' : 'no-answer'
}

async function paymentStatus(): Promise<SystemStatus['payments']> {
  if (!env.stripe) return 'not-configured'
  if (await soon(stripeAnswers())) return 'connected'
  // Too slow to be waited for is no answer, also for what is said at the top of the page.
  if (lastFailure() === null) noteAnswer('no-answer')
  return lastFailure() ?? 'no-answer'
}

/** A page does not wait longer than this for somebody who may be down. */
const PATIENCE_MS = 3_000

const soon = (answers: Promise<boolean>): Promise<boolean> =>
  Promise.race([answers, wait(PATIENCE_MS, false, { ref: false })])
