import type { LoaderFunctionArgs } from '@remix-run/node'
import { listSubscribers } from '#app/people/subscribers.server'
import { listSubscribers as listSubscribersCall } from '#app/server/contract/admin-calls'
import { answerList, readListCall } from '#app/server/contract/json-call.server'
import { requireStaffCall } from '#app/server/guards/staff-session.server'

/** GET /api/admin/newsletters: everyone who asked for it or was added, with their state, newest first. */
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
