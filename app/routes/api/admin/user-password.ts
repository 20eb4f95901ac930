import type { LoaderFunctionArgs } from '@remix-run/node'
import { thisMoment } from '#app/platform/clock.server'
import {
  COMMON_PASSWORD,
  NO_SUCH_USER,
  PASSWORD_UPDATED,
  WRONG_PASSWORD,
} from '#app/routes/admin/users/user-form'
import { setPassword } from '#app/server/contract/admin-calls'
import { readCall, refuse, refuseFields } from '#app/server/contract/json-call.server'
import {
  renewedSession,
  requestOrigin,
  requireStaffCall,
  SIGN_IN_FIRST,
  sessionTokenOf,
} from '#app/server/guards/staff-session.server'
import { waitWords } from '#app/staff/guesses.server'
import { type Changed, changePassword } from '#app/staff/own-account.server'
import { userIdIn } from '#app/staff/users.server'

/**
 * Needs the account's current password: one's own, or with the right to accounts any; ends its other sessions
 * (rules 6.4).
 */
export async function action({ request, params, context }: LoaderFunctionArgs) {
  const staff = await requireStaffCall(request, 'change own account')
  const id = userIdIn(params.id)
  if (id !== staff.id) await requireStaffCall(request, 'change users')
  const call = await readCall(request, setPassword)
  if ('refused' in call) return call.refused

  const change = {
    ...call.sent,
    id,
    sessionToken: await sessionTokenOf(request),
    origin: await requestOrigin(request, context.clientAddress),
  }
  const changed = await changePassword(change, staff, thisMoment())
  if (!('username' in changed)) return refusal(changed)
  const headers = await renewedSession(changed.newToken)
  return Response.json({ message: PASSWORD_UPDATED.description }, { headers })
}

export const loader = (call: LoaderFunctionArgs) => action(call)

function refusal(changed: Extract<Changed, { refused: string }>): Response {
  switch (changed.refused) {
    case 'unknown':
      return refuse(404, NO_SUCH_USER)
    case 'wrong':
      return refuseFields({ currentPassword: [WRONG_PASSWORD] })
    case 'common-password':
      return refuseFields({ newPassword: [COMMON_PASSWORD] })
    case 'signed-out':
      return refuse(401, SIGN_IN_FIRST)
    case 'too-often':
      return refuse(429, waitWords(changed.seconds), undefined, { 'Retry-After': String(changed.seconds) })
  }
}
