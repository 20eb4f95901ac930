import { getFormProps, type SubmissionResult } from '@conform-to/react'
import { Form, useLocation, useNavigation } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { NOTE_AT_MOST, NoteForm as schema } from '#app/people/people-forms'
import { filledIn } from '#app/ui/admin/admin-fields'
import { NotSent, useLastActionData, useLastResult, useUnsavedForm } from '#app/ui/admin/admin-form'
import { AdminLink, AdminPanel, adminButton, RestOfList, SubmitButton } from '#app/ui/admin/admin-parts'
import { useStaffForm } from '#app/ui/admin/staff-form'
import { Badge } from '#app/ui/badge'
import { TextAreaField, TextField } from '#app/ui/field'
import { Link, VisuallyHidden } from '#app/ui/link'
import { Notice } from '#app/ui/notice'
import type { NotesView } from './notes-panel.server'

type Row = NotesView['rows'][number]

/** More of them wait behind a line that opens. */
const SHOWN_AT_ONCE = 4

/** Staff's notes on a booking or a contact, what is to do first, and the form for another one. */
export function NotesPanel({ notes }: { notes: NotesView }) {
  const open = notes.rows.find(({ id }) => id === notes.open)
  const isChanging = open?.doneAt === null
  const [first, others] = [notes.rows.slice(0, SHOWN_AT_ONCE), notes.rows.slice(SHOWN_AT_ONCE)]
  const list = useFocusBack(open?.id)
  const shown = (rows: Row[]) =>
    rows.map((row) => <NoteItem key={row.id} note={row} isOpen={row.id === open?.id} notes={notes} />)
  return (
    <AdminPanel title="Notes and tasks" className="@container p-5">
      {!isChanging && <NewNote notes={notes} />}
      <div ref={list} id="notes" tabIndex={-1} className="min-w-0 scroll-mt-24 outline-none">
        {notes.rows.length > 0 && (
          <ul aria-label="Notes" className={isChanging ? '' : 'mt-4 border-admin-line border-t pt-3'}>
            {shown(first)}
          </ul>
        )}
        <RestOfList count={others.length} isOpen={others.some(({ id }) => id === open?.id)}>
          <ul aria-label="More notes">{shown(others)}</ul>
        </RestOfList>
      </div>
    </AdminPanel>
  )
}

/**
 * A new form once the last one was written: until then what is typed stays, whatever else happens on the
 * page.
 */
function NewNote({ notes }: { notes: NotesView }) {
  const [formKey, setFormKey] = useState(notes.formKey)
  if (notes.rows.some((row) => row.formKey === formKey)) setFormKey(notes.formKey)
  return <NoteForm key={formKey} formKey={formKey} />
}

type ItemProps = { note: Row; isOpen: boolean; notes: NotesView }

function NoteItem({ note, isOpen, notes }: ItemProps) {
  const { pathname } = useLocation()
  const openThis = useSearchWith(note.id)
  const close = `${pathname}${useSearchWith(null)}`
  if (isOpen && !note.doneAt)
    return (
      <li className={ITEM}>
        <NoteForm formKey={notes.formKey} changed={note} closeTo={close} />
        <div className="mt-2.5">
          <NotePress name="remove" id={note.id} label="Remove note" of={note} />
        </div>
      </li>
    )
  return (
    <li className={`${ITEM} flex flex-wrap items-start justify-between gap-x-6 gap-y-1`}>
      <div className="min-w-0 max-w-3xl">
        <p dir="auto" className="wrap-anywhere whitespace-pre-wrap text-sm">
          {note.text}
        </p>
        <p className="wrap-anywhere mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-2xs text-admin-soft">
          <Standing note={note} />
          <span>
            Written by <bdi>{note.writtenBy}</bdi>, {note.writtenAt}
          </span>
        </p>
      </div>
      <div className="admin-no-print flex flex-wrap items-center gap-x-4 gap-y-2">
        {note.due && !note.doneAt && <NotePress name="finish" id={note.id} label="Mark as done" of={note} />}
        {isOpen ? (
          <>
            <NotePress name="remove" id={note.id} label="Remove note" of={note} />
            <Link to={close} preventScrollReset className="admin-quiet-button text-xs">
              Keep it
            </Link>
          </>
        ) : (
          <Link to={openThis} preventScrollReset data-note={note.id} className="admin-quiet-button text-xs">
            {note.doneAt ? 'Remove…' : 'Change'}
            <VisuallyHidden>{quoted(note.text)}</VisuallyHidden>
          </Link>
        )}
      </div>
    </li>
  )
}

