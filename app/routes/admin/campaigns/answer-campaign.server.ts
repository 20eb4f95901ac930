import { parseWithZod } from '@conform-to/zod/v4'
import { data } from '@remix-run/node'
import { campaignPreview, isTooLarge, TOO_LARGE, whyUnsendable } from '#app/people/campaign-letter.server'
import {
  beginSending,
  type Campaign,
  createCampaign,
  figuresOf,
  findCampaign,
  postTest,
  retryFailed,
  saveCampaign,
} from '#app/people/campaigns.server'
import { CampaignForm, CampaignTestForm, type CampaignText } from '#app/people/people-forms'
import { subscriberTotals } from '#app/people/subscribers.server'
import { businessTime, now } from '#app/platform/clock.server'
import { env } from '#app/platform/env.server'
import { counted } from '#app/platform/words'
import { rowId } from '#app/server/guards/named-rows.server'
import { readForm } from '#app/server/guards/read-form.server'
import type { Staff } from '#app/staff/sessions.server'
import { redirectWithToast } from '#app/ui/toasts/flash.server'
import type { EditorAnswer } from './campaign-editor'

/** Null where none is named: a new one. Throws 404 where there is none of that name. */
function namedCampaign(named: string | undefined): Campaign | null {
  const id = rowId(named ?? 'new')
  if (id === 'new') return null
  const campaign = findCampaign(id)
  if (!campaign) throw new Response('Not found', { status: 404 })
  return campaign
}

/** Answers a button of a campaign's page. */
export async function answerCampaign(request: Request, named: string | undefined, staff: Staff) {
  const form = await readForm(request, ['subject', 'body', 'testTo', 'version', 'intent'])
  const campaign = namedCampaign(named)
  const intent = form.get('intent')
  if (campaign && (intent === 'send' || intent === 'retry')) return answerSending(form, campaign.id, staff)
  return answerEditor(form, campaign?.id ?? null, staff)
}

/**
 * Saves what the editor sends and goes on to what its button asks for; `id` is null for a draft not saved
 * yet.
 */
async function answerEditor(form: FormData, id: number | null, staff: Staff) {
  const intent = form.get('intent')
  if (intent === 'preview') return preview(form)

  const submission = parseWithZod(form, { schema: intent === 'test' ? CampaignTestForm : CampaignForm })
  const stays = (answer: EditorAnswer, status = 400) => data(answer, { status })
  const refuseBody = (why: string) => stays({ result: submission.reply({ fieldErrors: { body: [why] } }) })
  // Not a button of ours: conform asks about one field by sending the form to itself.
  const isOurs = intent === 'save' || intent === 'test' || intent === 'review'
  if (submission.status !== 'success' || !isOurs) return stays({ result: submission.reply() })
  const { subject, body } = submission.value
  const text = { subject, body }
  if (isTooLarge(text)) return refuseBody(TOO_LARGE)
  const unsendable = intent === 'save' ? null : whyUnsendable(text)
  if (unsendable) return refuseBody(unsendable)

  const saved =
    id === null
      ? { campaign: createCampaign(text, staff, now()) }
      : saveCampaign({ ...text, id, version: Number(form.get('version')) }, staff, now())
  if ('refused' in saved) {
    if (saved.refused === 'not-found') throw new Response('Not found', { status: 404 })
    if (saved.refused === 'not-a-draft') return stays({ result: null, tooLate: text }, 409)
    const conflict = findCampaign(Number(id))
    return stays({ result: submission.reply({ formErrors: [CHANGED] }), conflict }, 409)
  }
  const { campaign } = saved
  if (intent === 'review') return redirectWithToast(`/admin/campaigns/${campaign.id}?step=send`, SAVED)
  const page = `/admin/campaigns/${campaign.id}?saved=${campaign.version}`
  if (!('testTo' in submission.value)) return redirectWithToast(page, SAVED)
  const testTo = String(submission.value.testTo)
  postTest(campaign, testTo, staff, now())
  return redirectWithToast(page, {
    tone: 'success',
    title: 'Test on its way',
    description: `The draft is saved and sent to ${testTo}.`,
  })
}

