import { parseWithZod } from '@conform-to/zod/v4'
import { data } from '@remix-run/node'
import { z } from 'zod'
import { businessTime, now } from '#app/platform/clock.server'
import { emailAddress } from '#app/platform/typed/text'
import { counted } from '#app/platform/words'
import { fieldsOf, readForm, readSubmission } from '#app/server/guards/read-form.server'
import type { Staff } from '#app/staff/sessions.server'
import {
  type DepartureLetter,
  draftLetter,
  holdLetter,
  LETTERS_AT_MOST,
  letterWith,
  removeLetter,
  saveLetter,
  scheduleLetter,
} from '#app/tours/departure-letters.server'
import { LetterForm, letterFromForm } from '#app/tours/letter-form'
import { aboardOf, reachedBy } from '#app/travelers/letter-recipients.server'
import { testLetter, whyLetterWaits } from '#app/travelers/letter-text.server'
import { sendLetterNow, sendToMissed } from '#app/travelers/send-letters.server'
import { redirectWithToast } from '#app/ui/toasts/flash.server'
import { chosenTick, withChosen } from './letter-editor'

const CHANGED =
  'Someone else has saved this letter since you opened it. Your text is still here: save again to keep yours.'

/** Saves what the editor sends, as a new draft or over one, and goes on to its page. */
export async function saveTyped(
  request: Request,
  departureId: number,
  letter: DepartureLetter | null,
  staff: Staff,
) {
  const travelers = aboardOf(departureId)
  const ticks = travelers.map(({ travelerId }) => chosenTick(travelerId))
  const form = await readForm(request, ['intent', ...fieldsOf(LetterForm), ...ticks])
  const typed = withChosen(form, { travelers })
  const submission = parseWithZod(typed, { schema: LetterForm })
  if (submission.status !== 'success') return data({ result: submission.reply() }, { status: 400 })
  const text = letterFromForm(submission.value)
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

const TEST_ADDRESS = 'Please enter one email address for the test'

/** What the buttons of a letter's page post. */
const ActForm = z.object({
  intent: z.enum(['send', 'send-to-missed', 'schedule', 'hold', 'test', 'remove']),
  version: z.coerce.number().int().default(0),
  shown: z.string().max(10_000).default(''),
  testTo: emailAddress({ missing: TEST_ADDRESS }).optional(),
  as: z.string().max(15).optional(),
})

const REFUSALS = {
  gone: 'This letter was deleted in the meantime.',
  'not-a-draft': 'This letter is scheduled or leaving already. No one gets it twice.',
  'changed-since': 'Someone saved the letter while you were looking. Please read it once more.',
  'recipients-changed':
    'Who gets it has changed since this page was opened, and nothing was sent. Please look at the list once more.',
  nobody: 'No one would get it, so nothing was sent.',
  'not-ready': 'The letter has a picture or a placeholder that is not filled in. Please edit it first.',
  'no-time': 'Please choose first when it leaves.',
  'too-late': 'It is too late: it would reach them in another part of the journey.',
  left: 'The letter has left in the meantime.',
}

/** What a button of a letter's page does; a refusal stays on the page. */
export async function answerLetter(request: Request, letter: DepartureLetter, staff: Staff) {
  const submission = await readSubmission(request, ActForm)
  if (submission.status !== 'success') return data({ refused: TEST_ADDRESS }, { status: 400 })
  const { intent, version, shown, testTo, as } = submission.value
  const opened = { id: letter.id, version }
  const list = `/admin/departures/${letter.departureId}/letters`
  const refuse = (refused: keyof typeof REFUSALS) => data({ refused: REFUSALS[refused] }, { status: 409 })
  const back = (title: string, description: string, to = `${list}/${letter.id}`) =>
    redirectWithToast(to, { tone: 'success', title, description })

  if (intent === 'send') {
    const begun = sendLetterNow({ ...opened, shown }, staff, now())
    if (!('refused' in begun))
      return back('Letter on its way', `To ${counted(begun.recipients, 'mailbox', 'mailboxes')}.`)
    // A second press of the button.
    const isOut = ['sending', 'sent'].includes(letterWith(letter.id)?.state ?? '')
    return begun.refused === 'not-a-draft' && isOut
      ? back('Letter on its way', 'No one gets it twice.')
      : refuse(begun.refused)
  }
  if (intent === 'send-to-missed') {
    const begun = sendToMissed({ id: letter.id, shown }, staff, now())
    return 'refused' in begun
      ? refuse(begun.refused)
      : back('Letter on its way', `To ${counted(begun.recipients, 'mailbox', 'mailboxes')}.`)
  }
  if (intent === 'schedule') {
    const scheduled = scheduleLetter(opened, staff, now())
    if ('refused' in scheduled) return refuse(scheduled.refused)
    return back('Letter scheduled', `It leaves ${businessTime(scheduled.leavesAt)}.`)
  }
  if (intent === 'hold') {
    const held = holdLetter(letter.id, staff, now())
    return 'refused' in held ? refuse(held.refused) : back('Off the schedule', 'The letter is a draft again.')
  }
  if (intent === 'remove') {
    const removed = removeLetter({ ...opened, version: letter.version }, staff, now())
    return 'refused' in removed ? refuse(removed.refused) : back('Letter deleted', 'No one got it.', list)
  }
  if (!testTo) return data({ refused: TEST_ADDRESS }, { status: 400 })
  const { gets } = reachedBy(letter)
  const reader = gets.find(({ travelerId }) => String(travelerId) === as) ?? gets[0] ?? null
  testLetter(letter, reader, testTo, staff, now())
  return back('Test on its way', `To ${testTo}. Its links open nothing.`)
}
