import { html, type Markup, page, price } from '#scripts/sandbox/page'
import { TEST_CARDS } from '#scripts/sandbox/stripe/cards'
import type { PaymentIntent } from '#scripts/sandbox/stripe/objects'
import type { Sandbox } from '#scripts/sandbox/stripe/sandbox'
import { howDown, type Switches } from '#scripts/sandbox/stripe/switches'
import { TEST_ACCOUNTS } from '#scripts/sandbox/stripe/test-accounts'
import { deliveriesOf } from '#scripts/sandbox/stripe/webhooks'
import { SANDBOX_STRIP } from './checkout-page'

const LATEST = 12

/** The sandbox's own page: cards to try, what can go wrong, and what has happened lately. */
export function dashboardPage(sandbox: Sandbox, switches: Switches, said: string | null): string {
  const body = html`${SANDBOX_STRIP}<main class="sandbox">
    <header><h1>Stripe sandbox</h1><p class="soft">Plays Stripe for this machine: its API, webhooks, hosted page and Stripe.js.</p>
    ${said ? html`<p class="said" role="status">${said}</p>` : null}</header>
    <div class="top">${cards()}${switchBoard(switches)}</div>
    ${intents(sandbox)}${sessions(sandbox)}${refunds(sandbox)}${events(sandbox)}</main>`
  return page({ title: 'Stripe sandbox', body, css: CSS })
}

function cards(): Markup {
  return html`<section class="card"><h2>Test cards</h2><p class="soft small">Any later date, any security code.</p>
  <table>${TEST_CARDS.map((card) => html`<tr><td class="mono">${grouped(card.number)}</td><td>${card.says}</td></tr>`)}</table>
  <h2 class="accounts">Test bank accounts</h2><p class="soft small">Routing number 110000000. What comes of it shows after days.</p>
  <table>${TEST_ACCOUNTS.map((account) => html`<tr><td class="mono">${account.number}</td><td>${account.says}</td></tr>`)}</table></section>`
}

function switchBoard(switches: Switches): Markup {
  const down = howDown(switches)
  const ways = [
    ['off', 'is up'],
    ['refuses', 'answers 503'],
    ['fails', 'answers 500'],
    ['limits', 'answers 429'],
    ['drops', 'drops connections'],
    ['loses-answers', 'works, but its answers are lost'],
  ]
  return html`<section class="card"><h2>Switches</h2><p class="soft small">Make something go wrong.</p>
  <form method="post" action="/sandbox/switches" class="switches">
    <fieldset><legend>Webhooks</legend>
    ${box('doubled', 'arrive twice', switches.doubled)}${box('shuffled', 'arrive out of order', switches.shuffled)}${box('lost', 'never arrive', switches.lost)}
    <label class="row">wait <input type="number" name="delayMs" min="0" max="3600000" value="${switches.delayMs}"> ms</label></fieldset>
    <fieldset><legend>API</legend>
    <label class="row">It <select name="apiDown">${ways.map(([way, words]) => html`<option value="${way}" ${way === down ? html`selected` : null}>${words}</option>`)}</select></label>
    <label class="row">and takes <input type="number" name="apiDelayMs" min="0" max="3600000" value="${switches.apiDelayMs}"> ms</label>
    <label class="row">Its clock is <input type="number" name="clockAheadMs" min="0" max="3600000" value="${switches.clockAheadMs}"> ms ahead</label>
    <label class="row">Banks take <input type="number" name="bankDays" min="0" max="60" value="${switches.bankDays}"> days</label>
    ${box('jsDown', 'Stripe.js cannot be loaded', switches.jsDown)}${box('payoutsFail', 'payouts to the bank fail', switches.payoutsFail)}</fieldset>
    <button class="button">Set switches</button></form></section>`
}

function box(name: string, label: string, on: boolean): Markup {
  return html`<label class="row"><input type="checkbox" name="${name}" value="true" ${on ? html`checked` : null}> ${label}</label>`
}

function intents({ store }: Sandbox): Markup {
  const rows = store.newest('payment_intent', LATEST).map(
    (intent) => html`<tr><td class="mono">${intent.id}</td>
    <td class="sum">${price(intent.amount, intent.currency)}</td><td>${tag(intent.status)}</td>
    <td class="soft small wide">${intent.last_payment_error?.message ?? noteOf(intent)}</td><td class="when">${time(intent.created)}</td>
    <td>${intent.status === 'succeeded' && !isRefunded(store, intent) ? refundButton(intent) : null}</td></tr>`,
  )
  return table('Payment intents', rows, 'Nobody has tried to pay yet.')
}

function sessions({ store }: Sandbox): Markup {
  const rows = store.newest('checkout.session', LATEST).map(
    (session) => html`<tr>
    <td class="mono">${session.url ? html`<a href="${session.url}">${session.id.slice(0, 24)}…</a>` : `${session.id.slice(0, 24)}…`}</td>
    <td class="sum">${price(session.amount_total ?? 0, session.currency ?? 'usd')}</td><td>${tag(session.status ?? '')}</td>
    <td class="soft small wide">${session.customer_details?.email ?? ''}</td><td class="when">${time(session.created)}</td></tr>`,
  )
  return table('Checkout sessions', rows, 'No hosted checkout has been opened yet.')
}

