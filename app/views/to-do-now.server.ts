import { type Day, daysFrom, showDay } from '#app/platform/days'
import { counted } from '#app/platform/words'
import { needsAttention } from './attention.server'
import { type Asked, KINDS, type ToDo } from './to-do-kinds.server'

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
      .map((row) => ({ ...row, lateness: latenessOf(row, asked.today) })),
    beyond: waiting.flatMap(({ rows, all }) =>
      all && all.count > rows.length ? [{ isMail: false, ...all }] : [],
    ),
    dueSoon: attention.dueSoon,
    held: attention.held,
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
