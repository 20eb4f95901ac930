import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { inWords } from '#app/platform/words'

// A number that is a rule of the house stands in the docs beside the name of its constant, or is held here.

const DOCS = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'money',
  'rules',
  'running',
  'scaling',
  'security',
].map((name) => (name.endsWith('.md') ? name : `docs/${name}.md`))

const NUMBER = '(?:\\d[\\d,.]*|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty)'
const COUNTED =
  '(?:minutes?|hours?|days?|weeks?|months?|years?|travelers?|seats?|characters?|attempts?|times|seconds?|installments?|megabytes?|MB|kB)'
const RULE = new RegExp(`\\b${NUMBER}[ -](?:(?:more|business|full|whole|calendar) )?${COUNTED}\\b`, 'gi')

/**
 * Where the number of a block stands that links to no file: the beginning of the block, or words in it, and
 * its home.
 */
const HOMES: [words: string, ...homes: string[]][] = [
  ['- `SESSION_SECRET`', 'app/platform/env.server.ts'],
  ['- `ADMIN_USERNAME`', 'app/platform/env.server.ts'],
  ['- `CRON_TOKEN`', 'app/platform/env.server.ts'],
  ['- `METRICS_TOKEN`', 'app/platform/env.server.ts'],
  ['- `BACKUP_KEY`', 'app/platform/env.server.ts'],
  ['The first payment has the purpose', 'app/bookings/installments/plan.ts'],
  ['cards were declined so often', 'app/bookings/hold.ts'],
  ['a new booking with a hold', 'app/bookings/hold.ts'],
  ['At start and every 10 minutes', 'app/server/schedule/schedule.server.ts'],
  ['**1.3** A departure has', 'db/seed/tour.ts'],
  ['ends within ten seconds', 'tests/server/process.test.ts'],
  ['Staff with an email address, given', 'app/staff/user-forms.ts'],
  ['After too many wrong passwords', 'app/staff/guesses.server.ts', 'app/staff/guesses.server.ts'],
  ['Production starts only with a', 'app/platform/env.server.ts'],
  ['| every minute | ends holds', 'app/bookings/hold.ts'],
  ['| at start, every 10 minutes', 'app/server/schedule/schedule.server.ts'],
  ['- "It says sold out"', 'app/bookings/hold.ts'],
  ['- "It says: please wait', 'app/server/guards/guards.ts', 'app/server/guards/rates.server.ts'],
  ['What strangers type is parsed by a schema and bounded', 'app/server/guards/read-form.server.ts'],
  ['crops of at most', 'scripts/pictures/cut.ts'],
]

/**
 * What is no rule: headings, what tests/retention holds, what we promise by hand, what others do, what
 * happened in the season.
 */
const NO_RULE =
  /^## |^- `\w+`: .* days, (?:deleted|blanked)$|^\| (critical|high|medium|low) |Fly keeps|the journey of Febr|A journey is planned|Stripe repeats|Fiv(e years)?|growth compares|contrast of|“200 MB|5 years|Journeys are rows/

/** Constants of the house that are a plain number, by name. */
const CONSTANTS = new Map(
  ['app', 'db'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path))
      .flatMap((path) =>
        [...readFileSync(`${folder}/${path}`, 'utf8').matchAll(/\bconst ([A-Z][A-Z_\d]+) = ([\d_]+)$/gm)].map(
          ([, name = '', value = '']): [string, number] => [name, Number(value.replaceAll('_', ''))],
        ),
      ),
  ),
)

/** A paragraph, a point of a list or a row of a table, in one line. */
const blocksOf = (file: string): string[] =>
  readFileSync(file, 'utf8')
    .replace(/```[\s\S]*?```/g, '')
    .split(/\n\s*\n|\n(?=- |\d+\. |\|)/)
    .map((block) => block.replace(/\s+/g, ' ').trim())

const namesIn = (block: string): string[] =>
  [...block.matchAll(/`([A-Z][A-Z_\d]+)`/g)]
    .map(([, name = '']) => name)
    .filter((name) => CONSTANTS.has(name))

const blocks = DOCS.flatMap((file) => blocksOf(file).map((block) => ({ file, block })))

test('a number beside a constant’s name is its value', () => {
  const wrong = blocks.flatMap(({ file, block }) =>
    namesIn(block)
      .filter((name) => {
        const value = CONSTANTS.get(name) ?? 0
        const said = [value.toLocaleString('en-US'), String(value), inWords(value)]
        return !said.some((words) => new RegExp(`(?<![\\d,])${words}(?![\\d,]*\\d)`, 'i').test(block))
      })
      .map((name) => `${file}: ${name} is ${CONSTANTS.get(name)}`),
  )
  expect(wrong).toEqual([])
})

const withoutComments = (source: string) => source.replace(/\/\*\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')

/** The numbers written in the files that a block links to: a limit stands there as a count of a unit. */
function numbersBehind(file: string, block: string): Set<number> {
  const linked = [...block.matchAll(/\]\(([^)#\s]+\.(?:tsx?|sql|toml|mjs))\)/g)].map(([, to = '']) =>
    join(dirname(file), to),
  )
  const homes = HOMES.filter(([words]) => block.includes(words)).flatMap(([, ...home]) => home)
  return new Set(
    [...linked, ...homes].flatMap((path) =>
      [...withoutComments(readFileSync(path, 'utf8')).matchAll(/(?<![\w.])\d[\d_]*(?:\.\d+)?/g)].map(
        ([digits]) => Number(digits.replaceAll('_', '')),
      ),
    ),
  )
}

/** Bytes, seconds, minutes: as how many of something smaller a limit may stand in the code. */
const UNITS = [1, 1_000, 1_024, 60, 60_000, 1_000_000, 1_048_576]

const numberSaid = (words: string): number => {
  const said = words.split(/[ -]/)[0]?.toLowerCase() ?? ''
  return IN_WORDS.get(said) ?? Number(said.replaceAll(',', ''))
}
const IN_WORDS = new Map(Array.from({ length: 21 }, (_, count) => [inWords(count), count]))

test('no number of a rule stands without its home', () => {
  const bare = blocks
    .filter(({ block }) => namesIn(block).length === 0 && !NO_RULE.test(block))
    .flatMap(({ file, block }) => {
      const behind = numbersBehind(file, block)
      return [...block.matchAll(RULE)]
        .filter(([words]) => !UNITS.some((unit) => behind.has(numberSaid(words) * unit)))
        .map(([words]) => `${file}: ${words} — ${block.slice(0, 90)}`)
    })
  expect(bare).toEqual([])
})

test('no document says at which hour a job runs, but the schedule that running.test.ts holds', () => {
  const documents = readdirSync('docs', { recursive: true, encoding: 'utf8' }).map((path) => `docs/${path}`)
  const said = ['README.md', 'CONTRIBUTING.md', ...documents.filter((path) => path.endsWith('.md'))].flatMap(
    (file) =>
      blocksOf(file)
        .filter((block) => /\b\d{1,2}:00\b/.test(block) && !/^\| \d{1,2}:00 AM/.test(block))
        .map((block) => `${file}: ${block.slice(0, 90)}`),
  )
  expect(said).toEqual([])
})

test('every block that has a home here is in the docs', () => {
  const gone = HOMES.map(([words]) => words).filter(
    (words) => !blocks.some(({ block }) => block.includes(words)),
  )
  expect(gone).toEqual([])
})
