import { existsSync, readdirSync, readFileSync, type Stats, statSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join, sep } from 'node:path'
import { answerPlainly, isUnsafe, pathOf } from '#app/server/guards/answer'
import { addEncoding, type CachedAnswer, cachedAnswer, sendCached } from './cached-page'
import { contentType, sendMedia } from './media'

/** Larger files, films and second choices are read from the disk as they are asked for. */
const LARGEST_KEPT = 1_000_000
/** Beside nearly each of these lies the AVIF that browsers take: 15 MB, kept for hardly anybody. */
const SECOND_CHOICE = /^image\/(webp|jpeg)$/
/** A worker goes by the policy of its own file: this one asks the site for what it keeps. */
const WORKER = '/kept-worker.js'
const WORKER_POLICY = "default-src 'none'; connect-src 'self'"
const PACKED = { '.br': 'br', '.gz': 'gzip' } as const

type Send = (request: IncomingMessage, response: ServerResponse) => void

/**
 * The files of the client build: the small ones from memory, packed by the build, once somebody has asked for
 * them; the others from disk with ranges. Only what was there at the start is served, by its exact name, so
 * no address leads out of the folder.
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

/**
 * Below a folder, by their paths in it. `recursive` of Node takes ten times as long, which a start has to
 * wait for.
 */
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
  if (size > LARGEST_KEPT || isRead(headers['Content-Type'])) {
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
