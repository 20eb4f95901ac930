import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { keepCaught } from '#app/people/caught-messages.server'
import { NEWSLETTER } from '#app/people/people-fields'
import { subscribe } from '#app/people/subscribers.server'
import { now } from '#app/platform/clock.server'
import { HONEYPOT, ofEach } from '#app/platform/typed/fields'
import { ALREADY_SUBSCRIBED, SUBSCRIBED, SUBSCRIPTION_FAILED } from '#app/routes/site/form-words'
import { subscribeToNewsletter } from '#app/server/contract/guest-calls'
import { checked, onlyDeclared, readJson, refuse } from '#app/server/contract/json-call.server'

export const loader = ({ request }: LoaderFunctionArgs) => onlyDeclared(request, subscribeToNewsletter)

export async function action({ request }: ActionFunctionArgs) {
  const wrongMethod = onlyDeclared(request, subscribeToNewsletter)
  if (wrongMethod) return wrongMethod
  const json = await readJson(request)
  if ('refused' in json) return json.refused
  if (json.body[HONEYPOT]) {
    keepCaught(
      'newsletter',
      ofEach(NEWSLETTER, (field) => String(json.body[field] ?? '')),
      now(),
    )
    return subscribed()
  }
  const call = checked(subscribeToNewsletter.body, json.body)
  if ('refused' in call) return call.refused

  const answer = subscribe(call.sent, now())
  if (!('refused' in answer)) return subscribed()
  return answer.refused === 'too-many'
    ? refuse(429, SUBSCRIPTION_FAILED.description)
    : refuse(409, ALREADY_SUBSCRIBED)
}

const subscribed = () => Response.json({ message: SUBSCRIBED.description }, { status: 201 })
