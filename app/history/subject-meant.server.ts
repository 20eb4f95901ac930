import { hasHistory } from './history.server'

/**
 * The subject that a person means who types a booking's reference, a username or the subject itself. Where nothing
 * is known of any, what was typed.
 */
export function subjectMeant(typed: string): string {
  const readings = [`booking:${typed.toUpperCase()}`, `user:${typed}`, typed, typed.toLowerCase()]
  return readings.find(hasHistory) ?? typed
}
