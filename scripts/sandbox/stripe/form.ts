/** A decoded body or query: Stripe's parameters, nested by brackets. */
export type Form = { [name: string]: FormValue }
export type FormValue = string | FormValue[] | Form

/** Decodes `line_items[0][price_data][currency]=usd&expand[]=payment_intent` as Stripe reads it. */
export function decodeForm(body: string): Form {
  const form = emptyForm()
  for (const [key, value] of new URLSearchParams(body)) place(form, pathOf(key), value)
  return withLists(form) as Form
}

// Without a prototype, so that a parameter called __proto__ is only a parameter.
function emptyForm(): Form {
  return Object.create(null) as Form
}

function pathOf(key: string): string[] {
  const [first = '', ...rest] = key.split('[')
  return [first, ...rest.map((part) => part.replace(/\]$/, ''))]
}

function place(form: Form, path: string[], value: string): void {
  const [name = '', ...rest] = path
  const slot = name === '' ? String(Object.keys(form).length) : name
  if (rest.length === 0) {
    form[slot] = value
    return
  }
  const inner = form[slot]
  const next = isForm(inner) ? inner : emptyForm()
  form[slot] = next
  place(next, rest, value)
}

function withLists(value: FormValue): FormValue {
  if (!isForm(value)) return value
  const names = Object.keys(value)
  for (const name of names) value[name] = withLists(value[name] ?? '')
  const isList = names.length > 0 && names.every((name) => /^\d+$/.test(name))
  return isList
    ? names
        .map(Number)
        .sort((a, b) => a - b)
        .map((name) => value[name] ?? '')
    : value
}

/** Whether a decoded value is itself a set of named parameters. */
export function isForm(value: FormValue | undefined): value is Form {
  return typeof value === 'object' && !Array.isArray(value)
}
