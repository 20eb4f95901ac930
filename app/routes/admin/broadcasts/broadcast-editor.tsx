import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { Form, useNavigation, useSearchParams } from '@remix-run/react'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { LETTER_LIMITS } from '#app/people/people-forms'
import { PhotoUploads } from '#app/routes/admin/settings/photo-uploads'
import {
  BroadcastForm,
  type BroadcastTyped,
  type BroadcastWish,
  type NamedPicture,
  pictureMark,
} from '#app/tours/broadcast-form'
import { adminField, TickField } from '#app/ui/admin/admin-fields'
import { NotSent, useLastActionData, useLastResult, useUnsavedForm } from '#app/ui/admin/admin-form'
import { AdminLink, AdminPanel, adminButton, IntentButton } from '#app/ui/admin/admin-parts'
import { useMay } from '#app/ui/admin/admin-shell'
import { LetterPreview } from '#app/ui/admin/letters'
import { SelectField, TextAreaField, TextField } from '#app/ui/field'
import { Notice } from '#app/ui/notice'
import { chosenIn, WhenItLeaves, WhoGetsIt, withChosen } from './broadcast-choices'
import type { EditorView } from './broadcast-page.server'
import { usePreview } from './use-preview'

export const NOT_SAVED = { title: 'Failed to save the draft' }

/** What the editor gets when it stays on its page. */
export type EditorAnswer = {
  result: SubmissionResult<string[]> | null
  /** The letter as it will look, of what was typed and not saved. */
  preview?: string
  /** The draft as someone else has saved it in the meantime. */
  conflict?: { version: number; subject: string; body: string } | undefined
  /** What was typed after it had left: it is given back, for there is no draft anymore. */
  tooLate?: { subject: string; body: string }
}

/** Writes a broadcast beside its preview: its words, whom it is for, and when it leaves. */
export function BroadcastEditor({ view }: { view: EditorView }) {
  const { isCampaign, typed, pictures } = view
  const answer = useLastActionData<EditorAnswer>()
  const conflict = answer?.conflict
  const unsaved = useUnsavedForm()
  const busy = useNavigation().formData?.get('intent')
  const letter = usePreview(view.previewAt, answer?.preview ?? view.html)
  const version = useBaseVersion(Number(typed.version), conflict?.version)
  const lastResult = useLastResult(answer?.result)
  const [form, fields] = useForm<BroadcastTyped, BroadcastWish>({
    id: 'letter',
    lastResult,
    defaultValue: typed,
    onValidate: ({ formData }) => parseWithZod(withChosen(formData, view), { schema: BroadcastForm }),
    shouldRevalidate: 'onInput',
  })
  const chosen = chosenIn(answer?.result, unsaved) ?? typed.chosen
  const subject = fields.subject.value ?? ''
  return (
    <Form
      method="post"
      encType="multipart/form-data"
      preventScrollReset
      {...getFormProps(form)}
      onInput={(event) => letter.update(event.currentTarget)}
      className="grid grid-cols-1 items-start gap-x-6 gap-y-5 xl:grid-cols-2"
    >
      {form.errors?.[0] && (
        <div className="xl:col-span-2">
          <Notice tone={conflict ? 'wait' : 'danger'} role="alert" title={form.errors[0]}>
            {conflict && <TheirDraft {...conflict} />}
          </Notice>
        </div>
      )}
      <input type="hidden" name="formKey" value={unsaved?.formKey ?? view.formKey} />
      <input type="hidden" name="version" value={version} />
      {isCampaign && <input type="hidden" name="who" value="subscribers" />}
      <AdminPanel title="The letter" className="grid gap-5 p-5">
        <TextField
          {...adminField(form, fields.subject)}
          label="Subject"
          hint={`${showCount(subject)} of ${LETTER_LIMITS.subject} characters`}
          dir="auto"
          required
        />
        <TextAreaField
          {...adminField(form, fields.body)}
          label="Letter"
          rows={16}
          dir="auto"
          required
          hint={
            <>
              {showCount(fields.body.value ?? '')} of {LETTER_LIMITS.body.toLocaleString('en-US')} characters.
              Markdown: # Heading, **bold**, *italic*, - list, [words](https://address). Filled in for each
              reader: {listed(view)}.{isCampaign && NEWSLETTER}
            </>
          }
        />
        <AddPicture pictures={pictures} />
        {!isCampaign && (
          <TickField
            id="isUrgent"
            name="isUrgent"
            label="Urgent"
            hint="Readers are asked to press “I have read this”; you see who has not, with their phone number."
            defaultChecked={fields.isUrgent.initialValue === 'on'}
          />
        )}
      </AdminPanel>
      <section aria-labelledby="preview">
        <h2 id="preview" className="mb-3 font-semibold text-control">
          Preview
        </h2>
        <p role="status" className="text-admin-soft text-xs not-empty:mb-2">
          {letter.isOld && 'This preview is out of date.'}
        </p>
        <LetterPreview subject={subject} from={view.from} html={letter.html} />
      </section>
      {!isCampaign && <WhoGetsIt {...{ view, form, fields, chosen }} />}
      <WhenItLeaves {...{ view, form, fields }}>
        <NotSent only={NOT_SAVED} />
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
          <AdminLink to={view.backTo}>Cancel</AdminLink>
        </div>
      </WhenItLeaves>
    </Form>
  )
}

