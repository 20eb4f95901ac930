import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Cents } from '#app/platform/money'
import { type Action, EVENTS } from '#app/staff/audit-events'
import { actWords, detailWords } from '#app/views/history.server'

// The history speaks to people: no JSON, no words of the program's own, no cents, no days as machines write
// them.

const ACTIONS = Object.keys(EVENTS) as Action[]
const exampleOf = (action: Action): Record<string, unknown> => ({ ...EVENTS[action].example })

/** Stripe's ids and checksums are looked for elsewhere, and stand as they are; so do names of programs. */
const withoutIds = (text: string) => text.replace(/\b(pi|re|dp)_\w+|\b[\da-f]{16}\b|QuickBooks/g, '')

test.each(ACTIONS)('%s reads as people speak, with all its detail', (action) => {
  const detail = exampleOf(action)
  const said = withoutIds(`${actWords(action, 'x:1')}; ${detailWords(action, detail)}`)
  expect(said).not.toMatch(/[{}[\]_]|[a-z][A-Z]|undefined|null|NaN|object|\btrue\b|\bfalse\b/)
  expect(said).not.toMatch(/\d{4}-\d\d-\d\d|\d{5,}/)
  expect(said).not.toMatch(/owed-again|cheque|deposit-stays|within-30|hosted-page|booking-confirmation/)
  for (const key of Object.keys(detail)) {
    const { [key]: _, ...others } = detail
    expect(detailWords(action, others), `${key} is not told`).not.toBe(detailWords(action, detail))
  }
})

test('an entry of years ago, which says less, still reads', () => {
  for (const action of ACTIONS) expect(detailWords(action, {}), action).not.toMatch(/undefined|NaN|null/)
})

const files = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? files(path) : /\.tsx?$/.test(path) ? [path] : []
  })
const sources = [...files('app'), ...files('db')]
  .filter((path) => !path.startsWith(join('app', 'staff', 'audit')))
  .map((path) => readFileSync(path, 'utf8'))

test('every action that any code writes has words', () => {
  const written = sources
    .filter((source) => source.includes('recordAct'))
    .flatMap((source) => [...source.matchAll(/action: '([^']+)'/g)].map(([, action]) => action))
  expect(new Set(written).size).toBeGreaterThan(30)
  expect(written.filter((action) => !ACTIONS.includes(action as Action))).toEqual([])
})

/** 'story' of 'story-added': an editable list names its events by what it holds. */
const LISTED = sources
  .filter((source) => source.includes('editableList('))
  .flatMap((source) => [...source.matchAll(/^ +event: '([^']+)'/gm)].map(([, event]) => event))

test('there are no words for what nobody does', () => {
  expect(LISTED).toHaveLength(7)
  const ofList = (action: string) =>
    LISTED.some((event) => new RegExp(`^${event}-(added|changed|removed|moved)$`).test(action))
  const undone = ACTIONS.filter(
    (action) => !ofList(action) && !sources.some((source) => source.includes(`'${action}'`)),
  )
  expect(undone).toEqual(['tour-changed']) // of the time when a tour had one departure
})

test('amounts and states are written as on the other screens', () => {
  expect(detailWords('payment-taken', { ...exampleOf('payment-taken'), note: 'No. 42' })).toBe(
    '$500.50 · by check · charged automatically, as agreed · paid as: the full price · of May 28, 2025 · status from deposit paid to payment failed · note: No. 42 · Stripe’s payment pi_1',
  )
  expect(detailWords('tour-changed', { startsOn: { from: '2025-10-16', to: '2025-10-17' } })).toBe(
    'First day from Oct 16, 2025 to Oct 17, 2025',
  )
  expect(detailWords('price-changed', { fromCents: 450_000 as Cents, toCents: 430_000 as Cents })).toBe(
    'from $4,500 to $4,300',
  )
})
