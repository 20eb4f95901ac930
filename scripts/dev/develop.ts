import { existsSync } from 'node:fs'
import { startCompany } from '#scripts/demo/company'
import { keepDataIn } from '#scripts/demo/folder'
import { readOptions } from '#scripts/demo/options'
import { serveWithHotReload } from './serve-with-hot-reload'

/** Names that belong together: where .env has the first of them, it has to have all. */
const TOGETHER = [
  [
    'STRIPE_SECRET_KEY',
    'STRIPE_PUBLISHABLE_KEY',
    'STRIPE_WEBHOOK_SECRET',
    'STRIPE_API_BASE',
    'STRIPE_JS_URL',
  ],
  ['SMTP_URL'],
  ['DATABASE_PATH', 'CLOCK_START'],
  ['ADMIN_USERNAME', 'ADMIN_PASSWORD'],
]

/**
 * The site with hot reload, and around it what the demo has; what .env says goes before. Ctrl-C stops all.
 */
export async function develop(args: string[]): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env')
  keepDataIn('data/dev')
  const options = readOptions('dev', args)
  // A database of the developer's own has no season, and its clock is the machine's unless .env says
  // otherwise.
  const { DATABASE_PATH, CLOCK_START } = process.env
  const clock = new Date(CLOCK_START || Date.now())
  const company = await startCompany(DATABASE_PATH ? { ...options, empty: true, clock } : options)
  Object.assign(process.env, { ...ownSettings(company.settings), NODE_ENV: 'development' })

  const site = await serveWithHotReload()
  const { ADMIN_USERNAME: username = '', ADMIN_PASSWORD: password = '' } = process.env
  const open = company.open({ username, password })
  let isStopping = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (isStopping) return
      isStopping = true
      console.log('\n  Stopping …')
      void Promise.all([site.close(), open.close()]).finally(() => process.exit(0))
    })
}

/** Those that the developer's own settings leave open. The port is always the one that was found free. */
function ownSettings(settings: Record<string, string>): Record<string, string> {
  const theirs = new Set(
    TOGETHER.flatMap((names) => (process.env[names[0] ?? ''] ? names : [])).concat(
      Object.keys(settings).filter((name) => process.env[name]),
    ),
  )
  theirs.delete('PORT')
  theirs.delete('BASE_URL')
  return Object.fromEntries(Object.entries(settings).filter(([name]) => !theirs.has(name)))
}
