// npm run faults: everything that may happen to a site, for long. First the built site is killed a hundred
// times under load, its power cut between any two writes, its disk filled, Stripe and the mail server in
// every trouble (tests/faults), and its memory bounded; then random sequences of bookings, payments, refunds,
// disputes, kills and faults are played for half an hour (tests/model), with auditors looking after each
// step. -- --minutes 5 plays so long; a run that failed prints how to play it again. Build first: npm run
// build.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { parseArgs } from 'node:util'

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '30' } } })
const minutes = Number(values.minutes)
if (!(minutes > 0)) {
  console.error('Please say how many minutes: npm run faults -- --minutes 30')
  process.exit(1)
}
const long = {
  FAULTS: 'long',
  MODEL_SEED: 'new',
  WAITLIST_RUNS: '500',
  ...process.env,
  MODEL_SECONDS: String(minutes * 60),
}
for (const folder of ['tests/faults', 'tests/model']) {
  const words = ['node_modules/vitest/vitest.mjs', 'run', folder, '--no-file-parallelism']
  const [code] = await once(spawn(process.execPath, words, { stdio: 'inherit', env: long }), 'exit')
  process.exitCode ||= code ?? 1
}
