import { tripFileOf } from '#app/tours/trip-book.server'

/**
 * A file of a departure's trip book, as a browser shows it. Throws 404 where there is none. Nothing in it may
 * run, wherever it came from.
 */
export async function fileAnswer(departureId: number, id: string | undefined): Promise<Response> {
  const found = /^\d{1,15}$/.test(id ?? '') ? await tripFileOf(departureId, Number(id)) : null
  if (!found) throw new Response(null, { status: 404 })
  const { file, type, bytes } = found
  const name = `${file.title.replace(/[^\w .-]+/g, ' ').trim() || 'file'}.${file.ending}`
  return new Response(bytes, {
    headers: {
      'Content-Type': type,
      'Content-Disposition': `inline; filename="${name}"; filename*=UTF-8''${encodeURIComponent(`${file.title}.${file.ending}`)}`,
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      'X-Robots-Tag': 'noindex',
    },
  })
}

/** The photograph as a browser shows it; throws 404 where there is none. */
export function photoAnswer(bytes: Buffer<ArrayBuffer> | null): Response {
  if (!bytes) throw new Response(null, { status: 404 })
  return new Response(bytes, {
    headers: {
      'Content-Type': 'image/jpeg',
      'Cache-Control': 'no-store',
      'X-Robots-Tag': 'noindex',
    },
  })
}
