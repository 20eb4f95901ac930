import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { Form, useNavigation, useSearchParams } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { CAMPAIGN_LIMITS, CampaignForm, CampaignTestForm } from '#app/people/people-forms'
import { filledIn } from '#app/ui/admin/admin-fields'
import { NotSent, useLastActionData, useLastResult, useUnsavedForm } from '#app/ui/admin/admin-form'
import { AdminPanel, adminButton, IntentButton } from '#app/ui/admin/admin-parts'
import { LetterPreview } from '#app/ui/admin/letters'
import { TextAreaField, TextField } from '#app/ui/field'
import { Notice } from '#app/ui/notice'

const PAUSE_MS = 500

/** The letter as it will look, rendered by the server when typing pauses; `isOld` while that fails. */
function usePreview(first: string) {
  const [rendered, setRendered] = useState<string | null>(null)
  const [isOld, setIsOld] = useState(false)
  const timer = useRef<number>()
  const pending = useRef<AbortController>()
  useEffect(
    () => () => {
      window.clearTimeout(timer.current)
      pending.current?.abort()
    },
    [],
  )

  async function render(form: HTMLFormElement) {
    const typed = new FormData(form)
    if (String(typed.get('body')).length > 2 * CAMPAIGN_LIMITS.body) return
    pending.current?.abort()
    const request = new AbortController()
    pending.current = request
    try {
      const answer = await fetch('/admin/campaigns/preview', {
        method: 'POST',
        body: typed,
        signal: request.signal,
      })
      if (!answer.ok) throw new Error(`${answer.status}: ${answer.statusText}`)
      const { preview } = (await answer.json()) as { preview: string }
      setRendered(preview)
      setIsOld(false)
    } catch (error) {
      if (request.signal.aborted) return
      console.error('The preview could not be updated', error)
      setIsOld(true)
    }
  }

  function update(form: HTMLFormElement) {
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(() => void render(form), PAUSE_MS)
  }

  return { html: rendered ?? first, isOld, update }
}

type Fields = { subject: string; body: string; testTo?: string }

type CampaignEditorProps = {
  draft: { subject: string; body: string; version: number }
  preview: string
  from: string
  testTo: string
}

/** Writes a draft beside its preview. Every button saves first: what is sent is what is seen. */
export function CampaignEditor({ draft, preview, from, testTo }: CampaignEditorProps) {
  const answer = useLastActionData<EditorAnswer>()
  const conflict = answer?.conflict
  const navigation = useNavigation()
  const busy = navigation.formData?.get('intent')
  const letter = usePreview(answer?.preview ?? preview)
  const version = useBaseVersion(draft.version, conflict?.version)
  const [form, fields] = useForm<Fields>({
    id: 'campaign',
    lastResult: useLastResult(answer?.result),
    defaultValue: { subject: draft.subject, body: draft.body, testTo },
    onValidate: ({ formData }) =>
      parseWithZod(formData, {
        schema: formData.get('intent') === 'test' ? CampaignTestForm : CampaignForm,
      }),
    shouldRevalidate: 'onInput',
  })
  const subject = fields.subject.value ?? ''
  return (
    <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-2">
      <Form
        method="post"
        encType="multipart/form-data"
        preventScrollReset
        {...getFormProps(form)}
        onInput={(event) => letter.update(event.currentTarget)}
        className="grid gap-6"
      >
        {form.errors?.[0] && (
          <Notice tone={conflict ? 'wait' : 'danger'} role="alert" title={form.errors[0]}>
            {conflict && <TheirDraft {...conflict} />}
          </Notice>
        )}
        <AdminPanel className="grid gap-5 p-5">
          <input type="hidden" name="version" value={version} />
          <TextField
            {...filledIn(fields.subject)}
            label="Subject"
            hint={`${showCount(subject)} of ${CAMPAIGN_LIMITS.subject} characters`}
            dir="auto"
            required
          />
          <TextAreaField
            {...filledIn(fields.body)}
            label="Letter"
            rows={16}
            hint={
              <>
                {showCount(fields.body.value ?? '')} of {CAMPAIGN_LIMITS.body.toLocaleString('en-US')}{' '}
                characters. Markdown: # Heading, **bold**, *italic*, - list, [words](https://address). No
                pictures. An unsubscribe link and our address are added at the end.
              </>
            }
            dir="auto"
            required
          />
          <NotSent only={DRAFT_NOT_SAVED} />
          <div className="flex flex-wrap gap-2.5">
            <IntentButton intent="save" tone="main" busy={busy} busyLabel="Saving...">
              Save draft
            </IntentButton>
            <IntentButton intent="review" busy={busy} busyLabel="Saving...">
              Review and send
            </IntentButton>
            <noscript>
              <button type="submit" name="intent" value="preview" className={adminButton('plain')}>
                Update preview
              </button>
            </noscript>
          </div>
        </AdminPanel>
        <AdminPanel title="Send a test">
          <NotSent only={TEST_NOT_SENT} className="mb-4" />
          <div className="flex flex-wrap items-start gap-3">
            <TextField
              {...filledIn(fields.testTo)}
              type="email"
              label="To"
              autoComplete="email"
              className="min-w-0 flex-1 basis-60"
            />
            <IntentButton
              intent="test"
              busy={busy}
              busyLabel="Sending test..."
              className="sm:mt-7 sm:min-h-12.5"
            >
              Save and send test
            </IntentButton>
          </div>
        </AdminPanel>
      </Form>
      <section aria-labelledby="preview">
        <h2 id="preview" className="mb-3 font-semibold text-control">
          Preview
        </h2>
        <p role="status" className="text-admin-soft text-xs not-empty:mb-2">
          {letter.isOld && 'This preview is out of date.'}
        </p>
        <LetterPreview subject={subject} from={from} html={letter.html} />
      </section>
    </div>
  )
}

/**
 * The version that the text in the form was based on. The loader's may be newer by now: saving over that one
 * would overwrite unseen what a colleague saved in the meantime.
 */
function useBaseVersion(current: number, conflicting: number | undefined): number {
  const saved = useSearchParams()[0].get('saved')
  const unsaved = useUnsavedForm()
  const [opened] = useState({ version: unsaved ? Number(unsaved.version) : current, saved })
  return conflicting ?? (saved !== opened.saved ? Number(saved) : opened.version)
}

const showCount = (text: string) => text.length.toLocaleString('en-US')

const TheirDraft = ({ subject, body }: { subject: string; body: string }) => (
  <details className="mt-2">
    <summary className="cursor-pointer font-semibold underline underline-offset-4">
      Show the draft as it is saved now
    </summary>
    <p className="mt-2 font-semibold" dir="auto">
      {subject}
    </p>
    <pre className="mt-1 max-h-72 overflow-y-auto whitespace-pre-wrap break-words font-sans" dir="auto">
      {body}
    </pre>
  </details>
)

export const DRAFT_NOT_SAVED = { title: 'Failed to save the draft' }
export const TEST_NOT_SENT = { title: 'Failed to send the test' }

/** What the editor gets when it stays on its page. */
export type EditorAnswer = {
  result: SubmissionResult | null
  /** The letter as it will look, of what was typed and not saved. */
  preview?: string
  /** The draft as someone else has saved it in the meantime. */
  conflict?: { version: number; subject: string; body: string }
  /** What was typed after sending had begun: it is given back, for there is no draft anymore. */
  tooLate?: { subject: string; body: string }
}
