import { readdirSync, readFileSync } from 'node:fs'
import { analyse } from 'scslre'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'

// What strangers write meets regular expressions all over the site. One that backtracks would let a few
// thousand characters hold the only thread for minutes, so that each is proved linear, whatever it meets
// today.

type Found = { where: string; expression: RegExp }

function expressionsOf(file: string): Found[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  const found: Found[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart())
      const end = node.text.lastIndexOf('/')
      found.push({
        where: `${file}:${line + 1} ${node.text}`,
        expression: new RegExp(node.text.slice(1, end), node.text.slice(end + 1)),
      })
    }
    node.forEachChild(visit)
  }
  visit(source)
  return found
}

const files = ['app', 'db'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => `${folder}/${name}`),
)
const found = files.flatMap(expressionsOf)

test('there are expressions to look at', () => {
  expect(files.length).toBeGreaterThan(300)
  expect(found.length).toBeGreaterThan(100)
})

describe('no regular expression is worse than linear', () => {
  test.each(found)('$where', ({ expression }) => {
    const { reports } = analyse(expression, { reportTypes: { Move: true, Self: true, Trade: true } })
    expect(reports.map(({ type, character }) => `${type}: more and more of ${String(character)}`)).toEqual([])
  })
})

test('none is put together from pieces, which nobody could prove', () => {
  const dynamic = files.filter((file) => /\bRegExp\(/.test(readFileSync(file, 'utf8')))
  expect(dynamic).toEqual([])
})
