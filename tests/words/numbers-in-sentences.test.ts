import { readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'

// A number that is a rule of the house (how long a seat is held, when reminders go out, how much a file may
// hold) is a constant, and every sentence takes it from there: a sentence that says it by itself is wrong the
// day it changes.

const NUMBER =
  '(?:\\d[\\d,.]*|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|twenty|thirty|forty|fifty|sixty|hundred)'
const COUNTED =
  '(?:minutes?|hours?|days?|weeks?|months?|years?|percent|travelers?|seats?|spots?|participants?|characters?|attempts?|times|seconds?|installments?|experiences|megabytes?|megapixels|pixels|million)'
const RULES = [
  new RegExp(`\\b${NUMBER}[ \\u00a0-](?:(?:more|business|full|equal|whole|calendar)[ -])?${COUNTED}\\b`, 'i'),
  new RegExp(`\\b(?:at (?:least|most)|more than|fewer than|from \\d+ to|under|within) ${NUMBER}\\b`, 'i'),
  new RegExp(`\\bfirst (?!one\\b)${NUMBER}\\b`, 'i'),
  /\d (?:AM|PM|MB|KB)\b/,
  /\$\d/,
  /\b\d{1,2}:\d\d\b/,
]

/**
 * What is no rule of ours: what a journey is like, what an example looks like, one of a thing, a length of
 * the calendar.
 */
const NO_RULE = [
  /\b(?:one|1) (?:traveler|day|week|month|year|hour|experience|time|second)\b/i,
  /\ba day's\b/,
  /^\$1/,
  /^As travelers read it: /,
  /6,000 pixels wide for example/,
  /^new in 7 days,$/,
]
const STORIES = [
  'db/seed/pictures.ts',
  'app/site/picture.ts',
  'app/tours/itinerary.ts',
  'app/site/films.ts',
  // Reasons for each rule beside it.
  'app/server/retention/retained-for.server.ts',
  // What invented people ask and are written, and examples of parts.
  'scripts/demo/season/asked.ts',
  'scripts/demo/season/newsletter.ts',
  // What the days of the demo's second journey are like.
  'scripts/demo/season/laikipia.ts',
  'app/routes/dev/admin-parts.tsx',
  'app/routes/dev/parts.tsx',
]
const ANSWERS = [
  // Questions about the roads, visas and what travelers ask their doctor.
  'Four to six hours on four of the days',
  'six months of validity',
  // A constant already (app/tours/promises.ts).
  '^five to ten business days$',
]

type Said = { where: string; words: string }

function sentencesOf(file: string): Said[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  const said: Said[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || isStyle(node)) return
    if (ts.isStringLiteralLike(node) || ts.isJsxText(node) || isTemplatePart(node)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart())
      said.push({ where: `${file}:${line + 1}`, words: node.text.replace(/\s+/g, ' ').trim() })
    }
    node.forEachChild(visit)
  }
  visit(source)
  return said
}

const isTemplatePart = (node: ts.Node) =>
  ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node)

const isStyle = (node: ts.Node) =>
  ts.isJsxAttribute(node) && /^(className|sizes|d)$/.test(node.name.getText())

const isRule = (words: string): boolean =>
  RULES.some((rule) => rule.test(words)) &&
  ![...NO_RULE, ...ANSWERS.map((answer) => new RegExp(answer))].some((known) => known.test(words))

const files = [
  ...['app', 'scripts/demo'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path))
      .map((path) => `${folder}/${path}`),
  ),
].filter((file) => !STORIES.includes(file))

test('no sentence says a number that a rule has', () => {
  const rules = files.flatMap(sentencesOf).filter(({ words }) => / /.test(words) && isRule(words))
  expect(rules.map(({ where, words }) => `${where} ${words}`)).toEqual([])
})

test('no field sets its own limit apart from the server’s', () => {
  const own = files.filter((file) => /maxLength=(\{\d|")/.test(readFileSync(file, 'utf8')))
  expect(own).toEqual([])
})

describe('what counts as a rule in a sentence', () => {
  test.each([
    'A seat is held for 30 minutes from the moment you enter your details.',
    'a live country band, twelve days, twenty travelers',
    'within five to ten business days',
    'the $500 deposit',
    'at 9:00 AM',
    'the first four that are featured',
    'at most 300 characters',
    'larger than 15 MB',
  ])('%s', (words) => expect(isRule(words)).toBe(true))

  test.each(['A booking is for one traveler', 'As travelers read it: 4 days'])('not: %s', (words) =>
    expect(isRule(words)).toBe(false),
  )
})
