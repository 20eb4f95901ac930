// npm run dev: the site with hot reload, a Stripe sandbox and a mailbox, from a fresh clone. Nothing may be
// installed yet.
import { fileURLToPath } from 'node:url'

console.log('\n  Savanna Soul, in development\n')

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
try {
  const { installForTheSite } = await import('./install.mjs')
  await installForTheSite('data/dev/logs')
  const { register } = await import('tsx/esm/api')
  register()
  const { develop } = await import('./dev/develop')
  await develop(process.argv.slice(2))
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : error}\n`)
  process.exit(1)
}
