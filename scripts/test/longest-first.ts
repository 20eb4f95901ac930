import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Those that take half a minute and more, most of which they wait. */
const LONGEST = [
  'demo/first-run',
  'server/backup/restore',
  'faults/memory',
  'money/reminders/two-processes',
  'journeys/nothing-is-lost',
  'journeys/staff-only',
  'faults/stripe',
  'faults/power',
  'model/bookings',
]

const rank = ({ moduleId }: TestSpecification) => {
  const at = LONGEST.findIndex((name) => moduleId.endsWith(`tests/${name}.test.ts`))
  return at === -1 ? LONGEST.length : at
}

/** At the end of a run short files are left, which part evenly: nobody waits for one that is long. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other))
  }
}
