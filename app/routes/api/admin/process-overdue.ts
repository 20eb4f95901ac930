import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { answerJobCall } from '#app/routes/api/admin/job-call.server'

/** POST /api/admin/process-overdue (spec §7). */
export const action = ({ request }: ActionFunctionArgs) =>
  answerJobCall(request, 'overdue', 'Overdue processing completed successfully')

export const loader = (call: LoaderFunctionArgs) => action(call)
