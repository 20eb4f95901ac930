import type { SubmissionResult } from '@conform-to/react'
import { data } from '@remix-run/node'
import { z } from 'zod'
import {
  doubtWords,
  NOT_OWED,
  paymentLinkFor,
  sendManualReminder,
} from '#app/money/reminders/manual-reminder.server'
import {
  NOT_DONE,
  StaffLinkForm,
  StaffReminderForm,
  withoutRemind,
} from '#app/money/reminders/operations-form'
import { DAY_MS, now, today } from '#app/platform/clock.server'
import { instantAt, readDay } from '#app/platform/days'
import { env } from '#app/platform/env.server'
import { type NamedForm, parseForm, readForm } from '#app/server/guards/read-form.server'
import { nextRun, runDailyJob } from '#app/server/schedule/daily-jobs.server'
import { type DailyJob, JOBS_WAIT } from '#app/server/schedule/job-hours'
import { CLOCK_MOVES_AT_MOST } from '#app/server/schedule/move-clock.server'
import { moveClockAndCheck } from '#app/server/schedule/watch-over.server'
import { byStaff, recordAct } from '#app/staff/audit-log.server'
import type { Staff } from '#app/staff/sessions.server'
import type { Failure } from '#app/ui/admin/admin-form'
import { redirectWithToast } from '#app/ui/toasts/flash.server'

const FIELDS = [
  'operation',
  'bookingReference',
  'installmentNumber',
  'daysUntilDue',
  'confirmed',
  'knownMail',
  'formKey',
  'moveTo',
  'onDay',
] as const
type Sent = NamedForm<(typeof FIELDS)[number]>

/** What a button of the installments screen does; answers the screen again where it says no. */
export async function performOperation(request: Request, staff: Staff) {
  const form = await readForm(request, FIELDS)
  /** The list as it was, without the reminder that was filled in. */
  const here = `/admin/installments${withoutRemind(new URL(request.url).searchParams)}`
  switch (form.get('operation')) {
    case 'reminders':
      return runNow('reminders', 'Reminder check completed successfully', staff, here)
    case 'overdue':
      return runNow('overdue', 'Overdue processing completed successfully', staff, here)
    case 'autopay':
      return runNow('autopay', 'Automatic payments completed', staff, here)
    case 'payment-link':
      return makeLink(form)
    case 'send-reminder':
      return sendReminder(form, staff, here)
    case 'move-clock':
      return moveClock(form, staff, here)
    default:
      throw new Response('This button is not known', { status: 400 })
  }
}

async function runNow(job: DailyJob, done: string, staff: Staff, here: string) {
  const outcome = await runDailyJob(job, staff.username, now)
  if ('counts' in outcome) {
    const { looked = 0, sent = 0 } = outcome.counts
    const description = `${counted(looked, 'installment')} looked at, ${counted(sent, 'email')} written.`
    return redirectWithToast(here, { tone: 'success', title: done, description })
  }
  const description = NOT_RUN[outcome.refused]
  return redirectWithToast(here, { tone: 'failure', title: NOT_DONE.run.title, description })
}

const NOT_RUN = {
  'running-elsewhere': 'This run is already in progress. Please look again in a moment.',
  'clock-wrong': JOBS_WAIT,
  failed: NOT_DONE.run.description,
}

const counted = (count: number, thing: string) => `${count} ${thing}${count === 1 ? '' : 's'}`

type Answer = {
  result: SubmissionResult<string[]>
  link?: string
  /** A reminder that waits for a yes: why, and what was asked for. */
  doubt?: {
    words: string
    bookingReference: string
    installmentNumber: number
    daysUntilDue: number
    sentMail: number
  }
  /** Told in a toast as well. */
  failed?: Failure
}

const answer = ({ result, link, doubt, failed }: Answer, status = 200) =>
  data({ result, link: link ?? null, doubt: doubt ?? null, failed: failed ?? null }, { status })

