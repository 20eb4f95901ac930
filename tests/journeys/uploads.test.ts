import { request } from 'node:http'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { patiently } from '#scripts/test/patience.mjs'
import { aFilm, box, FILM_HEAD, filmIndex } from '#tests/fixtures/film'
import { type Site, startSite } from '#tests/fixtures/site'
import { staffCookie, WAMBUI } from '#tests/fixtures/staff-cookie'
import { visitor } from '#tests/fixtures/visitor'
import { aHugePicture, aPhoto, HEIC, PROGRAM, SVG } from '#tests/site/photos'

// A photograph is checked by its content, at most 15 MB, re-encoded without what the camera wrote; bad
// input gets a clear sentence, and nothing is lost. As a browser without scripts sends it.

const UPLOAD = '/admin/settings/gallery/new'
const WORDS = { title: 'Dawn at the ford', alt: 'A river at dawn', place: 'Samburu', isHung: 'on' }

let site: Site
let staff: string
beforeAll(async () => {
  site = await startSite(WAMBUI)
  staff = await staffCookie(site)
})
afterAll(() => site.close())

async function upload(
  bytes: Buffer,
  name = 'photo.jpg',
  words: Record<string, string> = WORDS,
  cookie = staff,
) {
  const body = new FormData()
  body.append('photo', new File([new Uint8Array(bytes)], name, { type: 'image/jpeg' }))
  for (const [field, value] of Object.entries(words)) body.append(field, value)
  const headers = { Cookie: cookie }
  const answer = await fetch(site.url + UPLOAD, { method: 'POST', redirect: 'manual', headers, body })
  return { status: answer.status, to: answer.headers.get('Location'), html: await answer.text() }
}

const { get, press } = visitor(() => site)
const uploaded = () =>
  site.rows<{ id: number; slug: string; widths: string }>(
    'select id, slug, widths from gallery_images where is_uploaded order by id',
  )

