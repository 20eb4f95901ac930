/** Who acts where nobody is signed in. No user may be called so. */
const SITE_ACTORS: Record<string, string> = {
  traveler: 'The traveler',
  stripe: 'Stripe',
  schedule: 'The schedule',
  cron: 'The schedule',
  start: 'The first start',
  site: 'The site',
  somebody: 'Somebody',
  machine: 'Somebody at the machine',
}

export const isSiteActor = (name: string): boolean => Object.hasOwn(SITE_ACTORS, name.trim().toLowerCase())

/** The name that an entry shows; usernames stay as they are. */
export const actorWords = (actor: string, actorId: number | null): string =>
  (actorId === null && SITE_ACTORS[actor]) || actor
