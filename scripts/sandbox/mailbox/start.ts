import { setTimeout as pause } from 'node:timers/promises'
import { type Held, keepGates } from '#scripts/sandbox/gates'
import { listen } from '#scripts/sandbox/http'
import { patiently } from '#scripts/test/patience.mjs'
import { type Letter, openLetters } from './letters'
import { answerMailbox } from './pages'
import { startSmtpServer } from './smtp'

interface Options {
  /** 0 takes any free one. */
  smtpPort: number
  httpPort: number
  host?: string
  /** The SQLite file that keeps the mail over a restart; in memory without. */
  dataPath?: string
  /** When a letter arrives; the machine's clock without. */
  clock?: () => Date
}

/** A running mailbox, as a test or the demo holds it. */
export interface Mailbox {
  /** For `SMTP_URL`. */
  smtpUrl: string
  /** The page that shows what arrived. */
  url: string
  smtpPort: number
  httpPort: number
  /** In the order in which they arrived. */
  messages(): Letter[]
  clear(): void
  /** What is there by now is shown as earlier mail. */
  haveBeenSeen(): void
  /** The first message of this kind, also one that is there already; rejects after `withinMs`. */
  waitFor(wanted: (letter: Letter) => boolean, withinMs?: number): Promise<Letter>
  /** While true, every delivery is answered 451. */
  refuse(refusing: boolean): void
  /** Mail to this address is answered 550, until all is well. */
  refuseTo(address: string): void
  /** Mails to this address wait, heard but not yet taken, until they are let go. */
  hold(to: string | RegExp): Held
  /** The mail server is off: connections are refused. */
  stopSmtp(): Promise<void>
  /** On again, on the same port. */
  startSmtp(): Promise<void>
  /** On, takes everything and holds nothing: what a test has to leave behind, also when it failed. */
  allWell(): Promise<void>
  close(): Promise<void>
}

/** Plays a mail server on loopback: takes everything, delivers nothing, shows it. */
export async function startMailbox(options: Options): Promise<Mailbox> {
  const host = options.host ?? '127.0.0.1'
  const letters = openLetters(options.dataPath ?? ':memory:')
  const gates = keepGates()
  let refusing = false
  const unknown = new Set<string>()
  const receiver = {
    host,
    async receive(letter: Omit<Letter, 'id'>) {
      await Promise.all(letter.to.map(gates.pass))
      letters.keep({ ...letter, receivedAt: options.clock?.() ?? letter.receivedAt })
    },
    isRefusing: () => refusing,
    isUnknown: (address: string) => unknown.has(address),
  }
  let smtp: Awaited<ReturnType<typeof startSmtpServer>> | undefined = await startSmtpServer(
    options.smtpPort,
    receiver,
  )
  const smtpPort = smtp.port
  const http = await listen(
    (request, response) => void answerMailbox(letters, request, response),
    options.httpPort,
    host,
  ).catch(async (error: Error) => {
    await smtp?.close()
    throw error
  })

  async function stopSmtp(): Promise<void> {
    await smtp?.close()
    smtp = undefined
  }

  async function startSmtp(): Promise<void> {
    smtp ??= await startSmtpServer(smtpPort, receiver)
  }

  return {
    smtpUrl: `smtp://${host}:${smtpPort}`,
    url: `http://${host}:${http.port}`,
    smtpPort,
    httpPort: http.port,
    messages: letters.all,
    clear: letters.clear,
    haveBeenSeen: letters.haveBeenSeen,
    async waitFor(wanted, withinMs = patiently(15_000)) {
      for (const end = Date.now() + withinMs; ; await pause(25)) {
        const letter = letters.all().find(wanted)
        if (letter) return letter
        if (Date.now() > end)
          throw new Error(`No such mail within ${withinMs} ms; ${letters.all().length} others arrived`)
      }
    },
    refuse: (now) => {
      refusing = now
    },
    refuseTo: (address) => void unknown.add(address),
    hold: gates.hold,
    stopSmtp,
    startSmtp,
    async allWell() {
      refusing = false
      unknown.clear()
      gates.openAll()
      await startSmtp()
    },
    async close() {
      gates.openAll()
      await Promise.all([stopSmtp(), http.close()])
      letters.close()
    },
  }
}
