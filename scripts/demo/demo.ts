import { startCompany } from './company'
import { readOptions } from './options'
import { startSite } from './site'

/**
 * Builds the site while its company's season is lived, starts the sandbox, the mailbox and the site, says
 * where everything is, and stops all on Ctrl-C.
 */
export async function demo(args: string[], build: () => Promise<void>): Promise<void> {
  const [company] = await Promise.all([startCompany(readOptions('demo', args)), build()])
  const site = await startSite(company.settings)
  const { ADMIN_USERNAME: username, ADMIN_PASSWORD: password } = company.settings
  const open = company.open({ username, password })

  const ended = await Promise.race([site.ended, askedToStop()])
  console.log(ended === 'asked' ? '\n  Stopping …' : `\n  The site stopped by itself (${ended}).`)
  await site.stop()
  await open.close()
  if (ended !== 'asked') throw new Error(`  Its last words:\n\n${site.lastWords()}`)
  console.log('  Stopped. The data stays for the next run.\n')
  process.exit(0)
}

const askedToStop = () =>
  new Promise<'asked'>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve('asked'))
  })
