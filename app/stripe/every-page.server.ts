import type { Stripe } from 'stripe'
import { ask } from './client.server'

const PAGE = 100
const PAGES_AT_MOST = 50

/**
 * All objects of a list at Stripe, newest first, one page after the other; `isAll` is false where there are more than
 * 5,000, and the oldest were left out. Throws StripeUnavailable.
 */
export async function everyPage<Listed extends { id: string }>(
  listPage: (sdk: Stripe, page: Stripe.PaginationParams) => Promise<Stripe.ApiList<Listed>>,
): Promise<{ newestFirst: Listed[]; isAll: boolean }> {
  const newestFirst: Listed[] = []
  for (let page = 0; page < PAGES_AT_MOST; page += 1) {
    const last = newestFirst.at(-1)
    const { data, has_more } = await ask((sdk) =>
      listPage(sdk, { limit: PAGE, ...(last && { starting_after: last.id }) }),
    )
    newestFirst.push(...data)
    if (!has_more) return { newestFirst, isAll: true }
  }
  return { newestFirst, isAll: false }
}
