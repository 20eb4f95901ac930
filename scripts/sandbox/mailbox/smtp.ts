import type { AddressInfo } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { Letter } from './letters'

interface Receiver {
  host: string
  receive(letter: Omit<Letter, 'id'>): Promise<void>
  isRefusing(): boolean
  /** Whether nobody has this address. */
  isUnknown(address: string): boolean
}

/** Listens for mail; rejects with the system's error when the port is taken. */
export async function startSmtpServer(port: number, { host, receive, isRefusing, isUnknown }: Receiver) {
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 200,
    onAuth: (_auth, _session, done) => done(null, { user: 'anyone' }),
    onMailFrom: (_address, _session, done) => done(isRefusing() ? tryLater() : null),
    onRcptTo: ({ address }, _session, done) => done(isUnknown(address) ? noSuchUser() : null),
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (isRefusing()) return done(tryLater())
        const to = session.envelope.rcptTo.map((one) => one.address)
        open(Buffer.concat(chunks), to)
          .then(receive)
          .then(() => done(null), done)
      })
    },
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  server.removeAllListeners('error')
  // A client that goes away in the middle of a message is its own affair.
  server.on('error', () => {})
  const address = server.server.address() as AddressInfo
  return {
    port: address.port,
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  }
}

async function open(raw: Buffer, to: string[]): Promise<Omit<Letter, 'id'>> {
  const mail = await PostalMime.parse(raw)
  return {
    from: mail.from?.address ?? '',
    to,
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html ?? '',
    headers: Object.fromEntries(mail.headers.map((header) => [header.key, header.value])),
    messageId: mail.messageId ?? '',
    receivedAt: new Date(),
  }
}

function tryLater(): Error {
  return Object.assign(new Error('4.3.0 The mailbox is not taking mail just now, try again later'), {
    responseCode: 451,
  })
}

function noSuchUser(): Error {
  return Object.assign(new Error('5.1.1 Nobody has this address here'), { responseCode: 550 })
}
