import { now } from '#app/clock.server'
import { log } from '#app/log.server'
import { tellOfTheUnexpected } from '#app/mail/unexpected-notice.server'

/**
 * Nothing that was thrown with nobody to catch it ends the process by itself. A promise has failed alone: it is logged,
 * staff get a mail, and the site goes on. After an exception nothing is known to be whole, so that the site stops as it
 * does when it is asked to, and whatever keeps it running starts it anew.
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
