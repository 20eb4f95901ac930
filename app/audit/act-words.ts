/** What somebody did, as it reads after their name: "Wambui changed the site settings". */
const ACTS: Record<string, string> = {
  'signed-in': 'signed in',
  'account-created': 'created the account',
  'user-created': 'created the user',
  'user-deleted': 'deleted the user',
  'password-changed': 'changed the password of',
  'settings-saved': 'changed the site settings',
  'payment-taken': 'took a payment for',
  'payment-given-back': 'gave a payment back for',
  'payment-recorded': 'recorded a payment for',
  'refund-ordered': 'ordered a refund for',
  'refund-tried-again': 'tried a refund again for',
  'refund-dropped': 'gave up a refund for',
  'refund-made': 'made a refund for',
  'dispute-opened': 'reported a dispute for',
  'dispute-closed': 'closed a dispute for',
  'paid-back-by-hand': 'wrote down money paid back by hand for',
  'booking-cancelled': 'cancelled the booking',
  'hold-expired': 'ended the hold of',
  'hold-payment_failed': 'ended the hold after failed payments of',
  'reminder-sent': 'sent a reminder for',
  'mail-retried': 'tried a mail again for',
  'contacts-exported': 'exported the contacts',
  'bookings-exported': 'exported the bookings',
  'subscribers-added': 'added subscribers',
  'marketing-spend-entered': 'entered the',
}

/**
 * The words for an action of the audit log. One that has none is read from its own name, without the kind of its
 * subject, which follows: 'experience-moved' of 'experience:3' is "moved", then "experience 3".
 */
export function actWords(action: string, subject: string): string {
  const [kind = ''] = subject.split(':')
  const ownWords = action.startsWith(`${kind}-`) ? action.slice(kind.length + 1) : action
  return ACTS[action] ?? ownWords.replace(/[-_]/g, ' ')
}

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
