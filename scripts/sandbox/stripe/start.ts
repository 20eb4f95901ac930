import type { IncomingMessage, ServerResponse } from 'node:http'
import { keepGates } from '#scripts/sandbox/gates'
import { listen } from '#scripts/sandbox/http'
import { type Api, answerApi } from './api'
import { expireDueSessions } from './checkout-sessions'
import { moveDebits } from './debits'
import { type AskedBy, recordEvent } from './events'
import { keepAnswers } from './idempotency'
import { inspection, type StripeSandbox } from './inspection'
import { visitPages } from './pages/visit-pages'
import { keepRequests } from './requests'
import type { Sandbox } from './sandbox'
import { openStore } from './store'
import { switchesOff } from './switches'
import { startPostman, type Webhook } from './webhooks'

interface Options {
  /** 0 takes any free one. */
  port: number
  host?: string
  /** Where a browser reaches the sandbox, when that is not host and port. */
  publicUrl?: string
  /** The SQLite file that a restarted sandbox finds its intents in again; in memory without. */
  dataPath?: string
  webhook?: Webhook
  secretKey?: string
  publishableKey?: string
}

const LOOK_EVERY_MS = 2000

/** Plays Stripe on loopback: the API, its webhooks, hosted Checkout, 3-D Secure and Stripe.js. */
export async function startStripeSandbox(options: Options): Promise<StripeSandbox> {
  const host = options.host ?? '127.0.0.1'
  const keys = {
    secret: options.secretKey ?? 'sk_test_sandbox',
    publishable: options.publishableKey ?? 'pk_test_sandbox',
  }
  const switches = switchesOff()
  const store = openStore(options.dataPath ?? ':memory:')
  const gates = keepGates()
  const requests = keepRequests()
  let webhook = options.webhook
  const postman = startPostman(store, switches, () => webhook)

  const sandbox: Sandbox = {
    store,
    publicUrl: '',
    clock: () => new Date(),
    payoutsFail: () => switches.payoutsFail,
    bankDays: () => switches.bankDays,
    searchBehindSeconds: () => switches.searchBehindMs / 1000,
    announce: (type, object) => announce(type, object, NOBODY),
  }
  const announce = (type: string, object: Parameters<Sandbox['announce']>[1], request: AskedBy) =>
    postman.post(recordEvent(store, type, object, request))
  const api: Api = {
    passDays: () => moveDebits(sandbox),
    sandboxFor: (request) => ({ ...sandbox, announce: (type, object) => announce(type, object, request) }),
    answers: keepAnswers(store),
    switches,
    gates,
    keys,
    noteRequest: requests.note,
  }
  const listening = await listen(
    (request, response) => void answer(request, response),
    options.port,
    host,
  ).catch((error: Error) => {
    store.close()
    throw error
  })
  sandbox.publicUrl = options.publicUrl?.replace(/\/$/, '') ?? `http://${host}:${listening.port}`
  postman.start()
  const ticking = setInterval(
    () =>
      store.together(() => {
        expireDueSessions(sandbox)
        moveDebits(sandbox)
      }),
    LOOK_EVERY_MS,
  ).unref()

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const url = new URL(request.url ?? '/', sandbox.publicUrl)
      if (url.pathname.startsWith('/v1/')) await answerApi(api, request, response, url)
      else await visitPages({ sandbox, request, response, url, switches, postman })
    } catch (error) {
      if (isClosed) return
      console.error('stripe sandbox:', error)
      if (!response.headersSent) response.writeHead(500)
      response.end()
    }
  }

  let isClosed = false
  async function close(): Promise<void> {
    isClosed = true
    clearInterval(ticking)
    postman.stop()
    gates.openAll()
    await listening.close()
    store.close()
  }

  const setWebhook = (next: Webhook | undefined) => {
    webhook = next
    postman.start()
  }
  return {
    ...inspection({ sandbox, postman, requests }),
    port: listening.port,
    keys,
    switches,
    hold: gates.hold,
    allWell() {
      Object.assign(switches, switchesOff())
      gates.openAll()
    },
    setWebhook,
    setClock: (clock) => {
      sandbox.clock = clock
    },
    close,
  }
}

const NOBODY: AskedBy = { id: null, idempotency_key: null }
