import { type Stats, statSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { answerPlainly, isUnsafe, pathOf } from '#app/server/guards/answer'
import { contentType, sendMedia } from './media'

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
