import { createHash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeEach, describe, expect, test } from 'vitest'
import { moveClockTo } from '#app/platform/clock.server'
import { VARIANTS_AT_MOST } from '#app/server/front/cached-page'
import { db, sqlite } from '#db/connection.server'
import { departures } from '#db/schema/tours'
import { aSite } from './a-site'
import { made } from './a-small-build'

const { ask } = await aSite()
const somethingChanges = () => void db.update(departures).set({ seats: 19 }).run()

beforeEach(() => {
  somethingChanges()
  made.home = 0
  made.gallery = 0
})

describe('a page that is the same for every guest', () => {
  test('is rendered once for all who ask at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask('/')))
    expect(answers.map(({ text }) => text)).toEqual(
      answers.map(() => expect.stringContaining('made 1 times')),
    )
    await ask('/?utm_source=mail')
    expect(made.home).toBe(1)
  })

  test('is made again as soon as content or seats change', async () => {
    await ask('/')
    somethingChanges()
    expect((await ask('/')).text).toContain('made 2 times')
  })

  test('is made again when another process changes the content', async () => {
    await ask('/')
    sqlite.exec('update content_version set version = version + 1')
    expect((await ask('/')).text).toContain('made 2 times')
  })

  test('is made again on the next day in Chicago', async () => {
    moveClockTo(new Date('2025-06-02T04:59:00Z'))
    await ask('/')
    moveClockTo(new Date('2025-06-02T05:01:00Z'))
    expect((await ask('/')).text).toContain('made 2 times')
  })

  test('is revalidated with a 304 while nothing has changed', async () => {
    const first = await ask('/', { headers: { 'Accept-Encoding': 'gzip' } })
    expect(first.headers['cache-control']).toBe('public, max-age=0, must-revalidate')
    expect(first.headers.vary).toBe('Accept-Encoding')

    const again = await ask('/', { headers: { 'If-None-Match': String(first.headers.etag) } })
    expect(again.status).toBe(304)
    expect(again.body).toHaveLength(0)
    expect(again.headers['content-security-policy']).toBe(first.headers['content-security-policy'])

    somethingChanges()
    const changed = await ask('/', { headers: { 'If-None-Match': String(first.headers.etag) } })
    expect(changed.status).toBe(200)
  })

  test('is the same in every encoding, with separate ETags', async () => {
    const plain = await ask('/')
    const zipped = await ask('/', { headers: { 'Accept-Encoding': 'gzip, br;q=0' } })
    const asBrowsersDo = { headers: { 'Accept-Encoding': 'gzip, deflate, br' } }
    await expect.poll(async () => (await ask('/', asBrowsersDo)).headers['content-encoding']).toBe('br')
    const packed = await ask('/', asBrowsersDo)

    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(zipped.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(zipped.body)).toEqual(plain.body)
    expect(brotliDecompressSync(packed.body)).toEqual(plain.body)
    expect(new Set([plain, zipped, packed].map(({ headers }) => headers.etag)).size).toBe(3)
  })

  test('answers HEAD with the same headers and no body', async () => {
    const { headers: asked, body } = await ask('/', { method: 'HEAD' })
    const { headers: whole } = await ask('/')
    expect(body).toHaveLength(0)
    expect([asked.etag, asked['content-length']]).toEqual([whole.etag, whole['content-length']])
  })

  test('lists the hash of each inline script in its policy', async () => {
    const { text, headers } = await ask('/')
    const scripts = [...text.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(([, script = '']) => script)
    expect(scripts.length).toBeGreaterThan(2)
    for (const script of scripts) {
      const hash = createHash('sha256').update(script).digest('base64')
      expect(headers['content-security-policy']).toContain(`'sha256-${hash}'`)
    }
    expect(text).not.toContain('nonce')
    expect(headers['content-security-policy']).not.toContain('nonce')
  })

  test('lets no script run that the site did not write', async () => {
    const { text, headers } = await ask('/twende-home')
    expect(text).toContain('<script>steal()</script>')
    const hash = createHash('sha256').update('steal()').digest('base64')
    expect(headers.etag).toBeDefined()
    expect(headers['content-security-policy']).not.toContain(hash)
  })

  test('has its single-fetch data kept as well', async () => {
    await ask('/_root.data')
    const data = await ask('/_root.data')
    expect(data.headers['content-type']).toBe('text/x-script')
    expect(data.headers['x-remix-response']).toBe('yes')
    expect(data.headers.etag).toBeDefined()
    expect(made.home).toBe(1)
  })

  test('asks for scripts after what is seen', async () => {
    const { text } = await ask('/')
    expect(text).toContain('<link rel="late-module" href')
    expect(text).toContain('<script type="late-module">')
    expect(text).not.toContain('rel="modulepreload"')
  })
})

