import type { BegunIntent } from '#app/stripe/begun-intents.server'

const REFERENCE = /\bTS-[0-9A-Z]{6}\b/

/** The booking that a payment at Stripe says it is for, whether the database has it or not. */
export const bookingNamedBy = ({ reference, description }: BegunIntent): string | null =>
  reference ?? REFERENCE.exec(description ?? '')?.[0] ?? null