const ITEM = 'border-admin-line border-t py-2.5 first:border-t-0 first:pt-0 last:pb-0'

/** Which note it is, for those who cannot see where the button stands. */
const quoted = (text: string) => ` “${text.slice(0, 60)}”`

function Standing({ note: { due, isLate, doneAt, doneBy } }: { note: Row }) {
  if (!due) return null
  if (doneAt)
    return (
      <>
        <Badge tone="success">Done</Badge>
        <span>
          by <bdi>{doneBy}</bdi>, {doneAt}.
        </span>
      </>
    )
  return <Badge tone={isLate ? 'failed' : 'wait'}>{isLate ? `Was due ${due}` : `Due ${due}`}</Badge>
}

type PressProps = { name: 'finish' | 'remove'; id: number; label: string; of: Row }

function NotePress({ name, id, label, of }: PressProps) {
  const busy = useNavigation().formData?.get(name) === String(id)
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name={name} value={id} />
      <button type="submit" disabled={busy} className={adminButton(name === 'remove' ? 'danger' : 'plain')}>
        <span>{busy ? 'Saving...' : label}</span>
        <VisuallyHidden>{quoted(of.text)}</VisuallyHidden>
      </button>
    </Form>
  )
}

/** This page's address with a note open, or with none. */
function useSearchWith(id: number | null): string {
  const query = new URLSearchParams(useLocation().search)
  query.delete('note')
  if (id !== null) query.set('note', String(id))
  return query.size > 0 ? `?${query}` : ''
}

/**
 * Once an opened note is closed, focus goes back to what had opened it, or to the list where that is gone.
 */
function useFocusBack(open: number | undefined) {
  const list = useRef<HTMLDivElement>(null)
  const before = useRef(open)
  useEffect(() => {
    if (before.current !== undefined && open === undefined)
      (list.current?.querySelector<HTMLElement>(`[data-note="${before.current}"]`) ?? list.current)?.focus()
    before.current = open
  }, [open])
  return list
}

const NOTE_NOT_SAVED = { title: 'Failed to save the note' }

/** What is said where a press of the notes did not arrive. */
export const noteNotSaved = (sent: FormData) => {
  if (sent.has('finish')) return { title: 'Failed to mark the task as done' }
  return sent.has('remove') ? { title: 'Failed to remove the note' } : NOTE_NOT_SAVED
}

type Props = {
  formKey: string
  /** Absent for a new one. */
  changed?: Row
  closeTo?: string
}

/** The words of staff, and a day if it is a task. */
function NoteForm({ formKey, changed, closeTo }: Props) {
  const isSaving = useNavigation().formData?.has('note') ?? false
  const answer = useLastActionData<SubmissionResult<string[]>>()
  const unsaved = useUnsavedForm()
  const [form, fields] = useStaffForm(schema, {
    id: changed ? `note-${changed.id}` : 'note',
    lastResult: useLastResult(answer),
    defaultValue: { note: changed?.text ?? '', dueOn: changed?.dueOn ?? '' },
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
          value={answer ? changed.version : (unsaved?.version ?? changed.version)}
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
      <NotSent only={NOTE_NOT_SAVED} />
      <div className="grid items-start gap-3 @sm:grid-cols-[minmax(0,1fr)_auto] @sm:*:first:col-span-2 @3xl:grid-cols-[minmax(0,1fr)_17rem_auto] @3xl:*:first:col-span-1">
        <TextAreaField
          {...filledIn(fields.note)}
          label="For staff only"
          hint="No page shows it to guests, but the person whom it is about can ask for a copy of what we hold."
          dir="auto"
          rows={changed ? 2 : 1}
          maxLength={NOTE_AT_MOST}
          autoFocus={changed !== undefined}
        />
        <TextField
          {...filledIn(fields.dueOn)}
          label="To do by"
          optional
          type="date"
          hint="With a day it is a task, and is on the dashboard from that day on."
        />
        <div className="flex flex-wrap gap-2.5 @sm:mt-7.5">
          <SubmitButton
            disabled={false}
            busy={isSaving}
            label="Save note"
            busyLabel="Saving..."
            tone="plain"
          />
          {closeTo && (
            <AdminLink to={closeTo} preventScrollReset>
              Cancel
            </AdminLink>
          )}
        </div>
      </div>
    </Form>
  )
}
