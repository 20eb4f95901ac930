import { type BrowserIntent, type IntentAnswer, retrieveIntent } from './intents'

const LOOK_EVERY_MS = 500

/**
 * Does what the intent still asks for. With a `return_url` the whole page goes to the bank and comes back
 * there; without one the bank's page opens over this one.
 */
export async function takeNextAction(key: string, intent: BrowserIntent): Promise<IntentAnswer> {
  const redirect = intent.next_action?.redirect_to_url
  if (intent.status !== 'requires_action' || !redirect) return { intent }
  if (redirect.return_url) return goTo(redirect.url)

  const close = openOver(redirect.url)
  const after = await settled(key, intent.client_secret)
  close()
  return after
}

/** Leaves the page; what waits for the answer never hears one, as with Stripe. */
export function goTo(url: string): Promise<never> {
  location.assign(url)
  return new Promise(() => {})
}

async function settled(key: string, clientSecret: string): Promise<IntentAnswer> {
  for (;;) {
    const answer = await retrieveIntent(key, clientSecret)
    if ('error' in answer) return answer
    const { intent } = answer
    if (intent.status === 'requires_action')
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
    else return refusedOr(intent)
  }
}

function refusedOr(intent: BrowserIntent): IntentAnswer {
  const error = intent.last_payment_error ?? intent.last_setup_error
  if (intent.status !== 'requires_payment_method' || !error) return { intent }
  return { error: { ...error, [intent.object]: intent } }
}

function openOver(url: string): () => void {
  const cover = document.createElement('div')
  cover.setAttribute('role', 'dialog')
  cover.setAttribute('aria-modal', 'true')
  cover.setAttribute('aria-label', 'Confirm your payment')
  dress(cover, {
    position: 'fixed',
    inset: '0',
    'z-index': '2147483647',
    display: 'grid',
    'place-items': 'center',
    background: 'rgba(42, 27, 20, .55)',
  })
  const frame = document.createElement('iframe')
  frame.src = url
  frame.title = '3-D Secure authentication'
  dress(frame, {
    border: '0',
    'border-radius': '16px',
    width: 'min(30rem, 94vw)',
    height: 'min(34rem, 90vh)',
    background: '#FBF5E9',
  })
  const before = document.activeElement
  cover.append(frame)
  document.body.append(cover)
  frame.focus()
  return () => {
    cover.remove()
    if (before instanceof HTMLElement) before.focus()
  }
}

function dress(element: HTMLElement, style: Record<string, string>): void {
  for (const [name, value] of Object.entries(style)) element.style.setProperty(name, value)
}
