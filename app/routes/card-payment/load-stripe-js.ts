import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'

export type StripeSettings = { publishableKey: string; jsUrl: string | null }

/**
 * Loads Stripe.js from Stripe, or from where STRIPE_JS_URL says: loadStripe uses a window.Stripe that is
 * already there. Rejects where the script cannot be had.
 */
export async function loadStripeJs(settings: StripeSettings): Promise<Stripe> {
  if (settings.jsUrl && !('Stripe' in window)) await addScript(settings.jsUrl)
  const stripe = await loadStripe(settings.publishableKey)
  if (!stripe) throw new Error('Stripe.js is not for this place')
  return stripe
}

const addScript = (address: string) =>
  new Promise<void>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = address
    script.onload = () => resolve()
    script.onerror = () => reject(new Error('Stripe.js could not be loaded'))
    document.head.append(script)
  })
