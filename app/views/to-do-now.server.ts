import { type Day, daysFrom, showDay } from '#app/platform/days'
import { counted } from '#app/platform/words'
import { needsAttention } from './attention.server'
import { type Asked, KINDS, overdue, type ToDo, toDo } from './to-do-kinds.server'

/**
 * All that waits for this member of staff, the latest first: the first five of each kind, and where there are
 * more, the way to all of that kind.
 */
export function toDoNow(asked: Asked) {
  const attention = needsAttention(asked.today, asked.at, asked.departureId)
  const waiting = KINDS.flatMap((kind) => kind(asked, attention) ?? [])
  return {
    rows: waiting
      .flatMap(({ rows }) => rows)
      .sort(byLateness)
      .map((row) => withLateness(row, asked.today)),
    beyond: waiting.flatMap(({ rows, all }) =>
      all && all.count > rows.length ? [{ isMail: false, ...all }] : [],
    ),
    dueSoon: attention.dueSoon,
    held: attention.held,
  }
}

const withLateness = (row: ToDo, today: Day) => ({ ...row, lateness: latenessOf(row, today) })

/** A line of such a list that another page makes. */
export const lineOf = (row: Parameters<typeof toDo>[0], today: Day) => withLateness(toDo(row), today)

/** The overdue installments of a departure, as the dashboard lists them; `beyond` where there are more. */
export function overdueNow({ today, at, departureId }: Omit<Asked, 'staff'>) {
  const { rows, all } = overdue(needsAttention(today, at, departureId))
  return {
    rows: rows.map((row) => withLateness(row, today)),
    beyond: all.count > rows.length ? all.words : null,
  }
}

const LAST: Day = '9999-12-31'

const byLateness = (one: ToDo, other: ToDo): number =>
  Number(other.isLate) - Number(one.isLate) || (one.dueOn ?? LAST).localeCompare(other.dueOn ?? LAST)

/** '17 days late', 'Today', 'By Jun 7, 2025'. */
function latenessOf({ dueOn, isLate }: ToDo, today: Day): string | null {
  if (dueOn === null) return null
  const days = daysFrom(dueOn, today)
  if (isLate) return days > 0 ? `${counted(days, 'day')} late` : 'Late'
  return days === 0 ? 'Today' : `By ${showDay(dueOn)}`
}
