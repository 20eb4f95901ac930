import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import routes from '#app/routes'
import { apiDocument, OPERATIONS } from '#app/server/contract/document.server'

// Every address that answers JSON is declared, and every declaration has its route.

type Entry = { path?: string; file: string; children?: Entry[] }

const flat = (entries: readonly Entry[], above = ''): { path: string; file: string }[] =>
  entries.flatMap((entry) => {
    const path = [above, entry.path].filter(Boolean).join('/')
    return [{ path: `/${path}`, file: entry.file }, ...flat(entry.children ?? [], path)]
  })

const sourceOf = (file: string) => readFileSync(file, 'utf8')

/** Addresses that answer JSON and are no calls, and why. */
const NO_CALLS: Readonly<Record<string, string>> = {
  '/site.webmanifest': 'a file that browsers read, in a format of its own',
  '/admin/campaigns/preview': 'a part of one admin page, which posts its form as it is typed',
}

/** Under /api, or anywhere where there is no page and the answer is JSON. */
const callRoutes = flat((await routes) as Entry[])
  .map(({ path, file }) => ({ path: path.replace(/:(\w+)/g, '{$1}'), file: `app/${file}` }))
  .filter(({ path }) => !path.includes('*'))
  .filter(({ path, file }) => path.startsWith('/api/') || answersJson(sourceOf(file)))
  .filter(({ path }) => !(path in NO_CALLS))

function answersJson(source: string): boolean {
  return (
    !source.includes('export default') && /Response\.json\(|json-call\.server|application\/json/.test(source)
  )
}

test('declarations and call routes match one to one', () => {
  const declared = new Set(OPERATIONS.map(({ path }) => path))
  expect(callRoutes.map(({ path }) => path).toSorted()).toEqual([...declared].toSorted())
})

test.each(callRoutes)('$path reads its input through its declarations alone', ({ file }) => {
  expect(existsSync(file)).toBe(true)
  const source = sourceOf(file)
  expect(source).toMatch(/#app\/server\/contract\//)
  expect(source).not.toMatch(/onlyMethods|from 'zod'/)
})

test('ids and calls are declared once', () => {
  const ids = OPERATIONS.map(({ id }) => id)
  const calls = OPERATIONS.map(({ method, path }) => `${method} ${path}`)
  expect(new Set(ids).size).toBe(ids.length)
  expect(new Set(calls).size).toBe(calls.length)
})

test('an example is what its call takes', () => {
  for (const { id, body, example } of OPERATIONS)
    if (body && example) expect(body.safeParse(example).error?.issues ?? [], id).toEqual([])
})

test('the document has the fields and limits of the schemas', () => {
  const { paths, components } = apiDocument()
  const inquiry = paths['/api/contact']?.post
  const body = inquiry?.requestBody?.content['application/json']?.schema
  expect(body?.additionalProperties).toBe(false)
  expect(body?.properties).toMatchObject({
    firstName: { type: 'string', minLength: 1, maxLength: 100 },
    email: { type: 'string', format: 'email' },
    message: { minLength: 10, maxLength: 5_000 },
  })
  expect(Object.keys(inquiry?.responses ?? {})).toEqual(['201', '400', '403', '413', '415', '429', '503'])
  expect(components.schemas.Failure?.required).toEqual(['message'])
  expect(JSON.stringify(apiDocument())).not.toContain('$defs')
})
