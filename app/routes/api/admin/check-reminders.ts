import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { answerJobCall } from '#app/routes/api/json-call.server'
import { checkReminders } from '#app/server/contract/admin-calls'

/** POST /api/admin/check-reminders. */
export const action = ({ request }: ActionFunctionArgs) =>
  answerJobCall(request, 'reminders', checkReminders, 'Reminder check completed successfully')

export const loader = (call: LoaderFunctionArgs) => action(call)
