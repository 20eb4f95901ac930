import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { now } from '#app/clock.server'
import { HONEYPOT } from '#app/people/honeypot'
import { NewsletterForm } from '#app/people/newsletter-form'
import { subscribe } from '#app/people/subscribe.server'
import { fieldErrors, onlyMethods, readJson, refuse, refuseFields } from '#app/routes/api/json-call.server'
import { ALREADY_SUBSCRIBED, SUBSCRIBED } from '#app/routes/site/form-words'

export const loader = ({ request }: LoaderFunctionArgs) => onlyMethods(request, 'POST')

export async function action({ request }: ActionFunctionArgs) {
  const wrongMethod = onlyMethods(request, 'POST')
  if (wrongMethod) return wrongMethod
  const json = await readJson(request)
  if ('refused' in json) return json.refused
  if (json.body[HONEYPOT]) return subscribed()
  const call = NewsletterForm.safeParse(json.body)
  if (!call.success) return refuseFields(fieldErrors(call.error))

  const answer = subscribe(call.data.email, now())
  return 'refused' in answer ? refuse(409, ALREADY_SUBSCRIBED) : subscribed()
}

const subscribed = () => Response.json({ message: SUBSCRIBED.description }, { status: 201 })
