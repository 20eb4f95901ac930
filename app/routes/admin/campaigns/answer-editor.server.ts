import { parseWithZod } from '@conform-to/zod/v4'
import { data } from '@remix-run/node'
import { now } from '#app/clock.server'
import { CampaignForm, CampaignTestForm, type CampaignText } from '#app/people/campaigns/campaign-form'
import { campaignPreview, isTooLarge, TOO_LARGE } from '#app/people/campaigns/campaign-letter.server'
import { createCampaign, findCampaign, postTest, saveCampaign } from '#app/people/campaigns/draft.server'
import { whyUnsendable } from '#app/people/campaigns/unsendable.server'
import type { Staff } from '#app/staff/sessions.server'
import { redirectWithToast } from '#app/ui/toasts/flash.server'
import type { EditorAnswer } from './editor-answer'

export const EDITOR_FIELDS = ['subject', 'body', 'testTo', 'version', 'intent']

/** Saves what the editor sends and goes on to what its button asks for; `id` is null for a draft not saved yet. */
export async function answerEditor(form: FormData, id: number | null, staff: Staff) {
  const intent = form.get('intent')
  if (intent === 'preview') return preview(form)

  const submission = parseWithZod(form, { schema: intent === 'test' ? CampaignTestForm : CampaignForm })
  const stays = (answer: EditorAnswer, status: number) => data(answer, { status })
  if (submission.status !== 'success') return stays({ result: submission.reply() }, 400)
  // Not a button of ours: conform asks about one field by sending the form to itself.
  if (intent !== 'save' && intent !== 'test' && intent !== 'review')
    return stays({ result: submission.reply() }, 400)
  if (isTooLarge(submission.value))
    return stays({ result: submission.reply({ fieldErrors: { body: [TOO_LARGE] } }) }, 400)
  const unsendable = intent === 'save' ? null : whyUnsendable(submission.value)
  if (unsendable) return stays({ result: submission.reply({ fieldErrors: { body: [unsendable] } }) }, 400)

  const saved = save(submission.value, id, Number(form.get('version')), staff)
  if ('refused' in saved) {
    if (saved.refused === 'not-found') throw new Response('Not found', { status: 404 })
    if (saved.refused === 'not-a-draft')
      return stays({ result: null, tooLate: onlyText(submission.value) }, 409)
    const conflict = findCampaign(Number(id))
    return stays({ result: submission.reply({ formErrors: [CHANGED] }), conflict }, 409)
  }
  const { campaign } = saved
  if (intent === 'review') return redirectWithToast(`/admin/campaigns/${campaign.id}?step=send`, SAVED)
  if (intent === 'test') postTest(campaign, testAddress(submission.value), staff, now())
  return redirectWithToast(
    `/admin/campaigns/${campaign.id}?saved=${campaign.version}`,
    intent === 'test' ? TESTED(testAddress(submission.value)) : SAVED,
  )
}

const save = (text: CampaignText, id: number | null, version: number, staff: Staff) =>
  id === null
    ? { campaign: createCampaign(onlyText(text), staff, now()) }
    : saveCampaign({ ...onlyText(text), id, version }, staff, now())

const onlyText = ({ subject, body }: CampaignText) => ({ subject, body })

const testAddress = (value: object): string => ('testTo' in value ? String(value.testTo) : '')

/** What was typed is shown, whole or not, and kept in the form. */
function preview(form: FormData): EditorAnswer {
  const typed = (field: string) => String(form.get(field) ?? '')
  const text = { subject: typed('subject'), body: typed('body') }
  return {
    result: { status: 'error', initialValue: { ...text, testTo: typed('testTo') }, error: {} },
    preview: campaignPreview(text),
  }
}

const CHANGED =
  'Somebody else has saved this draft since you opened it. Your text is still here: compare, and save again to keep yours.'
const SAVED = { tone: 'success', title: 'Draft saved' } as const
const TESTED = (address: string) =>
  ({
    tone: 'success',
    title: 'Test on its way',
    description: `The draft is saved and sent to ${address}.`,
  }) as const
