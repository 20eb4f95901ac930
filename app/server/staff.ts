import { readDotEnv } from './dot-env'
import { refuseOtherNode } from './node-version.mjs'

readDotEnv()

try {
  refuseOtherNode()
  const { thisMoment } = await import('#app/platform/clock.server')
  const { linkByHand } = await import('#app/staff/at-machine.server')
  const { onPrimaryOnly } = await import('./storage-trouble')
  onPrimaryOnly()
  console.log(linkByHand(process.argv.slice(2), thisMoment()))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
