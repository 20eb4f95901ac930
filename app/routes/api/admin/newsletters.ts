import type { LoaderFunctionArgs } from '@remix-run/node'
import { listSubscribers as listSubscribersCall } from '#app/api-contract/desk-calls'
import { listSubscribers } from '#app/people/list-subscribers.server'
import { requireStaffCall } from '#app/routes/admin/staff-session.server'
import { answerList, readListCall } from './list-call.server'

/** GET /api/admin/newsletters: everybody who asked for it or was added, with their state, newest first. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaffCall(request, 'see newsletter')
  const asked = readListCall(request, listSubscribersCall)
  if ('refused' in asked) return asked.refused
  const { subscribers, next } = listSubscribers(asked.cursor, asked.limit)
  const rows = subscribers.map((subscriber) => ({
    ...subscriber,
    isSubscribed: subscriber.state === 'confirmed',
  }))
  return answerList('/api/admin/newsletters', rows, asked.limit, next)
}

export const action = (call: LoaderFunctionArgs) => loader(call)
