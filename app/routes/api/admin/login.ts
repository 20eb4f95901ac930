import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { beginSession } from '#app/api-contract/account-calls'
import { thisMoment } from '#app/clock.server'
import { BUSY, BUSY_SECONDS } from '#app/routes/admin/busy'
import { whenceOf } from '#app/routes/admin/known-browser.server'
import { beginHere } from '#app/routes/admin/staff-session.server'
import { onlyDeclared, readCall, refuse } from '#app/routes/api/json-call.server'
import { waitWords } from '#app/staff/guesses.server'
import { signIn } from '#app/staff/sign-in.server'

export const loader = ({ request }: LoaderFunctionArgs) => onlyDeclared(request, beginSession)

export async function action({ request, context }: ActionFunctionArgs) {
  const call = await readCall(request, beginSession)
  if ('refused' in call) return call.refused

  const signedIn = await signIn(call.sent, await whenceOf(request, context.clientAddress), thisMoment())
  if ('staff' in signedIn) {
    const headers = await beginHere(request, signedIn.staff)
    return Response.json({ admin: signedIn.staff }, { headers })
  }
  if (signedIn.refused === 'wrong') return refuse(401, 'Invalid credentials')
  if (signedIn.refused === 'busy') return refuse(503, BUSY, undefined, { 'Retry-After': BUSY_SECONDS })
  return refuse(429, waitWords(signedIn.seconds), undefined, { 'Retry-After': String(signedIn.seconds) })
}
