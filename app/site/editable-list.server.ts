import { and, asc, count, eq, gte, lte } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { type ChangedSince, changedSince, versionOf } from '#app/platform/lists/row-versions.server'
import type { Action, Details } from '#app/staff/audit-events'
import { type Actor, type AuditEntry, byStaff, recordAct } from '#app/staff/audit-log.server'
import { db, immediately, type Tx } from '#db/connection.server'
import { prepared } from '#db/prepared.server'
import { type Direction, lastPosition, moveRow, type Ordered } from './ordered-rows.server'

/** The lists that the audit log knows: 'story' of 'story-changed', 'story-removed' and 'story-moved'. */
type Listed = {
  [A in Action]: A extends `${infer Event}-moved`
    ? `${Event}-removed` extends Action
      ? Event
      : never
    : never
}[Action]

type Declaration<
  Table extends Ordered,
  Words,
  Event extends Listed,
  Refused extends string,
  Limit extends number | undefined,
> = {
  table: Table
  /** What the rows of this list have in common, where the table holds several lists. */
  of?: Partial<Table['$inferSelect']>
  atMost?: Limit
  /** What staff wrote in a row, as their form takes it, and the columns that hold it where those differ. */
  wordsOf: (row: Table['$inferSelect']) => Words
  columnsOf?: (words: Words) => Partial<Table['$inferInsert']>
  /** Columns that a new row is given once, and that stay. */
  givenOnce?: (words: Words) => Partial<Table['$inferInsert']>
  /** `id` is the row's that is changed. */
  refuses?: (words: Words, id?: number) => Refused | null
  /** Where a row stands is a part of what it says: a day's place is its date. */
  placeCounts?: true
  event: Event
  subject: (row: Table['$inferSelect']) => string
  detail?: (row: Table['$inferSelect']) => Details[`${Event}-changed` & Action]
  /** Where it is not the direction. */
  detailOfMove?: Details[`${Event}-moved` & Action]
}

type Refusal<Refused> = Refused extends string ? { refused: Refused } : never

/**
 * The commands of a list that staff edit and put in order, each in the audit log. `version` is what staff had
 * opened: what someone else saved since is not overwritten. Where the table has `changedAt`, a row is dated
 * when its words change.
 */
export function editableList<
  Table extends Ordered,
  Words extends Record<string, unknown>,
  Event extends Listed,
  Refused extends string = never,
  Limit extends number | undefined = undefined,
