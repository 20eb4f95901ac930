import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { keepCaught } from '#app/people/caught-messages.server'
import { INQUIRY } from '#app/people/people-fields'
import { receiveInquiry } from '#app/people/receive-inquiry.server'
import { now } from '#app/platform/clock.server'
import { HONEYPOT, ofEach } from '#app/platform/typed/fields'
import { INQUIRY_SENT, inquiryRefusal } from '#app/routes/site/form-words'
import { sendInquiry } from '#app/server/contract/guest-calls'
import { checked, onlyDeclared, readJson, refuse } from '#app/server/contract/json-call.server'
import { networkOf } from '#app/server/guards/rates.server'
import { siteSettings } from '#app/site/settings.server'

export const loader = ({ request }: LoaderFunctionArgs) => onlyDeclared(request, sendInquiry)

export async function action({ request, context }: ActionFunctionArgs) {
  const wrongMethod = onlyDeclared(request, sendInquiry)
  if (wrongMethod) return wrongMethod
  const json = await readJson(request)
  if ('refused' in json) return json.refused
  if (json.body[HONEYPOT]) {
    keepCaught(
      'inquiry',
      ofEach(INQUIRY, (field) => String(json.body[field] ?? '')),
      now(),
    )
    return sent()
  }
  const call = checked(sendInquiry.body, json.body)
  if ('refused' in call) return call.refused

  const answer = receiveInquiry({ ...call.sent, network: networkOf(context) }, now())
  if ('refused' in answer) return refuse(429, inquiryRefusal(answer.refused, siteSettings()))
  return sent()
}

const sent = () => Response.json({ message: INQUIRY_SENT.description }, { status: 201 })