describe('a photograph', () => {
  test('is served without camera metadata until it is removed', async () => {
    expect(await upload(await aPhoto())).toMatchObject({ status: 303, to: '/admin/settings/gallery' })
    const [picture] = uploaded()
    if (!picture) throw new Error('It does not hang')
    expect(JSON.parse(picture.widths)).toEqual([400, 640, 800])

    for (const [ending, type] of Object.entries({ avif: 'avif', webp: 'webp', jpg: 'jpeg' })) {
      const file = await get(`/photos/${picture.slug}-640.${ending}`)
      expect(file.status).toBe(200)
      expect(Object.fromEntries(file.headers)).toMatchObject({
        'content-type': `image/${type}`,
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      })
      const { exif, width, height } = await sharp(await file.arrayBuffer()).metadata()
      expect({ exif, width, height }).toEqual({ exif: undefined, width: 640, height: 960 })
    }
    const tag = (await get(`/photos/${picture.slug}-640.jpg`)).headers.get('ETag') ?? ''
    expect((await get(`/photos/${picture.slug}-640.jpg`, { 'If-None-Match': tag })).status).toBe(304)

    const page = await (await get(`/gallery/${picture.slug}`)).text()
    expect(page).toContain(`/photos/${picture.slug}-400.avif 400w`)
    expect(page).toContain(`/photos/${picture.slug}-800.jpg`)
    expect(await (await get('/gallery')).text()).toContain(`/photos/${picture.slug}-640.webp 640w`)
    expect(await (await get('/sitemap.xml')).text()).toContain(`/gallery/${picture.slug}</loc>`)

    const removal = await fetch(`${site.url}/admin/settings/gallery/${picture.id}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { Cookie: staff },
      body: new URLSearchParams({ intent: 'remove' }),
    })
    expect(removal.status).toBe(302)
    expect((await get(`/photos/${picture.slug}-640.jpg`)).status).toBe(404)
    expect((await get(`/gallery/${picture.slug}`)).status).toBe(404)
    expect(await (await get('/gallery')).text()).not.toContain(picture.slug)
    expect(await (await get('/sitemap.xml')).text()).not.toContain(picture.slug)
  })

  test('of nearly 15 MB is taken', async () => {
    const padded = Buffer.concat([await aPhoto({ color: '#224466' }), Buffer.alloc(15_600_000)])
    expect((await upload(padded)).status).toBe(303)
  })
})

test('home shows the pictures and film that staff chose, at once and without scripts', async () => {
  const words = { title: 'Our own herd', alt: 'Our own herd at the ford', place: 'Samburu' }
  await upload(await aPhoto({ color: '#886644' }), 'photo.jpg', words)
  const { id, slug } = uploaded().at(-1) ?? { id: 0, slug: '' }
  expect(await (await get('/')).text()).toContain('hero-amboseli-tall')

  const path = '/admin/settings/pages/home'
  const headers = { Cookie: staff }
  const form = await (await get(path, headers)).text()
  expect(form).toMatch(/<input[^>]*checked=""[^>]*value="\/pictures\/hero-amboseli"/)
  expect(form).toContain('/films/story-1280.jpg')
  // What was typed here stays while a photograph is uploaded.
  expect(form).toMatch(/<a[^>]*target="_blank"[^>]*href="\/admin\/settings\/gallery\/new"/)
  const version = /name="version"[^>]*value="([^"]+)"/.exec(form)?.[1] ?? ''
  const body = new URLSearchParams({
    version,
    picture: `/photos/${slug}`,
    storyPicture: '/pictures/kericho-tea',
    storyFilm: 'herd',
    storyFilmWords: 'Elephants at first light.',
  })
  const saved = await fetch(site.url + path, { method: 'POST', redirect: 'manual', headers, body })
  expect(saved.status).toBe(302)

  const home = await (await get('/')).text()
  expect(home).not.toMatch(/hero-amboseli|og-home|story-rift/)
  expect(home).toMatch(new RegExp(`<link[^>]*imageSrcSet="/photos/${slug}-400.avif 400w`, 'i'))
  expect(home).toMatch(new RegExp(`og:image" content="[^"]*/photos/${slug}-800.jpg"`))
  expect(home).toContain('<meta property="og:image:alt" content="Our own herd at the ford"')
  expect(home).toMatch(new RegExp(`<img[^>]*src="/photos/${slug}-[^>]*alt="Our own herd at the ford"`))
  expect(home).toContain('/pictures/kericho-tea-')
  expect(home).toContain('Elephants at first light.')

  const removal = await fetch(`${site.url}/admin/settings/gallery/${id}`, {
    method: 'POST',
    redirect: 'manual',
    headers,
    body: new URLSearchParams({ intent: 'remove' }),
  })
  expect(removal.status).toBe(409)
})

test('the point that was pressed before it was sent is kept', async () => {
  const pressed = { ...WORDS, focusX: '88', focusY: '12' }
  expect(await upload(await aPhoto({ color: '#2a4a6a' }), 'photo.jpg', pressed)).toHaveProperty('status', 303)
  const point = site.rows('select focus_x as x, focus_y as y from gallery_images order by id desc limit 1')
  expect(point).toEqual([{ x: 0.88, y: 0.12 }])
})

test('another file takes the place of a photograph’s, wherever it is shown, with the words as they are', async () => {
  const words = { title: 'Leopard', alt: 'A leopard in a fig tree', place: 'Mara', isHung: 'on' }
  await upload(await aPhoto({ color: '#998855' }), 'photo.jpg', words)
  const { id, slug } = uploaded().at(-1) ?? { id: 0, slug: '' }
  site.change(`update gallery_images set focus_x = 0.2, focus_y = 0.9 where id = ${id}`)
  site.change(`update lodges set pictures = '["/photos/${slug}"]'`)
  const row = () => site.rows<Record<string, unknown>>('select * from gallery_images where id = ?', id)[0]
  const before = row()
  const headers = { Cookie: staff }
  const own = `/admin/settings/gallery/${id}`
  const edited = await (await get(own, headers)).text()
  expect(edited).toContain(`href="${own}/file"`)
  const page = await (await get(`${own}/file`, headers)).text()
  const seen = /name="seen"[^>]*value="([^"]+)"/.exec(page)?.[1] ?? ''

  const replace = async (bytes: Buffer, path = own) => {
    const body = new FormData()
    body.append('photo', new File([new Uint8Array(bytes)], 'other.jpg', { type: 'image/jpeg' }))
    body.append('seen', seen)
    const sent = { method: 'POST', redirect: 'manual', headers, body } as const
    const answer = await fetch(`${site.url}${path}/file`, sent)
    return { status: answer.status, to: answer.headers.get('Location'), html: await answer.text() }
  }
  const refused = await replace(HEIC)
  expect(refused.status).toBe(415)
  expect(refused.html).toContain('Share or export it as JPEG')
  const known = await replace(await aPhoto({ color: '#886644' }))
  expect(known.html).toContain('among the site’s pictures already')
  expect((await replace(await aPhoto(), '/admin/settings/gallery/1')).status).toBe(409)
  expect(row()).toEqual(before)
  expect((await get(`/photos/${slug}-640.jpg`)).status).toBe(200)

  const guests = ['/gallery', '/texascountrysafari']
  for (const path of guests) expect(await (await get(path)).text()).toContain(`/photos/${seen}-`)
  const other = await aPhoto({ width: 1000, height: 1000, color: '#445566' })
  expect(await replace(other)).toMatchObject({ status: 303, to: own })
  const after = row()
  const name = String(after?.file_name)
  const shape = {
    width: 1000,
    height: 1000,
    preview: expect.stringMatching(/^data:/),
    widths: '[400,640,1000]',
  }
  expect(after).toEqual({
    ...before,
    ...shape,
    file_name: name,
    former_files: JSON.stringify([seen]),
    focus_x: 0.5,
    focus_y: 0.5,
  })
  expect(name).not.toBe(seen)
  expect((await get(`/photos/${name}-640.jpg`)).status).toBe(200)
  // A letter that was sent, or a page that a CDN shows a while longer, leads to the new file.
  const former = await fetch(`${site.url}/photos/${seen}-960.jpg`, { redirect: 'manual' })
  expect([former.status, former.headers.get('Location')]).toEqual([302, `/photos/${name}-1000.jpg`])
  expect((await get(`/photos/${name}-1000.jpg`)).headers.get('Content-Type')).toBe('image/jpeg')
  for (const path of ['/gallery', `/gallery/${slug}`, '/texascountrysafari', own]) {
    const shown = await (await get(path, headers)).text()
    expect(shown).toContain(`/photos/${name}-640.avif 640w`)
    expect(shown).not.toContain(`/photos/${seen}-`)
  }

  for (const path of guests) expect(await (await get(path)).text(), path).not.toContain(`/photos/${seen}-`)

  // Anyone who opened it before: their file is refused, and a point they set is one of the former file.
  const late = await replace(await aPhoto({ color: '#101010' }))
  expect(late.status).toBe(409)
  expect(late.html).toContain('someone else chose another file for it')
  const version = /name="version"[^>]*value="([^"]+)"/.exec(edited)?.[1] ?? ''
  const typed = new URLSearchParams({ ...words, file: seen, focusX: '10', focusY: '50', version })
  const sent = { method: 'POST', redirect: 'manual', headers, body: typed } as const
  const stale = await (await fetch(site.url + own, sent)).text()
  expect(stale).toContain(`File: ${name}`)
  expect(row()).toEqual(after)

  // The first file is free again, also for a new picture of the same title.
  expect((await upload(await aPhoto({ color: '#998855' }), 'photo.jpg', words)).status).toBe(303)
  expect(uploaded().at(-1)?.slug).toBe(`${slug}-2`)
  expect((await get(`/photos/${seen}-640.jpg`)).status).toBe(200)
})

