import { afterAll, beforeAll, expect, test } from 'vitest'
import { businessDay } from '#app/platform/clock.server'
import { patiently } from '#scripts/test/patience.mjs'
import {
  alertFaults,
  carriedOutFaults,
  closedFaults,
  codeFaults,
  dueFaults,
  leadFaults,
  leadsIn,
  ledgerFaults,
  letterFaults,
  lettersOut,
  mailFaults,
  owedFaults,
  partyFaults,
  priceFaults,
  privateFaults,
  promiseFaults,
  remindersWaiting,
  scheduleFaults,
  seatFaults,
  seatsHeld,
  settledLedgerFaults,
  undecidedFaults,
  undoneFaults,
  untoldFaults,
} from './auditors'
import { autopayFaults } from './autopay-auditor'
import { bankFaults } from './bank-auditor'
import { bookFaults } from './book-auditor'
import { SEATS } from './commands'
import { blockFaults, leaderSteps, placeFaults, rewardFaults } from './leaders'
import { letterSumFaults } from './letter-auditor'
import { holdFaults, planFaults, plansIn } from './plan-auditor'
import { heal } from './play'
import { closedRequestFaults, dunningFaults } from './promise-auditor'
import { hear, playStep, search, searchMs } from './search'
import { shareFaults } from './share-commands'
import { doesOf, type Step, steps } from './steps'
import { tallyFaults } from './tally-auditor'
import { publicFaults, unofferedFaults, waitingIn, waitlistFaults, waitlistSteps } from './waitlist'
import { unheardFaults, watcherFaults, watchersIn } from './watcher-auditor'
import { startWorld, type World } from './world'

const SECONDS = Number(process.env.MODEL_SECONDS ?? 20)
/** Runs of the waitlist, a second each: `npm run faults` plays 500. */
const WAITLIST_RUNS = Number(process.env.WAITLIST_RUNS ?? 3)

let worlds: Awaited<ReturnType<typeof startWorld>>
beforeAll(async () => {
  worlds = await startWorld()
})
afterAll(() => worlds.close())

const counts = { runs: 0, steps: 0, bookings: 0, kills: 0, places: 0, discounts: 0 }

/** One run: after every step the auditors look; at its end all is well again, and they look closer. */
async function live(played: Step[]): Promise<void> {
  const world = await worlds.fresh()
  const agreed = new Map<string, number>()
  counts.runs += 1
  let heard = 0
  const toWatchers = new Set<string>()
  const letters = () => {
    const { faults, seen } = letterSumFaults(world, heard)
    heard = seen
    return faults
  }
  for (const step of played) {
    const before = seatsHeld(world)
    const ledBy = leadsIn(world)
    const reminders = remindersWaiting(world)
    const waiting = waitingIn(world)
    const out = lettersOut(world)
    const plans = plansIn(world)
    const watching = watchersIn(world)
    await playStep(world, step)
    counts.steps += 1
    noteAgreed(world, agreed)
    await hear(world, step, {
      seats: () => seatFaults(world, seatsIn(played)),
      codes: () => codeFaults(world),
      parties: () => partyFaults(world),
      'free places': () => placeFaults(world),
      ledger: () => ledgerFaults(world),
      prices: () => priceFaults(world, agreed),
      plans: () => planFaults(world, plans),
      holds: () => holdFaults(world),
      tallies: () => tallyFaults(world),
      'sums in letters': letters,
      autopay: () => autopayFaults(world),
      'bank discounts': () => bankFaults(world),
      shares: () => shareFaults(world),
      undone: () => undoneFaults(world),
      mail: () => mailFaults(world),
      'letters to departures': () => letterFaults(world, out),
      watchers: () => watcherFaults(world, watching, toWatchers),
      leads: () => leadFaults(world, ledBy, step.does),
      waitlist: () => waitlistFaults(world, waiting),
      'public seats': () => publicFaults(world),
      books: () => bookFaults(world),
      'private departures': () => privateFaults(world),
      closed: () => closedFaults(before, seatsHeld(world)),
      undecided: () => undecidedFaults(reminders, remindersWaiting(world), doesOf(step)),
      schedule: () => scheduleFaults(world),
      'dunning beside promises': () => dunningFaults(world),
      'closed requests': () => closedRequestFaults(world),
      ...(step.does === 'rewards-settled' && {
        rewards: () => rewardFaults(world),
        'kept for leaders': async () => blockFaults(world, await todayIn(world)),
      }),
      ...(step.does === 'tell-dates' && { 'new dates': () => untoldFaults(world) }),
      ...(step.does === 'move-dates' && { 'due days': async () => dueFaults(world, await todayIn(world)) }),
    })
  }
  const out = lettersOut(world)
  await heal(world)
  await world.tell({ name: 'moveClock', with: { hours: 1 } })
  await hear(world, 'the end', {
    seats: () => seatFaults(world, seatsIn(played)),
    parties: () => partyFaults(world),
    ledger: () => ledgerFaults(world),
    'settled ledger': () => settledLedgerFaults(world),
    mail: () => mailFaults(world),
    'public seats': () => publicFaults(world),
    rewards: () => rewardFaults(world),
    'kept for leaders': async () => blockFaults(world, await todayIn(world)),
    books: () => bookFaults(world),
    'bank discounts': () => bankFaults(world),
    tallies: () => tallyFaults(world),
    'letters to departures': () => letterFaults(world, out),
    'watchers told': () => unheardFaults(world),
    alerts: () => alertFaults(world),
    promises: () => promiseFaults(world),
    prices: () => priceFaults(world, agreed),
    'sums in letters': letters,
    owed: () => owedFaults(world, agreed),
    'due days': async () => dueFaults(world, await todayIn(world)),
    'carried out': async () => carriedOutFaults(world, await todayIn(world)),
  })
  counts.bookings += agreed.size
  counts.places += world.rows(
    'select id from charges where leader_terms_id is not null and undoes_id is null',
  ).length
  counts.kills += world.kills
  counts.discounts += world.rows(
    'select id from charges where intent_id is not null and undoes_id is null',
  ).length
}

