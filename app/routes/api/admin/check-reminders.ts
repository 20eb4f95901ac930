import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { checkReminders } from '#app/api-contract/desk-calls'
import { answerJobCall } from './job-call.server'

/** POST /api/admin/check-reminders. */
export const action = ({ request }: ActionFunctionArgs) =>
  answerJobCall(request, 'reminders', checkReminders, 'Reminder check completed successfully')

export const loader = (call: LoaderFunctionArgs) => action(call)
