import { expect, test } from 'vitest'
import { whatWillBeSent } from '#app/money/reminders/send-due-reminders.server'
import { now } from '#app/platform/clock.server'
import { addDays } from '#app/platform/days'
import { reminderRuns } from '#app/server/schedule/daily-jobs.server'
import { moveClockThrough } from '#app/server/schedule/move-clock.server'
import { db } from '#db/connection.server'
import { outbox } from '#db/schema/mail'
import { jobRuns } from '#db/schema/running'
import { patiently } from '#scripts/test/patience.mjs'
import { mailbox, stripeSandbox } from '#tests/fixtures/environment'
import { CARD } from '#tests/fixtures/payments'
import { playAct } from './play-act'
import { LAST_DAY, LETTERS, noonOn, REMINDERS, remindersWritten, SEASON } from './season'

test(
  'all season, every reminder goes out on its day',
  async () => {
    const foretold: string[] = []
    for (let day = '2025-06-01'; day <= LAST_DAY; day = addDays(day, 1)) {
      await moveClockThrough(noonOn(addDays(day, -1)))
      foretold.push(
        ...whatWillBeSent(day, now(), reminderRuns(now())).sends.map(
          ({ customerName, number, kind }) => `${day} ${customerName} ${number} ${kind}`,
        ),
      )
      await moveClockThrough(noonOn(day))
      for (const act of SEASON.filter(({ on }) => on === day)) {
        await playAct(act, now(), (intentId) => void stripeSandbox.payIntent(intentId, CARD.good))
      }
    }

    expect(remindersWritten()).toEqual(REMINDERS)
    expect(foretold.toSorted()).toEqual(REMINDERS)

    const waiting = db.select({ state: outbox.state }).from(outbox).all()
    expect(waiting.every(({ state }) => state === 'sent')).toBe(true)
    const reminded = mailbox.messages().filter(({ subject }) => /installments? for/.test(subject))
    expect(reminded).toHaveLength(LETTERS)

    const runs = db.select().from(jobRuns).all()
    expect(new Set(runs.map(({ job, day }) => `${job} ${day}`)).size).toBe(runs.length)
  },
  patiently(60_000),
)
