import { env } from '#app/env.server'
import { type PageCursor, readCursor } from '#app/page-cursor'
import { refuseFields } from '#app/routes/api/json-call.server'

const USUAL = 100
const AT_MOST = 1_000

type ListAsked = { limit: number; cursor: PageCursor | null }

/** Reads `?limit=` (1 to 1,000; more are 1,000) and `?after=` of a list, or answers 400 in a sentence (decisions §5). */
export function readListCall(request: Request): ListAsked | { refused: Response } {
  const query = new URL(request.url).searchParams
  const limit = query.get('limit') ?? String(USUAL)
  const after = query.get('after')
  const cursor = readCursor(after)
  if (!/^[1-9]\d{0,8}$/.test(limit))
    return { refused: refuseFields({ limit: ['limit is a whole number from 1 to 1,000'] }) }
  if (after !== null && !cursor)
    return { refused: refuseFields({ after: ['after is a place in the list, as its Link header gave it'] }) }
  return { limit: Math.min(Number(limit), AT_MOST), cursor }
}

/** The list as an array; the address of its next page in the Link header. */
export function answerList(path: string, rows: unknown[], limit: number, next: string | null): Response {
  const address =
    next && `${env.BASE_URL}${path}?${new URLSearchParams({ limit: String(limit), after: next })}`
  return Response.json(rows, { headers: address ? { Link: `<${address}>; rel="next"` } : {} })
}
