import { isDeepStrictEqual } from 'node:util'
import { count, desc, eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import { type Letter, letter, lines, quoted } from '#app/mail/letter'
import { post } from '#app/mail/outbox.server'
import { businessDay } from '#app/platform/clock.server'
import { showDay } from '#app/platform/days'
import { env } from '#app/platform/env.server'
import { noteGone } from '#app/platform/gone-for-good.server'
import { called, namesOf } from '#app/platform/typed/fields'
import { waysToReach } from '#app/site/reach'
import { siteSettings } from '#app/site/settings.server'
import { type Actor, byStaff, recordAct } from '#app/staff/audit-log.server'
import { db, immediately, type Tx } from '#db/connection.server'
import { inquiryAnswers as answers, outbox } from '#db/schema/mail'
import { contactInquiries as contacts } from '#db/schema/people'
import { CONTACT, type ContactColumn } from './contact-fields'

/** What staff change of a contact on its page, each by a form of its own. */
export const ContactChangeForm = z
  .object({ answered: z.string().transform((said) => said === 'yes') })
  .partial()

export type ContactChange = z.output<typeof ContactChangeForm>

export type Annotated = { saved: true } | { refused: 'gone' }

/** Notes that a contact was answered, or that it was not; said twice, the first time stays. */
export const markAnswered = (id: number, isAnswered: boolean, staff: Actor, now: Date): Annotated =>
  changeContact(id, ({ answeredAt }) => ({ answeredAt: isAnswered ? (answeredAt ?? now) : null }), staff, now)

type Columns = Pick<typeof contacts.$inferSelect, ContactColumn>

/**
 * Changes columns of a contact. The log has events for answered and reopened; for anything else, the names of
 * the changed fields.
 */
export function changeContact(
  id: number,
  change: (known: Columns) => Partial<Columns>,
  staff: Actor,
  now: Date,
): Annotated {
  return immediately((tx) => {
    const known = tx.select().from(contacts).where(eq(contacts.id, id)).get()
    if (!known) return { refused: 'gone' }
    const columns = change(known)
    const changed = namesOf(columns).filter((name) => !isDeepStrictEqual(columns[name], known[name]))
    if (changed.length === 0) return { saved: true }

    tx.update(contacts).set(columns).where(eq(contacts.id, id)).run()
    const entry = { ...byStaff(staff), subject: `contact:${id}` }
    const others = changed.filter((name) => name !== 'answeredAt')
    if (changed.includes('answeredAt'))
      recordAct(now, { ...entry, action: columns.answeredAt ? 'contact-answered' : 'contact-reopened' })
    if (others.length > 0)
      recordAct(now, { ...entry, action: 'contact-changed', detail: { changed: inWords(others) } })
    return { saved: true }
  })
}

const inWords = (columns: ContactColumn[]) => columns.map((name) => called(CONTACT[name]).toLowerCase())

export type Deleted = { deleted: true } | { refused: 'gone' }

/** Deletes what a contact wrote, for good; refuses one that someone has deleted already. */
export function deleteContact(id: number, staff: Actor, now: Date): Deleted {
  return immediately((tx) => {
    const gone = tx.delete(contacts).where(eq(contacts.id, id)).returning().get()
    if (!gone) return { refused: 'gone' }

    recordAct(now, { ...byStaff(staff), action: 'contact-deleted', subject: `contact:${id}` })
    noteGone({ what: 'contact', id, createdAt: gone.createdAt.getTime() }, now)
    return { deleted: true }
  })
}

/** Of one inquiry. */
export const ANSWERS_AT_MOST = 50

type Wish = {
  subject: string
  answer: string
  /** How many answers were shown: where a colleague was faster, nothing is sent. */
  answersShown?: number
  /** One opened form: a second press of its button sends nothing. */
  formKey: string
}

export type Answered = { answerId: number } | { refused: 'gone' | 'too-many' | 'answered-since' }

/**
 * Answers an inquiry by a letter with the inquiry quoted below; replies to it come to the company's own
 * mailbox. The inquiry counts as answered.
 */
export function answerInquiry(contactId: number, wish: Wish, staff: Actor, now: Date): Answered {
  return immediately((tx) => {
    const contact = tx.select().from(contacts).where(eq(contacts.id, contactId)).get()
    if (!contact) return { refused: 'gone' }
    const known = tx.select({ id: answers.id }).from(answers).where(eq(answers.formKey, wish.formKey)).get()
    if (known) return { answerId: known.id }
    const answered = answersTo(contactId, tx)
    if (answered >= ANSWERS_AT_MOST) return { refused: 'too-many' }
    if ((wish.answersShown ?? answered) !== answered) return { refused: 'answered-since' }

    const mailId = sendAnswer(contact, wish, now)
    const { id } = tx
      .insert(answers)
      .values({
        ...{ contactId, mailId, subject: wish.subject, text: wish.answer, formKey: wish.formKey },
        ...{ writtenBy: staff.username, createdAt: now },
      })
      .returning({ id: answers.id })
      .get()
    recordAct(now, { ...byStaff(staff), action: 'contact-written-to', subject: `contact:${contactId}` })
    markAnswered(contactId, true, staff, now)
    return { answerId: id }
  })
}

const answersTo = (contactId: number, tx: Tx): number =>
  tx.select({ count: count() }).from(answers).where(eq(answers.contactId, contactId)).get()?.count ?? 0

function sendAnswer(contact: typeof contacts.$inferSelect, wish: Wish, now: Date): number {
  const mailId = post(
    {
      kind: 'inquiry-answer',
      once: wish.formKey,
      to: { name: `${contact.firstName} ${contact.lastName}`, address: contact.email },
      letter: inquiryAnswer({
        ...{ subject: wish.subject, text: wish.answer, message: contact.message },
        ...{
          wroteOn: showDay(businessDay(contact.createdAt)),
          ways: waysToReach(siteSettings(), 'Reply to this email'),
        },
      }),
      headers: { 'Reply-To': env.STAFF_EMAIL },
    },
    now,
  )
  if (mailId === null) throw new Error(`The answer of form ${wish.formKey} was sent, and is not written down`)
  return mailId
}

/** What staff answer, with the inquiry below it. */
const inquiryAnswer = (answer: {
  subject: string
  text: string
  message: string
  wroteOn: string
  ways: string
}): Letter => ({
  ...letter`
  # ${answer.subject}

  ${lines(answer.text)}

  -# ${answer.ways}.

  -# On ${answer.wroteOn}, you wrote:

  ${quoted(answer.message.replace(/\n{3,}/g, '\n\n'))}
`,
  isPersonal: true,
})

/** The answers to some inquiries, newest first, each with what became of its letter. */
export const answersOf = (contactIds: number[]) =>
  db
    .select({
      id: answers.id,
      contactId: answers.contactId,
      subject: answers.subject,
      text: answers.text,
      writtenBy: answers.writtenBy,
      createdAt: answers.createdAt,
      mailId: answers.mailId,
      state: outbox.state,
      sentAt: outbox.sentAt,
      lastError: outbox.lastError,
    })
    .from(answers)
    .innerJoin(outbox, eq(outbox.id, answers.mailId))
    .where(inArray(answers.contactId, contactIds))
    .orderBy(desc(answers.createdAt), desc(answers.id))
    .limit(ANSWERS_AT_MOST)
    .all()
