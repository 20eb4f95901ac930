import { bodyOf, sendHtml, sendOn } from '#scripts/sandbox/http'
import { html, type Markup, page, price } from '#scripts/sandbox/page'
import type { PaymentIntent, SetupIntent } from '#scripts/sandbox/stripe/objects'
import { finishAuthentication } from '#scripts/sandbox/stripe/session-payment'
import { SANDBOX_STRIP } from './checkout-page'
import type { Visit } from './visit'

/**
 * The bank's own page, on which a payer proves who they are: `/redirect/authenticate/:intent`. Plain forms.
 */
export async function visitAuthentication(
  { sandbox, request, response, url }: Visit,
  id: string,
): Promise<void> {
  const posted = request.method === 'POST' ? new URLSearchParams(await bodyOf(request)) : undefined
  const intent = sandbox.store.find('payment_intent', id) ?? sandbox.store.find('setup_intent', id)
  const secret = posted?.get('client_secret') ?? url.searchParams.get('client_secret')
  if (!intent || intent.client_secret !== secret) return sendHtml(response, word('No such payment', ''), 404)

  if (!posted) {
    if (intent.status !== 'requires_action')
      return sendHtml(response, word('Nothing to confirm', 'This payment is no longer waiting for you.'))
    return sendHtml(response, page({ title: 'Confirm your payment', body: asking(intent), css: CSS }))
  }
  const { goTo } = sandbox.store.together(() =>
    finishAuthentication(sandbox, id, posted.get('outcome') === 'complete'),
  )
  if (goTo) return sendOn(response, goTo)
  sendHtml(response, word('Thank you', 'You can go on with your payment.'))
}

function asking(intent: PaymentIntent | SetupIntent): Markup {
  const isForLater = intent.object === 'setup_intent'
  return html`${SANDBOX_STRIP}<main class="bank"><section class="card">
    <p class="tag">3-D Secure</p><h1>${isForLater ? 'Confirm your card' : 'Confirm your payment'}</h1>
    <p class="soft">Your bank asks whether it is you who ${isForLater ? 'saves it for later payments' : 'pays'}.</p>
    <dl>${isForLater ? null : html`<dt>Amount</dt><dd>${price(intent.amount, intent.currency)}</dd>`}
    ${intent.description ? html`<dt>For</dt><dd>${intent.description}</dd>` : null}</dl>
    <form method="post"><input type="hidden" name="client_secret" value="${intent.client_secret}">
      <button class="button" name="outcome" value="complete">Complete authentication</button>
      <button class="button plain" name="outcome" value="fail">Fail authentication</button></form>
  </section></main>`
}

function word(title: string, text: string): string {
  const body = html`${SANDBOX_STRIP}<main class="bank"><section class="card"><h1>${title}</h1><p class="soft">${text}</p></section></main>`
  return page({ title, body, css: CSS })
}

const CSS = `
.bank{max-width:30rem;margin:clamp(1rem,10vh,7rem) auto 0;padding:1rem}
.bank .card{padding:1.75rem;display:grid;gap:.75rem;justify-items:start}
dl{display:grid;grid-template-columns:auto 1fr;gap:.35rem 1.5rem;margin:.5rem 0;width:100%;border-top:1px solid var(--line);padding-top:1rem}
dt{color:var(--soft)}dd{margin:0;font-weight:600;text-align:right;overflow-wrap:anywhere}
form{display:grid;gap:.7rem;width:100%}
`
