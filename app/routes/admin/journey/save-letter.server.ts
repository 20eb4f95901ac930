import { parseWithZod } from '@conform-to/zod/v4'
import { data } from '@remix-run/node'
import { now } from '#app/platform/clock.server'
import { fieldsOf, readForm } from '#app/server/read-form.server'
import type { Staff } from '#app/staff/sessions.server'
import {
  type DepartureLetter,
  draftLetter,
  LETTERS_AT_MOST,
  letterWith,
  saveLetter,
} from '#app/tours/departure-letters.server'
import { LetterForm, letterTyped } from '#app/tours/letter-form'
import { aboardOf } from '#app/travelers/letter-recipients.server'
import { whyLetterWaits } from '#app/travelers/letter-text.server'
import { redirectWithToast } from '#app/ui/toasts/flash.server'
import { chosenTick, withChosen } from './letter-editor'

/** The names of the editor's fields, with a box for each who travels. */
export function letterForm(request: Request, departureId: number): Promise<FormData> {
  const ticks = aboardOf(departureId).map(({ travelerId }) => chosenTick(travelerId))
  return readForm(request, ['intent', ...fieldsOf(LetterForm), ...ticks])
}

const CHANGED =
  'Somebody else has saved this letter since you opened it. Your text is still here: save again to keep yours.'

/** Saves what the editor sends, as a new draft or over one, and goes on to its page. */
export async function saveTyped(
  form: FormData,
  departureId: number,
  letter: DepartureLetter | null,
  staff: Staff,
) {
  const typed = withChosen(form, { travelers: aboardOf(departureId) })
  const submission = parseWithZod(typed, { schema: LetterForm })
  if (submission.status !== 'success') return data({ result: submission.reply() }, { status: 400 })
  const text = letterTyped(submission.value)
  const why = whyLetterWaits(text)
  if (why) return data({ result: submission.reply({ fieldErrors: { body: [why] } }) }, { status: 400 })

  const { version, formKey } = submission.value
  const saved = letter
    ? saveLetter({ id: letter.id, version }, text, staff, now())
    : draftLetter(departureId, text, formKey, staff, now())
  const list = `/admin/departures/${departureId}/letters`
  if ('letter' in saved)
    return redirectWithToast(`${list}/${saved.letter.id}`, {
      tone: 'success',
      title: 'Draft saved',
      description: 'Nothing has been sent: look it over below.',
    })
  const refuse = (words: string, more: object = {}) =>
    data({ result: submission.reply({ formErrors: [words] }), ...more }, { status: 409 })
  switch (saved.refused) {
    case 'changed-since':
      return refuse(CHANGED, { version: letterWith(letter?.id ?? 0)?.version })
    case 'too-many':
      return refuse(`This departure has ${LETTERS_AT_MOST} letters already. Please delete one first.`)
    case 'not-a-draft':
      return refuse('This letter is scheduled or has left in the meantime, and was not changed.')
    default:
      return redirectWithToast(list, { tone: 'failure', title: 'This letter was deleted in the meantime' })
  }
}
