import { type Day, readDay } from '#app/days'
import { dueSoonUntil } from '#app/installments/due-soon'
import {
  INSTALLMENT_FILTERS,
  type InstallmentCursor,
  type InstallmentFilter,
  installmentsByDueDate,
} from '#app/installments/installment-list.server'
import { departureAsked } from '#app/tour/departure-choices.server'

const SIZE = 50

/** The page of the table that the address asks for: `?state=`, `?departure=`, `?after=` or `?before=` a due date and an id. */
export function installmentPage(query: URLSearchParams, today: Day) {
  const state = stateIn(query.get('state'))
  const departureId = departureAsked(query.get('departure'))
  const after = cursorIn(query.get('after'))
  const before = after ? null : cursorIn(query.get('before'))
  const from = after ? { after } : before ? { before } : null
  const read = installmentsByDueDate(
    state,
    from,
    { today, until: dueSoonUntil(today) },
    SIZE + 1,
    departureId,
  )
  const goesOn = read.length > SIZE
  const rows = read.slice(0, SIZE)
  if (before) rows.reverse()
  const first = rows[0]
  const last = rows.at(-1)
  const hasPrevious = before ? goesOn : after !== null
  const hasNext = before ? true : goesOn
  return {
    state,
    departureId,
    rows,
    cursors: {
      previous: hasPrevious && first ? asText(first) : null,
      next: hasNext && last ? asText(last) : null,
    },
  }
}

const stateIn = (text: string | null): InstallmentFilter =>
  INSTALLMENT_FILTERS.find((filter) => filter === text) ?? 'all'

const asText = ({ dueOn, id }: InstallmentCursor) => `${dueOn}.${id}`

function cursorIn(text: string | null): InstallmentCursor | null {
  const [day, id = ''] = text?.split('.') ?? []
  const dueOn = readDay(day)
  return dueOn !== null && /^\d{1,15}$/.test(id) ? { dueOn, id: Number(id) } : null
}
