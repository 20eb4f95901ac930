import type { FieldName } from './card-fields'

export interface FormField {
  name: FieldName
  input: HTMLInputElement
  error: HTMLElement
}

interface Words {
  id: string
  label: string
  complete: string
  hint: string
}

// Fixed names, so that a browser's autofill and a test both find them.
const WORDS: Record<FieldName, Words> = {
  number: { id: 'cardnumber', label: 'Card number', complete: 'cc-number', hint: '1234 1234 1234 1234' },
  expiry: { id: 'exp-date', label: 'Expiration date', complete: 'cc-exp', hint: 'MM / YY' },
  cvc: { id: 'cvc', label: 'Security code', complete: 'cc-csc', hint: 'CVC' },
}

/** Builds the three labeled fields into the frame's form. */
export function buildFields(form: HTMLFormElement, type: string): FormField[] {
  const fields = (Object.keys(WORDS) as FieldName[]).map((name) => buildField(name, type))
  form.append(...fields.map((field) => field.row))
  return fields
}

/** Shows which brand the number belongs to. */
export function showBrand(brand: string): void {
  const brands = document.querySelector('.brands')
  brands?.setAttribute('data-brand', brand)
  for (const mark of brands?.children ?? [])
    mark.toggleAttribute('data-chosen', mark.getAttribute('data-mark') === brand)
}

function buildField(name: FieldName, type: string) {
  const { id, label: words, complete, hint } = WORDS[name]
  const row = made('div', 'Field')
  const label = made('label', 'Label')
  label.textContent = words
  label.htmlFor = id
  const input = made('input', 'Input')
  Object.assign(input, {
    id,
    name: id,
    placeholder: type === 'card' && name === 'number' ? 'Card number' : hint,
    type: 'text',
    inputMode: 'numeric',
  })
  input.setAttribute('autocomplete', complete)
  input.setAttribute('aria-describedby', `${id}-error`)
  input.setAttribute('aria-required', 'true')
  const box = made('div', 'box')
  box.append(input, ...(name === 'number' ? [brandMarks()] : []))
  const error = made('p', 'Error')
  error.id = `${id}-error`
  error.setAttribute('role', 'alert')
  error.hidden = true
  row.append(label, box, error)
  return { name, input, error, row }
}

function made<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  className: string,
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  element.className = className
  return element
}

function brandMarks(): HTMLElement {
  const marks = made('span', 'brands')
  marks.setAttribute('aria-hidden', 'true')
  marks.append(
    mark('visa', '#1A1F71', [text('VISA', '#fff', 8)]),
    mark('mastercard', '#2A2A2E', [circle(12.5, '#EB001B'), circle(19.5, '#F79E1B')]),
    mark('amex', '#1F72CD', [text('AMEX', '#fff', 7)]),
  )
  return marks
}

function mark(brand: string, color: string, inside: SVGElement[]): SVGElement {
  const svg = drawn('svg', { viewBox: '0 0 32 21', 'data-mark': brand })
  svg.append(drawn('rect', { width: '32', height: '21', rx: '3', fill: color }), ...inside)
  return svg
}

function text(word: string, fill: string, size: number): SVGElement {
  const letters = drawn('text', {
    x: '16',
    y: '13.4',
    fill,
    'text-anchor': 'middle',
    'font-size': String(size),
    'font-weight': '700',
    'font-family': 'Arial, sans-serif',
  })
  letters.textContent = word
  return letters
}

const circle = (cx: number, fill: string) =>
  drawn('circle', { cx: String(cx), cy: '10.5', r: '5.6', fill, 'fill-opacity': '.92' })

function drawn(tag: string, attributes: Record<string, string>): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  return element
}
