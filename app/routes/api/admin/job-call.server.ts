import { createHash, timingSafeEqual } from 'node:crypto'
import type { Operation } from '#app/api-contract/operation'
import { now } from '#app/clock.server'
import { env } from '#app/env.server'
import { requireStaffCall } from '#app/routes/admin/staff-session.server'
import { onlyDeclared, refuse } from '#app/routes/api/json-call.server'
import { runDailyJob } from '#app/schedule/daily-jobs.server'
import { type DailyJob, JOBS_WAIT } from '#app/schedule/job-hours'

/** Runs a daily job for a member of staff, or for an outside cron that shows CRON_TOKEN (rules 3.8). */
export async function answerJobCall(
  request: Request,
  job: DailyJob,
  operation: Operation,
  message: string,
): Promise<Response> {
  const startedBy = showsCronToken(request)
    ? 'cron'
    : (await requireStaffCall(request, 'change installments')).username
  const wrongMethod = onlyDeclared(request, operation)
  if (wrongMethod) return wrongMethod

  const outcome = await runDailyJob(job, startedBy, now)
  if ('counts' in outcome) return Response.json({ message, ...outcome.counts })
  if (outcome.refused === 'running-elsewhere') {
    return refuse(409, 'This run is going on already. Please look again in a moment.')
  }
  if (outcome.refused === 'clock-wrong') return refuse(409, JOBS_WAIT)
  return refuse(500, 'Failed to run automation. Check console for details')
}

function showsCronToken(request: Request): boolean {
  const shown = /^Bearer (.+)$/.exec(request.headers.get('Authorization') ?? '')?.[1]
  if (!shown || !env.CRON_TOKEN) return false
  return timingSafeEqual(digestOf(shown), digestOf(env.CRON_TOKEN))
}

/** Digests are equally long, whatever was shown. */
const digestOf = (text: string) => createHash('sha256').update(text).digest()
