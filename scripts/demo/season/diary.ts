import { sendDueMail } from '#app/mail/send-mail.server'
import { now } from '#app/platform/clock.server'
import { type Day, instantAt } from '#app/platform/days'
import { env } from '#app/platform/env.server'
import { asOfNow, CLOCK_MOVES_AT_MOST, moveClockThrough } from '#app/server/schedule/move-clock.server'

/** What somebody did, and when: on the company's clocks. */
export type Entry = { at: Date; command: () => unknown }

/** '2025-03-04' at 14.5 is half past two in the afternoon, on the business's clocks. */
export const at = (day: Day, hour: number): Date =>
  new Date(
    instantAt(day, Math.floor(hour), env.BUSINESS_TIMEZONE).getTime() + Math.round((hour % 1) * 60) * 60_000,
  )

/**
 * Lives through all of it in its order, up to an instant: between two entries the daily jobs run at their
 * hours and mail goes out, as on the running site. `tell` hears how far it is, from 0 to 1.
 */
export async function live(entries: Entry[], until: Date, tell: (part: number) => void): Promise<void> {
  const diary = entries.filter((entry) => entry.at <= until).toSorted((one, other) => +one.at - +other.at)
  for (const [index, { at, command }] of diary.entries()) {
    await moveTo(at)
    await command()
    // What was written leaves at once, as on the running site.
    await sendDueMail(now, { beforeSending: asOfNow })
    tell((index + 1) / diary.length)
  }
  await moveTo(until)
}

async function moveTo(instant: Date): Promise<void> {
  while (now() < instant) {
    const farthest = new Date(now().getTime() + CLOCK_MOVES_AT_MOST * 24 * 3_600_000)
    done(await moveClockThrough(instant < farthest ? instant : farthest))
  }
}

/** What a command of the season came to; a refusal is a fault of the season. */
export function done<Answer extends object>(answer: Answer): Exclude<Answer, { refused: unknown }> {
  if ('refused' in answer) throw new Error(`Refused in the season: ${String(answer.refused)}`)
  return answer as Exclude<Answer, { refused: unknown }>
}
