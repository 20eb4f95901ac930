import { z } from 'zod'
import { cents } from '#app/money'

const wholeCents = z.coerce.number().int().min(0).max(100_000_000).transform(cents)

/** What the payment page sends: the choice, and the amounts that it showed beside it. */
export const LaterPaymentForm = z
  .object({ pays: z.enum(['next', 'balance']), nextCents: wholeCents, remainingCents: wholeCents })
  .transform(({ pays, nextCents, remainingCents }) => ({
    pays,
    amountCents: pays === 'next' ? nextCents : remainingCents,
    remainingCents,
  }))

export const LATER_PAYMENT_FIELDS = ['pays', 'nextCents', 'remainingCents'] as const
