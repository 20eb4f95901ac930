// npm run faults: plays random sequences of bookings, payments, refunds, disputes, kills and faults for half an hour,
// with auditors looking after each step. -- --minutes 5 plays so long; a run that failed prints how to play it again.
import { spawn } from 'node:child_process'
import { parseArgs } from 'node:util'

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '30' } } })
const minutes = Number(values.minutes)
if (!(minutes > 0)) {
  console.error('Please say how many minutes: npm run faults -- --minutes 30')
  process.exit(1)
}
const vitest = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', 'tests/model'], {
  stdio: 'inherit',
  env: { MODEL_SEED: 'new', ...process.env, MODEL_SECONDS: String(minutes * 60) },
})
vitest.once('exit', (code) => {
  process.exitCode = code ?? 1
})
