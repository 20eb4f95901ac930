/** Hours within which the confirmation of a booking arrives (rules 1.12). */
export const CONFIRMATION_HOURS = 24

/** How many days before the departure the team contacts its travelers. */
export const CONTACT_DAYS_BEFORE = 30

/** How long money takes to come back to a card. */
export const BANK_DAYS = 'five to ten business days'
