import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { checkReminders } from '#app/server/contract/admin-calls'
import { answerJobCall } from '#app/server/json-call.server'

/** POST /api/admin/check-reminders. */
export const action = ({ request }: ActionFunctionArgs) =>
  answerJobCall(request, 'reminders', checkReminders, 'Reminder check completed successfully')

export const loader = (call: LoaderFunctionArgs) => action(call)
