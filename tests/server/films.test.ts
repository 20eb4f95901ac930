import { readdirSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { beforeEach, describe, expect, test } from 'vitest'
import { beginHere } from '#app/server/guards/staff-session.server'
import { FILM_BYTES_AT_MOST, FILM_REFUSALS, FILM_UPLOAD_PATH, FILMS_AT_MOST } from '#app/site/films'
import { uploadedFilms } from '#app/site/gallery.server'
import { homeWords, savePageWords, tourFilms, wordsOf } from '#app/site/page-words.server'
import { PHOTO_FOLDER } from '#app/site/photo-files.server'
import { endSessionsOf } from '#app/staff/sessions.server'
import { historyBy } from '#app/views/history.server'
import { db } from '#db/connection.server'
import { films, pageWords } from '#db/schema/site'
import { FIRST_JOURNEY_PICTURES } from '#db/seed/tour'
import { aFilm, box, FILM_HEAD, filmIndex } from '#tests/fixtures/film'
import { NOON } from '#tests/fixtures/orders'
import { somebody } from '#tests/staff/staff'
import { aSite } from './a-site'

const { port, ask } = await aSite()
const staff = await somebody()
const headers = await beginHere(new Request('http://localhost'), staff)
const [cookie = ''] = String(headers.get('Set-Cookie')).split(';')
const url = `http://127.0.0.1:${port}`

const WORDS = { title: 'The drive at dawn', poster: '/pictures/lion-kopje' }
const MP4 = aFilm(Buffer.alloc(300_000, 'film --x\r\n'))

async function upload(
  bytes: Buffer | null,
  { name = 'drive; cut=2 "final".mp4', words = WORDS as Record<string, string>, by = cookie } = {},
) {
  const body = new FormData()
  for (const [field, value] of Object.entries(words)) body.append(field, value)
  if (bytes) body.append('film', new File([new Uint8Array(bytes)], name, { type: 'video/mp4' }))
  const sent = { method: 'POST', redirect: 'manual', headers: { Cookie: by }, body } as const
  const answer = await fetch(url + FILM_UPLOAD_PATH, sent)
  return { status: answer.status, to: answer.headers.get('Location'), html: await answer.text() }
}

/** A form as a client sends it that does not say how long it is. */
const sendRaw = (body: Buffer) =>
  ask(FILM_UPLOAD_PATH, {
    method: 'POST',
    headers: { Cookie: cookie, 'Content-Type': 'multipart/form-data; boundary=x' },
    body,
    chunked: true,
  })
const partOf = (name: string, rest = '') =>
  `--x\r\nContent-Disposition: form-data; name="${name}"${rest}\r\n\r\n`

const remove = (id: number) =>
  fetch(`${url}/admin/settings/films/${id}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { Cookie: cookie },
    body: new URLSearchParams({ intent: 'remove' }),
  })
const place = (page: 'home' | 'tour-1', changes: Record<string, string>) =>
  savePageWords(page, { ...wordsOf(page), ...changes }, undefined, staff, NOON)
const files = () => {
  try {
    return readdirSync(PHOTO_FOLDER)
  } catch {
    return []
  }
}

beforeEach(() => {
  db.delete(pageWords).run()
  db.delete(films).run()
  rmSync(PHOTO_FOLDER, { recursive: true, force: true })
})

test('a film is stored whole, listed, and served in ranges for good', async () => {
  expect(await upload(MP4)).toMatchObject({ status: 303, to: '/admin/settings/films' })
  const [film] = uploadedFilms()
  expect(film).toMatchObject({ ...WORDS, bytes: MP4.length, createdBy: staff.username })
  const { slug = '' } = film ?? {}
  expect(slug).toMatch(/^the-drive-at-dawn-[0-9a-f]{12}$/)
  expect(files()).toEqual([`${slug}.mp4`])

  const whole = await ask(`/films/${slug}.mp4`)
  expect(whole.body.equals(MP4)).toBe(true)
  expect(whole.headers).toMatchObject({
    'content-type': 'video/mp4',
    'cache-control': 'public, max-age=31536000, immutable',
    'accept-ranges': 'bytes',
  })
  const part = await ask(`/films/${slug}.mp4`, { headers: { Range: 'bytes=4-7' } })
  expect({ status: part.status, text: part.text }).toEqual({ status: 206, text: 'ftyp' })

  const list = await (await fetch(`${url}/admin/settings/films`, { headers: { Cookie: cookie } })).text()
  expect(list).toContain('The drive at dawn')
  expect(list).toContain('0.3 MB')
  expect(list).toContain('Shown on no page')
  expect(historyBy(staff.id, { from: 'start' }).acts[0]).toMatchObject({
    did: 'uploaded',
    name: `film ${slug}`,
    detail: '“The drive at dawn” · 0.3 MB',
  })
})

test('a film that a page shows stays until the page shows another', async () => {
  await upload(MP4)
  const [{ id, slug } = { id: 0, slug: '' }] = uploadedFilms()
  place('home', { storyFilm: slug })
  place('tour-1', { firstFilm: slug })
  expect(homeWords().film).toMatchObject({ slug, name: WORDS.title, poster: { slug: 'lion-kopje' } })
  expect(tourFilms({ tourId: 1 }).placed[0]).toMatchObject({ slug, poster: { slug: 'lion-kopje' } })

  const refused = await remove(id)
  expect(refused.status).toBe(409)
  expect(uploadedFilms()).toHaveLength(1)
  const page = await (
    await fetch(`${url}/admin/settings/films/${id}`, { headers: { Cookie: cookie } })
  ).text()
  expect(page).toContain('Home: first picture, claims and Our Story')
  expect(page).not.toContain('?remove')

  place('home', { storyFilm: 'story' })
  place('tour-1', { firstFilm: '' })
  expect((await remove(id)).status).toBe(302)
  expect([uploadedFilms(), files()]).toEqual([[], []])
  expect((await ask(`/films/${slug}.mp4`)).status).toBe(404)
  expect(place('tour-1', { firstFilm: slug })).toEqual({ refused: 'no-such-film', field: 'firstFilm' })
})

test('a page whose film is gone shows the house’s own, or leaves it out', async () => {
  await upload(MP4)
  const [{ slug } = { slug: '' }] = uploadedFilms()
  place('home', { storyFilm: slug })
  place('tour-1', { ...FIRST_JOURNEY_PICTURES, firstFilm: slug })
  db.delete(films).run()
  expect(homeWords().film).toMatchObject({ slug: 'story' })
  expect(tourFilms({ tourId: 1 }).placed.map((film) => film.slug)).toEqual(['night-stage'])
})

describe('is refused with a sentence, its words kept, and nothing on the disk:', () => {
  const HEIC = Buffer.from('\0\0\0\x18ftypheic and so on')
  const pageBehind = Buffer.from('\0\0\0\x18ftypisom<html><script>alert(1)</script>')
  const media = box('mdat', Buffer.alloc(2_000))
  const cases: [string, Buffer | null, number, string][] = [
    ['a renamed picture', Buffer.alloc(200_000, 'GIF89a'), 415, 'not an MP4 film'],
    ['a photograph in a box like a film’s', HEIC, 415, 'not an MP4 film'],
    ['four bytes', Buffer.from('ftyp'), 415, 'not an MP4 film'],
    ['a page behind a film’s first bytes', pageBehind, 415, 'not an MP4 film'],
    ['a film that is cut off', MP4.subarray(0, -1), 415, 'not an MP4 film'],
    [
      'a film with something behind it',
      Buffer.concat([MP4, Buffer.from('<script>')]),
      415,
      'not an MP4 film',
    ],
    ['sound alone', Buffer.concat([FILM_HEAD, filmIndex('soun'), media]), 415, 'not an MP4 film'],
    ['a film without an index', Buffer.concat([FILM_HEAD, media]), 415, 'not an MP4 film'],
    ['an index without a film', Buffer.concat([FILM_HEAD, filmIndex()]), 415, 'not an MP4 film'],
    ['an empty file', Buffer.alloc(0), 400, 'Please choose a film'],
    ['no file', null, 400, 'Please choose a film'],
  ]
  test.each(cases)('%s', async (_, bytes, status, words) => {
    const answer = await upload(bytes)
    expect(answer.status).toBe(status)
    expect(answer.html).toContain(words)
    expect(answer.html).toContain('value="The drive at dawn"')
    expect(answer.html).toMatch(/<input[^>]*checked=""[^>]*value="\/pictures\/lion-kopje"/)
    expect([uploadedFilms(), files()]).toEqual([[], []])
  })

  test('a film without a title', async () => {
    const answer = await upload(MP4, { words: { ...WORDS, title: ' ' } })
    expect(answer.status).toBe(400)
    expect(answer.html).toContain('Title is required')
    expect([uploadedFilms(), files()]).toEqual([[], []])
  })

  test('a film whose picture is gone', async () => {
    const answer = await upload(MP4, { words: { ...WORDS, poster: '/photos/nobody' } })
    expect(answer.status).toBe(409)
    expect([uploadedFilms(), files()]).toEqual([[], []])
  })

  test('the same film again, which stays', async () => {
    await upload(MP4)
    const answer = await upload(MP4, { words: { ...WORDS, title: 'Another name' } })
    expect(answer).toMatchObject({ status: 409, html: expect.stringContaining('uploaded already') })
    expect((await upload(MP4)).status).toBe(409)
    expect(files()).toEqual(uploadedFilms().map(({ slug }) => `${slug}.mp4`))
  })

  test('the twenty-first', async () => {
    for (let number = 1; number <= FILMS_AT_MOST; number += 1)
      db.insert(films)
        .values({ ...WORDS, slug: `film-${number}`, bytes: 1, createdBy: 'Amina', createdAt: NOON })
        .run()
    const answer = await upload(MP4)
    expect(answer).toMatchObject({ status: 409, html: expect.stringContaining('20 films already') })
    expect(files()).toEqual([])
  })
})

describe('101 MB are refused', () => {
  test('at once, where they are announced', async () => {
    const answer = await ask(FILM_UPLOAD_PATH, {
      method: 'POST',
      headers: { Cookie: cookie, 'Content-Length': 101 * 1024 * 1024 },
      chunked: true,
      body: Buffer.alloc(0),
    }).catch(({ code }: { code: string }) => ({ status: code, text: '' }))
    expect(answer).toMatchObject({ status: 413, text: expect.stringContaining(FILM_REFUSALS['too-large']) })
  })

  test('as soon as too much has come, where they are not', async () => {
    const head =
      partOf('title') +
      `Long\r\n${partOf('poster')}${WORDS.poster}\r\n${partOf('film', '; filename="a.mp4"')}`
    const film = Buffer.alloc(FILM_BYTES_AT_MOST + 1)
    MP4.copy(film)
    const answer = await sendRaw(Buffer.concat([Buffer.from(head), film, Buffer.from('\r\n--x--\r\n')]))
    expect(answer.status).toBe(400)
    expect(answer.text).toContain(FILM_REFUSALS['too-large'])
    expect(answer.text).toContain('value="Long"')
    expect([uploadedFilms(), files()]).toEqual([[], []])
  })
})

test('a form that is cut off or no form leaves nothing behind', async () => {
  const film = `${partOf('film', '; filename="a.mp4"')}${MP4.toString('latin1')}`
  for (const body of ['Dear diary', '--x--', film, `${film}\r\n--x\r\nno head`]) {
    const answer = await sendRaw(Buffer.from(body, 'latin1'))
    expect([answer.status, files()]).toEqual([400, []])
  }
})

test('a sender who leaves in the middle leaves nothing behind', async () => {
  const socket = connect(port, '127.0.0.1')
  const head = `POST ${FILM_UPLOAD_PATH} HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\nContent-Length: 900000\r\n`
  socket.write(`${head}Content-Type: multipart/form-data; boundary=x\r\n\r\n`)
  socket.write(partOf('film', '; filename="a.mp4"'))
  socket.write(MP4)
  await expect.poll(files).toHaveLength(1)
  socket.destroy()
  await expect.poll(files).toEqual([])
})

test('who loses the right while the film is being sent leaves nothing behind', async () => {
  const other = await somebody()
  const [own = ''] = String((await beginHere(new Request(url), other)).get('Set-Cookie')).split(';')
  const head = `${partOf('title')}Dawn\r\n${partOf('poster')}${WORDS.poster}\r\n${partOf('film', '; filename="a.mp4"')}`
  const whole = Buffer.concat([Buffer.from(head), MP4, Buffer.from('\r\n--x--\r\n')])
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.on('data', (part) => {
    answer += part
  })
  socket.write(
    `POST ${FILM_UPLOAD_PATH} HTTP/1.1\r\nHost: x\r\nCookie: ${own}\r\nContent-Length: ${whole.length}\r\nContent-Type: multipart/form-data; boundary=x\r\n\r\n`,
  )
  socket.write(whole.subarray(0, 100_000))
  await expect.poll(files).toHaveLength(1)
  endSessionsOf(other.id, null)
  socket.write(whole.subarray(100_000))
  await expect.poll(() => answer).toMatch(/^HTTP\/1\.1 303 [\s\S]*location: \/admin\/login/i)
  socket.destroy()
  await expect.poll(files).toEqual([])
  expect(uploadedFilms()).toEqual([])
})

test('only signed-in staff have a film read, and only at that address', async () => {
  const { status, to } = await upload(MP4, { by: 'staff=made-up' })
  expect({ status, to }).toEqual({ status: 303, to: expect.stringContaining('/admin/login') })
  const elsewhere = await ask('/admin/settings/films', { method: 'POST', body: Buffer.alloc(100_001) })
  expect(elsewhere.status).toBe(413)
  expect(files()).toEqual([])
})
