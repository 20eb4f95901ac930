// npm run size: how large the house is and how it hangs together, beside what we aim at. -- --list also names
// the small files, the circles and the duplicates.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { between, circlesIn, floorsOf, folderOf, importsOf, modulesIn, roomOf } from './size/imports'

const SMALL = 20
const SHARED = 8

const read = (path: string) => {
  const text = readFileSync(path, 'utf8')
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  return { path, tree, lines: text.trimEnd().split('\n') }
}
type Source = ReturnType<typeof read>

const app = modulesIn('app').map(read)
const lengths = app.map(({ lines }) => lines.length)
const lines = sum(lengths)
const small = app.filter((source) => source.lines.length < SMALL).map(({ path }) => path)
const heads = app.flatMap(({ tree }) => tree.statements.filter(ts.isImportDeclaration))
const circles = circlesIn(importsOf(modulesIn('app', 'db', 'scripts'))).map((circle) => circle.join(', '))
const longest = longestFunction()
const repeated = duplicatesIn(app)

row('lines of app', lines, 46_000)
row('files of app', app.length, 560)
row('median lines of a file', lengths.sort((one, other) => one - other)[lengths.length >> 1] ?? 0, 120, 70)
row('import lines, % of app', (100 * sum(heads.map(linesOf))) / lines, 9)
for (const [name, placeOf] of [['folders', folderOf] as const, ['rooms', roomOf] as const]) {
  const places = between(importsOf(modulesIn('app')), placeOf)
  row(`floors between ${name} of app`, floorsOf(places), 12)
  row(`${name} of app in circles`, circlesIn(places).flat().length)
}
row('circles in app, db and scripts', circles.length, 0)
row(`files below ${SMALL} lines`, small.length, 25)
row(
  'words of documents',
  sum(documents().map((file) => read(file).tree.text.match(/\S+/g)?.length ?? 0)),
  26_000,
)
row(`longest function: ${longest.name}`, longest.lines)
row(`duplicates of ${SHARED} lines or more`, repeated.length)
if (process.argv.includes('--list'))
  for (const [title, places] of Object.entries({
    'Small files': small,
    Circles: circles,
    Duplicates: repeated,
  }))
    console.log([`\n${title}`, ...places].join('\n  '))

function row(name: string, value: number, most?: number, least = 0): void {
  const shown = value.toLocaleString('en-US', { maximumFractionDigits: 1 }).padStart(8)
  const goal = `${least ? `${least} to ` : ''}${most?.toLocaleString('en-US')}`
  const verdict = most === undefined ? '' : value >= least && value <= most ? 'met' : 'not yet'
  console.log(`  ${shown}  ${name.padEnd(34)}  ${verdict && `${verdict.padEnd(7)}  goal ${goal}`}`.trimEnd())
}

function sum(numbers: number[]): number {
  return numbers.reduce((all, one) => all + one, 0)
}

function documents(): string[] {
  const guides = readdirSync('docs', { recursive: true, encoding: 'utf8' }).map((file) => join('docs', file))
  return [...guides, 'README.md', 'CONTRIBUTING.md', 'SECURITY.md'].filter((file) => file.endsWith('.md'))
}

function lineAt(node: ts.Node, position: number): number {
  return node.getSourceFile().getLineAndCharacterOfPosition(position).line + 1
}

function linesOf(node: ts.Node): number {
  return lineAt(node, node.getEnd()) - lineAt(node, node.getStart()) + 1
}

function longestFunction(): { name: string; lines: number } {
  let found = { name: '', lines: 0 }
  const look = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && linesOf(node) > found.lines) {
      const named = node.name ?? (ts.isVariableDeclaration(node.parent) ? node.parent.name : undefined)
      const name = `${named?.getText() ?? 'unnamed'}, ${node.getSourceFile().fileName}`
      found = { name, lines: linesOf(node) }
    }
    node.forEachChild(look)
  }
  for (const { tree } of app) look(tree)
  return found
}

/**
 * Pairs of places with as many lines in a row the same; blank lines, comments, brackets and imports do not
 * count.
 */
function duplicatesIn(sources: Source[]): string[] {
  const code = sources.map(codeOf)
  const places = new Map<string, [file: number, at: number][]>()
  for (const [file, words] of code.entries())
    for (let at = 0; at + SHARED <= words.length; at += 1) {
      const run = words.slice(at, at + SHARED).map((line) => line.words)
      places.set(run.join('\n'), [...(places.get(run.join('\n')) ?? []), [file, at]])
    }
  const pairs: string[] = []
  const isRunOn = ([file, at]: [number, number], [other, there]: [number, number]) =>
    at > 0 && code[file]?.[at - 1]?.words === code[other]?.[there - 1]?.words
  const named = ([file, at]: [number, number]) => `${sources[file]?.path}:${code[file]?.[at]?.line}`
  for (const same of places.values())
    for (const [index, one] of same.entries())
      for (const other of same.slice(index + 1))
        if (!isRunOn(one, other)) pairs.push(`${named(one)} ~ ${named(other)}`)
  return pairs
}

function codeOf({ tree, lines }: Source): { words: string; line: number }[] {
  const last = tree.statements.findLast(ts.isImportDeclaration)
  return lines
    .map((line, index) => ({ words: line.trim(), line: index + 1 }))
    .slice(last ? lineAt(last, last.getEnd()) : 0)
    .filter(({ words }) => /\w/.test(words) && !/^(\/\/|\/?\*)/.test(words))
}
