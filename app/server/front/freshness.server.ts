import { now, today } from '#app/platform/clock.server'
import { contentVersion } from '#app/site/settings.server'

const MINUTE = 60_000
let minute = 0
let day = ''

let answer: string | null = null

/**
 * Changes with the content, the seats and the business's day. Asked at every request, so it is quick: once
 * for all that have come in one turn of the event loop, since each of them was on its way before the question
 * was asked.
 */
export function freshness(): string {
  if (answer !== null) return answer
  const current = Math.floor(now().getTime() / MINUTE)
  if (current !== minute) {
    minute = current
    day = today()
  }
  answer = `${contentVersion()} ${day}`
  setImmediate(forget)
  return answer
}

function forget(): void {
  answer = null
}
