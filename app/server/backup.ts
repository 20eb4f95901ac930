import { readDotEnv } from './dot-env'
import { refuseOtherNode } from './node-version.mjs'

readDotEnv()

try {
  refuseOtherNode()
  const { now } = await import('#app/platform/clock.server')
  const { backUpByHand } = await import('#app/server/schedule/daily-jobs.server')
  const { onPrimaryOnly } = await import('./storage-trouble')
  onPrimaryOnly()
  console.log(await backUpByHand(now))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
