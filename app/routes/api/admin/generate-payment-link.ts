import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { NOT_OWED, paymentLinkFor } from '#app/money/reminders/manual-reminder.server'
import { makePaymentLink } from '#app/server/contract/admin-calls'
import { readCall, refuse } from '#app/server/contract/json-call.server'
import { requireStaffCall } from '#app/server/guards/staff-session.server'

/** POST /api/admin/generate-payment-link. */
export async function action({ request }: ActionFunctionArgs) {
  await requireStaffCall(request, 'change installments')
  const asked = await readCall(request, makePaymentLink)
  if ('refused' in asked) return asked.refused

  const { bookingReference: reference, installmentNumber } = asked.sent
  const link = paymentLinkFor({ reference, installmentNumber })
  if ('refused' in link) return refuse(NOT_OWED[link.refused].status, NOT_OWED[link.refused].words)
  return Response.json(link)
}

export const loader = (call: LoaderFunctionArgs) => action(call)
