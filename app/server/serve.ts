import type { Server } from 'node:http'
import { resolve } from 'node:path'
import * as build from 'virtual:remix/server-build'
import { now } from '#app/platform/clock.server'
import { env } from '#app/platform/env.server'
import { log } from '#app/platform/log.server'
import { createAssets } from '#app/server/front/files'
import { freshness } from '#app/server/front/public-pages'
import { scheduleOnPrimary, startSchedule } from '#app/server/schedule/schedule.server'
import { factsNow } from '#app/server/schedule/system-status.server'
import { ensureFirstAccount } from '#app/staff/users.server'
import { ensureDataKey, reseal } from '#app/travelers/details.server'
import { primaryNow, sqlite } from '#db/connection.server'
import { waitBriefly } from '#db/write-lock.server'
import { notReady } from './guards/answer'
import { listen } from './listen'
import { createSite } from './site'
import { installCrashHandlers, stopOnSignals } from './stop'
import { createMetrics } from './watch/metrics.server'

/** Serves the built site until a signal ends it. Throws a plain sentence where it cannot listen. */
export async function serve(server: Server): Promise<void> {
  ensureDataKey()
  if (primaryNow() === null)
    await ensureFirstAccount({ username: env.ADMIN_USERNAME, password: env.ADMIN_PASSWORD }, now())
  const assets = createAssets(resolve(build.assetsBuildDirectory))
  const metrics = await createMetrics(factsNow)
  const site = createSite({ build, sqlite, assets, freshness, metrics })
  waitBriefly()
  server.off('request', notReady).on('request', site)
  const port = await listen(server, env.PORT, env.HOST)
  const schedule = env.LITEFS_DIR ? scheduleOnPrimary() : startSchedule()
  installCrashHandlers(stopOnSignals({ server, schedule, sqlite }))
  if (primaryNow() === null) {
    const { unreadable } = reseal()
    if (unreadable > 0) log.error({ unreadable }, 'No DATA_KEY opens some stored traveler details')
  }
  log.info({ port, address: env.BASE_URL }, 'The site is up')
}