/** One run of twelve parties who wait, while seats come free and are taken in any order. */
async function wait(played: Step[]): Promise<void> {
  const world = await worlds.fresh()
  for (const step of played) {
    const waiting = waitingIn(world)
    await playStep(world, step)
    await hear(world, step, {
      waitlist: () => waitlistFaults(world, waiting),
      unoffered: () => unofferedFaults(world),
      'public seats': () => publicFaults(world),
      ledger: () => ledgerFaults(world),
      mail: () => mailFaults(world),
    })
  }
  await heal(world)
  await hear(world, 'the end', {
    'settled ledger': () => settledLedgerFaults(world),
    'public seats': () => publicFaults(world),
  })
  waited.offers += waitingIn(world).offers.length
  waited.resold += world.rows(`select id from offered_places where state = 'sold'`).length
  waited.kills += world.kills
}

const waited = { offers: 0, resold: 0, kills: 0 }

/** What a departure has at most while these are played. */
const seatsIn = (played: Step[]): number =>
  Math.max(SEATS, ...played.flatMap((step) => (step.does === 'change-seats' ? [step.seats] : [])))

async function todayIn(world: World): Promise<string> {
  const done = await world.tell({ name: 'clock', with: {} })
  return businessDay(new Date('answer' in done ? Number(done.answer) : Number.NaN))
}

/** A price may be agreed again only while nothing was paid; what staff change of it is audited by itself. */
function noteAgreed(world: World, agreed: Map<string, number>): void {
  const rows = world.rows<{ reference: string; total: number; isPaid: number }>(
    `select booking_reference as reference, total_cents - coalesce(
         (select sum(price_cents) from charges where booking_id = bookings.id and kind not in ('seat', 'early-bird')), 0) as total,
       exists (select 1 from payments where booking_id = bookings.id) as isPaid from bookings`,
  )
  for (const { reference, total, isPaid } of rows) {
    if (!isPaid || !agreed.has(reference)) agreed.set(reference, total)
  }
}

/** Runs of a leader and their guests. */
const LEADER_RUNS = Number(process.env.LEADER_RUNS ?? 3)
const LEADER_SECONDS = patiently(LEADER_RUNS * 7_000) / 1_000

test('a leader’s free places and seats are exact, in any order of events', {
  timeout: searchMs(LEADER_SECONDS),
}, async () => {
  const { runs, seed } = await search({
    test: 'free places and seats are exact',
    sequences: leaderSteps,
    run: live,
    runs: LEADER_RUNS,
    seconds: LEADER_SECONDS,
  })
  console.log(`  Leaders: ${runs} runs, ${counts.places} free places given, seed ${seed}`)
  expect(counts.places).toBeGreaterThan(0)
})

/** Of a run a second, on a machine that is busy. */
const WAITLIST_SECONDS = patiently(WAITLIST_RUNS * 7_000) / 1_000

test('seats that come free go to the waitlist in order, before anybody else', {
  timeout: searchMs(WAITLIST_SECONDS),
}, async () => {
  const { runs, seed } = await search({
    test: 'seats that come free',
    sequences: waitlistSteps,
    run: wait,
    runs: WAITLIST_RUNS,
    seconds: WAITLIST_SECONDS,
  })
  const { offers, resold, kills } = waited
  console.log(
    `  The waitlist: ${runs} runs, ${offers} offers, ${resold} places resold, ${kills} kills, seed ${seed}`,
  )
  expect(offers).toBeGreaterThan(runs)
})

test('seats, ledger and mails survive any order of events', {
  timeout: searchMs(SECONDS),
}, async () => {
  const { seed } = await search({
    test: 'seats, ledger and mails',
    sequences: steps,
    run: live,
    seconds: SECONDS,
  })
  const told = `${counts.runs} runs, ${counts.steps} steps, ${counts.bookings} bookings, ${counts.discounts} bank discounts, ${counts.kills} kills`
  console.log(`  The model: ${told}, seed ${seed}`)
  expect(counts.runs).toBeGreaterThan(0)
})
