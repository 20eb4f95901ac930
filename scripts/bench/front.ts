import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import autocannon from 'autocannon'
import { freePort } from '../demo/ports'
import { type Figure, FOLDER } from './figure'
import { startSite } from './site'

const SECONDS = 5

/** The home page from the front's memory against the same build behind remix-serve, the card's server. */
export async function benchFront(): Promise<Figure[]> {
  const path = `${FOLDER}/front.db`
  for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true })
  const ours = await startSite(path)
  const ourRate = await rate(ours.url)
  await ours.close()

  const port = await freePort(4_400)
  const url = `http://127.0.0.1:${port}`
  const yardstick = spawn(
    process.execPath,
    ['node_modules/@remix-run/serve/dist/cli.js', 'build/server/index.js'],
    {
      stdio: 'ignore',
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'production',
        PORT: String(port),
        BASE_URL: url,
        DATABASE_PATH: path,
        SESSION_SECRET: 'for-the-bench-only-and-for-nothing-else',
      },
    },
  )
  try {
    while (!(await fetch(url).catch(() => null))?.ok) await wait(200)
    const stockRate = await rate(url)
    return [
      {
        name: 'home page, requests a second against remix-serve',
        value: ourRate / stockRate,
        limit: 20,
        unit: '×',
        atLeast: true,
      },
    ]
  } finally {
    yardstick.kill()
    if (yardstick.exitCode === null && yardstick.signalCode === null) await once(yardstick, 'exit')
  }
}

async function rate(url: string): Promise<number> {
  const headers = { 'accept-encoding': 'br' }
  await autocannon({ url, connections: 10, duration: 1, headers })
  return (await autocannon({ url, connections: 10, duration: SECONDS, headers })).requests.average
}
