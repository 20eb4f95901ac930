import { existsSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import type { ServerBuild } from '@remix-run/node'
import { createServer as createVite } from 'vite'

if (existsSync('.env')) process.loadEnvFile('.env')
process.env.NODE_ENV = 'development'

// Everything of the site is loaded through Vite, so that server and pages share one database connection.
const server = createHttpServer()
const vite = await createVite({ server: { middlewareMode: true, hmr: { server } }, appType: 'custom' })
const load = <Module>(path: string) => vite.ssrLoadModule(path) as Promise<Module>

try {
  const { env } = await load<typeof import('#app/env.server')>('/app/env.server.ts')
  const { sqlite } = await load<typeof import('#db/connection.server')>('/db/connection.server.ts')
  const { createSite } = await load<typeof import('#app/server/site')>('/app/server/site.ts')
  const { listen } = await load<typeof import('#app/server/listen')>('/app/server/listen.ts')
  const { startSchedule } = await load<typeof import('#app/schedule/schedule.server')>(
    '/app/schedule/schedule.server.ts',
  )

  const { now } = await load<typeof import('#app/clock.server')>('/app/clock.server.ts')
  const { ensureFirstAccount } = await load<typeof import('#app/staff/first-account.server')>(
    '/app/staff/first-account.server.ts',
  )
  await ensureFirstAccount({ username: env.ADMIN_USERNAME, password: env.ADMIN_PASSWORD }, now())

  const build = () => load<ServerBuild>('virtual:remix/server-build')
  const site = createSite({
    build,
    sqlite,
    assets: () => false,
    freshness: null,
    middlewares: [vite.middlewares],
  })
  server.on('request', site)
  const port = await listen(server, env.PORT, env.HOST)
  const schedule = startSchedule()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    // A browser's hot-reload socket would hold the server open: Vite closes it, and the process need not wait.
    process.once(
      signal,
      () => void Promise.all([vite.close(), schedule.stop()]).finally(() => process.exit(0)),
    )
  }
  console.log(`\n  Savanna Soul, in development: http://localhost:${port}\n`)
} catch (error) {
  console.error(`The site did not start: ${error instanceof Error ? error.message : error}`)
  process.exit(1)
}
