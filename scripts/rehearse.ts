// npm run rehearse: the Dockerfile played from an empty folder, as `docker build` and `docker run` would: packages
// installed and the site built anew, then started, stopped and started again. Some minutes; Linux, as root.
import { spawn } from 'node:child_process'

if (process.getuid?.() !== 0) {
  console.error('Please run this as root: it makes a root, a volume and processes of its own for the image.')
  process.exit(1)
}
const vitest = spawn(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', 'tests/deploy/image.test.ts'],
  {
    stdio: 'inherit',
    env: { ...process.env, REHEARSAL: 'whole' },
  },
)
vitest.once('exit', (code) => {
  process.exitCode = code ?? 1
})
