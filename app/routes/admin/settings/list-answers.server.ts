import { data, redirect } from '@remix-run/node'
import type { z } from 'zod'
import { now } from '#app/platform/clock.server'
import type { ChangedSince } from '#app/platform/lists/row-versions.server'
import { called, type Field, ofEach, storedWords } from '#app/platform/typed/fields'
import { rowId } from '#app/server/guards/named-rows.server'
import {
  answerChangedSince,
  fieldsOf,
  parseForm,
  readForm,
  type Values,
} from '#app/server/guards/read-form.server'
import type { Direction } from '#app/site/ordered-rows.server'
import type { Actor } from '#app/staff/audit-log.server'
import { redirectWithToast } from '#app/ui/toasts/flash.server'

/**
 * What the page that edits a row shows. Where the row is gone the status is 404, without an error page: what
 * was typed and refused may still be in the form.
 */
export function openRow<Words, More extends object = object>(
  named: string | undefined,
  open: (id: number) => { words: Words; version: string } | null,
  more: More = {} as More,
) {
  const id = rowId(named)
  const row = id === 'new' ? null : open(id)
  return data(
    { ...more, id, words: row?.words ?? null, opened: row?.version },
    { status: id === 'new' || row ? 200 : 404 },
  )
}

type Saved<Words extends Values, Refused> = { id: number } | { refused: Refused } | ChangedSince<Words>
type Versioned<Words> = Words & { version?: string | undefined }
type Toast = { title: string; description: string }
type Edited<Schema, Words extends Values, Refused extends string> = {
  schema: Schema
  /** The page of the list, where it goes on. */
  list: string
  add?: (words: Words, actor: Actor, now: Date) => Saved<Words, Refused>
  change: (id: number, words: Versioned<Words>, actor: Actor, now: Date) => Saved<Words, Refused>
  /** Where it refuses, it answers why. */
  remove: (id: number, actor: Actor, now: Date) => boolean | Promise<string | null>
  table: { readonly [Name in keyof Words]: Field }
  /** `isGone`: saved once more it becomes a new row. */
  refusals: Record<Refused, { formErrors?: string[]; fieldErrors?: Record<string, string[]>; isGone?: true }>
  saved: (words: Words, id: number) => Toast
  removed: Toast
}

/** The action of a page that edits or adds one row of a list: saves or removes it, and goes to the list. */
export async function editRow<Schema extends z.ZodObject, Words extends Values, Refused extends string>(
  request: Request,
  named: string | undefined,
  staff: Actor,
  edited: Edited<Schema, Words, Refused>,
) {
  const { schema, list, add, change, remove, table, refusals, saved, removed } = edited
  const id = rowId(named)
  const form = await readForm(request, ['intent', ...fieldsOf(schema)])
  if (form.get('intent') === 'remove') {
    const refused = id !== 'new' && (await remove(id, staff, now()))
    return typeof refused === 'string'
      ? data({ error: { remove: [refused] } }, { status: 409 })
      : redirectWithToast(list, { tone: 'success', ...removed })
  }
  const submission = parseForm(form, schema)
  if (submission.status !== 'success') return data(submission.reply(), { status: 400 })
  const { version, ...typed } = submission.value as Versioned<Words>
  const words = typed as unknown as Words
  const answer = id !== 'new' ? change(id, { ...words, version }, staff, now()) : add?.(words, staff, now())
  if (!answer) throw new Response(null, { status: 404 })
  if ('stored' in answer) {
    const labels = ofEach(table, (name) => called(table[name]))
    const say = ofEach(table, (name) => (value: unknown) => storedWords(table[name], value))
    return answerChangedSince(submission, words, answer, labels, say)
  }
  if ('refused' in answer) {
    const { isGone, ...errors } = refusals[answer.refused]
    return data({ ...submission.reply(errors), ...(isGone && { isGone }) }, { status: 409 })
  }
  return redirectWithToast(list, { tone: 'success', ...saved(words, answer.id) })
}

/** Of a row that someone deleted in the meantime: what was typed becomes a new one, saved once more. */
export const goneRow = (one: string) => ({
  formErrors: [`This ${one} was deleted in the meantime. Save again to add it as a new one.`],
  isGone: true as const,
})

type Move = (id: number, direction: Direction, actor: Actor, now: Date) => void

/** The action of a list and of its rows: where the address names no row, it moves the one in the form. */
export const editList = async <Schema extends z.ZodObject, Words extends Values, Refused extends string>(
  request: Request,
  named: string | undefined,
  staff: Actor,
  edited: Edited<Schema, Words, Refused> & { move: Move },
) =>
  named === undefined
    ? moveRow(await readForm(request, ['id', 'move']), edited.list, staff, edited.move)
    : editRow(request, named, staff, edited)

/**
 * Moves the row that a button of the list on `page` names, and goes back to it; a form that is not ours moves
 * nothing.
 */
export function moveRow(form: FormData, page: string, staff: Actor, move: Move): Response {
  const direction = form.get('move')
  const id = Number(form.get('id'))
  if ((direction !== 'up' && direction !== 'down') || !Number.isSafeInteger(id)) return redirect(page, 303)
  move(id, direction, staff, now())
  return redirect(`${page}#row-${id}`, 303)
}
