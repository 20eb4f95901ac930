import { now } from '#app/clock.server'
import { beginSending, retryFailed } from '#app/people/campaigns/send-campaign.server'
import type { Staff } from '#app/staff/sessions.server'
import { redirectWithToast } from '#app/ui/toasts/flash.server'

/** Begins to send a campaign, or lets its failed mails wait again. */
export async function answerSending(form: FormData, id: number, staff: Staff) {
  const page = `/admin/campaigns/${id}`
  if (form.get('intent') === 'retry') {
    const mails = await retryFailed(id, staff, now())
    return redirectWithToast(page, {
      tone: mails > 0 ? 'success' : 'info',
      title: mails > 0 ? 'Trying again' : 'Nothing to try again',
      description:
        mails > 0
          ? `${mails.toLocaleString('en-US')} ${mails === 1 ? 'mail waits' : 'mails wait'} to be sent.`
          : 'Those who are left have unsubscribed, or may have received the letter.',
    })
  }

  const begun = beginSending({ id, version: Number(form.get('version')) }, staff, now())
  if (!('refused' in begun)) {
    const people = `${begun.recipients.toLocaleString('en-US')} ${begun.recipients === 1 ? 'subscriber' : 'subscribers'}`
    return redirectWithToast(page, {
      tone: 'success',
      title: 'Sending has begun',
      description: `The letter goes to ${people}.`,
    })
  }
  const { to, ...toast } = REFUSALS[begun.refused]
  return redirectWithToast(page + to, { tone: 'failure', ...toast })
}

const REFUSALS = {
  'not-found': { to: '', title: 'Campaign not found' },
  'begun-already': { to: '', title: 'Sending has begun already', description: 'Nobody is written to twice.' },
  'changed-meanwhile': {
    to: '?step=send',
    title: 'The draft has changed',
    description: 'Somebody saved it while you were looking. Please look once more before you send it.',
  },
  'not-ready': {
    to: '',
    title: 'The letter is not ready',
    description:
      'It has a picture or a placeholder, and would not arrive as it looks here. The preview says which.',
  },
  'nobody-subscribed': {
    to: '?step=send',
    title: 'Nobody to write to',
    description: 'There are no subscribers yet. Add some first.',
  },
}
