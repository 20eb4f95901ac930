import { runByHand } from './dot-env'

await runByHand(async () => {
  const { thisMoment } = await import('#app/platform/clock.server')
  const { linkByHand } = await import('#app/staff/password-resets.server')
  const { onPrimaryOnly } = await import('./storage-trouble')
  onPrimaryOnly()
  console.log(linkByHand(process.argv.slice(2), thisMoment()))
})