function makeLink(form: Sent) {
  const submission = parseForm(form, StaffLinkForm)
  if (submission.status !== 'success') return answer({ result: submission.reply() }, 400)

  const { bookingReference: reference, installmentNumber } = submission.value
  const made = paymentLinkFor({ reference, installmentNumber })
  if ('paymentLink' in made) return answer({ result: submission.reply(), link: made.paymentLink })
  return answerNotOwed(submission, made.refused, NOT_DONE['payment-link'])
}

async function sendReminder(form: Sent, staff: Staff, here: string) {
  const submission = parseForm(form, StaffReminderForm)
  if (submission.status !== 'success') return answer({ result: submission.reply() }, 400)

  const { bookingReference: reference, confirmed, knownMail, ...asked } = submission.value
  const formKey = String(form.get('formKey')).slice(0, 64)
  const sent = sendManualReminder({ reference, confirmed, knownMail, ...asked, formKey }, staff, now())
  if ('sent' in sent) {
    return redirectWithToast(here, {
      tone: 'success',
      title: 'Reminder Sent',
      description: 'Payment reminder sent successfully',
    })
  }
  if ('doubts' in sent) {
    const { sentMail } = sent.doubts
    const doubt = { words: doubtWords(sent.doubts), bookingReference: reference, ...asked, sentMail }
    return answer({ result: submission.reply(), doubt }, 409)
  }
  return answerNotOwed(submission, sent.refused, NOT_DONE['send-reminder'])
}

type Replying = { reply: (options: { formErrors: string[] }) => SubmissionResult<string[]> }

function answerNotOwed(submission: Replying, refused: keyof typeof NOT_OWED, failed: Failure) {
  const { status, words } = NOT_OWED[refused]
  const result = submission.reply({ formErrors: [words] })
  return answer({ result, failed: { ...failed, description: words } }, status)
}

async function moveClock(form: Sent, staff: Staff, here: string) {
  const clock = `${here}#clock`
  const refuse = (description?: string) =>
    redirectWithToast(clock, { ...NOT_DONE['move-clock'], tone: 'failure', description })
  const asked = MoveClockForm.safeParse(Object.fromEntries(form))
  if (!asked.success) return refuse(asked.error.issues[0]?.message)
  const from = today()
  const moved = await moveClockAndCheck(momentOf(asked.data))
  if ('refused' in moved) return refuse(CLOCK_WORDS[moved.refused])
  const detail = { from, to: today() }
  recordAct(now(), { ...byStaff(staff), action: 'clock-moved', subject: 'clock', detail })
  return redirectWithToast(clock, {
    tone: 'success',
    title: 'The clock was moved',
    description: 'The days in between were played through, with their reminders.',
  })
}

const CLOCK_WORDS = {
  'not-in-test-mode': 'The clock moves only where no real money does.',
  backwards: 'The clock only moves forward. Please choose a later day.',
  'too-far': `The clock moves at most ${CLOCK_MOVES_AT_MOST} days at once.`,
}

function momentOf(asked: MoveClockForm): Date {
  switch (asked.moveTo) {
    case 'next-run': {
      const next = Math.min(nextRun('reminders', now()).getTime(), nextRun('overdue', now()).getTime())
      return new Date(Math.max(next, now().getTime()) + 1_000)
    }
    case 'day':
      return new Date(now().getTime() + DAY_MS)
    case 'week':
      return new Date(now().getTime() + 7 * DAY_MS)
    case 'on-day':
      return instantAt(asked.onDay, 12, env.BUSINESS_TIMEZONE)
  }
}

const DAY = 'Please choose a day'

/** How far the clock of test mode is to move. */
const MoveClockForm = z.discriminatedUnion('moveTo', [
  z.object({ moveTo: z.enum(['next-run', 'day', 'week']) }),
  z.object({ moveTo: z.literal('on-day'), onDay: z.string({ error: DAY }).refine(readDay, { error: DAY }) }),
])

type MoveClockForm = z.output<typeof MoveClockForm>
