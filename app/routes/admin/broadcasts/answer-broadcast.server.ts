import { parseWithZod } from '@conform-to/zod/v4'
import { data } from '@remix-run/node'
import { businessTime, now } from '#app/platform/clock.server'
import { counted } from '#app/platform/words'
import { fieldsOf, readForm, readSubmission } from '#app/server/guards/read-form.server'
import { pictureAt } from '#app/site/gallery.server'
import type { Staff } from '#app/staff/sessions.server'
import {
  BroadcastActForm,
  BroadcastForm,
  broadcastFromForm,
  pictureMark,
  TEST_ADDRESS,
} from '#app/tours/broadcast-form'
import {
  type Broadcast,
  broadcastWith,
  copyBroadcast,
  draftBroadcast,
  holdBroadcast,
  LETTERS_AT_MOST,
  removeBroadcast,
  saveBroadcast,
} from '#app/tours/broadcasts.server'
import { isTooLarge, TOO_LARGE, testBroadcast, whyWaits } from '#app/travelers/broadcast-text.server'
import { retryFailed } from '#app/travelers/campaign-progress.server'
import { travelersOn } from '#app/travelers/letter-recipients.server'
import { scheduleBroadcast, sendNow, sendToMissed } from '#app/travelers/send-broadcasts.server'
import { redirectWithToast } from '#app/ui/toasts/flash.server'
import { chosenTick, withChosen } from './broadcast-choices'
import type { EditorAnswer } from './broadcast-editor'
import { type Place, previewOf, readerOf } from './broadcast-page.server'

const CHANGED =
  'Someone else has saved this draft since you opened it. Your text is still here: compare, and save again to keep yours.'

/** Saves what the editor sends, as a new draft or over one, and goes on to what its button asks for. */
export async function saveTyped(request: Request, place: Place, broadcast: Broadcast | null, staff: Staff) {
  const travelers = place.departure ? travelersOn(place.departure.id) : []
  const ticks = travelers.map(({ travelerId }) => chosenTick(travelerId))
  const form = await readForm(request, ['intent', 'picture', ...fieldsOf(BroadcastForm), ...ticks])
  const intent = form.get('intent')
  const typed = withChosen(form, { travelers })
  if (!place.departure) typed.set('who', 'subscribers')
  else if (typed.get('who') === 'subscribers') typed.delete('who')
  if (intent === 'preview' || intent === 'picture') return asTyped(typed, place, broadcast)

  const submission = parseWithZod(typed, { schema: BroadcastForm })
  const stays = (answer: EditorAnswer, status: number) => data(answer, { status })
  if (submission.status !== 'success') return stays({ result: submission.reply() }, 400)
  const text = broadcastFromForm(submission.value)
  const why = intent === 'save' ? isTooLarge(text) && TOO_LARGE : whyWaits(text)
  if (why) return stays({ result: submission.reply({ fieldErrors: { body: [why] } }) }, 400)

  const { version, formKey } = submission.value
  const saved = broadcast
    ? saveBroadcast({ id: broadcast.id, version }, text, staff, now())
    : draftBroadcast(place.departure?.id ?? null, text, formKey, staff, now())
  if ('broadcast' in saved) {
    const page = `${place.list}/${saved.broadcast.id}`
    const to = intent === 'save' ? `${page}?edit&saved=${saved.broadcast.version}` : page
    return redirectWithToast(to, { ...SAVED, description: 'Nothing has been sent.' })
  }
  const refuse = (words: string) => stays({ result: submission.reply({ formErrors: [words] }) }, 409)
  switch (saved.refused) {
    case 'changed-since': {
      const conflict = broadcastWith(broadcast?.id ?? 0)
      return stays({ result: submission.reply({ formErrors: [CHANGED] }), conflict }, 409)
    }
    case 'too-many':
      return refuse(`This departure has ${LETTERS_AT_MOST} letters already. Please delete one first.`)
    case 'not-a-draft':
      return stays({ result: null, tooLate: text }, 409)
    default:
      return redirectWithToast(place.list, {
        tone: 'failure',
        title: 'This letter was deleted in the meantime',
      })
  }
}

const SAVED = { tone: 'success', title: 'Draft saved' } as const

/** What was typed is shown, whole or not, with the chosen picture at its end, and stays in the form. */
function asTyped(form: FormData, place: Place, broadcast: Broadcast | null) {
  const typed = Object.fromEntries(form) as Record<string, string>
  const picture = typed.intent === 'picture' && pictureAt(typed.picture ?? '')
  const body = picture
    ? `${typed.body ?? ''}\n\n${pictureMark({ address: typed.picture ?? '', alt: picture.alt })}\n`
    : (typed.body ?? '')
  const text = { subject: typed.subject ?? '', body, isUrgent: typed.isUrgent === 'on' }
  const initialValue = { ...typed, body, chosen: form.getAll('chosen').map(String) }
  const answer: EditorAnswer = {
    result: { status: 'error', initialValue, error: {} },
    preview: previewOf(place, text, readerOf(place, broadcast).reader?.shown ?? null).html,
  }
  return data(answer)
}

