import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { keepGates } from '#scripts/sandbox/gates'
import { bodyOf, sendJson } from '#scripts/sandbox/http'
import { whoAsks } from './api-keys'
import { API_VERSION, type AskedBy } from './events'
import { expanded } from './expand'
import { decodeForm, type Form } from './form'
import type { Answer, keepAnswers } from './idempotency'
import { newId } from './ids'
import { textsOf } from './parameters'
import { Refusal, wrongKey } from './refusal'
import type { AskedRequest } from './requests'
import { ROUTES } from './routes'
import type { Sandbox } from './sandbox'
import { howDown, type Switches } from './switches'

export interface Api {
  /** Brings to its end what is due by now. */
  passDays(): void
  sandboxFor(request: AskedBy): Sandbox
  answers: ReturnType<typeof keepAnswers>
  switches: Switches
  gates: ReturnType<typeof keepGates>
  keys: { secret: string; publishable: string }
  noteRequest(request: AskedRequest): void
}

/** Answers a call under /v1, as Stripe would. */
export async function answerApi(api: Api, request: IncomingMessage, response: ServerResponse, url: URL) {
  const id = newId('req_', 14)
  allowBrowsers(response)
  if (request.method === 'OPTIONS') return response.writeHead(204).end()
  const down = howDown(api.switches)
  if (down === 'drops') return request.socket.destroy()

  const params = decodeForm(request.method === 'POST' ? await bodyOf(request) : url.search.slice(1))
  const key = request.method === 'POST' ? request.headers['idempotency-key']?.toString() : undefined
  const asked: Asked = { api, id, key, request, path: url.pathname, params }
  const { repeated, ...answer } = NO_ANSWER[down] ?? (await answerOnce(asked))
  api.noteRequest({
    id,
    method: request.method ?? 'GET',
    path: url.pathname,
    params,
    key: key ?? null,
    status: answer.status,
  })
  if (down === 'loses-answers' && request.method === 'POST') return request.socket.destroy()

  response.setHeader('Date', new Date(Date.now() + api.switches.clockAheadMs).toUTCString())
  response.setHeader('Request-Id', id)
  response.setHeader('Stripe-Version', request.headers['stripe-version'] ?? API_VERSION)
  if (key) response.setHeader('Idempotency-Key', key)
  if (repeated) response.setHeader('Idempotent-Replayed', 'true')
  sendJson(response, answer.body, answer.status)
}

interface Asked {
  api: Api
  id: string
  key: string | undefined
  request: IncomingMessage
  path: string
  params: Form
}

type Given = Answer & { repeated?: boolean }

/** What is answered by a Stripe that is down in one of the ways that answer. */
const NO_ANSWER: { [Way in ReturnType<typeof howDown>]?: Given } = {
  refuses: failing(503, 'api_error', 'The sandbox plays a Stripe that is down.'),
  fails: failing(500, 'api_error', 'The sandbox plays a Stripe that fails.'),
  limits: failing(429, 'rate_limit_error', 'The sandbox plays a Stripe that is asked too much.'),
}

function failing(status: number, type: string, message: string): Given {
  return { status, body: { error: { type, message } }, begun: false }
}

/** One idempotency key, one command: a repetition hears the first answer again. */
async function answerOnce(asked: Asked): Promise<Given> {
  const { api, key, path, params } = asked
  try {
    whoAsks(asked.request, params, api.keys)
    const before = key && api.answers.repeated(key, path, params)
    if (before) return { ...before, repeated: true }
    if (key) api.answers.begin(key)
  } catch (error) {
    return refused(error)
  }
  try {
    if (api.switches.apiDelayMs > 0) await pause(api.switches.apiDelayMs)
    await api.gates.pass(`${asked.request.method} ${path}`)
    return answerNow(asked)
  } finally {
    if (key) api.answers.end(key)
  }
}

// One transaction holds the command, its events and the saved answer: a crash leaves all of it or nothing.
function answerNow(asked: Asked): Given {
  const { api, id, key, path, params } = asked
  const sandbox = api.sandboxFor({ id, idempotency_key: key ?? null })
  return sandbox.store.together(() => {
    api.passDays()
    let answer: Given
    try {
      answer = { status: 200, body: route(asked, sandbox), begun: true }
    } catch (error) {
      answer = refused(error)
    }
    if (key) api.answers.remember(key, path, params, answer)
    return answer
  })
}

function route({ api, request, path, params }: Asked, sandbox: Sandbox): object {
  const found = ROUTES.find((one) => one.method === request.method && one.path.test(path))
  if (!found) {
    const message = `Unrecognized request URL (${request.method}: ${path}). The sandbox plays only a part of Stripe.`
    throw new Refusal(404, { type: 'invalid_request_error', message }, false)
  }
  const id = decodeURIComponent(found.path.exec(path)?.[1] ?? '')
  const asker = whoAsks(request, params, api.keys)
  if (asker === 'browser') return answerBrowser(found, id, params, sandbox)
  return expanded(
    sandbox,
    found.answer({ sandbox, params: withoutExpand(params), id }),
    textsOf(params, 'expand'),
  )
}

function answerBrowser(found: (typeof ROUTES)[number], id: string, params: Form, sandbox: Sandbox): object {
  if (!found.browser) {
    const message = 'This API call cannot be made with a publishable API key. Please use a secret API key.'
    throw wrongKey(
      `${message} You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.`,
      403,
      'secret_key_required',
    )
  }
  const { client_secret: secret, key: _, ...rest } = withoutExpand(params)
  if (found.browser === 'anyone') return found.answer({ sandbox, params: rest, id, byBrowser: true })
  const kind = found.path.source.includes('setup_intents') ? 'setup_intent' : 'payment_intent'
  const intent = sandbox.store.find(kind, id)
  if (!intent || intent.client_secret !== secret) {
    const message = `No such ${kind}: '${id}'`
    throw new Refusal(
      404,
      { type: 'invalid_request_error', code: 'resource_missing', param: 'intent', message },
      false,
    )
  }
  return seenByBrowser(found.answer({ sandbox, params: rest, id, byBrowser: true }))
}

const FOR_BROWSERS =
  `id object amount amount_details automatic_payment_methods canceled_at cancellation_reason capture_method
  client_secret confirmation_method created currency description last_payment_error livemode next_action payment_method
  payment_method_types processing receipt_email setup_future_usage shipping source status last_setup_error usage`.split(
    /\s+/,
  )

// With the publishable key Stripe shows no metadata and no charge.
function seenByBrowser(intent: object): object {
  return Object.fromEntries(Object.entries(intent).filter(([name]) => FOR_BROWSERS.includes(name)))
}

function refused(error: unknown): Given {
  if (!(error instanceof Refusal)) throw error
  return { status: error.status, body: { error: error.body }, begun: error.begun }
}

function withoutExpand({ expand: _, ...params }: Form): Form {
  return params
}

function allowBrowsers(response: ServerResponse): void {
  response.setHeader('Access-Control-Allow-Origin', '*')
  response.setHeader('Access-Control-Allow-Methods', 'GET, POST, OPTIONS')
  // The last is not Stripe's: a test's browser says with it to all of which network it is.
  response.setHeader(
    'Access-Control-Allow-Headers',
    'Authorization, Content-Type, Idempotency-Key, Stripe-Version, Fly-Client-IP',
  )
  response.setHeader('Access-Control-Expose-Headers', 'Request-Id, Idempotent-Replayed, Stripe-Version')
  response.setHeader('Access-Control-Max-Age', '600')
}
