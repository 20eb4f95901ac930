import { randomUUID } from 'node:crypto'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { doubtWords, NOT_OWED, sendManualReminder } from '#app/money/reminders/manual-reminder.server'
import { now } from '#app/platform/clock.server'
import { sendReminder } from '#app/server/contract/admin-calls'
import { readCall, refuse } from '#app/server/contract/json-call.server'
import { requireStaffCall } from '#app/server/guards/staff-session.server'

const NOT_CONFIRMED = 'Nothing was sent. Set "confirmed": true to send it anyway.'

/** POST /api/admin/send-reminder. One that staff should look at twice waits for `confirmed`. */
export async function action({ request }: ActionFunctionArgs) {
  const staff = await requireStaffCall(request, 'change installments')
  const asked = await readCall(request, sendReminder)
  if ('refused' in asked) return asked.refused

  const { bookingReference: reference, ...rest } = asked.sent
  const sent = sendManualReminder({ reference, ...rest, formKey: randomUUID() }, staff, now())
  if ('doubts' in sent) return refuse(409, `${doubtWords(sent.doubts)} ${NOT_CONFIRMED}`)
  if ('refused' in sent) return refuse(NOT_OWED[sent.refused].status, NOT_OWED[sent.refused].words)
  return Response.json({ message: 'Payment reminder sent successfully', kind: sent.sent })
}

export const loader = (call: LoaderFunctionArgs) => action(call)
