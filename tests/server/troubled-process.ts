// The site's server around a small build; throws what its parent asks for, with nobody to catch it.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { freshness } from '#app/server/front/public-pages'
import { createSite } from '#app/server/site'
import { installCrashHandlers, stopOnSignals } from '#app/server/stop'
import { sqlite } from '#db/connection.server'
import { smallBuild } from './a-small-build'

const server = createServer(createSite({ build: smallBuild, sqlite, assets: () => false, freshness }))
installCrashHandlers(stopOnSignals({ server, schedule: { stop: async () => undefined }, sqlite }))
process.on('message', (trouble) => {
  if (trouble === 'promise') void Promise.reject(new Error('the secret reason'))
  else if (trouble === 'no error') void Promise.reject(null)
  else
    setTimeout(() => {
      throw new Error('the secret reason')
    })
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