const REFUSALS = {
  gone: 'This letter was deleted in the meantime.',
  'not-a-draft': 'This letter is scheduled or leaving already. No one gets it twice.',
  'changed-since': 'Someone saved the letter while you were looking. Please read it once more.',
  'recipients-changed':
    'Who gets it has changed since this page was opened, and nothing was sent. Please look at the list once more.',
  nobody: 'No one would get it, so nothing was sent.',
  'not-ready': 'The letter is not ready: the preview says why. Please edit it first.',
  'no-address':
    'Your mailing address is missing. The law on commercial mail asks for it at the end of every campaign: please enter it under Settings first.',
  'no-time': 'Please choose first when it leaves.',
  'too-late': 'It is too late for this: please choose another day.',
  'too-many': `This departure has ${LETTERS_AT_MOST} letters already. Please delete one first.`,
  left: 'The letter has left in the meantime.',
}

const NOTHING_TO_RETRY = {
  tone: 'info',
  title: 'Nothing to try again',
  description: 'Those who are left have unsubscribed, or may have received the letter.',
} as const

/** What a button of a broadcast's page does; a refusal stays on the page. */
export async function answerBroadcast(request: Request, place: Place, broadcast: Broadcast, staff: Staff) {
  const submission = await readSubmission(request, BroadcastActForm)
  if (submission.status !== 'success') return data({ refused: TEST_ADDRESS }, { status: 400 })
  const { intent, version, shown, testTo, as, formKey } = submission.value
  const { id } = broadcast
  const page = `${place.list}/${id}`
  const refuse = (refused: keyof typeof REFUSALS) => data({ refused: REFUSALS[refused] }, { status: 409 })
  const back = (title: string, description: string, to = page) =>
    redirectWithToast(to, { tone: 'success', title, description })
  const onItsWay = (readers: number) =>
    place.departure
      ? back('Letter on its way', `To ${counted(readers, 'mailbox', 'mailboxes')}.`)
      : back('Sending has begun', `The letter goes to ${counted(readers, 'subscriber')}.`)

  switch (intent) {
    case 'send': {
      const begun = sendNow({ id, version, shown }, staff, now())
      if (!('refused' in begun)) return onItsWay(begun.recipients)
      // A second press of the button.
      const isOut = ['sending', 'sent'].includes(broadcastWith(id)?.state ?? '')
      return begun.refused === 'not-a-draft' && isOut
        ? back('Letter on its way', 'No one gets it twice.')
        : refuse(begun.refused)
    }
    case 'send-to-missed': {
      const begun = sendToMissed({ id, shown }, staff, now())
      return 'refused' in begun ? refuse(begun.refused) : onItsWay(begun.recipients)
    }
    case 'schedule': {
      const scheduled = scheduleBroadcast({ id, version }, staff, now())
      if ('refused' in scheduled) return refuse(scheduled.refused)
      return back('Letter scheduled', `It leaves ${businessTime(scheduled.leavesAt)}.`)
    }
    case 'hold': {
      const held = holdBroadcast(id, staff, now())
      return 'refused' in held
        ? refuse(held.refused)
        : back('Off the schedule', 'The letter is a draft again.')
    }
    case 'copy': {
      const copied = copyBroadcast(id, formKey ?? crypto.randomUUID(), staff, now())
      if ('refused' in copied) return refuse(copied.refused)
      const to = `${place.list}/${copied.broadcast.id}?edit`
      return back('Copied', 'This is a draft of its own: nothing has been sent.', to)
    }
    case 'retry': {
      const mails = await retryFailed(id, staff, now())
      if (mails === 0) return redirectWithToast(page, NOTHING_TO_RETRY)
      return back('Trying again', `${counted(mails, 'email is waiting', 'emails are waiting')} to be sent.`)
    }
    case 'remove': {
      const removed = removeBroadcast({ id, version: broadcast.version }, staff, now())
      if ('refused' in removed) return refuse(removed.refused)
      return back('Letter deleted', 'No one got it.', place.list)
    }
    case 'test': {
      if (!testTo) return data({ refused: TEST_ADDRESS }, { status: 400 })
      const { reader } = readerOf(place, broadcast, as)
      testBroadcast(broadcast, reader?.shown ?? null, testTo, staff, now())
      return back('Test on its way', `To ${testTo}. Its links open nothing.`)
    }
  }
}