test('a film that staff uploaded plays on the pages they choose, as MP4 alone', async () => {
  const body = new FormData()
  body.append('title', 'Our own drive')
  body.append('poster', '/pictures/lion-kopje')
  const mp4 = aFilm(Buffer.alloc(20_000_000, 7))
  body.append('film', new File([mp4], 'drive.mp4', { type: 'video/mp4' }))
  const headers = { Cookie: staff }
  const sent = { method: 'POST', redirect: 'manual', headers } as const
  const answer = await fetch(`${site.url}/admin/settings/films/new`, { ...sent, body })
  expect({ status: answer.status, to: answer.headers.get('Location') }).toEqual({
    status: 303,
    to: '/admin/settings/films',
  })
  const [{ slug } = { slug: '' }] = site.rows<{ slug: string }>('select slug from films')
  expect(await (await get('/texascountrysafari')).text()).toContain('/films/herd.webm')

  const path = '/admin/settings/pages/tour'
  const form = await (await get(path, headers)).text()
  expect(form).toMatch(new RegExp(`<option value="${slug}"[^>]*>Our own drive</option>`))
  const words = {
    version: /name="version"[^>]*value="([^"]+)"/.exec(form)?.[1] ?? '',
    picture: '/pictures/tour-stage',
    bandPicture: '/pictures/band-on-the-ridge',
    filmsTitle: 'By day',
    firstFilm: slug,
    firstFilmTitle: 'Our own drive',
    firstFilmWords: 'At dawn.',
  }
  const saved = await fetch(site.url + path, { ...sent, body: new URLSearchParams(words) })
  expect(saved.status).toBe(302)
  const page = await (await get('/texascountrysafari')).text()
  expect(page).toContain(`<source src="/films/${slug}.mp4" type="video/mp4"/>`)
  expect(page).toContain('/pictures/lion-kopje-')
  expect(page).not.toContain('.webm"')
  const part = await get(`/films/${slug}.mp4`, { Range: 'bytes=-3' })
  expect([part.status, await part.text()]).toEqual([206, '\x07\x07\x07'])
})