describe('a page that its parameters change', () => {
  const tagOf = async (query: string, Cookie = 'browser=abc') =>
    (await ask(`/checkout${query}`, { headers: { Cookie } })).headers.etag

  test('is kept once for whatever means the same', async () => {
    made.checkout = 0
    const same = ['', '?roomType=double&travelers=1', '?travelers=9&utm_source=x', '?departure=2031-01-01']
    for (const query of same) expect(await tagOf(query)).toBe(await tagOf(''))
    expect(made.checkout).toBe(1)
    await tagOf('?travelers=2&departure=2025-10-16&roomType=single')
    await tagOf('?roomType=single&paymentType=deposit&departure=2025-10-16&travelers=2')
    expect(made.checkout).toBe(2)
  })

  test('is made for anyone who has a key of their own', async () => {
    expect(await tagOf('')).toBeDefined()
    for (const cookie of ['traveler=x', 'a=b; __Host-traveler=x'])
      expect(await tagOf('', cookie)).toBeUndefined()
    expect((await ask('/', { headers: { Cookie: 'traveler=x' } })).headers.etag).toBeDefined()
  })

  test('is forgotten first where there are too many variants', async () => {
    const [{ id, ...departure } = never()] = db.select().from(departures).all()
    const days = ['2030-02-01', '2030-03-01', '2030-04-01', '2030-05-01', '2030-06-01']
    for (const day of days)
      db.insert(departures)
        .values({ ...departure, startsOn: day, endsOn: day })
        .run()
    const everyRoom = days.flatMap((day) =>
      ['single', 'double'].flatMap((room) =>
        ['full', 'deposit'].flatMap((pays) =>
          [1, 2, 3, 4, 5, 6].map((guests) =>
            tagOf(`?departure=${day}&roomType=${room}&paymentType=${pays}&travelers=${guests}`),
          ),
        ),
      ),
    )
    made.checkout = 0
    expect(new Set(await Promise.all(everyRoom)).size).toBe(1)
    expect(made.checkout).toBeGreaterThan(VARIANTS_AT_MOST)

    made.checkout = 0
    await tagOf(`?departure=${days.at(-1)}&travelers=6`)
    expect(made.checkout).toBe(0)
    await tagOf(`?departure=${days[0]}&roomType=single&paymentType=full`)
    expect(made.checkout).toBe(1)
  })
})

const never = () => {
  throw new Error('There is no departure')
}

describe('a page for one visitor', () => {
  test.each(['toast=x', 'theme=1; staff=abc', 'theme=1; __Host-staff=abc'])(
    'is not taken from memory nor kept: Cookie %s',
    async (Cookie) => {
      await ask('/')
      const own = await ask('/', { headers: { Cookie } })
      expect(own.text).toContain('made 2 times')
      expect(own.headers['cache-control']).toBe('no-store')
      expect((await ask('/')).text).toContain('made 1 times')
    },
  )

  test('a cookie that changes nothing changes nothing', async () => {
    await ask('/')
    await ask('/', { headers: { Cookie: 'browser=abc; mytoast=1' } })
    expect(made.home).toBe(1)
  })

  test('an answer that sets a cookie is never kept', async () => {
    const first = await ask('/gallery.data')
    const second = await ask('/gallery.data')
    expect([first, second].map(({ headers }) => headers.etag)).toEqual([undefined, undefined])
    expect(second.headers['set-cookie']).toEqual(['seen=1'])
  })

  test('carries a nonce on every inline script', async () => {
    const own = { headers: { Cookie: 'traveler=x' } }
    const { text, headers } = await ask('/checkout', own)
    const nonce = /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1]
    expect(nonce).toBeDefined()
    for (const [tag] of text.matchAll(/<script[^>]*>/g)) expect(tag).toContain(`nonce="${nonce}"`)
    expect((await ask('/checkout', own)).headers['content-security-policy']).not.toContain(nonce)
  })
})
