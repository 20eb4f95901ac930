import { brandOf, digitsOf, groupedExpiry, groupedNumber, problemWith } from './card-fields'
import { buildFields, type FormField, showBrand } from './frame-form'
import { wear } from './frame-look'
import { askApi, methodParams } from './intents'
import {
  type Answer,
  type Billing,
  type FieldsState,
  type FromFrame,
  SIGN,
  type StripeJsError,
  type ToFrame,
} from './protocol'

// The page that asked for this frame says who it is; nobody else is listened to or spoken to.
const said = new URLSearchParams(location.hash.slice(1))
const PARENT = said.get('parent') ?? ''
const KEY = said.get('key') ?? ''
const TYPE = said.get('type') ?? 'payment'

const form = document.querySelector<HTMLFormElement>('#card-form') ?? document.createElement('form')
const fields = buildFields(form, TYPE)
let lastState = ''
let isReady = false

window.addEventListener('message', (event) => {
  if (event.source !== window.parent || event.origin !== PARENT || event.data?.sign !== SIGN) return
  void hear(event.data.message as ToFrame)
})
form.addEventListener('submit', (event) => event.preventDefault())
for (const field of fields) listenTo(field)
new ResizeObserver(() =>
  say({ kind: 'height', px: Math.ceil(document.body.getBoundingClientRect().height) }),
).observe(document.body)
say({ kind: 'hello' })

async function hear(message: ToFrame): Promise<void> {
  if (message.kind === 'look') {
    wear(message.look, TYPE)
    if (!isReady) say({ kind: 'ready' })
    isReady = true
  }
  if (message.kind === 'ask')
    say({ kind: 'answer', number: message.number, answer: await answer(message.what, message.billing) })
  if (message.kind === 'do') act(message.what)
}

async function answer(what: 'check' | 'method' | 'token', billing?: Billing): Promise<Answer> {
  const wrong = showAllProblems()
  if (wrong) return { error: wrong }
  if (what === 'check') return { fine: true }
  const path = what === 'method' ? '/v1/payment_methods' : '/v1/tokens'
  const params = what === 'method' ? methodParams(typedCard(), billing) : { card: typedCard() }
  const made = await askApi<{ id: string }>(KEY, 'POST', path, params)
  return 'error' in made ? made : { id: made.body.id, whole: { ...made.body } }
}

function act(what: 'focus' | 'blur' | 'clear'): void {
  if (what === 'focus') (fields.find(problemOf) ?? fields[0])?.input.focus()
  if (what === 'blur' && document.activeElement instanceof HTMLElement) document.activeElement.blur()
  if (what !== 'clear') return
  for (const field of fields) {
    field.input.value = ''
    show(field, undefined)
  }
  tellState()
}

function listenTo(field: FormField): void {
  const { input } = field
  input.addEventListener('input', (event) => {
    const isDeleting = event instanceof InputEvent && event.inputType.startsWith('delete')
    regroup(field, isDeleting)
    if (field.name === 'number') showBrand(brandOf(input.value))
    const problem = problemOf(field)
    const isWrong = problem?.code?.startsWith('invalid') ?? false
    show(field, isWrong ? problem : undefined)
    if (!problem && !isDeleting && document.activeElement === input) nextOf(field)?.input.focus()
    tellState()
  })
  input.addEventListener('focus', () => say({ kind: 'focus' }))
  input.addEventListener('blur', () => {
    if (input.value) show(field, problemOf(field))
    tellState()
    say({ kind: 'blur' })
  })
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') say({ kind: 'enter' })
    if (event.key === 'Escape') say({ kind: 'escape' })
  })
}

// The caret stays behind the digit it was behind.
function regroup({ name, input }: FormField, isDeleting: boolean): void {
  const before = digitsOf(input.value.slice(0, input.selectionStart ?? input.value.length)).length
  const atEnd = input.selectionStart === input.value.length
  if (name === 'number') input.value = groupedNumber(input.value)
  if (name === 'expiry') input.value = groupedExpiry(input.value, isDeleting)
  if (name === 'cvc') input.value = digitsOf(input.value).slice(0, brandOf(numberTyped()) === 'amex' ? 4 : 3)
  if (atEnd || document.activeElement !== input) return
  let place = 0
  for (let digits = 0; digits < before && place < input.value.length; place += 1)
    if (/\d/.test(input.value[place] ?? '')) digits += 1
  input.setSelectionRange(place, place)
}

function showAllProblems(): StripeJsError | undefined {
  for (const field of fields) show(field, problemOf(field))
  const first = fields.find(problemOf)
  if (first && !document.hasFocus()) first.input.focus()
  return first && problemOf(first)
}

function show({ input, error }: FormField, problem: StripeJsError | undefined): void {
  error.textContent = problem?.message ?? ''
  error.hidden = !problem
  input.classList.toggle('Input--invalid', Boolean(problem))
  input.toggleAttribute('aria-invalid', Boolean(problem))
  if (problem) input.setAttribute('aria-invalid', 'true')
}

function tellState(): void {
  const shown = fields.find((field) => !field.error.hidden)
  const state: FieldsState = {
    complete: !fields.some(problemOf),
    empty: fields.every((field) => field.input.value === ''),
    brand: brandOf(numberTyped()),
    error: TYPE === 'card' && shown ? problemOf(shown) : undefined,
  }
  const now = JSON.stringify(state)
  if (now !== lastState) say({ kind: 'change', state })
  lastState = now
}

function typedCard(): object {
  const [month = '', year = ''] = (fields[1]?.input.value ?? '').split('/').map(digitsOf)
  return {
    number: digitsOf(numberTyped()),
    exp_month: Number(month),
    exp_year: 2000 + Number(year),
    cvc: fields[2]?.input.value ?? '',
  }
}

function problemOf(field: FormField): StripeJsError | undefined {
  return problemWith(field.name, field.input.value, numberTyped())
}

function numberTyped(): string {
  return fields[0]?.input.value ?? ''
}

function nextOf(field: FormField): FormField | undefined {
  return fields[fields.indexOf(field) + 1]
}

function say(message: FromFrame): void {
  window.parent.postMessage({ sign: SIGN, message }, PARENT)
}
