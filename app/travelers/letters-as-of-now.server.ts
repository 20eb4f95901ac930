import { and, eq, ne } from 'drizzle-orm'
import { letterAsHtml, letterAsText } from '#app/mail/letter'
import { withdrawMail } from '#app/mail/outbox.server'
import type { BeforeSending, Mail } from '#app/mail/send-mail.server'
import { businessDay } from '#app/platform/clock.server'
import { log } from '#app/platform/log.server'
import {
  broadcastWith,
  type DepartureLetter,
  isDepartureLetter,
  isTooLate,
} from '#app/tours/broadcasts.server'
import { departureOf } from '#app/tours/departures.server'
import { immediately, type Tx } from '#db/connection.server'
import { hasRow } from '#db/prepared.server'
import { outbox, broadcastRecipients as recipients } from '#db/schema/mail'
import { layOut } from './broadcast-text.server'
import { type Recipient, reachedBy } from './letter-recipients.server'

type Sent = typeof recipients.$inferSelect

/**
 * A letter to a departure that waited, as while the mail server was down, goes to whom it reaches by now, at
 * their present address and with links that work. It is taken back where they have canceled, moved, or are no
 * longer meant, and where its time is over. Other mails pass as they are.
 */
export const letterAsOfNow: BeforeSending = (mail, now) => {
  if (mail.kind !== 'departure-letter') return mail
  const reader = immediately((tx) => readerNow(mail, now, tx))
  if (!reader) return null
  const letter = layOut(reader.letter, departureOf(reader.letter))(reader)
  return {
    ...mail,
    toName: reader.to.name,
    toAddress: reader.to.address,
    subject: letter.subject,
    textBody: letterAsText(letter),
    htmlBody: letterAsHtml(letter),
  }
}

function readerNow(mail: Mail, now: Date, tx: Tx) {
  const sent = tx.select().from(recipients).where(eq(recipients.outboxId, mail.id)).get()
  const letter = sent && letterWith(sent.broadcastId)
  const isOver = letter && isTooLate(letter, departureOf(letter), businessDay(now))
  const reader = sent && letter && !isOver && found(sent, letter, tx)
  if (sent && letter && reader) return { ...reader, letter, readToken: sent.readToken }
  if (withdrawMail(mail, tx)) log.info({ mail: mail.id, kind: mail.kind }, 'A letter was taken back')
  return null
}

function letterWith(id: number): DepartureLetter | undefined {
  const broadcast = broadcastWith(id)
  return broadcast && isDepartureLetter(broadcast) ? broadcast : undefined
}

/**
 * Gives the letters to a departure that wait for the travelers of a booking the addresses of now, as where
 * another leads it. Their words are written again when they leave.
 */
export function readdressLetters(bookingId: number, tx: Tx): void {
  const waiting = tx
    .select({ id: outbox.id, sent: recipients })
    .from(recipients)
    .innerJoin(outbox, eq(outbox.id, recipients.outboxId))
    .where(and(eq(recipients.bookingId, bookingId), ne(outbox.state, 'sent')))
    .all()
  for (const { id, sent } of waiting) {
    const letter = letterWith(sent.broadcastId)
    const reader = letter && found(sent, letter, tx)
    if (!reader) continue
    const { name: toName, address: toAddress } = reader.to
    tx.update(outbox).set({ toName, toAddress }).where(eq(outbox.id, id)).run()
  }
}

/** The same traveler; of a letter to lead travelers, also someone who leads the booking since. */
function found(sent: Sent, letter: DepartureLetter, tx: Tx): Recipient | undefined {
  const { gets } = reachedBy(letter, sent.bookingId)
  const same = gets.find(({ travelerId }) => travelerId === sent.travelerId)
  const [lead] = gets
  if (same || !lead || letter.addressees !== 'leads' || hasIt(letter, lead)) return same
  tx.update(recipients).set({ travelerId: lead.travelerId }).where(eq(recipients.id, sent.id)).run()
  return lead
}

const hasIt = ({ id }: DepartureLetter, { travelerId }: Recipient): boolean =>
  hasRow(recipients, and(eq(recipients.broadcastId, id), eq(recipients.travelerId, travelerId)))
