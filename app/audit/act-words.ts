/** What somebody did, as it reads after their name: "Wambui changed the site settings". */
const ACTS: Record<string, string> = {
  'signed-in': 'signed in',
  'signed-out': 'signed out',
  'account-created': 'created the account',
  'user-created': 'created the user',
  'user-deleted': 'deleted the user',
  'password-changed': 'changed the password of',
  'settings-saved': 'changed the site settings',
  'tour-saved': 'changed the tour',
  'payment-taken': 'took a payment for',
  'payment-given-back': 'gave a payment back for',
  'payment-recorded': 'recorded a payment for',
  'refund-ordered': 'ordered a refund for',
  'refund-made': 'made a refund for',
  'booking-cancelled': 'cancelled the booking',
  'hold-expired': 'ended the hold of',
  'hold-payment_failed': 'ended the hold after failed payments of',
  'reminder-sent': 'sent a reminder for',
  'payment-link-made': 'made a payment link for',
  'contact-deleted': 'deleted',
  'contact-answered': 'answered',
  'campaign-created': 'created',
  'campaign-saved': 'changed',
  'campaign-sent': 'sent',
  'subscribers-added': 'added subscribers',
  'gallery-photo-added': 'added to the gallery',
  'gallery-photo-saved': 'changed in the gallery',
  'gallery-photo-deleted': 'removed from the gallery',
}

/** The words for an action of the audit log; one that has none is read from its own name. */
export const actWords = (action: string): string => ACTS[action] ?? action.replace(/[-_]/g, ' ')

/** Who acts where nobody is signed in. No user may be called so. */
const SITE_ACTORS: Record<string, string> = {
  traveller: 'The traveler',
  stripe: 'Stripe',
  schedule: 'The schedule',
  cron: 'The schedule',
  start: 'The first start',
}

export const isSiteActor = (name: string): boolean => Object.hasOwn(SITE_ACTORS, name.trim().toLowerCase())

/** The name that an entry shows; usernames stay as they are. */
export const actorWords = (actor: string, actorId: number | null): string =>
  (actorId === null && SITE_ACTORS[actor]) || actor
