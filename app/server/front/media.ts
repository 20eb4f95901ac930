import { createReadStream, type Stats, statSync } from 'node:fs'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream'
import { answerPlainly, isUnsafe, pathOf } from '#app/server/guards/answer'
import { everyHeader } from '#app/server/guards/headers'

type MediaFile = { file: string; size: number; headers: OutgoingHttpHeaders; tag: string }

/**
 * Sends a large file from the disk, or the part of it that was asked for: films are watched from anywhere.
 */
export function sendMedia(request: IncomingMessage, response: ServerResponse, media: MediaFile): void {
  const headers = { ...everyHeader(response), ...media.headers, ETag: media.tag, 'Accept-Ranges': 'bytes' }
  if (request.headers['if-none-match']?.includes(media.tag)) {
    response.writeHead(304, headers).end()
    return
  }
  const range = askedRange(request, media)
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
function askedRange({ headers }: IncomingMessage, { size, tag }: MediaFile): Range | 'outside' | null {
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

/**
 * Serves the photographs and films that staff uploaded. Their names hold a digest of their content: a browser
 * may keep them for good. One that is not here is left to `elsewhere`, which is true when it has answered.
 * Only such names are looked for, so no address leads out of the folder or to another kind of file.
 */
export function createPhotos(
  folder: string,
  elsewhere: (request: IncomingMessage, response: ServerResponse) => boolean,
) {
  return function photos(request: IncomingMessage, response: ServerResponse): boolean {
    const path = pathOf(request)
    const name = (PHOTO.exec(path) ?? FILM.exec(path))?.[1]
    if (!(name || path.startsWith('/photos/')) || isUnsafe(request.method)) return false
    const found = name ? fileAt(join(folder, name)) : undefined
    if (name && !found && elsewhere(request, response)) return true
    if (!name || !found) {
      answerPlainly(
        request,
        response,
        404,
        name?.endsWith('.mp4') ? 'There is no such film.' : 'There is no such picture.',
      )
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

const TYPES: Record<string, string> = {
  '.avif': 'image/avif',
  '.css': 'text/css; charset=utf-8',
  '.gif': 'image/gif',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.m4a': 'audio/mp4',
  '.mp3': 'audio/mpeg',
  '.mp4': 'video/mp4',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.vtt': 'text/vtt; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webm': 'video/webm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml; charset=utf-8',
}

/** The type of a file by its name's ending. */
export const contentType = (name: string): string =>
  TYPES[name.slice(name.lastIndexOf('.')).toLowerCase()] ?? 'application/octet-stream'
