import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { processOverdue } from '#app/api-contract/desk-calls'
import { answerJobCall } from './job-call.server'

/** POST /api/admin/process-overdue. */
export const action = ({ request }: ActionFunctionArgs) =>
  answerJobCall(request, 'overdue', processOverdue, 'Overdue processing completed successfully')

export const loader = (call: LoaderFunctionArgs) => action(call)
