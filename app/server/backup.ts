import { runByHand } from './dot-env'

await runByHand(async () => {
  const { now } = await import('#app/platform/clock.server')
  const { backUpByHand } = await import('#app/server/schedule/daily-jobs.server')
  const { onPrimaryOnly } = await import('./storage-trouble')
  onPrimaryOnly()
  console.log(await backUpByHand(now))
})
