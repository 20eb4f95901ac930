import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { paymentLinkFor } from '#app/reminders/manual-reminder.server'
import { NOT_OWED } from '#app/reminders/operation-words'
import { PaymentLinkForm } from '#app/reminders/operations-form'
import { requireStaffCall } from '#app/routes/admin/staff-session.server'
import { fieldErrors, onlyMethods, readJson, refuse, refuseFields } from '#app/routes/api/json-call.server'

/** POST /api/admin/generate-payment-link (spec §7). */
export async function action({ request }: ActionFunctionArgs) {
  await requireStaffCall(request)
  const wrongMethod = onlyMethods(request, 'POST')
  if (wrongMethod) return wrongMethod
  const read = await readJson(request)
  if ('refused' in read) return read.refused
  const asked = PaymentLinkForm.safeParse(read.body)
  if (!asked.success) return refuseFields(fieldErrors(asked.error))

  const { bookingReference: reference, installmentNumber } = asked.data
  const link = paymentLinkFor({ reference, installmentNumber })
  if ('refused' in link) return refuse(NOT_OWED[link.refused].status, NOT_OWED[link.refused].words)
  return Response.json(link)
}

export const loader = (call: LoaderFunctionArgs) => action(call)
