import type { Transporter } from 'nodemailer'
import { env, isLoopback } from '#app/platform/env.server'
import { reasonOf } from '#app/platform/log.server'
import type { outbox } from '#db/schema/mail'
import { isWrittenByStaff } from './mail-names'

type Mail = Pick<
  typeof outbox.$inferSelect,
  'kind' | 'toName' | 'toAddress' | 'subject' | 'textBody' | 'htmlBody' | 'headers' | 'messageId'
>

const SECOND = 1_000

/** How many mails are on their way at once. */
export const CONNECTIONS = 5

/** From the first word to the server's yes: one that answers a letter at a time ends here too. */
export const DELIVERY_MS = 30 * SECOND

/** So that no mailbox answers it by itself (RFC 3834). */
const AUTOMATIC = { 'Auto-Submitted': 'auto-generated' }

/** The server had every word of a mail, and we have no answer: it may have arrived. */
export class Unanswered extends Error {}

/** Message-IDs of mails on their way of which every word was sent. */
const fullySent = new Set<string>()

let transport: Promise<Transporter> | undefined

/**
 * Hands a mail to the SMTP server; resolves once it was accepted. The recipient is an object, because
 * nodemailer would send to both of "a@x, b@y". Throws where the server is unreachable, refuses or is too
 * slow; Unanswered where it may have the mail all the same.
 */
export async function deliver(mail: Mail, withinMs = DELIVERY_MS): Promise<void> {
  transport ??= connect()
  const mailer = await transport
  const inTime = AbortSignal.timeout(withinMs)
  try {
    await mailer.sendMail({
      from: env.MAIL_FROM,
      to: { name: mail.toName, address: mail.toAddress },
      subject: mail.subject,
      text: mail.textBody,
      html: mail.htmlBody,
      headers: { ...(!isWrittenByStaff(mail.kind) && AUTOMATIC), ...mail.headers },
      messageId: mail.messageId,
      signal: inTime,
    })
  } catch (error) {
    const words = inTime.aborted
      ? `The mail server did not take this email within ${withinMs / SECOND} seconds.`
      : reasonOf(error)
    const isRefusal = (error as { responseCode?: number }).responseCode !== undefined
    if (fullySent.has(mail.messageId) && !isRefusal) throw new Unanswered(words)
    throw new Error(words, { cause: error })
  } finally {
    fullySent.delete(mail.messageId)
  }
}

async function connect(): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  const mailer = createTransport({
    url: env.SMTP_URL,
    // Without it, someone in between could make a server seem to offer no TLS.
    requireTLS: env.production && !isLoopback(new URL(env.SMTP_URL ?? '').host),
    pool: true,
    maxConnections: CONNECTIONS,
    connectionTimeout: 10 * SECOND,
    greetingTimeout: 10 * SECOND,
    socketTimeout: 20 * SECOND,
  })
  mailer.use('stream', ({ data, message }, done) => {
    message.processFunc((words) => words.once('end', () => fullySent.add(String(data.messageId))))
    done()
  })
  return mailer
}

/** Closes the connections to the SMTP server, for a graceful stop. */
export async function closeMailer(): Promise<void> {
  const mailer = await transport
  mailer?.close()
  transport = undefined
}

/** Whether the SMTP server takes a connection and, where it asks for one, the password. */
export async function mailServerAnswers(): Promise<boolean> {
  try {
    transport ??= connect()
    return await (await transport).verify()
  } catch {
    return false
  }
}
