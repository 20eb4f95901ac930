import { beforeEach, describe, expect, test } from 'vitest'
import { placeBooking } from '#app/bookings/place-booking.server'
import { deleteContact } from '#app/people/change-contact.server'
import { contactWith } from '#app/people/list-contacts.server'
import {
  finishTask,
  NOTES_AT_MOST,
  type NotedOn,
  notesOf,
  removeNote,
  saveNote,
  tasksDue,
} from '#app/people/notes.server'
import { NOTE_AT_MOST, NoteForm } from '#app/people/people-forms'
import { db } from '#db/connection.server'
import { bookings } from '#db/schema/bookings'
import { contactInquiries } from '#db/schema/people'
import { adminUsers, auditLog } from '#db/schema/staff'
import { anOrder, aTraveler, minutesAfter, NOON } from '#tests/fixtures/orders'
import { aContact } from './contacts'

const TODAY = '2025-06-01'
const [wambui, njeri] = ['Wambui', 'Njeri'].map((username) =>
  db
    .insert(adminUsers)
    .values({ username, passwordHash: 'x', createdAt: NOON })
    .returning({ id: adminUsers.id, username: adminUsers.username })
    .get(),
) as [{ id: number; username: string }, { id: number; username: string }]

beforeEach(() => {
  db.delete(contactInquiries).run()
  db.delete(bookings).run()
  db.delete(auditLog).run()
})

let forms = 0
const typed = (note: string, dueOn: string | null = null) => ({ note, dueOn, formKey: `form ${++forms}` })

function write(on: NotedOn, note: string, dueOn: string | null = null): number {
  const saved = saveNote(on, typed(note, dueOn), wambui, NOON)
  if ('refused' in saved) throw new Error(saved.refused)
  return saved.noteId
}

function aBooking(name = 'Robert Kilgore') {
  const placed = placeBooking(anOrder({ traveler: aTraveler({ name }) }), NOON)
  if (!('booking' in placed)) throw new Error('no place')
  return placed.booking
}

const acts = () =>
  db
    .select()
    .from(auditLog)
    .all()
    .filter(({ action }) => action.startsWith('note-'))
    .map(({ actor, action, subject, detail }) => [actor, action, subject, detail])

describe('a note', () => {
  test('stands on a booking or on a person who wrote, newest first', () => {
    const booking = aBooking()
    const [on, about] = [{ bookingId: booking.id }, { contactId: aContact() }]
    write(on, 'Walks with a cane')
    write(on, 'Wants a window')
    write(about, 'Called on Monday')
    expect(notesOf(on).map(({ text }) => text)).toEqual(['Wants a window', 'Walks with a cane'])
    expect(notesOf(about)).toMatchObject([
      { text: 'Called on Monday', dueOn: null, writtenBy: 'Wambui', createdAt: NOON, doneAt: null },
    ])
    expect(acts().slice(1)).toEqual([
      ['Wambui', 'note-added', `booking:${booking.reference}`, { dueOn: null }],
      ['Wambui', 'note-added', `contact:${about.contactId}`, { dueOn: null }],
    ])
  })

  test('whose button is pressed twice is written once', () => {
    const on = { contactId: aContact() }
    const form = typed('Called')
    expect(saveNote(on, form, wambui, NOON)).toEqual(saveNote(on, form, wambui, minutesAfter(1)))
    expect(notesOf(on)).toHaveLength(1)
    expect(acts()).toHaveLength(1)
  })

  test(`is refused after the ${NOTES_AT_MOST}th`, () => {
    const [on, other] = [{ contactId: aContact() }, { contactId: aContact() }]
    for (let count = 0; count < NOTES_AT_MOST; count += 1) write(on, 'One more')
    expect(saveNote(on, typed('Too many'), wambui, NOON)).toEqual({ refused: 'too-many' })
    expect(saveNote(other, typed('The first'), wambui, NOON)).toHaveProperty('noteId')
  })

  test('is not written over what a colleague has changed', () => {
    const on = { contactId: aContact() }
    const noteId = write(on, 'Called')
    const opened = notesOf(on)[0]?.version
    const change = (note: string, version = opened, dueOn: string | null = null) =>
      saveNote(on, { ...typed(note, dueOn), noteId, version }, njeri, minutesAfter(5))
    expect(change('Called twice')).toEqual({ noteId })
    expect(change('Mine')).toEqual({ refused: 'changed' })
    expect(change('Called twice')).toEqual({ noteId })
    expect(change('Mine', notesOf(on)[0]?.version, '2025-06-03')).toEqual({ noteId })
    expect(notesOf(on)).toMatchObject([{ text: 'Mine', dueOn: '2025-06-03', writtenBy: 'Wambui' }])
    expect(acts().map(([actor, action]) => [actor, action])).toEqual([
      ['Wambui', 'note-added'],
      ['Njeri', 'note-changed'],
      ['Njeri', 'note-changed'],
    ])
  })

  test('is removed once, and then cannot be changed', () => {
    const [on, other] = [{ contactId: aContact() }, { contactId: aContact() }]
    const noteId = write(on, 'Called')
    expect(removeNote(other, noteId, wambui, NOON)).toBe(false)
    expect(removeNote(on, noteId, wambui, NOON)).toBe(true)
    expect(removeNote(on, noteId, wambui, NOON)).toBe(false)
    expect(saveNote(on, { ...typed('Again'), noteId }, wambui, NOON)).toEqual({ refused: 'removed' })
    expect(acts().at(-1)).toEqual(['Wambui', 'note-removed', `contact:${on.contactId}`, { dueOn: null }])
    expect(acts()).toHaveLength(2)
  })

  test('goes with its contact, and none is written about one that is gone', () => {
    const on = { contactId: aContact() }
    write(on, 'Call back', TODAY)
    deleteContact(on.contactId, wambui, NOON)
    expect(notesOf(on)).toEqual([])
    expect(tasksDue(TODAY)).toEqual({ count: 0, late: 0, rows: [] })
    expect(saveNote(on, typed('Late'), wambui, NOON)).toEqual({ refused: 'gone' })
  })

  test('is the newest one in the call and the file, which have one', () => {
    const id = aContact()
    expect(contactWith(String(id))?.note).toBeNull()
    write({ contactId: id }, 'First')
    write({ contactId: id }, 'Second')
    expect(contactWith(String(id))?.note).toBe('Second')
  })

  test.each([
    ['', '', ['Please write something']],
    ['x'.repeat(NOTE_AT_MOST + 1), '', ['Note can be at most 2,000 characters']],
    ['Call', '2025-02-30', ['Please choose a day, or leave it empty']],
    ['Call', 'soon', ['Please choose a day, or leave it empty']],
    ['Call', '', []],
    ['x'.repeat(NOTE_AT_MOST), '2025-10-02', []],
  ])('needs words, and a day only for a task (%#)', (note, dueOn, refused) => {
    const read = NoteForm.safeParse({ note, dueOn, formKey: 'a1f0b6de-2a30-4a7e-9a55-5a0d4b1c9f11' })
    expect((read.error?.issues ?? []).map(({ message }) => message)).toEqual(refused)
  })
})

