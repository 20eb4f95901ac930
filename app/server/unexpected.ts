import type { Letter } from '#app/mail/letter'
import { postToStaff } from '#app/mail/outbox.server'
import { now } from '#app/platform/clock.server'
import { showInstantAndUtc } from '#app/platform/days'
import { env } from '#app/platform/env.server'
import { log } from '#app/platform/log.server'
import { immediately } from '#db/connection.server'

const HOUR_MS = 3_600_000

/**
 * Tells staff that the site met an error which nobody had foreseen: at most one letter an hour, however many
 * there are.
 */
function tellOfTheUnexpected(now: Date): void {
  const hour = Math.floor(now.getTime() / HOUR_MS)
  const letter = unexpectedNotice(now)
  immediately(() => postToStaff({ kind: 'unexpected-error', once: hour, letter }, now))
}

const unexpectedNotice = (now: Date): Letter => ({
  subject: 'The website hit an unexpected error',
  blocks: [
    {
      paragraph:
        'The website hit an unexpected error. It is still running, and what guests had sent before is safe.',
    },
    {
      paragraph:
        'There is nothing you need to do right away. Please forward this letter to the person who looks after the website: the server’s log says more.',
    },
    { rows: [['When', showInstantAndUtc(now, env.BUSINESS_TIMEZONE)]] },
  ],
})

/**
 * Nothing that was thrown with nobody to catch it ends the process by itself. A promise has failed alone: it
 * is logged, staff get a mail, and the site goes on. After an exception nothing is known to be whole, so that
 * the site stops as it does when it is asked to, and whatever keeps it running starts it again.
 */
export function outliveTheUnexpected(stop: () => void): void {
  process.on('unhandledRejection', (error) => tell(error, 'A promise failed, and nobody was listening'))
  process.on('uncaughtException', (error) => {
    tell(error, 'An exception was not caught: the site is stopping')
    stop()
  })
}

function tell(error: unknown, event: string): void {
  log.fatal({ err: error }, event)
  try {
    tellOfTheUnexpected(now())
  } catch (trouble) {
    log.error({ err: trouble }, 'Staff could not be told')
  }
}
