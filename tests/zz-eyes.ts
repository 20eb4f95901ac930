import { startSite } from './fixtures/site'

const site = await startSite({})
console.log(site.url, site.stripe.url, site.mailbox.url)
process.on('SIGTERM', async () => {
  await site.close()
  process.exit(0)
})
