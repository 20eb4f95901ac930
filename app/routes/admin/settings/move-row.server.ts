import { redirect } from '@remix-run/node'
import type { Direction } from '#app/lists/ordered-rows.server'

/** Moves the row that a button of the list on `page` names, and goes back to it; a form that is not ours moves nothing. */
export function moveRow(
  form: FormData,
  page: string,
  move: (id: number, direction: Direction) => void,
): Response {
  const direction = form.get('move')
  const id = Number(form.get('id'))
  if ((direction !== 'up' && direction !== 'down') || !Number.isSafeInteger(id)) return redirect(page, 303)
  move(id, direction)
  return redirect(`${page}#row-${id}`, 303)
}
