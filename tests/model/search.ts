import fc from 'fast-check'
import { patiently } from '#scripts/test/patience.mjs'
import { play } from './play'
import type { Step } from './steps'
import type { World } from './world'

/** `npm test` plays the same sequences each time; `npm run faults` others. */
const SEED = process.env.MODEL_SEED === 'new' ? undefined : Number(process.env.MODEL_SEED ?? 20_251_016)
const PATH = process.env.MODEL_PATH
/** So long a failing run is made shorter before it is shown. */
const SHRINKING_SECONDS = Number(process.env.MODEL_SHRINKING_SECONDS ?? 120)
/** A run that the end of the time fell into goes on until its own end. */
const LAST_RUN_MS = patiently(60_000)

type Search = {
  /** The test that searches, as `-t` finds it. */
  test: string
  sequences: fc.Arbitrary<Step[]>
  run(played: Step[]): Promise<void>
  seconds: number
  /** How many runs, all of them within the time; as many as it allows without. */
  runs?: number
}

/** What a test that searches may take in all. */
export const searchMs = (seconds: number): number =>
  2 * (seconds + SHRINKING_SECONDS) * 1_000 + 2 * LAST_RUN_MS

/**
 * Plays sequences until one fails or the time is over. One that failed is made shorter, and thrown with the
 * auditor's word and how to play it again. No run is under way when it returns or throws.
 */
export async function search({ test, sequences, run, seconds, runs }: Search) {
  let underWay: Promise<void> = Promise.resolve()
  const property = fc.asyncProperty(sequences, (played) => {
    underWay = run(played)
    return underWay
  })
  const check = async (parameters: fc.Parameters<[Step[]]>) => {
    const found = await fc.check(property, parameters)
    await underWay.catch(() => {})
    return found
  }
  const found = await check({
    numRuns: runs ?? 1_000_000,
    interruptAfterTimeLimit: seconds * 1_000,
    endOnFailure: true,
    ...(SEED !== undefined && { seed: SEED }),
    ...(PATH && { path: PATH }),
  })
  if (found.failed && found.counterexamplePath !== null) {
    const shortest = await check({
      seed: found.seed,
      path: found.counterexamplePath,
      numRuns: 1,
      interruptAfterTimeLimit: SHRINKING_SECONDS * 1_000,
    })
    // What two do at the same moment may go well the next time: then the story is printed as it was found.
    throw new Error(storyOf(shortest.failed && shortest.counterexample ? shortest : found, test))
  }
  if (runs !== undefined && found.numRuns < runs) {
    throw new Error(`The time was over after ${found.numRuns} of ${runs} runs. ${againWith(found, test)}`)
  }
  return { runs: found.numRuns, seed: found.seed }
}

type Found = Pick<fc.RunDetails<[Step[]]>, 'seed' | 'counterexample' | 'counterexamplePath' | 'errorInstance'>

/** What is the matter, the shortest story that was found to end so, and how to play it again. */
function storyOf(found: Found, test: string): string {
  const story = (found.counterexample?.[0] ?? []).map((step) => `  ${JSON.stringify(step)}`).join('\n')
  const { errorInstance: error } = found
  return `${error instanceof Error ? error.message : error}\n\n${story}\n\n${againWith(found, test)}`
}

const againWith = ({ seed, counterexamplePath: path }: Omit<Found, 'counterexample'>, test: string) =>
  `Again: MODEL_SEED=${seed} ${path ? `MODEL_PATH=${path} ` : ''}npm test -- unit tests/model -t "${test}"`

/** The auditors to be heard, each by its name. */
export type Auditors = Record<string, () => string[] | Promise<string[]>>

/** Plays a step; what it throws is a fault as well. */
export const playStep = (world: World, step: Step): Promise<void> =>
  play(world, step).catch((error: Error) => void world.faults.push(`the step: ${error.stack}`))

/** Throws what the auditors say, each line with the name of its auditor, also of one that could not look. */
export async function hear(world: World, after: Step | 'the end', auditors: Auditors): Promise<void> {
  const faults = [...world.faults]
  for (const [name, faultsOf] of Object.entries(auditors)) {
    const found = await world.inOneRead(faultsOf).catch((error: Error) => [`could not look: ${error.stack}`])
    faults.push(...found.map((fault) => `${name}: ${fault}`))
  }
  if (faults.length > 0) throw new Error(`After ${JSON.stringify(after)}:\n${faults.join('\n')}`)
}
