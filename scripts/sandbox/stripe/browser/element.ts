import { emitter } from './emitter'
import { integrationError } from './integration-error'
import {
  type Answer,
  type Billing,
  type FieldsState,
  type FromFrame,
  type Look,
  SANDBOX,
  SIGN,
  type ToFrame,
} from './protocol'

/** Longer than any page waits for its card form: a slow machine alone never makes one fail. */
const PATIENCE_MS = 60_000
let framesMade = 0

export type ElementType = 'payment' | 'card'
export type StripeElement = ReturnType<typeof createElement>

interface Made {
  type: ElementType
  way: 'card' | 'us_bank_account'
  key: string
  look: Look
  /** Rejects when the intent behind the element cannot be read. */
  loaded: () => Promise<unknown>
}

/** One card form: a frame of the sandbox's origin inside the page, that the page cannot look into. */
export function createElement({ type, way, key, look, loaded }: Made) {
  const { on, off, once, emit } = emitter()
  const answers = new Map<number, (answer: Answer) => void>()
  let asked = 0
  let frame: HTMLIFrameElement | undefined
  let place: Element | undefined
  let currentLook = look
  let patience: number | undefined

  function mount(where: string | Element): void {
    if (destroyed) throw integrationError('This Element has already been destroyed. Please create a new one.')
    const target = typeof where === 'string' ? document.querySelector(where) : where
    if (!target)
      throw integrationError(
        `The selector you specified (${String(where)}) applies to no DOM elements that are currently on the page.`,
      )
    unmount()
    place = target
    place.classList.add('StripeElement', 'StripeElement--empty')
    frame = newFrame(type, way, key)
    window.addEventListener('message', hear)
    place.replaceChildren(frame)
    emit('loaderstart', { elementType: type })
    patience = window.setTimeout(() => loadFailed('The card form could not be loaded.'), PATIENCE_MS)
    loaded().catch((error: Error) => loadFailed(error.message))
  }

  function unmount(): void {
    window.clearTimeout(patience)
    window.removeEventListener('message', hear)
    frame?.remove()
    place?.classList.remove(
      'StripeElement',
      ...['empty', 'complete', 'focus', 'invalid'].map((state) => `StripeElement--${state}`),
    )
    frame = undefined
    place = undefined
  }

  let destroyed = false
  function destroy(): void {
    unmount()
    destroyed = true
    emit('destroyed')
  }

  function loadFailed(message: string): void {
    window.clearTimeout(patience)
    emit('loaderror', { elementType: type, error: { type: 'api_error', message } })
  }

  // Only the frame that this element made, and only while it shows the sandbox's own page.
  function hear(event: MessageEvent): void {
    if (!frame || event.source !== frame.contentWindow || event.origin !== SANDBOX) return
    if (event.data?.sign === SIGN) react(event.data.message as FromFrame)
  }

  function react(message: FromFrame): void {
    if (message.kind === 'hello') say({ kind: 'look', look: currentLook })
    if (message.kind === 'height') frame?.style.setProperty('height', `${message.px}px`)
    if (message.kind === 'change') changed(message.state)
    if (message.kind === 'enter') place?.closest('form')?.requestSubmit()
    if (message.kind === 'escape') emit('escape', { elementType: type })
    if (message.kind === 'focus' || message.kind === 'blur') {
      place?.classList.toggle('StripeElement--focus', message.kind === 'focus')
      emit(message.kind, { elementType: type })
    }
    if (message.kind === 'answer') {
      answers.get(message.number)?.(message.answer)
      answers.delete(message.number)
    }
    if (message.kind === 'ready') {
      window.clearTimeout(patience)
      emit('ready', { elementType: type })
    }
  }

  function changed({ complete, empty, brand, error }: FieldsState): void {
    place?.classList.toggle('StripeElement--empty', empty)
    place?.classList.toggle('StripeElement--complete', complete)
    place?.classList.toggle('StripeElement--invalid', Boolean(error))
    const detail = { elementType: type, complete, empty }
    if (type === 'payment') emit('change', { ...detail, collapsed: false, value: { type: way } })
    else emit('change', { ...detail, brand, error, value: { postalCode: '' } })
  }

  function say(message: ToFrame): void {
    frame?.contentWindow?.postMessage({ sign: SIGN, message }, SANDBOX)
  }

  function ask(what: 'check' | 'method' | 'token', billing?: Billing): Promise<Answer> {
    if (!frame)
      throw integrationError(
        'We could not retrieve data from the specified Element. Please make sure the Element you are attempting to use is still mounted.',
      )
    asked += 1
    const number = asked
    return new Promise((resolve) => {
      answers.set(number, resolve)
      say({ kind: 'ask', number, what, billing })
    })
  }

  function update(options: { style?: Look['style'] } = {}): void {
    if (options.style) wear({ ...currentLook, style: options.style })
  }

  function wear(next: Look): void {
    currentLook = next
    say({ kind: 'look', look: next })
  }

  const act = (what: 'focus' | 'blur' | 'clear') => () => say({ kind: 'do', what })
  const moves = { focus: act('focus'), blur: act('blur'), clear: act('clear'), collapse: () => {} }
  return {
    _componentName: type,
    elementType: type,
    on,
    off,
    once,
    mount,
    unmount,
    destroy,
    update,
    wear,
    ask,
    ...moves,
  }
}

function newFrame(type: ElementType, way: Made['way'], key: string): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  framesMade += 1
  frame.name = `__privateStripeFrame${framesMade}`
  frame.title = 'Secure payment input frame'
  frame.allow = 'payment *'
  frame.src = `${SANDBOX}/elements/${way === 'card' ? 'frame' : 'bank-frame'}#${new URLSearchParams({ type, key, parent: location.origin })}`
  // A margin that the frame's own padding takes back: focus rings are not cut off at its edge.
  const style = {
    border: '0',
    display: 'block',
    margin: '-4px',
    width: 'calc(100% + 8px)',
    height: type === 'card' ? '32px' : '190px',
  }
  for (const [name, value] of Object.entries(style)) frame.style.setProperty(name, value)
  frame.style.setProperty('color-scheme', 'light')
  return frame
}
