import { TEST_ACCOUNTS } from '../test-accounts'
import { wear } from './frame-look'
import { askApi } from './intents'
import { type Answer, type Billing, type FromFrame, SIGN, type StripeJsError, type ToFrame } from './protocol'

// Stands for signing in at the bank, where the account is chosen: who goes on has agreed to the debit.
const said = new URLSearchParams(location.hash.slice(1))
const PARENT = said.get('parent') ?? ''
const KEY = said.get('key') ?? ''
const MANDATE =
  'By going on you authorize this site to debit the bank account above for what you owe for its services, until you revoke this.'

const form = document.querySelector<HTMLFormElement>('#card-form') ?? document.createElement('form')
const name = labeled('name', 'Full name', document.createElement('input'))
name.autocomplete = 'name'
const account = labeled('account', 'Account at the Stripe Test Bank', document.createElement('select'))
for (const { number, says } of TEST_ACCOUNTS)
  account.add(new Option(`···· ${number.slice(-4)}: ${says}`, number))
const error = paragraph('Error')
error.setAttribute('role', 'alert')
paragraph('Terms').textContent = MANDATE
let isReady = false

window.addEventListener('message', (event) => {
  if (event.source !== window.parent || event.origin !== PARENT || event.data?.sign !== SIGN) return
  void hear(event.data.message as ToFrame)
})
form.addEventListener('submit', (event) => event.preventDefault())
name.addEventListener('input', () => {
  error.textContent = ''
  tellState()
})
new ResizeObserver(() =>
  say({ kind: 'height', px: Math.ceil(document.body.getBoundingClientRect().height) }),
).observe(document.body)
say({ kind: 'hello' })

async function hear(message: ToFrame): Promise<void> {
  if (message.kind === 'look') {
    wear(message.look, 'payment')
    if (!isReady) say({ kind: 'ready' })
    isReady = true
  }
  if (message.kind === 'ask')
    say({ kind: 'answer', number: message.number, answer: await answer(message.what, message.billing) })
  if (message.kind === 'do' && message.what === 'focus') name.focus()
  if (message.kind === 'do' && message.what === 'clear') name.value = ''
}

async function answer(what: 'check' | 'method' | 'token', billing: Billing = {}): Promise<Answer> {
  const holder = name.value.trim() || billing.name
  if (!holder) return { error: missingName() }
  if (what === 'check') return { fine: true }
  const us_bank_account = {
    account_holder_type: 'individual',
    account_number: account.value,
    routing_number: '110000000',
  }
  const params = { type: 'us_bank_account', us_bank_account, billing_details: { ...billing, name: holder } }
  const made = await askApi<{ id: string }>(KEY, 'POST', '/v1/payment_methods', params)
  return 'error' in made ? made : { id: made.body.id, whole: { ...made.body } }
}

function missingName(): StripeJsError {
  const message = 'Your name is incomplete.'
  error.textContent = message
  return { type: 'validation_error', code: 'incomplete_name', message }
}

function tellState(): void {
  const isComplete = name.value.trim() !== ''
  say({ kind: 'change', state: { complete: isComplete, empty: !isComplete, brand: 'unknown' } })
}

function labeled<Control extends HTMLInputElement | HTMLSelectElement>(
  id: string,
  words: string,
  control: Control,
): Control {
  const label = document.createElement('label')
  Object.assign(label, { className: 'Label', htmlFor: id, textContent: words })
  Object.assign(control, { className: 'Input', id, name: id })
  const row = document.createElement('div')
  row.className = 'Field Field--whole'
  row.append(label, control)
  form.append(row)
  return control
}

function paragraph(className: string): HTMLElement {
  const element = document.createElement('p')
  element.className = `${className} Field--whole`
  form.append(element)
  return element
}

function say(message: FromFrame): void {
  window.parent.postMessage({ sign: SIGN, message }, PARENT)
}
