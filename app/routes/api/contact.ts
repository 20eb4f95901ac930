import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { now } from '#app/clock.server'
import { siteSettings } from '#app/content/site-settings.server'
import { HONEYPOT } from '#app/people/honeypot'
import { InquiryForm } from '#app/people/inquiry-form'
import { receiveInquiry } from '#app/people/receive-inquiry.server'
import { fieldErrors, onlyMethods, readJson, refuse, refuseFields } from '#app/routes/api/json-call.server'
import { INQUIRY_SENT, tooManyInquiries } from '#app/routes/site/form-words'

export const loader = ({ request }: LoaderFunctionArgs) => onlyMethods(request, 'POST')

export async function action({ request }: ActionFunctionArgs) {
  const wrongMethod = onlyMethods(request, 'POST')
  if (wrongMethod) return wrongMethod
  const json = await readJson(request)
  if ('refused' in json) return json.refused
  if (json.body[HONEYPOT]) return sent()
  const call = InquiryForm.safeParse(json.body)
  if (!call.success) return refuseFields(fieldErrors(call.error))

  const answer = receiveInquiry(call.data, now())
  if ('refused' in answer)
    return refuse(429, tooManyInquiries(siteSettings()), undefined, { 'Retry-After': String(HOUR) })
  return sent()
}

/** In seconds; there may be room again at any time. */
const HOUR = 3_600

const sent = () => Response.json({ message: INQUIRY_SENT.description }, { status: 201 })