/** What was typed is shown, whole or not, and stays in the form. */
function preview(form: FormData): EditorAnswer {
  const typed = (field: string) => String(form.get(field) ?? '')
  const text = { subject: typed('subject'), body: typed('body') }
  return {
    result: { status: 'error', initialValue: { ...text, testTo: typed('testTo') }, error: {} },
    preview: campaignPreview(text),
  }
}

const CHANGED =
  'Someone else has saved this draft since you opened it. Your text is still here: compare, and save again to keep yours.'
const SAVED = { tone: 'success', title: 'Draft saved' } as const

const NOTHING_TO_RETRY = {
  tone: 'info',
  title: 'Nothing to try again',
  description: 'Those who are left have unsubscribed, or may have received the letter.',
} as const

/** Begins to send a campaign, or returns its failed mails to the outbox. */
async function answerSending(form: FormData, id: number, staff: Staff) {
  const page = `/admin/campaigns/${id}`
  if (form.get('intent') === 'retry') {
    const mails = await retryFailed(id, staff, now())
    if (mails === 0) return redirectWithToast(page, NOTHING_TO_RETRY)
    const description = `${counted(mails, 'email is waiting', 'emails are waiting')} to be sent.`
    return redirectWithToast(page, { tone: 'success', title: 'Trying again', description })
  }

  const begun = beginSending({ id, version: Number(form.get('version')) }, staff, now())
  if (!('refused' in begun)) {
    return redirectWithToast(page, {
      tone: 'success',
      title: 'Sending has begun',
      description: `The letter goes to ${counted(begun.recipients, 'subscriber')}.`,
    })
  }
  const { to, ...toast } = REFUSALS[begun.refused]
  return redirectWithToast(page + to, { tone: 'failure', ...toast })
}

const REFUSALS = {
  'not-found': { to: '', title: 'Campaign not found' },
  'begun-already': { to: '', title: 'Sending has begun already', description: 'No one gets it twice.' },
  'changed-since': {
    to: '?step=send',
    title: 'The draft has changed',
    description: 'Someone saved it while you were looking. Please look once more before you send it.',
  },
  'not-ready': {
    to: '',
    title: 'The letter is not ready',
    description:
      'It has a picture or a placeholder, and would not arrive as it looks here. The preview says which.',
  },
  'no-address': {
    to: '?step=send',
    title: 'Your mailing address is missing',
    description:
      'The law on commercial mail asks for it at the end of every campaign. Please enter it under Settings first.',
  },
  'nobody-subscribed': {
    to: '?step=send',
    title: 'No one to send to',
    description: 'There are no subscribers yet. Add some first.',
  },
}

/** What the page of a campaign shows. */
export function campaignPage(named: string | undefined) {
  const campaign = namedCampaign(named)
  if (campaign) return campaignView(campaign)
  return { campaign: null, ...editorView({ subject: '', body: 'Your letter appears here as you write.' }) }
}

export type CampaignView = ReturnType<typeof campaignView>

/** Its letter, how it would look, and how its sending goes. */
function campaignView(campaign: Campaign) {
  const { id, subject, body, version, state, recipients, sendingAt, sentAt } = campaign
  const figures = figuresOf(id)
  return {
    campaign: { id, subject, body, version, state, recipients },
    began: sendingAt && businessTime(sendingAt),
    ended: sentAt && businessTime(sentAt),
    figures,
    minutesLeft: sendingAt && minutesLeft(sendingAt, figures.sent + figures.failed, recipients),
    subscribers: subscriberTotals().confirmed,
    mailIsOn: env.SMTP_URL !== undefined,
    ...editorView({ subject, body }),
  }
}

const editorView = (text: CampaignText) => ({
  preview: campaignPreview(text),
  from: `${env.MAIL_FROM.name} <${env.MAIL_FROM.address}>`,
  testTo: env.STAFF_EMAIL,
})

/** At the pace so far; null before the first mail is sent. */
const minutesLeft = (since: Date, done: number, recipients: number): number | null =>
  done === 0 ? null : Math.ceil(((now().getTime() - since.getTime()) / done / 60_000) * (recipients - done))
