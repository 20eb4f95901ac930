// npm run demo: the whole site on this machine, from a fresh clone. Nothing is installed yet when this
// starts.
import { fileURLToPath } from 'node:url'

console.log('\n  Savanna Soul: the demo\n')

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
try {
  const { installForTheSite } = await import('./install.mjs')
  await installForTheSite('data/demo/logs')
  const { build } = await import('./build.mjs')
  const { register } = await import('tsx/esm/api')
  register()
  const { demo } = await import('./demo/demo')
  await demo(process.argv.slice(2), () => build('data/demo/logs'))
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : error}\n`)
  process.exit(1)
}
