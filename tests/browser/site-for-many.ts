import { setTimeout as pause } from 'node:timers/promises'
import { rememberState } from '#tests/fixtures/first-state'
import { type Site, startIsOver, startSite } from '#tests/fixtures/site'
import { WAMBUI_ON_FLY } from '#tests/fixtures/staff-cookie'

export type SiteForMany = Awaited<ReturnType<typeof startSiteForMany>>

/** A site that one test after the other has to itself: to start one costs as much as some pages. */
export async function startSiteForMany() {
  const site = await startSite(WAMBUI_ON_FLY)
  await startIsOver(site)
  const putBack = await rememberState(String(site.settings.DATABASE_PATH))
  const first = site.process()
  const startedAt = Date.now()
  return Object.assign(site, {
    /** Its process remembers that it was stopped, that Stripe failed, and what time it is. */
    isAsNew: () =>
      site.process() === first &&
      first.exitCode === null &&
      first.signalCode === null &&
      site.stripe.requests().every(({ status }) => status < 429) &&
      site.rows("select id from audit_log where action = 'clock-moved'").length === 0 &&
      Date.now() - startedAt < LONGEST_MS,
    async beginAnew() {
      await site.allWell()
      await untilIdle(site)
      await site.renewStripe()
      putBack()
      site.mailbox.clear()
    },
  })
}

/** The runs of its start are the last that it finds: an hour later it would say that jobs are late. */
const LONGEST_MS = 30 * 60_000

const MOMENT_MS = 25
/** What its timers take. */
const IDLE_MS = 2
const PATIENCE_MS = 2_000

/** A request of the test before may still be under way, though its browser is gone. */
async function untilIdle({ url, worked }: Pick<Site, 'url' | 'worked'>): Promise<void> {
  await fetch(`${url}/healthz`)
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; ) {
    const before = worked()
    await pause(MOMENT_MS)
    if (worked() - before < IDLE_MS) return
  }
}
