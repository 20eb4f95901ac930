import { html, type Markup, page, price } from '#scripts/sandbox/page'
import type { LineItem, Session } from '#scripts/sandbox/stripe/objects'
import { successAddress } from '#scripts/sandbox/stripe/session-end'
import { TEST_ACCOUNTS } from '#scripts/sandbox/stripe/test-accounts'

/** What was typed on the hosted page; everything but the security code comes back after a refusal. */
export interface Typed {
  email: string
  number: string
  expiry: string
  cvc: string
  name: string
  /** The number of the account that was chosen at the bank. */
  account: string
  /** `us_bank_account` or `card`. */
  way: string
}
export type Messages = Partial<Record<keyof Typed | 'form', string>>

interface Shown {
  session: Session
  lines: LineItem[]
  typed: Typed
  messages: Messages
}

export const SANDBOX_STRIP = html`<p class="strip"><b>Sandbox</b> · no real money moves</p>`

/** The page on which a session is paid. */
export function checkoutPage(shown: Shown): string {
  const body = html`${SANDBOX_STRIP}<main class="checkout">${bought(shown)}${payment(shown)}</main>`
  return page({ title: 'Checkout', body, css: CSS })
}

/** What an address says whose session can no longer be paid. */
export function closedPage(status: string, session: Session | null): string {
  const [title, text] = WORDS[status] ?? WORDS.missing ?? []
  const back = status === 'complete' && session ? successAddress(session) : session?.cancel_url
  const link = back
    ? html`<p><a class="button" href="${back}">${status === 'complete' ? 'To your confirmation' : 'Back to the site'}</a></p>`
    : null
  const body = html`${SANDBOX_STRIP}<main class="closed"><section class="card"><h1>${title}</h1><p class="soft">${text}</p>${link}</section></main>`
  return page({ title: title ?? 'Checkout', body, css: CSS })
}

const WORDS: Record<string, [string, string]> = {
  complete: ['Payment complete', 'This checkout has been paid. Nothing more will be charged.'],
  expired: [
    'This checkout has expired',
    'Its time is over and nothing was charged. Please start again on the site.',
  ],
  missing: ['No such checkout', 'The address may be incomplete.'],
}

function bought({ session, lines }: Shown): Markup {
  const currency = session.currency ?? 'usd'
  return html`<section class="bought" aria-label="Your order">
    ${session.cancel_url ? html`<a class="back" href="${session.cancel_url}"><span aria-hidden="true">←</span> Back</a>` : null}
    <p class="soft what">${session.mode === 'setup' ? 'Nothing is charged now' : lines.length === 1 ? lines[0]?.description : 'Your order'}</p>
    ${session.mode === 'setup' ? html`<p class="total">Save for later payments</p>` : html`<p class="total">${price(session.amount_total ?? 0, currency)}</p>`}
    ${
      session.mode === 'setup'
        ? null
        : html`<ul class="lines">${lines.map(
            (line) => html`<li><span class="name">${line.description}
      ${descriptionOf(line) ? html`<small class="soft">${descriptionOf(line)}</small>` : null}
      ${line.quantity > 1 ? html`<small class="soft">Qty ${line.quantity}</small>` : null}</span>
      <span>${price(line.amount_total, currency)}</span></li>`,
          )}
      <li class="due"><span>Total due</span><span>${price(session.amount_total ?? 0, currency)}</span></li></ul>`
    }
  </section>`
}

function payment({ session, typed, messages }: Shown): Markup {
  const isForLater = session.mode === 'setup'
  const isFromBank = typed.way === 'us_bank_account'
  const what = isFromBank ? 'bank account' : 'card'
  const amount = price(session.amount_total ?? 0, session.currency ?? 'usd')
  return html`<section class="card pay"><h1>${isForLater ? `Save a ${what}` : isFromBank ? 'Pay from a bank account' : 'Pay with card'}</h1>
  ${messages.form ? html`<p class="refused" role="alert">${messages.form}</p>` : null}
  ${otherWay(session, typed.way)}
  <form method="post" novalidate><input type="hidden" name="way" value="${typed.way}">
    ${field({ name: 'email', label: 'Email', value: typed.email, type: 'email', complete: 'email', readonly: session.customer_email !== null, message: messages.email })}
    ${isFromBank ? accounts(typed, messages) : cardFields(typed, messages)}
    <button class="button">${isForLater ? `Save ${what}` : `Pay ${amount}`}</button>
  </form>
  ${isFromBank ? null : html`<p class="soft small try">Try 4242 4242 4242 4242, any later date and any code. 4000 0000 0000 0002 is declined.</p>`}</section>`
}

function otherWay({ payment_method_types: types }: Session, way: string): Markup | null {
  const other = types.find((type) => type !== way)
  if (!other) return null
  return html`<p class="other"><a href="?way=${other}">${other === 'card' ? 'Use a card instead' : 'Use a US bank account instead'}</a></p>`
}

