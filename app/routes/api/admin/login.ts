import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { thisMoment } from '#app/platform/clock.server'
import { beginSession } from '#app/server/contract/admin-calls'
import { onlyDeclared, readCall, refuse } from '#app/server/contract/json-call.server'
import { beginHere, requestOrigin, UNREADABLE } from '#app/server/guards/staff-session.server'
import { BUSY, BUSY_SECONDS, waitWords } from '#app/staff/guesses.server'
import { type SignedIn, type SignedInByCode, signIn, signInByCode } from '#app/staff/sign-in.server'

export const loader = ({ request }: LoaderFunctionArgs) => onlyDeclared(request, beginSession)

/** Both steps in one call: the page that asks for a code has a cookie between them. */
export async function action({ request, context }: ActionFunctionArgs) {
  const call = await readCall(request, beginSession)
  if ('refused' in call) return call.refused

  const { code, ...typed } = call.sent
  const origin = await requestOrigin(request, context.clientAddress)
  const first = await signIn(typed, origin, thisMoment())
  if ('step' in first && code === undefined) return refuse(401, ENTER_CODE, { code: [ENTER_CODE] })
  const signedIn = 'step' in first ? await signInByCode(first.step, code ?? '', origin, thisMoment()) : first
  if ('refused' in signedIn) return refused(signedIn)
  const headers = await beginHere(request, signedIn.staff)
  return Response.json({ admin: signedIn.staff }, { headers })
}

const ENTER_CODE = 'Enter the code from your authenticator app'

function refused(signedIn: Extract<SignedIn | SignedInByCode, { refused: string }>): Response {
  switch (signedIn.refused) {
    case 'wrong':
    case 'ended':
      return refuse(401, 'Invalid credentials')
    case 'unreadable':
      return refuse(401, UNREADABLE, { code: [UNREADABLE] })
    case 'busy':
      return refuse(503, BUSY, undefined, { 'Retry-After': BUSY_SECONDS })
    case 'too-often':
      return refuse(429, waitWords(signedIn.seconds), undefined, { 'Retry-After': String(signedIn.seconds) })
  }
}
