import { bodyOf, isFromElsewhere, sendHtml, sendJson, sendOn } from '#scripts/sandbox/http'
import { html, page } from '#scripts/sandbox/page'
import { serveBrowserParts } from '#scripts/sandbox/stripe/browser-parts'
import { createRefund } from '#scripts/sandbox/stripe/refunds'
import { Refusal } from '#scripts/sandbox/stripe/refusal'
import { type Switches, setSwitches } from '#scripts/sandbox/stripe/switches'
import type { Postman } from '#scripts/sandbox/stripe/webhooks'
import { visitCheckout } from './checkout'
import { dashboardPage } from './dashboard'
import { visitAuthentication } from './three-d-secure'
import type { Visit } from './visit'

interface Tour extends Visit {
  switches: Switches
  postman: Postman
}

/** Everything that a browser looks at: payment pages, Stripe.js, and the sandbox's own dashboard. */
export async function visitPages(tour: Tour): Promise<void> {
  const { request, response, url } = tour
  const checkout = /^\/c\/pay\/(\w+)$/.exec(url.pathname)?.[1]
  if (checkout) return visitCheckout(tour, checkout)
  const intent = /^\/redirect\/authenticate\/(\w+)$/.exec(url.pathname)?.[1]
  if (intent) return visitAuthentication(tour, intent)
  if (await serveBrowserParts(response, url.pathname, tour.switches)) return
  if (url.pathname === '/')
    return sendHtml(response, dashboardPage(tour.sandbox, tour.switches, url.searchParams.get('said')))
  if (url.pathname === '/sandbox/switches' && request.method === 'GET')
    return sendJson(response, tour.switches)
  if (request.method === 'POST' && url.pathname.startsWith('/sandbox/')) return doAtDashboard(tour)
  sendHtml(
    response,
    page({
      title: 'Not found',
      body: html`<p class="empty">There is nothing here. <a href="/">To the sandbox</a></p>`,
    }),
    404,
  )
}

async function doAtDashboard(tour: Tour): Promise<void> {
  const { sandbox, request, response, url, postman } = tour
  if (isFromElsewhere(request)) return sendJson(response, { error: 'Not from another site' }, 403)
  const body = await bodyOf(request)
  if (url.pathname === '/sandbox/switches') return switchOver(tour, body)

  const form = new URLSearchParams(body)
  if (url.pathname === '/sandbox/refunds') return back(tour, refund(tour, form.get('payment_intent') ?? ''))
  const event = /^\/sandbox\/events\/(\w+)\/deliver$/.exec(url.pathname)?.[1]
  if (!event || !sandbox.store.find('event', event)) return sendJson(response, { error: 'Not found' }, 404)
  const [answer] = await postman.deliver(event)
  back(tour, `Sent again: ${answer}`)
}

// A script posts JSON and names what it changes; the page posts its whole form, where an empty box is a no.
function switchOver(tour: Tour, body: string) {
  const { request, response, switches } = tour
  const isJson = request.headers['content-type']?.includes('json') ?? false
  const wanted = isJson
    ? readJson(body)
    : {
        doubled: false,
        shuffled: false,
        lost: false,
        jsDown: false,
        payoutsFail: false,
        ...Object.fromEntries(new URLSearchParams(body)),
      }
  const { unknown } = setSwitches(switches, wanted)
  if (!isJson) return back(tour, unknown ? `Not understood: ${unknown}` : 'Switches set')
  sendJson(response, unknown ? { error: `Not understood: ${unknown}` } : switches, unknown ? 400 : 200)
}

function readJson(body: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null ? { ...value } : { body: value }
  } catch {
    return { body }
  }
}

function refund({ sandbox }: Tour, intent: string): string {
  try {
    sandbox.store.together(() => createRefund({ sandbox, params: { payment_intent: intent } }))
    return 'Refunded'
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}

function back({ response }: Tour, said: string): void {
  sendOn(response, `/?said=${encodeURIComponent(said)}`)
}
