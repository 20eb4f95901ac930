import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './scripts/test/longest-first'
import { AT_ONCE, patiently } from './scripts/test/patience.mjs'

const folder = (name: string) => join(import.meta.dirname, name)

export default defineConfig({
  resolve: {
    alias: ['app', 'db', 'scripts', 'tests'].map((name) => ({
      find: new RegExp(`^#${name}(?=/)`),
      replacement: folder(name),
    })),
  },
  test: {
    include: ['{tests,scripts/sandbox/tests}/**/*.test.ts?(x)'],
    setupFiles: ['worker-calls', 'fresh-modules', 'environment'].map((name) => `tests/fixtures/${name}.ts`),
    sequence: { setupFiles: 'list', sequencer: LongestFirst },
    pool: 'forks',
    // Much of a journey is waiting for a site to start or for Stripe to
    // answer, so there are more than processors. All of them stay to the end:
    // where fewer may do, tinypool sometimes ends one that has just got work.
    poolOptions: { forks: { minForks: AT_ONCE, maxForks: AT_ONCE, isolate: false } },
    testTimeout: patiently(20_000),
    hookTimeout: patiently(60_000),
    expect: { poll: { timeout: patiently(10_000) } },
  },
})
