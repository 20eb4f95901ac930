/** The one refund sentence, shown and mailed everywhere and stored with each booking (decisions §2). */
export const REFUND_TERMS =
  'Fully refundable for 30 days after booking; after that the $500 deposit is non-refundable.'
