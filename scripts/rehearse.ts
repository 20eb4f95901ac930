// npm run rehearse: the Dockerfile played from an empty folder, as `docker build` and `docker run` would: packages
// installed and the site built anew, then started, stopped and started again. Some minutes; Linux, as root or with sudo.
import { spawn } from 'node:child_process'

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
