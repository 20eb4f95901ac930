import { fork } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { type Figure, FOLDER } from './figure'
import { type BenchSite, startSite } from './site'
import { percentile } from './timing'

const MAILS = 1_000
const IDLE_REQUESTS = 400

/** A thousand mails leave for a mail server on loopback, while guests open the home page. */
export async function benchMail(scale: number): Promise<Figure[]> {
  const path = `${FOLDER}/mail.db`
  for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true })
  const server = fork('scripts/bench/mail-server.ts', { execArgv: ['--import', 'tsx'] })
  const [smtpUrl] = (await once(server, 'message')) as [string]
  const site = await startSite(path, { SMTP_URL: smtpUrl })
  const mails = Math.max(100, MAILS * scale)
  try {
    await openHome(site, 50)
    const idle = percentile(await openHome(site, IDLE_REQUESTS), 0.99)
    write(path, mails)
    const start = performance.now()
    let isSending = true
    const guests = (async () => {
      const waits: number[] = []
      while (isSending) waits.push(...(await openHome(site, 20)))
      return waits
    })()
    const file = new Database(path, { readonly: true })
    const left = file.prepare(`select count(*) from outbox where state <> 'sent'`).pluck()
    while (left.get() !== 0) await pause(200)
    const seconds = (performance.now() - start) / 1_000
    isSending = false
    file.close()
    const busy = percentile(await guests, 0.99)
    return [
      { name: 'mails a second', value: mails / seconds, limit: 50, unit: '/s', atLeast: true },
      { name: 'p99 of / while mail goes out, against idle', value: busy / idle, limit: 2, unit: '×' },
    ]
  } finally {
    await site.close()
    server.kill()
  }
}

async function openHome(site: BenchSite, requests: number): Promise<number[]> {
  const waits: number[] = []
  for (let request = 0; request < requests; request += 1) {
    const start = performance.now()
    await (await fetch(site.url)).arrayBuffer()
    waits.push(performance.now() - start)
  }
  return waits
}

function write(path: string, count: number): void {
  const file = new Database(path, { timeout: 10_000 })
  const html = `<p>${'Your place is waiting for you. '.repeat(100)}</p>`
  const add = file.prepare(
    `insert into outbox (kind, occasion, to_name, to_address, subject, text_body, html_body, message_id,
       next_attempt_at, created_at)
     values ('bench', @occasion, 'Wanjiru Kamau', 'wanjiru@example.com', 'Coming up', 'Coming up', @html,
       '<' || @occasion || '@bench>', 0, 0)`,
  )
  file.transaction(() => {
    for (let index = 0; index < count; index += 1) add.run({ occasion: `bench-${index}`, html })
  })()
  file.close()
}
