import type { Audited } from './auditors'

/** Everybody who watches, by the number of the request: whose address was deleted is not among them. */
export const watchersIn = (world: Audited): number[] =>
  world.rows<{ id: number }>('select id from departure_watchers').map(({ id }) => id)

/**
 * Each confirmed watcher of a departure that is canceled or postponed hears of it once; nobody who hears as a
 * guest or from the waitlist, and nobody whose address was deleted (`before` the step, and after it).
 */
export function watcherFaults(world: Audited, before: number[], seen: Set<string>): string[] {
  const watching = new Set([...before, ...watchersIn(world)])
  const letters = world.rows<{ occasion: string; email: string; times: number; due: number }>(
    `select occasion, lower(to_address) as email, (select count(*) from outbox as other
         where other.kind = letter.kind and lower(other.to_address) = lower(letter.to_address)
           and other.occasion like '%:' || substr(letter.occasion, 19 + instr(substr(letter.occasion, 19), ':'))) as times,
       exists (select 1 from watched where letter.occasion = 'departure-watched:' || watcher || ':' || change
         and email = lower(letter.to_address)) as due
     from outbox as letter where kind = 'departure-watched'`,
  )
  return letters.flatMap(({ occasion, email, times, due }) => {
    const isDeleted = !seen.has(occasion) && !watching.has(Number(occasion.split(':')[1]))
    seen.add(occasion)
    return [
      ...(due ? [] : [`${occasion} went to ${email}, who hears otherwise or does not watch`]),
      ...(times > 1 ? [`${email} hears ${times} times of what ${occasion} is about`] : []),
      ...(isDeleted ? [`${occasion} went to ${email}, whose address was deleted`] : []),
    ]
  })
}

/** Once all is well, nobody is left who was to hear: but for the last change alone where two came at once. */
export const unheardFaults = (world: Audited): string[] =>
  world
    .rows<{ email: string; change: number }>(
      `select email, change from watched
       where watcher in (select id from departure_watchers)
         and not exists (select 1 from outbox where occasion = 'departure-watched:' || watcher || ':' || change)
         and not exists (select 1 from watched as later where later.watcher = watched.watcher
           and later.departure = watched.departure and later.change > watched.change)`,
    )
    .map(({ email, change }) => `${email} has not heard of change ${change}`)
