import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { Form, useNavigation } from '@remix-run/react'
import { NOTE_AT_MOST, NoteForm } from '#app/people/people-forms'
import { AdminPanel, adminButton } from '#app/ui/admin/admin-parts'
import { NotSent, useAdminAnswer, useKeptForm, useLastResult } from '#app/ui/admin/save-bar'
import { TextAreaField } from '#app/ui/field'
import { Notice } from '#app/ui/notice'

export const NOTE_NOT_SAVED = { title: 'Failed to save the note' }

/** The staff's own words on a contact. */
export function ContactNote({ note }: { note: string }) {
  const isSaving = useNavigation().formData?.has('note') ?? false
  const answer = useAdminAnswer<SubmissionResult<string[]>>()
  const kept = useKeptForm()
  const [form, fields] = useForm({
    id: 'note',
    lastResult: useLastResult(answer),
    defaultValue: { note },
    onValidate: ({ formData }) => parseWithZod(formData, { schema: NoteForm }),
    shouldRevalidate: 'onInput',
  })
  // Not by conform, which forgets its errors when the form is sent once more.
  const conflict = answer?.error?.['']?.[0]
  return (
    <AdminPanel title="Note">
      <Form method="post" preventScrollReset {...getFormProps(form)} className="grid gap-3">
        {/* The note that these words were written over: a colleague's of meanwhile is not replaced unseen. */}
        <input type="hidden" name="before" value={answer ? note : (kept?.before ?? note)} />
        {conflict && (
          <Notice tone="wait" role="alert" title={conflict}>
            <p>What you wrote is still below. Saving again replaces the note as it is now:</p>
            <p dir="auto" className="mt-2 whitespace-pre-wrap break-words">
              {note || '(nothing)'}
            </p>
          </Notice>
        )}
        <TextAreaField
          id={fields.note.id}
          name="note"
          label="For staff only"
          dir="auto"
          rows={4}
          maxLength={NOTE_AT_MOST}
          defaultValue={fields.note.initialValue}
          errors={fields.note.errors}
        />
        <NotSent only={NOTE_NOT_SAVED} />
        <button type="submit" aria-busy={isSaving} className={adminButton('plain', 'justify-self-start')}>
          {isSaving ? 'Saving...' : 'Save note'}
        </button>
      </Form>
    </AdminPanel>
  )
}
