import { CardFrame } from './card-frame'
import { loadStripeJs, type StripeSettings } from './load-stripe-js'

/**
 * What shows and charges a card: Stripe's script and our frame for it. Rejects where the script cannot be
 * had.
 */
export const loadCard = async (settings: StripeSettings) => ({
  stripe: await loadStripeJs(settings),
  Frame: CardFrame,
})

export type LoadedCard = Awaited<ReturnType<typeof loadCard>>
