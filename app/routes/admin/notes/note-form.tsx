import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { Form, useNavigation } from '@remix-run/react'
import { NOTE_AT_MOST, NoteForm as schema } from '#app/people/people-forms'
import { NotSent, useAdminAnswer, useKeptForm, useLastResult } from '#app/ui/admin/admin-form'
import { adminButton } from '#app/ui/admin/admin-parts'
import { TextAreaField, TextField } from '#app/ui/field'
import { Link } from '#app/ui/link'
import { Notice } from '#app/ui/notice'
import type { NotesShown } from './notes-panel.server'

export const NOTE_NOT_SAVED = { title: 'Failed to save the note' }

/** What is said where a press of the notes did not arrive. */
export const noteNotSaved = (sent: FormData) => {
  if (sent.has('finish')) return { title: 'Failed to mark the task as done' }
  return sent.has('remove') ? { title: 'Failed to remove the note' } : NOTE_NOT_SAVED
}

type Props = {
  formKey: string
  /** Absent for a new one. */
  changed?: NotesShown['rows'][number]
  closeTo?: string
}

/** The words of staff, and a day if it is a task. */
export function NoteForm({ formKey, changed, closeTo }: Props) {
  const isSaving = useNavigation().formData?.has('note') ?? false
  const answer = useAdminAnswer<SubmissionResult<string[]>>()
  const kept = useKeptForm()
  const [form, fields] = useForm({
    id: changed ? `note-${changed.id}` : 'note',
    lastResult: useLastResult(answer),
    defaultValue: { note: changed?.text ?? '', dueOn: changed?.dueOn ?? '' },
    onValidate: ({ formData }) => parseWithZod(formData, { schema }),
    shouldRevalidate: 'onInput',
  })
  // Not by conform, which forgets its errors when the form is sent once more.
  const refused = answer?.error?.['']?.[0]
  return (
    <Form method="post" preventScrollReset {...getFormProps(form)} className="admin-no-print grid gap-3">
      <input type="hidden" name="formKey" value={formKey} />
      {changed && <input type="hidden" name="noteId" value={changed.id} />}
      {/* What these words are written over: a colleague's of in the meantime are not replaced unseen. */}
      {changed && (
        <input
          type="hidden"
          name="version"
          value={answer ? changed.version : (kept?.version ?? changed.version)}
        />
      )}
      {refused && (
        <Notice tone="wait" role="alert" title={refused}>
          <p>What you wrote is still below.</p>
          {changed && (
            <p dir="auto" className="mt-2 whitespace-pre-wrap break-words">
              {`Saving again replaces the note as it is now:\n\n${changed.text}${changed.due ? `\n\nDue ${changed.due}` : ''}`}
            </p>
          )}
        </Notice>
      )}
      <TextAreaField
        id={fields.note.id}
        name="note"
        label="For staff only"
        dir="auto"
        rows={3}
        maxLength={NOTE_AT_MOST}
        autoFocus={changed !== undefined}
        defaultValue={fields.note.initialValue}
        errors={fields.note.errors}
      />
      <TextField
        id={fields.dueOn.id}
        name="dueOn"
        label="To do by"
        optional
        type="date"
        hint="With a day it is a task, and is on the dashboard from that day on."
        defaultValue={fields.dueOn.initialValue}
        errors={fields.dueOn.errors}
      />
      <NotSent only={NOTE_NOT_SAVED} />
      <div className="flex flex-wrap gap-2.5">
        <button type="submit" aria-busy={isSaving} className={adminButton('plain')}>
          {isSaving ? 'Saving...' : 'Save note'}
        </button>
        {closeTo && (
          <Link to={closeTo} preventScrollReset className={adminButton('plain')}>
            Cancel
          </Link>
        )}
      </div>
    </Form>
  )
}
