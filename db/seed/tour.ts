import { centsOf } from '../../app/money'
import type { tours } from '../schema'

/** The Texas country music and safari tour as it was announced (rules 1.1). */
export const TEXAS_SAFARI: typeof tours.$inferInsert = {
  slug: 'texas-country-safari',
  tourType: 'texas-safari',
  name: 'Texas Country Music & Safari Tour',
  startsOn: '2025-10-16',
  endsOn: '2025-10-27',
  seats: 20,
  depositCents: centsOf(500),
  doublePriceCents: centsOf(4_500),
  singlePriceCents: centsOf(6_500),
  firstInstallmentDueOn: '2025-08-15',
  finalInstallmentDueOn: '2025-09-15',
  earlyBirdEndsOn: '2025-08-01',
  earlyBirdOffer: 'A welcome pack worth $100+',
  updatedAt: new Date(0),
}
