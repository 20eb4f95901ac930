/** The element that React takes over. */
export const APP_ELEMENT = 'app'

type Typed = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const FIELDS = 'input:not([type=hidden]), textarea, select'

let before: { place: string; field: Typed }[] = []
let focused: EventTarget | null = null

/** Remembers the fields of a page before React takes it over: it may make new ones in their place. */
export function rememberFields(app: HTMLElement): void {
  before = placed(app)
  focused = document.activeElement
  app.addEventListener('focusin', ({ target }) => {
    focused = target
  })
}

/**
 * Gives the fields that were made again what was typed into those before, with the focus. Afterward, once
 * those who listen do, `tell` says so as if it had just been typed.
 */
export function putBackTyped(): (() => void) | undefined {
  const lost = before.filter(({ field }) => !field.isConnected)
  before = []
  const app = document.getElementById(APP_ELEMENT)
  if (!app || lost.length === 0) return undefined
  const now = new Map(placed(app).map(({ place, field }) => [place, field]))
  const changed = lost.flatMap(({ place, field: old }) => {
    const field = now.get(place)
    if (!field) return []
    if (old === focused) moveFocus(old, field)
    return isTyped(old) && fill(field, old) ? [field] : []
  })
  return () => {
    for (const field of changed)
      for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }))
  }
}

/** A field by its name, and value where that is its choice, and by how many like it come before. */
function placed(app: HTMLElement): { place: string; field: Typed }[] {
  const seen = new Map<string, number>()
  return [...app.querySelectorAll<Typed>(FIELDS)].map((field) => {
    const name = `${field.name || field.id} ${isChoice(field) ? field.value : ''}`
    const nth = (seen.get(name) ?? 0) + 1
    seen.set(name, nth)
    return { place: `${name} ${nth}`, field }
  })
}

const isChoice = (field: Typed): field is HTMLInputElement =>
  field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')

function isTyped(field: Typed): boolean {
  if (field instanceof HTMLSelectElement)
    return [...field.options].some(({ selected, defaultSelected }) => selected !== defaultSelected)
  return isChoice(field) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue
}

/** Past React's own setters, which would take it for known; whether that changed anything. */
function fill(field: Typed, old: Typed): boolean {
  const key = isChoice(field) ? 'checked' : field.type === 'file' ? 'files' : 'value'
  const value: unknown = Reflect.get(old, key)
  if (Reflect.get(field, key) === value) return false
  Reflect.set(Object.getPrototypeOf(field), key, value, field)
  return true
}

function moveFocus(old: Typed, field: Typed): void {
  field.focus({ preventScroll: true })
  if (field instanceof HTMLSelectElement || old instanceof HTMLSelectElement) return
  // Fields of other kinds than text have none.
  if (old.selectionStart !== null) field.setSelectionRange(old.selectionStart, old.selectionEnd)
}