describe('a task', () => {
  test('is due from its day on until somebody does it', () => {
    const booking = aBooking()
    const on = { bookingId: booking.id }
    const noteId = write(on, 'Call Robert\nabout the balloon', '2025-06-02')
    expect(tasksDue(TODAY).count).toBe(0)
    expect(tasksDue('2025-06-02')).toEqual({
      count: 1,
      late: 0,
      rows: [
        {
          id: noteId,
          text: 'Call Robert about the balloon',
          dueOn: '2025-06-02',
          reference: booking.reference,
          contactId: null,
          name: 'Robert Kilgore',
        },
      ],
    })
    expect(tasksDue('2025-06-03')).toMatchObject({ count: 1, late: 1 })

    expect(finishTask(on, noteId, njeri, minutesAfter(10))).toBe(true)
    expect(finishTask(on, noteId, wambui, minutesAfter(11))).toBe(false)
    expect(tasksDue('2025-06-03')).toEqual({ count: 0, late: 0, rows: [] })
    expect(notesOf(on)).toMatchObject([{ doneBy: 'Njeri', doneAt: minutesAfter(10) }])
    expect(saveNote(on, { ...typed('Else'), noteId }, wambui, NOON)).toEqual({ refused: 'done' })
    expect(acts()).toEqual([
      ['Wambui', 'note-added', `booking:${booking.reference}`, { dueOn: '2025-06-02' }],
      ['Njeri', 'note-done', `booking:${booking.reference}`, { dueOn: '2025-06-02' }],
    ])
    expect(removeNote(on, noteId, wambui, NOON)).toBe(true)
  })

  test('a note without a day cannot be done', () => {
    const on = { contactId: aContact() }
    expect(finishTask(on, write(on, 'Called'), wambui, NOON)).toBe(false)
  })

  test('open tasks come first, the most overdue before the others', () => {
    const on = { contactId: aContact() }
    const done = write(on, 'Done', '2025-05-01')
    finishTask(on, done, wambui, NOON)
    write(on, 'A note')
    write(on, 'Later', '2025-07-01')
    write(on, 'Overdue', '2025-05-20')
    expect(notesOf(on).map(({ text }) => text)).toEqual(['Overdue', 'Later', 'A note', 'Done'])
  })

  test('the five most overdue are shown, all are counted', () => {
    const on = { contactId: aContact({ firstName: 'Faith', lastName: 'Chebet' }) }
    for (const day of [6, 2, 7, 3, 5, 4]) write(on, 'x'.repeat(500), `2025-05-0${day}`)
    write(on, 'Today', TODAY)
    const { count, late, rows } = tasksDue(TODAY)
    expect([count, late]).toEqual([7, 6])
    expect(rows.map(({ dueOn }) => dueOn.slice(-1))).toEqual(['2', '3', '4', '5', '6'])
    expect(rows[0]).toMatchObject({ name: 'Faith Chebet', contactId: on.contactId, reference: null })
    expect(rows[0]?.text).toBe(`${'x'.repeat(120)}…`)
  })
})