function cardFields(typed: Typed, messages: Messages): Markup {
  return html`${field({ name: 'cardnumber', label: 'Card number', value: typed.number, complete: 'cc-number', hint: '1234 1234 1234 1234', numeric: true, message: messages.number })}
    <div class="pair">
    ${field({ name: 'exp-date', label: 'Expiration (MM / YY)', value: typed.expiry, complete: 'cc-exp', hint: 'MM / YY', numeric: true, message: messages.expiry })}
    ${field({ name: 'cvc', label: 'Security code', value: '', complete: 'cc-csc', hint: 'CVC', numeric: true, message: messages.cvc })}
    </div>
    ${field({ name: 'ccname', label: 'Cardholder name', value: typed.name, complete: 'cc-name', message: messages.name })}`
}

// Stands for signing in at the bank, where the account is chosen.
function accounts(typed: Typed, messages: Messages): Markup {
  return html`${field({ name: 'ccname', label: 'Full name', value: typed.name, complete: 'name', message: messages.name })}
    <p class="field"><label for="account">Account at the Stripe Test Bank</label>
    <select id="account" name="account">${TEST_ACCOUNTS.map(
      ({ number, says }) =>
        html`<option value="${number}" ${number === typed.account ? html`selected` : null}>···· ${number.slice(-4)}: ${says}</option>`,
    )}</select></p>
    <p class="soft small mandate">By going on you authorize this site to debit the bank account above for what you owe for its services, until you revoke this.</p>`
}

interface Field {
  name: string
  label: string
  value: string
  complete: string
  type?: string
  hint?: string
  numeric?: boolean
  readonly?: boolean
  message?: string | undefined
}

function field({
  name,
  label,
  value,
  complete,
  type = 'text',
  hint,
  numeric,
  readonly,
  message,
}: Field): Markup {
  return html`<p class="field"><label for="${name}">${label}</label>
    <input id="${name}" name="${name}" type="${type}" value="${value}" autocomplete="${complete}" placeholder="${hint ?? ''}" required
      ${numeric ? html`inputmode="numeric"` : null} ${readonly ? html`readonly` : null}
      ${message ? html`aria-invalid="true" aria-describedby="${name}-error"` : null}>
    ${message ? html`<span class="wrong" id="${name}-error">${message}</span>` : null}</p>`
}

function descriptionOf(line: LineItem): string {
  const { product } = line
  return typeof product === 'object' && product !== null && 'description' in product
    ? String(product.description ?? '')
    : ''
}

const CSS = `
.checkout{max-width:64rem;margin:0 auto;padding:1.5rem 1rem 4rem;display:grid;gap:1.75rem}
@media(min-width:820px){.checkout{grid-template-columns:1fr minmax(0,27rem);gap:5rem;padding-top:4rem;align-items:start}}
.back{display:inline-flex;gap:.4rem;align-items:center;min-height:44px;text-decoration:none;font-weight:600}
.what{margin-top:.75rem}.total{font-size:2.4rem;font-weight:680;letter-spacing:-.03em;line-height:1.15}
.lines{list-style:none;margin:1.5rem 0 0;padding:0}
.lines li{display:flex;justify-content:space-between;gap:1.5rem;padding:.8rem 0;border-top:1px solid var(--line)}
.lines small{display:block;font-size:.85rem;overflow-wrap:anywhere}.name{overflow-wrap:anywhere;min-width:0}
.lines .due{font-weight:650;border-top-color:var(--soft)}
.pay{padding:1.5rem}@media(min-width:820px){.pay{padding:2rem}}
.pay h1{font-size:1.25rem;margin-bottom:1.1rem}
.field{margin-bottom:1rem}.field label{display:block;font-size:.9rem;font-weight:600;margin-bottom:.3rem}
.field input,.field select{width:100%;min-height:46px;padding:.6rem .8rem;border:1px solid #CDBBA6;border-radius:10px;font:inherit;color:inherit;background:#fff}
.field input::placeholder{color:#9A877A}.field input[readonly]{background:var(--paper);color:var(--soft)}
.field input[aria-invalid]{border-color:var(--danger)}
.wrong{display:block;color:var(--danger);font-size:.875rem;margin-top:.3rem}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:1rem}.pair label{white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
.other{margin:-.4rem 0 .9rem}.mandate{margin-bottom:.6rem}
.refused{background:#F8E0DA;color:#7A1F14;border-radius:10px;padding:.75rem .9rem;margin-bottom:1.1rem;font-weight:550}
.pay .button{width:100%;min-height:50px;margin-top:.35rem}.try{margin-top:1rem;text-align:center}
.closed{max-width:30rem;margin:12vh auto 0;padding:1rem}.closed .card{padding:2rem;text-align:center;display:grid;gap:1rem}
`
