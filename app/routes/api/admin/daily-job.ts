import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { now } from '#app/platform/clock.server'
import { env } from '#app/platform/env.server'
import { showsToken } from '#app/platform/keys.server'
import { checkReminders, processOverdue } from '#app/server/contract/admin-calls'
import { onlyDeclared, refuse } from '#app/server/contract/json-call.server'
import { matchedPath } from '#app/server/guards/answer'
import { requireStaffCall } from '#app/server/guards/staff-session.server'
import { runDailyJob } from '#app/server/schedule/daily-jobs.server'
import { JOBS_WAIT } from '#app/server/schedule/job-hours'

const CALLS = [
  { operation: checkReminders, job: 'reminders', done: 'Reminder check completed successfully' },
  { operation: processOverdue, job: 'overdue', done: 'Overdue processing completed successfully' },
] as const

/**
 * The calls that run a daily job, each at an address of its own: for a member of staff, or for an outside
 * cron that shows CRON_TOKEN (rules 3.8).
 */
export async function action({ request }: ActionFunctionArgs) {
  const path = matchedPath(request)
  const call = CALLS.find(({ operation }) => operation.path === path)
  if (!call) return refuse(404, 'Not found')
  const isByCron = env.CRON_TOKEN && showsToken(request.headers.get('Authorization'), env.CRON_TOKEN)
  const startedBy = isByCron ? 'cron' : (await requireStaffCall(request, 'change installments')).username
  const wrongMethod = onlyDeclared(request, call.operation)
  if (wrongMethod) return wrongMethod

  const outcome = await runDailyJob(call.job, startedBy, now)
  if ('counts' in outcome) return Response.json({ message: call.done, ...outcome.counts })
  if (outcome.refused === 'running-elsewhere') {
    return refuse(409, 'This run is already in progress. Please look again in a moment.')
  }
  if (outcome.refused === 'clock-wrong') return refuse(409, JOBS_WAIT)
  return refuse(500, 'Failed to run automation. Check console for details')
}

export const loader = (call: LoaderFunctionArgs) => action(call)
