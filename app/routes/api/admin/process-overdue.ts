import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { answerJobCall } from '#app/routes/api/json-call.server'
import { processOverdue } from '#app/server/contract/admin-calls'

/** POST /api/admin/process-overdue. */
export const action = ({ request }: ActionFunctionArgs) =>
  answerJobCall(request, 'overdue', processOverdue, 'Overdue processing completed successfully')

export const loader = (call: LoaderFunctionArgs) => action(call)
