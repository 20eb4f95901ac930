import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'

// What a document names is there: a link, a file, and a test by its name. A renamed one is renamed there as
// well.

const DOCUMENTS = ['docs/security.md', 'docs/rules.md']

const linksIn = (text: string) =>
  [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, link = '']) => link)
const filesIn = (text: string) =>
  [...text.matchAll(/`((?:app|db|tests|scripts|docs)\/[^`\s*]+)`/g)].map(([, file = '']) => file)

/** Everything that a test file, or a folder of them, says. */
function said(path: string): string {
  if (!statSync(path).isDirectory()) return readFileSync(path, 'utf8')
  return readdirSync(path)
    .map((name) => said(join(path, name)))
    .join('\n')
}

describe.each(DOCUMENTS)('%s', (document) => {
  const text = readFileSync(document, 'utf8')

  test('leads to files that are there', () => {
    const named = [...linksIn(text).map((link) => join(dirname(document), link)), ...filesIn(text)]
    expect(named.length).toBeGreaterThan(50)
    expect(named.filter((path) => !existsSync(path))).toEqual([])
  })

  test('calls tests by their names', () => {
    const lines = text.split('\n').filter((line) => /^[|-] /.test(line) && line.includes('`tests/'))
    const unknown = lines.flatMap((line) => {
      const tests = filesIn(line)
        .filter((file) => file.startsWith('tests/'))
        .map(said)
        .join('\n')
      const cell = line.slice(line.indexOf('`tests/'))
      return [...cell.matchAll(/“([^”]+)”/g)]
        .map(([, name = '']) => name)
        .filter((name) => !tests.includes(name))
    })
    expect(unknown).toEqual([])
  })
})
