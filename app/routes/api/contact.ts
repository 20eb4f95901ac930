import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { now } from '#app/clock.server'
import { HONEYPOT } from '#app/people/honeypot'
import { InquiryForm } from '#app/people/inquiry-form'
import { receiveInquiry } from '#app/people/receive-inquiry.server'
import { fieldErrors, onlyMethods, readJson, refuseFields } from '#app/routes/api/json-call.server'
import { INQUIRY_SENT } from '#app/routes/site/form-words'

export const loader = ({ request }: LoaderFunctionArgs) => onlyMethods(request, 'POST')

export async function action({ request }: ActionFunctionArgs) {
  const wrongMethod = onlyMethods(request, 'POST')
  if (wrongMethod) return wrongMethod
  const json = await readJson(request)
  if ('refused' in json) return json.refused
  if (json.body[HONEYPOT]) return sent()
  const call = InquiryForm.safeParse(json.body)
  if (!call.success) return refuseFields(fieldErrors(call.error))

  receiveInquiry(call.data, now())
  return sent()
}

const sent = () => Response.json({ message: INQUIRY_SENT.description }, { status: 201 })
