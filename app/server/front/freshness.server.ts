import { now, today } from '#app/clock.server'
import { contentVersion } from '#app/content/content-version.server'

const MINUTE = 60_000
let minute = 0
let day = ''

/** Changes with the content, the seats and the business's day. Asked at every request, so it is quick. */
export function freshness(): string {
  const current = Math.floor(now().getTime() / MINUTE)
  if (current !== minute) {
    minute = current
    day = today()
  }
  return `${contentVersion()} ${day}`
}
