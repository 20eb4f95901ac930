import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

// A statement that writes and answers rows belongs into a transaction: outside one, SQLite answers the first
// row before it has stored anything, and a full disk is not heard of.

const files = ['app', 'db'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => join(folder, file)),
)

/** What a chain of calls begins with: `db` of `db.insert(…).values(…)`. */
function rootOf(node: ts.Expression): string {
  if (ts.isCallExpression(node) || ts.isPropertyAccessExpression(node)) return rootOf(node.expression)
  return node.getText()
}

function isInside(node: ts.Node, name: string): boolean {
  for (let one = node.parent; one; one = one.parent)
    if (ts.isCallExpression(one) && one.expression.getText() === name) return true
  return false
}

const isReturning = (node: ts.Node): node is ts.CallExpression =>
  ts.isCallExpression(node) &&
  ts.isPropertyAccessExpression(node.expression) &&
  node.expression.name.text === 'returning'

/**
 * Where a source writes with `returning` outside a transaction, and which of its statements are asked for
 * with what.
 */
function faultsIn(source: string, name = 'a.ts'): string[] {
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true)
  const faults: string[] = []
  const writers = new Set<string>()
  const each = (node: ts.Node, look: (node: ts.Node) => void) => {
    look(node)
    node.forEachChild((child) => each(child, look))
  }
  const fault = (node: ts.Node) =>
    faults.push(`${name}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`)
  each(file, (node) => {
    if (ts.isStringLiteralLike(node) && /^\s*(insert|update|delete)\b.*\breturning\b/is.test(node.text))
      fault(node)
    if (!isReturning(node) || rootOf(node) === 'tx') return
    if (!isInside(node, 'prepared')) return void fault(node)
    for (let one: ts.Node = node; one; one = one.parent)
      if (ts.isVariableDeclaration(one)) writers.add(one.name.getText())
  })
  each(file, (node) => {
    if (!ts.isCallExpression(node) || !writers.has(node.expression.getText())) return
    if (!isInside(node, 'immediately')) fault(node)
  })
  return faults
}

test('statements outside a transaction are found', () => {
  expect(faultsIn('db.insert(rooms).values(x).returning().get()')).toEqual(['a.ts:1'])
  expect(faultsIn('const claim = db.update(rooms).set(x).returning().prepare()')).toEqual(['a.ts:1'])
  expect(faultsIn("sqlite.prepare('update rooms set a = 1 returning id')")).toEqual(['a.ts:1'])
  const claim = 'const claim = prepared(() => db.update(rooms).set(x).returning().prepare())\n'
  expect(faultsIn(`${claim}claim().get()`)).toEqual(['a.ts:2'])
  expect(faultsIn(`${claim}immediately(() => claim().get())`)).toEqual([])
  expect(faultsIn('tx.insert(rooms).values(x).returning().get()')).toEqual([])
})

test('what writes and answers rows does it in a transaction', () => {
  expect(files.flatMap((file) => faultsIn(readFileSync(file, 'utf8'), file))).toEqual([])
})
