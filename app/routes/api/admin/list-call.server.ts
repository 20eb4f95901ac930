import type { LIST } from '#app/api-contract/list'
import type { Operation } from '#app/api-contract/operation'
import { env } from '#app/env.server'
import type { PageAsked, PageCursor } from '#app/lists/page-cursor'
import { onlyDeclared, readQuery } from '#app/routes/api/json-call.server'

type ListAsked = { limit: number; cursor: PageCursor | null }
type ListCall = Operation & { query: typeof LIST }

/** Reads which page of a list is asked for, or answers what is wrong with that; `others` share its path. */
export function readListCall(
  request: Request,
  list: ListCall,
  ...others: Operation[]
): ListAsked | { refused: Response } {
  const wrongMethod = onlyDeclared(request, list, ...others)
  if (wrongMethod) return { refused: wrongMethod }
  const query = readQuery(request, list)
  return 'refused' in query ? query : { limit: query.sent.limit, cursor: query.sent.after }
}

/** The place as the lists read it. */
export const pageFrom = (cursor: PageCursor | null): PageAsked =>
  cursor ? { from: 'after', cursor } : { from: 'start' }

/** The list as an array; the address of its next page in the Link header (rules 7.6). Nobody keeps a copy. */
export function answerList(path: string, rows: unknown[], limit: number, next: string | null): Response {
  const headers = new Headers({ 'Cache-Control': 'no-store' })
  if (next) {
    const query = new URLSearchParams({ limit: String(limit), after: next })
    headers.set('Link', `<${env.BASE_URL}${path}?${query}>; rel="next"`)
  }
  return Response.json(rows, { headers })
}