const NEWSLETTER =
  ' The first line is its picture: delete it, or add another below. It says “friend” where no booking or inquiry has the name. An unsubscribe link and our address are added at the end.'

const listed = ({ placeholders }: EditorView) =>
  placeholders.map(({ name, becomes }) => `{{${name}}} ${becomes}`).join('; ')

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

/** Puts one of the site's pictures where the cursor is; what is uploaded here is chosen at once. */
function AddPicture({ pictures }: Pick<EditorView, 'pictures'>) {
  const mayUpload = useMay()('change content')
  const select = useRef<HTMLDivElement>(null)
  const [known, setKnown] = useState<NamedPicture[] | null>(null)
  useEffect(() => {
    const came = known && pictures.find(({ address }) => !known.some((one) => one.address === address))
    const field = select.current?.querySelector('select')
    if (!came || !field) return
    field.value = came.address
    setKnown(null)
  }, [known, pictures])
  return (
    <div ref={select}>
      <div className="flex flex-wrap items-end gap-2.5">
        <SelectField
          name="picture"
          label="Picture of the gallery"
          optional
          className="min-w-0 flex-1 basis-60"
        >
          {pictures.map(({ address, title }) => (
            <option key={address} value={address}>
              {title}
            </option>
          ))}
        </SelectField>
        <button
          type="submit"
          name="intent"
          value="picture"
          formNoValidate
          onClick={(event) => insertPicture(event, pictures)}
          className={adminButton('plain', 'min-h-12.5')}
        >
          Add picture
        </button>
      </div>
      {mayUpload && <PhotoUploads isHung={false} onUploaded={() => setKnown(pictures)} />}
    </div>
  )
}

/** Where the cursor stands; without scripts the site adds it at the end. */
function insertPicture(event: MouseEvent<HTMLButtonElement>, pictures: NamedPicture[]): void {
  const form = event.currentTarget.form
  const picture = form?.elements.namedItem('picture') as HTMLSelectElement | null
  const body = form?.elements.namedItem('body') as HTMLTextAreaElement | null
  const chosen = pictures.find(({ address }) => address === picture?.value)
  if (!chosen || !body) return
  event.preventDefault()
  body.setRangeText(`\n\n${pictureMark(chosen)}\n\n`, body.selectionStart, body.selectionEnd, 'end')
  body.dispatchEvent(new Event('input', { bubbles: true }))
  body.focus()
}