describe('a sound of the band', () => {
  const path = '/admin/settings/tour-page/sound'
  const mp3 = Buffer.concat([Buffer.from('ID3'), Buffer.alloc(400_000, 5)])
  const send = async (bytes: Buffer, name: string) => {
    const body = new FormData()
    body.append('intent', 'upload')
    body.append('sound', new File([new Uint8Array(bytes)], name, { type: 'audio/mpeg' }))
    const headers = { Cookie: staff }
    const answer = await fetch(site.url + path, { method: 'POST', redirect: 'manual', headers, body })
    return { status: answer.status, html: await answer.text() }
  }
  const heard = async () =>
    /<audio[^>]*src="(\/sounds\/[^"]+)"/.exec(await (await get('/texascountrysafari')).text())?.[1]

  test('is heard on the tour page until another one comes, or it is removed', async () => {
    expect(await heard()).toBeUndefined()
    expect((await send(mp3, 'take 3.wav')).status).toBe(303)
    const first = (await heard()) ?? ''
    expect(first).toMatch(/^\/sounds\/band-[0-9a-f]{12}\.mp3$/)
    const page = await (await get('/texascountrysafari')).text()
    expect(page).toContain('Hear 30 seconds of the band')
    expect(page).toMatch(/<audio controls="" preload="none"/)
    const part = await get(first, { Range: 'bytes=0-2' })
    expect([part.status, await part.text()]).toEqual([206, 'ID3'])
    expect(Object.fromEntries(part.headers)).toMatchObject({
      'content-type': 'audio/mpeg',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })

    const m4a = Buffer.concat([FILM_HEAD, filmIndex('soun'), box('mdat', Buffer.alloc(2_000))])
    expect((await send(m4a, 'band.m4a')).status).toBe(303)
    const second = (await heard()) ?? ''
    expect(second).toMatch(/\.m4a$/)
    expect((await get(second)).headers.get('Content-Type')).toBe('audio/mp4')
    expect((await get(first)).status).toBe(404)

    expect(await press(path, 'Remove sound', {}, staff)).toMatchObject({ status: 303, to: path })
    expect(await heard()).toBeUndefined()
    expect((await get(second)).status).toBe(404)
    const acts = site.rows<{ action: string }>(
      "select action from audit_log where action like 'band-sound-%'",
    )
    expect(acts.map(({ action }) => action)).toEqual([
      'band-sound-uploaded',
      'band-sound-uploaded',
      'band-sound-removed',
    ])
  })

  const NOT_ONE = 'Please export it as MP3 first.'
  test.each<[string, Buffer, number, string]>([
    ['a page with the name of a sound', Buffer.from('<html><script>alert(1)</script>'), 415, NOT_ONE],
    ['a film', aFilm(Buffer.alloc(2_000)), 415, NOT_ONE],
    ['an M4A file that is cut off', Buffer.concat([FILM_HEAD, filmIndex('soun')]), 415, NOT_ONE],
    ['another file of RIFF', Buffer.from('RIFF\0\0\0\0WEBPVP8 '), 415, NOT_ONE],
    ['no file', Buffer.alloc(0), 400, 'Please choose a sound.'],
    ['3 MB and a byte', Buffer.concat([mp3, Buffer.alloc(2_800_000)]), 400, 'Please cut it to 30 seconds'],
  ])('is no sound: %s', async (_, bytes, status, words) => {
    const answer = await send(bytes, 'band.mp3')
    expect(answer.status).toBe(status)
    expect(answer.html).toContain(words)
    expect(await heard()).toBeUndefined()
  })
})

