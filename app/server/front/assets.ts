import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join, relative, sep } from 'node:path'
import { answerPlainly, isUnsafe, pathOf } from '#app/server/answer'
import { contentType } from './content-types'
import { addEncoding, type KeptAnswer, keptAnswer, sendKept } from './kept-answer'
import { type MediaFile, sendMedia } from './media'

/** Larger files, films and second choices are read from the disk as they are asked for. */
const LARGEST_KEPT = 1_000_000
/** Beside nearly each of these lies the AVIF that browsers take: 15 MB, kept for hardly anybody. */
const SECOND_CHOICE = /^image\/(webp|jpeg)$/
const PACKED = { '.br': 'br', '.gz': 'gzip' } as const

/**
 * The files of the client build: the small ones from memory, packed by the build; the others from disk with
 * ranges. Only what was there at the start is served, by its exact name, so no address leads out of the folder.
 */
export function createAssets(folder: string) {
  const kept = new Map<string, KeptAnswer>()
  const media = new Map<string, MediaFile>()
  for (const file of filesIn(folder)) {
    const address = `/${relative(folder, file).split(sep).map(encodeURIComponent).join('/')}`
    const { size, mtimeMs } = statSync(file)
    const headers = { 'Content-Type': contentType(file), 'Cache-Control': caching(address) }
    if (size > LARGEST_KEPT || isRead(headers['Content-Type'])) {
      media.set(address, { file, size, headers, tag: `"${size}-${Math.floor(mtimeMs)}"` })
    } else {
      kept.set(address, withPacked(file, keptAnswer(headers, readFileSync(file))))
    }
  }

  return function assets(request: IncomingMessage, response: ServerResponse): boolean {
    if (isUnsafe(request.method)) return false
    const path = pathOf(request)
    const answer = kept.get(path)
    if (answer) {
      sendKept(request, response, answer)
      return true
    }
    const film = media.get(path)
    if (film) {
      sendMedia(request, response, film)
      return true
    }
    if (!path.startsWith('/assets/')) return false
    answerPlainly(request, response, 404, 'There is no such file.')
    return true
  }
}

const isRead = (type: string): boolean => /^(video|audio)\//.test(type) || SECOND_CHOICE.test(type)

function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.') && !/\.(br|gz)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
}

/** Names under /assets hold a digest of the content; those from public/ do not. */
const caching = (address: string) =>
  address.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600'

function withPacked(file: string, answer: KeptAnswer): KeptAnswer {
  for (const [ending, encoding] of Object.entries(PACKED)) {
    if (existsSync(file + ending)) addEncoding(answer, encoding, readFileSync(file + ending))
  }
  return answer
}
