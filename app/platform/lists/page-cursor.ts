/** A place in a list that is ordered by an instant and, among equals, by id: what keyset paging goes by. */
export type PageCursor = { at: Date; id: number }

/** Cursors of the neighboring pages, as they stand in an address; null where there is no such page. */
export type PageCursors = { previous: string | null; next: string | null }

/** What an address says of the page; `row` only counts (list-controls.tsx). */
export const PAGE_NAMES = ['after', 'before', 'end', 'row']

/** Which page of a list an address asks for: the first, what follows or precedes a cursor, or the last. */
export type RequestedPage =
  | { from: 'start' }
  | { from: 'end' }
  | { from: 'after' | 'before'; cursor: PageCursor }

/** The place of a row in a list that goes by when its rows were made. */
export const cursorOf = ({ createdAt, id }: { createdAt: Date; id: number }): PageCursor => ({
  at: createdAt,
  id,
})

const writeCursor = (cursor: PageCursor | string): string =>
  typeof cursor === 'string' ? cursor : `${cursor.at.getTime()}.${cursor.id}`

/** Null where the text is no cursor of ours: then the first page is shown. */
export function readCursor(text: string | null): PageCursor | null {
  const match = /^(\d{1,15})\.(\d{1,15})$/.exec(text ?? '')
  return match ? { at: new Date(Number(match[1])), id: Number(match[2]) } : null
}

/** Reads `?after=`, `?before=` and `?end=` (rules 9.5: by cursor, never by OFFSET). */
export function requestedPage(query: URLSearchParams): RequestedPage {
  const after = readCursor(query.get('after'))
  if (after) return { from: 'after', cursor: after }
  const before = readCursor(query.get('before'))
  if (before) return { from: 'before', cursor: before }
  return { from: query.has('end') ? 'end' : 'start' }
}

/** Whether the rows are read against the list's order: they are turned around afterward. */
export const readsBackwards = ({ from }: Pick<RequestedPage, 'from'>): boolean =>
  from === 'before' || from === 'end'

/**
 * Makes a page of `rows` in reading order, with one more than `size` where the list goes on. Returned in the
 * list's order, with the cursors of the neighboring pages. A list in another order writes its own cursors.
 */
export function pageOf<Row>(
  rows: Row[],
  size: number,
  asked: Pick<RequestedPage, 'from'>,
  placeOf: (row: Row) => PageCursor | string,
): { rows: Row[]; cursors: PageCursors } {
  const backwards = readsBackwards(asked)
  const goesOn = rows.length > size
  const shown = rows.slice(0, size)
  if (backwards) shown.reverse()
  const first = shown[0]
  const last = shown.at(-1)
  const hasPrevious = backwards ? goesOn : asked.from === 'after'
  const hasNext = backwards ? asked.from === 'before' : goesOn
  return {
    rows: shown,
    cursors: {
      previous: hasPrevious && first ? writeCursor(placeOf(first)) : null,
      next: hasNext && last ? writeCursor(placeOf(last)) : null,
    },
  }
}

type Portion = { at: number; id: number; limit: number }

/** Reads a list in portions, `atMost` rows in all; the caller lets others be served in between. */
export function* inPortionsFrom<Row extends { createdAt: Date; id: number }>(
  begin: Omit<Portion, 'limit'>,
  { portion, atMost }: { portion: number; atMost: number },
  read: (asked: Portion) => Row[],
): Generator<Row[]> {
  let from = begin
  for (let left = atMost; left > 0; ) {
    const limit = Math.min(portion, left)
    const rows = read({ ...from, limit })
    yield rows
    const last = rows.at(-1)
    if (!last || rows.length < limit) return
    left -= rows.length
    from = { at: last.createdAt.getTime(), id: last.id }
  }
}
