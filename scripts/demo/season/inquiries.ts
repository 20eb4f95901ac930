import { randomUUID } from 'node:crypto'
import { keepCaught } from '#app/people/caught-messages.server'
import { answerInquiry, markAnswered } from '#app/people/change-contact.server'
import { saveNote } from '#app/people/notes.server'
import { receiveInquiry } from '#app/people/receive-inquiry.server'
import { now } from '#app/platform/clock.server'
import { addDays } from '#app/platform/days'
import type { Staff } from '#app/staff/sessions.server'
import { ANSWERS, ASKED, CAUGHT } from './asked'
import { at, done, type Entry } from './diary'

/** What the hidden field of a form has caught: a program’s, and a guest’s whose browser filled it in. */
export const caught = (): Entry[] =>
  CAUGHT.map(([on, form, words]) => ({ at: at(on, 15), command: () => keepCaught(form, words, now()) }))

/** What came by the contact form in three months, and what staff did with it. */
export function inquiries(staff: (place: number) => Staff): Entry[] {
  return ASKED.flatMap(([on, name, phone, interest, message, answeredAfter, note, dueOn = null], place) => {
    const [firstName = '', lastName = ''] = name.split(/ (.*)/)
    const email = `${firstName}.${lastName}@example.com`.toLowerCase().replaceAll(' ', '')
    const hour = 7 + ((place * 11) % 28) / 2
    let id = 0
    const entries: Entry[] = [
      {
        at: at(on, hour),
        command: () => {
          const inquiry = { firstName, lastName, email, phone, interest, message, network: null }
          id = done(receiveInquiry(inquiry, now())).inquiryId
        },
      },
    ]
    const readOn = addDays(on, answeredAfter ?? 1)
    if (note)
      entries.push({
        at: at(readOn, hour + 0.4),
        command: () =>
          done(saveNote({ contactId: id }, { note, dueOn, formKey: randomUUID() }, staff(place), now())),
      })
    if (answeredAfter !== undefined)
      entries.push({
        at: at(readOn, hour + 0.5),
        command: () => {
          const answer = ANSWERS[name]
          const letter = { subject: 'Re: Your inquiry', formKey: randomUUID() }
          if (answer) done(answerInquiry(id, { ...letter, answer }, staff(place), now()))
          else done(markAnswered(id, true, staff(place), now()))
        },
      })
    return entries
  })
}
