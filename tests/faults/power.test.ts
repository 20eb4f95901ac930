import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { patiently } from '#scripts/test/patience.mjs'
import { eventually } from '#tests/fixtures/site'
import { tablesOf } from '#tests/server/backup/tables'
import { faultsOf, LONG, startTroubledSite, storeFaults, type TroubledSite } from './a-troubled-site'
import { cutsOf, framesOf, tearOff } from './log-of-writes'

// The power goes: between any two writes, and in the middle of one.

const ROUNDS = LONG ? 100 : 4

// In memory where there is some: each of the many copies is mended, which syncs.
const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'savanna-power-'))
let troubled: TroubledSite
beforeEach(async () => {
  troubled = await startTroubledSite()
})
afterEach(() => troubled.site.close())
afterAll(() => rmSync(folder, { recursive: true }))

test(
  'cut between any two writes, the file is whole and its money true',
  async () => {
    const { site, books, statusOf } = troubled
    await site.stop()
    const path = site.settings.DATABASE_PATH
    const base = join(folder, 'base.db')
    copyFileSync(path, base)
    await troubled.start()
    const guests = [await books(), await books(), await books()]
    for (const guest of guests.slice(1)) guest.pays()
    for (const { reference } of guests.slice(1))
      await eventually(() => statusOf(reference) === 'deposit_paid')
    site.stripe.refundInDashboard(guests[1]?.intentId ?? '', 20_000)
    await eventually(() => site.rows("select 1 from payments where kind = 'refund'").length === 1)
    await troubled.killHard()

    const wal = join(folder, 'base.db-wal')
    copyFileSync(`${path}-wal`, wal)
    // Nothing of the log has gone into the file yet: each of its commits is a state that was on the disk.
    expect(readFileSync(path).equals(readFileSync(base))).toBe(true)
    expect(framesOf(readFileSync(wal)).length).toBeGreaterThan(100)

    const into = join(folder, 'cut.db')
    const seen = new Set<string>()
    for (const { commit, torn } of cutsOf(base, wal, into)) {
      expect({ commit, found: foundIn(into) }).toEqual({ commit, found: [] })
      const whole = stateOf(into)
      seen.add(whole)
      if (!LONG && commit % 4 !== 0) continue
      torn()
      expect({ commit, isSame: stateOf(into) === whole }).toEqual({ commit, isSame: true })
    }
    expect(seen.size).toBeGreaterThan(10)
    await troubled.start()
    await troubled.expectNothingLost()
  },
  patiently(60_000),
)

/** Another file with the same content and log: who opens a file mends it, and here the site has to. */
function copied(path: string): string {
  const copy = join(folder, 'killed.db')
  rmSync(`${copy}-wal`, { force: true })
  copyFileSync(path, copy)
  if (existsSync(`${path}-wal`)) copyFileSync(`${path}-wal`, `${copy}-wal`)
  return copy
}

const stateOf = (path: string): string => JSON.stringify(tablesOf(path))

/** What the auditors find in a file that nobody has mended or asked Stripe about. */
function foundIn(path: string): string[] {
  const file = new Database(path)
  const rows = <Row>(query: string, ...values: unknown[]) => file.prepare(query).all(...values) as Row[]
  try {
    const { stripe, mailbox } = troubled.site
    return [
      ...faultsOf(
        { stripe, mailbox: { ...mailbox, messages: () => [] }, kills: 0, rows },
        { isSettled: false },
      ),
      ...storeFaults(path),
    ]
  } finally {
    file.close()
  }
}

test(
  'killed again and again under load, the site keeps what it said',
  async () => {
    const { site, books, statusOf } = troubled
    const told: string[] = []
    let isOver = false
    const guest = async () => {
      for (let turn = 0; !isOver; turn += 1) {
        const booked = await books().catch(() => null)
        if (booked?.status !== 200) await pause(20)
        else {
          told.push(booked.reference)
          if (turn % 3 !== 0) booked.pays()
        }
      }
    }
    const load = Promise.all([guest(), guest(), guest()])
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = told.length
      await eventually(() => told.length > before + 2 || told.length > 350)
      await pause((round * 137) % 500)
      await troubled.killHard()
      if (round % 2 === 1) tearOff(`${site.settings.DATABASE_PATH}-wal`)
      expect(storeFaults(copied(site.settings.DATABASE_PATH))).toEqual([])
      await troubled.start()
    }
    isOver = true
    await load
    await troubled.expectNothingLost()
    expect(told.length).toBeGreaterThan(2 * ROUNDS)
    expect(told.filter((reference) => statusOf(reference) === undefined)).toEqual([])
  },
  patiently(LONG ? 900_000 : 90_000),
)
