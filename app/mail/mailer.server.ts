import type { Transporter } from 'nodemailer'
import { BRAND } from '#app/brand'
import { env } from '#app/env.server'
import type { outbox } from '#db/schema'

type Mail = Pick<
  typeof outbox.$inferSelect,
  'toName' | 'toAddress' | 'subject' | 'textBody' | 'htmlBody' | 'headers' | 'messageId'
>

const SECOND = 1_000

let transport: Promise<Transporter> | undefined

/**
 * Hands a mail to the SMTP server; resolves once it was taken. The recipient goes in as an object, because
 * nodemailer would send to both of "a@x, b@y". Throws where the server cannot be reached or refuses.
 */
export async function deliver(mail: Mail): Promise<void> {
  transport ??= connect()
  const mailer = await transport
  await mailer.sendMail({
    from: { name: BRAND, address: env.MAIL_FROM },
    to: { name: mail.toName, address: mail.toAddress },
    subject: mail.subject,
    text: mail.textBody,
    html: mail.htmlBody,
    headers: mail.headers,
    messageId: mail.messageId,
  })
}

async function connect(): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url: env.SMTP_URL,
    pool: true,
    maxConnections: 5,
    connectionTimeout: 10 * SECOND,
    greetingTimeout: 10 * SECOND,
    socketTimeout: 20 * SECOND,
  })
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