>(list: Declaration<Table, Words, Event, Refused, Limit>) {
  type Row = Table['$inferSelect']
  type Added = { id: number } | Refusal<Refused | (Limit extends number ? 'too-many' : never)>
  type Changed = { id: number } | Refusal<Refused | 'gone'> | ChangedSince<Words>

  const { event, wordsOf, columnsOf = (words: Words) => words } = list
  const table: Ordered = list.table
  const columns = table as unknown as Record<string, SQLiteColumn>
  const within = and(
    ...Object.entries(list.of ?? {}).map(([name, value]) => eq(columns[name] as SQLiteColumn, value)),
  )
  const isThe = (id: number) => and(within, eq(table.id, id))
  const changedAt = (now: Date) => ('changedAt' in columns ? { changedAt: now } : {})
  const rowWith = (id: number): Row | undefined => db.select().from(table).where(isThe(id)).get()
  const inOrder = prepared(() =>
    db.select().from(table).where(within).orderBy(asc(table.position), asc(table.id)).prepare(),
  )

  type Change = 'added' | 'changed' | 'removed' | 'moved'
  /** The compiler cannot put an action's name together; the declaration has checked the details. */
  function record(
    change: Change,
    row: Row,
    actor: Actor,
    now: Date,
    detail: object = list.detail?.(row) ?? {},
  ) {
    const act = { ...byStaff(actor), action: `${event}-${change}`, subject: list.subject(row), detail }
    recordAct(now, act as unknown as AuditEntry)
  }

  /** Dates the rows from one place to another, where their place counts. */
  function moved(from: number, to: number, now: Date, tx: Tx) {
    if (!list.placeCounts) return
    tx.update(table)
      .set(changedAt(now) as never)
      .where(and(within, gte(table.position, from), lte(table.position, to)))
      .run()
  }

  return {
    /** Every row, in the order staff gave them. */
    all: (): Row[] => inOrder().all(),

    /** What the form that edits a row begins with, and the version it keeps; null where the row is gone. */
    open(id: number): { words: Words; version: string } | null {
      const row = rowWith(id)
      return row ? { words: wordsOf(row), version: versionOf(wordsOf(row)) } : null
    },

    /** Adds a row at the end. */
    add: (words: Words, actor: Actor, now: Date): Added =>
      immediately((tx) => {
        const refused = list.refuses?.(words)
        if (refused) return { refused } as Added
        const total = tx.select({ total: count() }).from(table).where(within).get()?.total ?? 0
        if (total >= (list.atMost ?? Number.POSITIVE_INFINITY)) return { refused: 'too-many' } as Added
        const position = lastPosition(table, within, tx)
        const row: Row = tx
          .insert(table)
          .values({
            ...{ ...columnsOf(words), ...list.givenOnce?.(words), ...list.of },
            ...{ position, ...changedAt(now) },
          } as never)
          .returning()
          .get()
        record('added', row, actor, now)
        return { id: row.id as number }
      }),

    /** Changes what is written in a row; its place stays. */
    change: (
      id: number,
      { version, ...typed }: Words & { version?: string | undefined },
      actor: Actor,
      now: Date,
    ): Changed =>
      immediately((tx) => {
        const words = typed as unknown as Words
        const refused = list.refuses?.(words, id)
        if (refused) return { refused } as Changed
        const stored = rowWith(id)
        if (!stored) return { refused: 'gone' } as Changed
        const row: Row = { ...stored, ...columnsOf(words) }
        const savedSince = changedSince(version, wordsOf(stored), wordsOf(row))
        if (savedSince) return savedSince
        const isOther = versionOf(wordsOf(stored)) !== versionOf(wordsOf(row))
        tx.update(table)
          .set({ ...columnsOf(words), ...(isOther && changedAt(now)) } as never)
          .where(isThe(id))
          .run()
        record('changed', row, actor, now)
        return { id }
      }),

    /** False where it is gone already. */
    remove: (id: number, actor: Actor, now: Date): boolean =>
      immediately((tx) => {
        const row = rowWith(id)
        if (!row) return false
        tx.delete(table).where(isThe(id)).run()
        moved(row.position as number, Number.MAX_SAFE_INTEGER, now, tx)
        record('removed', row, actor, now)
        return true
      }),

    /** Moves a row one place up or down; false where it is gone or stands at that end already. */
    move: (id: number, direction: Direction, actor: Actor, now: Date): boolean =>
      immediately((tx) => {
        const row = rowWith(id)
        if (!row || !moveRow(table, within, id, direction, tx)) return false
        const [at, to] = [row.position as number, rowWith(id)?.position as number]
        moved(Math.min(at, to), Math.max(at, to), now, tx)
        record('moved', row, actor, now, list.detailOfMove ?? { direction })
        return true
      }),
  }
}

/** 'Noon, and one tree' becomes 'noon-and-one-tree'; `instead` where nothing is left. */
export function slugOf(title: string, instead: string): string {
  const slug = title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-|-$/g, '')
  return slug || instead
}

/** The first of slug, slug-2, slug-3 … that no row of the table has. */
export function unusedSlug(table: Ordered & { slug: SQLiteColumn }, slug: string): string {
  const isTaken = (tried: string) =>
    db.select({ id: table.id }).from(table).where(eq(table.slug, tried)).get() !== undefined
  for (let number = 2, tried = slug; ; number += 1) {
    if (!isTaken(tried)) return tried
    tried = `${slug}-${number}`
  }
}
