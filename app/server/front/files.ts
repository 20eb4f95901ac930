import { createReadStream, existsSync, readdirSync, readFileSync, type Stats, statSync } from 'node:fs'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { join, sep } from 'node:path'
import { pipeline } from 'node:stream'
import { answerPlainly, everyHeader, isUnsafe, pathOf } from '#app/server/guards/answer'
import { addEncoding, type CachedAnswer, cachedAnswer, sendCached } from './cached-page'
import { contentType } from './encodings'

/** Larger files, films and second choices are read from the disk as they are asked for. */
const LARGEST_CACHED = 1_000_000
/** Beside nearly each of these lies the AVIF that browsers take: 15 MB, kept for hardly anyone. */
const SECOND_CHOICE = /^image\/(webp|jpeg)$/
/** A worker goes by the policy of its own file: this one asks the site for what it keeps. */
const WORKER = '/kept-worker.js'
const WORKER_POLICY = "default-src 'none'; connect-src 'self'"
const PACKED = { '.br': 'br', '.gz': 'gzip' } as const

type Send = (request: IncomingMessage, response: ServerResponse) => void

/**
 * The files of the client build: small ones from memory, packed by the build; others from disk with ranges.
 * Only what was there at the start is served, by its exact name, so no address leads out of the folder.
 */
export function createAssets(folder: string) {
  const files = new Map(filesIn(folder).map((file) => [addressOf(file), join(folder, file)]))
  const opened = new Map<string, Send>()

  return function assets(request: IncomingMessage, response: ServerResponse): boolean {
    if (isUnsafe(request.method)) return false
    const path = pathOf(request)
    const send = opened.get(path) ?? open(path)
    if (send) {
      send(request, response)
      return true
    }
    if (!path.startsWith('/assets/')) return false
    answerPlainly(request, response, 404, 'There is no such file.')
    return true
  }

  /** Read when it is first asked for: all of them together are most of what an idle process would hold. */
  function open(path: string): Send | null {
    const file = files.get(path)
    if (file === undefined) return null
    const found = statSync(file, { throwIfNoEntry: false })
    if (!found?.isFile()) return null
    const send = sender(file, path, found)
    opened.set(path, send)
    return send
  }
}

const isRead = (type: string): boolean => /^(video|audio)\//.test(type) || SECOND_CHOICE.test(type)

/** Files below a folder, by their paths in it. Node's `recursive` takes ten times as long, at each start. */
function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) return filesIn(join(folder, entry.name)).map((file) => join(entry.name, file))
    return entry.name.startsWith('.') || /\.(br|gz)$/.test(entry.name) ? [] : [entry.name]
  })
}

const addressOf = (file: string) => `/${file.split(sep).map(encodeURIComponent).join('/')}`

function sender(file: string, address: string, { size, mtimeMs }: Stats): Send {
  const headers = {
    ...{ 'Content-Type': contentType(file), 'Cache-Control': caching(address) },
    ...(address === WORKER && { 'Content-Security-Policy': WORKER_POLICY }),
  }
  if (size > LARGEST_CACHED || isRead(headers['Content-Type'])) {
    const film = { file, size, headers, tag: `"${size}-${Math.floor(mtimeMs)}"` }
    return (request, response) => sendMedia(request, response, film)
  }
  const answer = withPacked(file, cachedAnswer(headers, readFileSync(file)))
  return (request, response) => sendCached(request, response, answer)
}

/** Names under /assets hold a digest of the content; those from public/ do not. */
const caching = (address: string) =>
  address.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600'

function withPacked(file: string, answer: CachedAnswer): CachedAnswer {
  for (const [ending, encoding] of Object.entries(PACKED)) {
    if (existsSync(file + ending)) addEncoding(answer, encoding, readFileSync(file + ending))
  }
  return answer
}

type MediaFile = { file: string; size: number; headers: OutgoingHttpHeaders; tag: string }

/** Sends a file from the disk, or the requested part of it: films are watched from anywhere. */
function sendMedia(request: IncomingMessage, response: ServerResponse, media: MediaFile): void {
  const headers = { ...everyHeader(response), ...media.headers, ETag: media.tag, 'Accept-Ranges': 'bytes' }
  if (request.headers['if-none-match']?.includes(media.tag)) {
    response.writeHead(304, headers).end()
    return
  }
  const range = requestedRange(request, media)
  if (range === 'outside') {
    response.writeHead(416, { ...headers, 'Content-Range': `bytes */${media.size}` }).end()
    return
  }
  const { start, end } = range ?? { start: 0, end: media.size - 1 }
  response.writeHead(range ? 206 : 200, {
    ...headers,
    'Content-Length': end - start + 1,
    ...(range && { 'Content-Range': `bytes ${start}-${end}/${media.size}` }),
  })
  if (request.method === 'HEAD') response.end()
  // A visitor who leaves in the middle is no error.
  else pipeline(createReadStream(media.file, { start, end }), response, () => undefined)
}

type Range = { start: number; end: number }

/** The one range that was asked for; null for the whole file, also where several are asked for at once. */
function requestedRange({ headers }: IncomingMessage, { size, tag }: MediaFile): Range | 'outside' | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? '') ?? []
  if (first === '' && last === '') return null
  if (headers['if-range'] !== undefined && headers['if-range'] !== tag) return null
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return start > end || start >= size ? 'outside' : { start, end }
}

const PHOTO = /^\/photos\/([a-z0-9-]+-\d{2,4}\.(?:avif|webp|jpg))$/
/** The house's own films are files of the build, and have no digest. */
const FILM = /^\/films\/([a-z0-9-]+-[0-9a-f]{12}\.mp4)$/
const SOUND = /^\/sounds\/(band-[0-9a-f]{12}\.(?:mp3|m4a|aac|ogg|wav))$/

/**
 * Serves uploaded photographs, films and sounds. Their names hold a digest, so browsers may cache them for
 * good; only such names are looked for, so no address leads out of the folder. `elsewhere` may answer for one
 * that is not here.
 */
export function createPhotos(
  folder: string,
  elsewhere: (request: IncomingMessage, response: ServerResponse) => boolean,
) {
  return function photos(request: IncomingMessage, response: ServerResponse): boolean {
    const path = pathOf(request)
    const name = (PHOTO.exec(path) ?? FILM.exec(path) ?? SOUND.exec(path))?.[1]
    if (!(name || path.startsWith('/photos/')) || isUnsafe(request.method)) return false
    const found = name ? fileAt(join(folder, name)) : undefined
    if (name && !found && elsewhere(request, response)) return true
    if (!name || !found) {
      answerPlainly(request, response, 404, 'There is no such file.')
      return true
    }
    sendMedia(request, response, {
      file: join(folder, name),
      size: found.size,
      tag: `"${name}"`,
      headers: {
        'Content-Type': contentType(name),
        'Cache-Control': 'public, max-age=31536000, immutable',
      },
    })
    return true
  }
}

function fileAt(path: string): Stats | undefined {
  const found = statSync(path, { throwIfNoEntry: false })
  return found?.isFile() ? found : undefined
}
