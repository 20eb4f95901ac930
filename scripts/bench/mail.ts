import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { type Figure, percentile } from './figure'
import { people } from './rows'
import { forkRun, freshDatabase, startOurs } from './servers'

const MAILS = 1_000
const IDLE_REQUESTS = 400

/** A thousand mails leave for a mail server on loopback, while guests open the home page. */
export async function benchMail(scale: number): Promise<Figure[]> {
  const path = freshDatabase('mail')
  const server = forkRun('mail-server.ts', path)
  const [smtpUrl] = (await once(server, 'message')) as [string]
  const site = await startOurs(path, { SMTP_URL: smtpUrl })
  const file = new Database(path, { timeout: 10_000 })
  const mails = Math.max(100, MAILS * scale)
  try {
    await openHome(site.url, 50)
    const idle = percentile(await openHome(site.url, IDLE_REQUESTS), 0.99)
    file.exec(`begin; ${people(mails)} ${MAILS_WAITING} commit`)
    const start = performance.now()
    const waits: number[] = []
    const left = file.prepare(`select count(*) from outbox where state <> 'sent'`).pluck()
    while (left.get() !== 0) waits.push(...(await openHome(site.url, 20)), ...(await pause(50, [])))
    const seconds = (performance.now() - start) / 1_000
    return [
      ['mails a second', mails / seconds, '/s', 'at least', 50],
      ['p99 of / while mail goes out, against idle', percentile(waits, 0.99) / idle, '×', 'at most', 2],
    ]
  } finally {
    file.close()
    await site.close()
    server.kill()
  }
}

async function openHome(url: string, requests: number): Promise<number[]> {
  const waits: number[] = []
  for (let request = 0; request < requests; request += 1) {
    const start = performance.now()
    await (await fetch(url)).arrayBuffer()
    waits.push(performance.now() - start)
  }
  return waits
}

const MAILS_WAITING = `
  insert into outbox (kind, occasion, to_name, to_address, subject, text_body, html_body, message_id, next_attempt_at,
      created_at)
    select 'bench', reference, name, email, 'Coming up', 'Coming up',
      '<p>' || replace(printf('%100c', ' '), ' ', 'Your place is waiting for you. ') || '</p>',
      '<' || reference || '@bench>', 0, 0 from people;`
