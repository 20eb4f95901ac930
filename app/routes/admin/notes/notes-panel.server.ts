import { randomUUID } from 'node:crypto'
import { data } from '@remix-run/node'
import {
  finishTask,
  NOTES_AT_MOST,
  type NotedOn,
  notesOf,
  removeNote,
  saveNote,
} from '#app/people/notes.server'
import { NoteForm } from '#app/people/people-forms'
import { businessTime, now, today } from '#app/platform/clock.server'
import { showDay } from '#app/platform/days'
import { fieldsOf, type NamedForm, parseForm } from '#app/server/guards/read-form.server'
import type { Actor } from '#app/staff/audit-log.server'
import { redirectWithToast } from '#app/ui/toasts/flash.server'

export type NotesView = ReturnType<typeof notesView>

/** The notes on a booking or a contact; `?note=` names the one that is open for a change. */
export function notesView(on: NotedOn, request: Request) {
  const open = Number(new URL(request.url).searchParams.get('note'))
  return {
    open,
    formKey: randomUUID(),
    rows: notesOf(on).map((note) => ({
      ...{ id: note.id, text: note.text, formKey: note.formKey, version: note.version },
      ...{ dueOn: note.dueOn, writtenBy: note.writtenBy, doneBy: note.doneBy },
      due: note.dueOn && showDay(note.dueOn),
      isLate: note.dueOn !== null && note.dueOn < today(),
      writtenAt: businessTime(note.createdAt),
      doneAt: note.doneAt && businessTime(note.doneAt),
    })),
  }
}

export const NOTE_FIELDS = ['finish' as const, 'remove' as const, ...fieldsOf(NoteForm)]

const WHY_NOT = {
  gone: 'What this note is about no longer exists',
  'too-many': `There are ${NOTES_AT_MOST} notes here already: please remove a finished one first`,
  removed: 'A colleague has removed this note in the meantime. Press the button to write it again.',
  done: 'A colleague has marked this task as done in the meantime. Press the button to write a new note.',
  changed: 'A colleague has changed this note in the meantime',
}

/** Answers a form of the notes on `on`, whose page is `here`. */
export function answerNote(
  form: NamedForm<(typeof NOTE_FIELDS)[number]>,
  on: NotedOn,
  staff: Actor,
  here: string,
) {
  if (form.has('finish')) {
    const isDone = finishTask(on, Number(form.get('finish')), staff, now())
    return redirectWithToast(here, isDone ? TOASTS.done : TOASTS.notToDo)
  }
  if (form.has('remove')) {
    const isGone = removeNote(on, Number(form.get('remove')), staff, now())
    return redirectWithToast(here, isGone ? TOASTS.removed : TOASTS.notThere)
  }
  const submission = parseForm(form, NoteForm)
  if (submission.status !== 'success') return data(submission.reply(), { status: 400 })
  const saved = saveNote(on, submission.value, staff, now())
  if ('refused' in saved)
    return data(submission.reply({ formErrors: [WHY_NOT[saved.refused]] }), { status: 409 })
  return redirectWithToast(here, TOASTS.saved)
}

const TOASTS = {
  saved: { tone: 'success', title: 'Note saved' },
  done: { tone: 'success', title: 'Task marked as done' },
  removed: { tone: 'success', title: 'Note removed' },
  notToDo: { tone: 'info', title: 'This task is already done, or was removed' },
  notThere: { tone: 'info', title: 'This note is already removed' },
} as const
