import { createServer as createHttpServer } from 'node:http'
import type { ServerBuild } from '@remix-run/node'
import { createServer as createVite } from 'vite'

/** The site as Vite has it at the moment, by the settings in process.env. Throws where it does not start. */
export async function serveWithHotReload(): Promise<{ close: () => Promise<void> }> {
  // Everything of the site is loaded through Vite, so that server and pages share one database connection.
  const server = createHttpServer()
  const vite = await createVite({ server: { middlewareMode: true, hmr: { server } }, appType: 'custom' })
  const load = <Module>(path: string) => vite.ssrLoadModule(path) as Promise<Module>

  const { env } = await load<typeof import('#app/platform/env.server')>('/app/platform/env.server.ts')
  const { sqlite } = await load<typeof import('#db/connection.server')>('/db/connection.server.ts')
  const { createSite } = await load<typeof import('#app/server/site')>('/app/server/site.ts')
  const { listen } = await load<typeof import('#app/server/listen')>('/app/server/listen.ts')
  const { startSchedule } = await load<typeof import('#app/server/schedule/schedule.server')>(
    '/app/server/schedule/schedule.server.ts',
  )
  const { now } = await load<typeof import('#app/platform/clock.server')>('/app/platform/clock.server.ts')
  const { ensureFirstAccount } = await load<typeof import('#app/staff/users.server')>(
    '/app/staff/users.server.ts',
  )
  await ensureFirstAccount({ username: env.ADMIN_USERNAME, password: env.ADMIN_PASSWORD }, now())

  const build = () => load<ServerBuild>('virtual:remix/server-build')
  const site = createSite({
    build,
    sqlite,
    assets: () => false,
    freshness: null,
    development: (request, response) =>
      new Promise((resolve, reject) => {
        vite.middlewares(request, response, (error?: unknown) => (error ? reject(error) : resolve(false)))
      }),
  })
  server.on('request', site)
  await listen(server, env.PORT, env.HOST)
  const schedule = startSchedule()
  // A browser's hot-reload socket would hold the server open: Vite closes it, and the process need not wait.
  const close = async () => {
    await Promise.all([vite.close(), schedule.stop()])
    sqlite.close()
  }
  return { close }
}