function refunds({ store }: Sandbox): Markup {
  const rows = store.newest('refund', LATEST).map(
    (refund) => html`<tr><td class="mono">${refund.id}</td>
    <td class="sum">${price(refund.amount, refund.currency)}</td><td>${tag(refund.status ?? '')}</td>
    <td class="mono wide">${refund.payment_intent}</td><td class="when">${time(refund.created)}</td></tr>`,
  )
  return table('Refunds', rows, 'Nothing has been given back yet.')
}

function events({ store }: Sandbox): Markup {
  const rows = store.newest('event', 30).map(
    (event) => html`<tr><td>${event.type}</td><td class="mono wide">${event.data.object.id.slice(0, 27)}</td>
    <td>${deliveriesOf(store, event.id).map((one) => html`${tag(one.state)} <span class="soft small">${one.attempts > 0 ? `${one.attempts}× ${one.last_answer ?? ''}` : ''}</span> `)}</td>
    <td class="when">${time(event.created)}</td>
    <td><form method="post" action="/sandbox/events/${event.id}/deliver"><button class="button plain little">Send again</button></form></td></tr>`,
  )
  return table('Events and their webhooks', rows, 'Nothing has happened yet.')
}

function table(title: string, rows: Markup[], empty: string): Markup {
  return html`<section class="card list"><h2>${title}</h2>${rows.length > 0 ? html`<div class="scroll" tabindex="0" role="region" aria-label="${title}"><table>${rows}</table></div>` : html`<p class="empty">${empty}</p>`}</section>`
}

function refundButton(intent: PaymentIntent): Markup {
  return html`<form method="post" action="/sandbox/refunds"><input type="hidden" name="payment_intent" value="${intent.id}"><button class="button plain little">Refund</button></form>`
}

function isRefunded(store: Sandbox['store'], intent: PaymentIntent): boolean {
  return store.find('charge', intent.latest_charge ?? '')?.refunded ?? false
}

const noteOf = (intent: PaymentIntent) => intent.description ?? intent.receipt_email ?? ''
const grouped = (number: string) =>
  number.length === 15 ? number.replace(/(.{4})(.{6})/, '$1 $2 ') : number.replace(/(.{4})(?=.)/g, '$1 ')
const time = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ')

function tag(state: string): Markup {
  const good = ['succeeded', 'complete', 'delivered'].includes(state)
  const bad = ['canceled', 'expired', 'failed', 'lost'].includes(state)
  return html`<span class="tag ${good ? 'good' : bad ? 'bad' : ''}">${state.replaceAll('_', ' ')}</span>`
}

const CSS = `
.sandbox{max-width:78rem;margin:0 auto;padding:1.75rem 1rem 4rem;display:grid;gap:1.25rem;grid-template-columns:minmax(0,1fr)}
header p{margin-top:.25rem}.said{display:inline-block;background:#E4EFDF;color:#2F5530;padding:.5rem .9rem;border-radius:10px}
.top{display:grid;gap:1.25rem}@media(min-width:900px){.top{grid-template-columns:1.15fr 1fr}}
h2.accounts{margin-top:1.25rem}section.card{padding:1.25rem;min-width:0}section h2{margin-bottom:.15rem}
table{border-collapse:collapse;width:100%;margin-top:.6rem;font-size:.92rem}
td{padding:.5rem .9rem .5rem 0;border-top:1px solid var(--line);vertical-align:middle}td:last-child{padding-right:0}
tr:first-child td{border-top:0}.mono{white-space:nowrap}.sum{font-variant-numeric:tabular-nums;text-align:right;white-space:nowrap}
.when{color:var(--soft);font-size:.85rem;white-space:nowrap}.list td:last-child{text-align:right}.wide{min-width:9rem}
.scroll{overflow-x:auto;border-radius:8px}td form{display:inline}.list .empty{padding:1.1rem 0 .4rem;text-align:left}
.switches{display:grid;gap:.9rem;margin-top:.8rem;justify-items:start}
fieldset{border:0;padding:0;margin:0;display:grid;gap:.15rem}legend{font-weight:600;padding:0;font-size:.9rem;margin-bottom:.2rem}
.row{display:flex;align-items:center;gap:.6rem;min-height:36px}.row input[type=checkbox]{width:1.15rem;height:1.15rem;accent-color:var(--umber)}
.row input[type=number],.row select{min-height:38px;padding:.25rem .6rem;border:1px solid #CDBBA6;border-radius:8px;font:inherit;background:#fff;color:inherit}
.row input[type=number]{width:7rem}
@media(max-width:700px){
.list tr{display:flex;flex-wrap:wrap;align-items:center;gap:.3rem .7rem;padding:.7rem 0;border-top:1px solid var(--line)}
.list tr:first-child{border-top:0}.list td{border:0;padding:0}.list td:empty{display:none}.list .wide{min-width:0;flex:1 1 100%;white-space:normal;overflow-wrap:anywhere}
.list td:last-child:not(.when){margin-left:auto}}
`