describe('is refused with a sentence, its words kept:', () => {
  const cases: [string, () => Buffer | Promise<Buffer>, string, number, string][] = [
    ['an SVG with a script', () => SVG, 'drawing.jpg', 415, 'This file is not a photograph'],
    ['a renamed program', () => PROGRAM, 'holiday.jpg', 415, 'This file is not a photograph'],
    ['a HEIC picture', () => HEIC, 'IMG_0001.heic', 415, 'Share or export it as JPEG'],
    ['30,000 × 30,000 pixels', aHugePicture, 'map.png', 422, 'more than 60 million pixels'],
    ['a tiny picture', () => aPhoto({ width: 90, height: 90 }), 'icon.jpg', 422, 'too small'],
    ['no file', () => Buffer.alloc(0), '', 400, 'Please choose a photograph'],
  ]
  test.each(cases)('%s', async (_, bytes, name, status, words) => {
    const before = uploaded()
    const answer = await upload(await bytes(), name)
    expect(answer.status).toBe(status)
    expect(answer.html).toContain(words)
    expect(answer.html).toContain('value="Dawn at the ford"')
    expect(answer.html).toContain('A river at dawn</textarea>')
    expect(uploaded()).toEqual(before)
  })

  test('a photograph without alternative text', async () => {
    const { status, html } = await upload(await aPhoto(), 'photo.jpg', { ...WORDS, alt: ' ' })
    expect(status).toBe(400)
    expect(html).toContain('Please describe what the picture shows')
  })

  test('a little more than 15 MB', async () => {
    const { status, html } = await upload(Buffer.alloc(15_728_641, 1))
    expect(status).toBe(400)
    expect(html).toContain('larger than 15 MB')
  })
})

test('200 MB are answered at once, before they have come', async () => {
  const started = performance.now()
  const answer = await announce(200_000_000)
  expect(answer.status).toBe(413)
  expect(answer.text).toContain('This file is larger than 15 MB.')
  expect(performance.now() - started).toBeLessThan(patiently(5_000))
  expect((await get('/healthz')).status).toBe(200)
})

test('an upload without signing in redirects to sign-in', async () => {
  const { status, to } = await upload(Buffer.alloc(5_000_000), 'photo.jpg', WORDS, 'staff=made-up')
  expect({ status, to }).toEqual({ status: 303, to: expect.stringContaining('/admin/login') })
})

test.each([
  '/photos/../site.db',
  '/photos/%2e%2e%2fsite.db',
  '/photos/..%2fsite.db-400.jpg',
  '/photos/site.db',
  '/photos/x-400.svg',
  '/photos/x-400.jpg.part',
  '/photos/',
])('%s is no way out of the folder', async (path) => {
  expect((await ask(path)).status).toBe(404)
})

/** Announces a body of that size and sends its beginning only. */
function announce(bytes: number): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = {
      'Content-Length': bytes,
      'Content-Type': 'multipart/form-data; boundary=x',
      Cookie: staff,
    }
    const asked = request(site.url + UPLOAD, { method: 'POST', headers }, async (answer) => {
      const parts: Buffer[] = []
      for await (const part of answer) parts.push(part as Buffer)
      resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(parts).toString() })
      asked.destroy()
    })
    asked.once('error', reject)
    asked.write(Buffer.alloc(1_000_000))
  })
}

/** Asks for a path as it is written: fetch would tidy it first. */
function ask(path: string): Promise<{ status: number }> {
  const { port } = new URL(site.url)
  return new Promise((resolve, reject) => {
    const asked = request({ port, host: '127.0.0.1', path }, (answer) => {
      answer.resume()
      resolve({ status: answer.statusCode ?? 0 })
    })
    asked.once('error', reject)
    asked.end()
  })
}
