// npm run fuzz: sends 2,000 generated requests to each call, each form and each query of the site, and fails
// at an undeclared answer, at a 5xx, and where one answer takes more than 250 ms of the thread. -- --runs 100
// sends fewer; -- --seed 5 sends the same again.
import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '2000' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
  },
})
console.log(`Seed ${values.seed}, ${values.runs} requests each`)
const vitest = spawn(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', 'tests/journeys/generated-calls.test.ts'],
  { stdio: 'inherit', env: { ...process.env, FUZZ_RUNS: values.runs, FUZZ_SEED: values.seed } },
)
vitest.once('exit', (code) => {
  process.exitCode = code ?? 1
})
