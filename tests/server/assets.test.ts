import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { createAssets } from '#app/server/front/files'
import { aSite } from './a-site'

const folder = mkdtempSync(join(tmpdir(), 'assets-'))
const script = Buffer.from('export const answer = 42\n'.repeat(100))
const film = Buffer.from(Array.from({ length: 5_000 }, (_, index) => index % 251))
mkdirSync(join(folder, 'assets'))
writeFileSync(join(folder, 'assets/app-1a2b.js'), script)
writeFileSync(join(folder, 'assets/app-1a2b.js.br'), brotliCompressSync(script))
writeFileSync(join(folder, 'favicon.svg'), '<svg/>')
writeFileSync(join(folder, 'story.mp4'), film)
writeFileSync(join(folder, '.secret'), 'no')
afterAll(() => rmSync(folder, { recursive: true }))

const { ask } = await aSite(createAssets(folder))

describe('a file of the build', () => {
  test('is served precompressed and may be cached for a year', async () => {
    const { headers, body } = await ask('/assets/app-1a2b.js', { headers: { 'Accept-Encoding': 'br' } })
    expect(brotliDecompressSync(body)).toEqual(script)
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
    })
  })

  test('is not sent again to a browser that has it', async () => {
    const { headers } = await ask('/favicon.svg')
    expect(headers['cache-control']).toBe('public, max-age=3600')
    const again = await ask('/favicon.svg', { headers: { 'If-None-Match': String(headers.etag) } })
    expect(again.status).toBe(304)
  })

  test('answers HEAD without its body', async () => {
    const { headers, body } = await ask('/assets/app-1a2b.js', { method: 'HEAD' })
    expect([Number(headers['content-length']), body.length]).toEqual([script.length, 0])
  })
})

test('browsers get nothing of JSON Schema, which only the server writes (scripts/client-packages.ts)', () => {
  const scripts = readdirSync('build/client/assets').filter((name) => name.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(100)
  const describing = (name: string) =>
    readFileSync(join('build/client/assets', name), 'utf8').includes('json-schema.org')
  expect(scripts.filter(describing)).toEqual([])
})

test.each([
  '/assets/../.secret',
  '/.secret',
  '/assets/%2e%2e/.secret',
  '/..%2fpackage.json',
  '/assets/app-1a2b.js.br',
  '/assets/none.js',
])('nothing outside the site’s own files is served: %s', async (path) => {
  expect((await ask(path)).status).toBe(404)
})

describe('a film is watched from anywhere', () => {
  const part = (range: string) => ask('/story.mp4', { headers: { Range: range } })

  test.each([
    ['bytes=0-99', 0, 99],
    ['bytes=4900-', 4900, 4999],
    ['bytes=-100', 4900, 4999],
    ['bytes=4990-9999', 4990, 4999],
  ])('%s', async (range, first, last) => {
    const answer = await part(range)
    expect(answer.status).toBe(206)
    expect(answer.headers['content-range']).toBe(`bytes ${first}-${last}/5000`)
    expect(answer.body).toEqual(film.subarray(first, last + 1))
  })

  test('the whole film unless one byte range is requested', async () => {
    for (const range of ['', 'bytes=0-1,5-6', 'lines=1-2']) expect((await part(range)).body).toEqual(film)
    expect((await part('bytes=5000-')).status).toBe(416)
  })

  test('and not at all to a browser that has it', async () => {
    const { headers } = await ask('/story.mp4', { method: 'HEAD' })
    const again = await ask('/story.mp4', { headers: { 'If-None-Match': String(headers.etag) } })
    expect([again.status, again.body.length]).toEqual([304, 0])
  })
})
