import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { backupsIn } from '#app/server/backup/backup-folder.server'
import { openBackup } from '#app/server/backup/restore-backup.server'
import { patiently } from '#scripts/test/patience.mjs'
import { createPaymentIntent, customerInfo } from '#tests/fixtures/checkout-calls'
import { eventually, type Site, startSite } from '#tests/fixtures/site'
import { staffCookie, WAMBUI } from '#tests/fixtures/staff-cookie'
import { aPhoto } from '#tests/site/photos'
import { atMachine } from './at-machine'
import { tablesOf } from './tables'

// The drill: the site is backed up while guests book, everything is lost, and it goes on from the copy.

const CARD = '4242424242424242'
const BACKUP_KEY = 'a-key-for-the-drill-alone'

const copyFolder = mkdtempSync(join(tmpdir(), 'savanna-drill-'))
let site: Site
beforeAll(async () => {
  site = await startSite({ ...WAMBUI, BACKUP_KEY, BACKUP_HOUR: '12', CLOCK_START: '2025-06-01T16:00:00Z' })
  site.change('update departures set seats = 400')
})
afterAll(async () => {
  await site.close()
  rmSync(copyFolder, { recursive: true, force: true })
})

type Guest = { reference: string; intentId: string }

let guests = 0
/** Null where all seats are taken. */
async function books(): Promise<Guest | null> {
  guests += 1
  const { status, body } = await createPaymentIntent(
    site.url,
    { customerInfo: customerInfo(`guest${guests}@example.com`, `Guest ${guests}`) },
    { address: `127.2.${guests >> 7}.${(guests % 128) + 1}` },
  )
  return status !== 200
    ? null
    : { reference: String(body.bookingReference), intentId: String(body.paymentIntentId) }
}

async function booksAndPays(): Promise<Guest & { token: string }> {
  const guest = await books()
  if (!guest) throw new Error('No seat is left')
  site.stripe.payIntent(guest.intentId, CARD)
  const row = () =>
    site.rows<{ payment_status: string; link_token: string }>(
      'select payment_status, link_token from bookings where booking_reference = ?',
      guest.reference,
    )[0]
  await eventually(() => row()?.payment_status === 'deposit_paid')
  return { ...guest, token: row()?.link_token ?? '' }
}

/** The first installment, by the link of the letter, without scripts; answers Stripe's payment. */
async function paysInstallment(token: string): Promise<string> {
  const answer = await fetch(`${site.url}/pay/${token}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ pays: 'next', nextCents: '200000', remainingCents: '400000' }),
  })
  expect(answer.status).toBe(303)
  site.stripe.paySession(site.stripe.sessions()[0]?.id ?? '', CARD)
  return String(site.stripe.sessions()[0]?.payment_intent)
}

const ledgerOf = (reference: string) =>
  site
    .rows<{ amount_cents: number }>(
      'select amount_cents from payments join bookings b on b.id = booking_id where booking_reference = ? order by payments.id',
      reference,
    )
    .map(({ amount_cents }) => amount_cents)

/** Guests who book and pay as fast as they can, until they are told to stop. */
function load() {
  let isOver = false
  const guest = async () => {
    for (let turn = 0; !isOver; turn += 1) {
      const booked = await books()
      // Every third leaves without paying.
      if (booked && turn % 3 !== 0) site.stripe.payIntent(booked.intentId, CARD)
      await pause(50)
    }
  }
  const all = Promise.all([guest(), guest(), guest()])
  return async () => {
    isOver = true
    await all
  }
}

async function hangsPicture() {
  const body = new FormData()
  body.append('photo', new File([new Uint8Array(await aPhoto())], 'dawn.jpg', { type: 'image/jpeg' }))
  for (const [field, value] of Object.entries({ title: 'Dawn', alt: 'A river', place: 'Samburu' }))
    body.append(field, value)
  const headers = { Cookie: await staffCookie(site) }
  const answer = await fetch(`${site.url}/admin/settings/gallery/new`, {
    method: 'POST',
    redirect: 'manual',
    headers,
    body,
  })
  expect(answer.status).toBe(303)
  const [picture] = site.rows<{ slug: string; widths: string }>(
    'select slug, widths from gallery_images where is_uploaded = 1',
  )
  return `/photos/${picture?.slug}-${JSON.parse(picture?.widths ?? '[]')[0]}.jpg`
}

async function inquires() {
  const { status } = await fetch(`${site.url}/api/contact`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      firstName: 'Asha',
      lastName: 'Mwangi',
      email: 'asha@example.com',
      phone: '+1 512 555 0100',
      interest: 'cultural',
      message: 'We are four.',
    }),
  })
  expect(status).toBe(201)
}

async function deletesInquiry() {
  const [contact] = site.rows<{ id: number }>('select id from contact_inquiries')
  const headers = { Cookie: await staffCookie(site) }
  const answer = await fetch(`${site.url}/api/admin/contacts/${contact?.id}`, { method: 'DELETE', headers })
  expect(answer.ok).toBe(true)
}

const backups = () => backupsIn(join(dirname(site.settings.DATABASE_PATH), 'backups'))

describe('a site that is lost goes on from its nightly backup', () => {
  let early: Awaited<ReturnType<typeof booksAndPays>>
  let installed: typeof early
  let picture: string
  let nightly = ''
  let late: Guest
  let installment: string
  let said: string

  test(
    'which the schedule and a person make while guests book',
    async () => {
      picture = await hangsPicture()
      early = await booksAndPays()
      installed = await booksAndPays()
      await inquires()
      await site.killHard()
      // The nightly hour is three seconds away.
      await site.start({ CLOCK_START: '2025-06-01T16:59:57Z' })
      const enough = load()
      await eventually(
        () => site.rows('select 1 from job_runs where job = ? and finished_at > 0', 'backup').length > 0,
      )
      nightly = backups()[0]?.file ?? ''
      // By the site's clock: a backup of an hour ago would be followed by the nightly one again.
      const byHand = await atMachine(site, 'backup', [], { CLOCK_START: '2025-06-01T17:00:00Z' })
      await enough()

      expect(byHand).toMatchObject({ code: 0, said: expect.stringContaining('.gz.enc: ') })
      const [file = ''] = byHand.said.split(': ')
      const opened = await openBackup(file, mkdtempSync(join(copyFolder, 'by-hand-')), [BACKUP_KEY])
      expect(opened).toHaveProperty('files')
      expect(site.rows('select started_by, error from job_runs where job = ? order by id', 'backup')).toEqual(
        [
          { started_by: 'schedule', error: null },
          { started_by: 'machine', error: null },
        ],
      )
    },
    patiently(60_000),
  )

  test('and is whole again, table by table', async () => {
    site.change('update departures set seats = 500')
    late = await booksAndPays()
    installment = await paysInstallment(installed.token)
    await eventually(() => ledgerOf(installed.reference).length === 2)
    await deletesInquiry()
    const opened = mkdtempSync(join(copyFolder, 'nightly-'))
    await openBackup(nightly, opened, [BACKUP_KEY])

    await site.killHard()
    const home = dirname(site.settings.DATABASE_PATH)
    for (const lost of ['', '-wal', '-shm']) rmSync(site.settings.DATABASE_PATH + lost, { force: true })
    rmSync(join(home, 'pictures'), { recursive: true })

    const restored = await atMachine(site, 'restore', [nightly])
    said = restored.said
    expect(restored).toMatchObject({ code: 0, said: expect.stringContaining(`Restored ${nightly}`) })
    const [copy, now] = [tablesOf(join(opened, 'safari.db')), tablesOf(site.settings.DATABASE_PATH)]
    expect(Object.keys(copy).length).toBeGreaterThan(40)
    expect(copy.bookings).not.toMatch(/^0 /)
    // What only ever ends is not begun again.
    const isEnded = (name: string) =>
      ['sessions', 'totals', 'slot_tallies'].includes(name) || name.startsWith('contact_')
    const ended = Object.fromEntries(Object.entries(copy).filter(([name]) => isEnded(name)))
    expect({ ...now, ...ended, audit_log: copy.audit_log }).toEqual(copy)
    expect([copy.sessions, now.sessions]).toEqual([
      expect.not.stringMatching(/^0 /),
      expect.stringMatching(/^0 /),
    ])
    expect(said).toContain('removed again: 1.')
    expect(site.rows('select 1 from contact_inquiries')).toEqual([])
    expect(site.rows('select action from audit_log order by id desc limit 1')).toEqual([
      { action: 'backup-restored' },
    ])
  })

  test('with what Stripe took since told, and nothing guessed', async () => {
    const about = (intentId: string) => said.split('\n\n').find((part) => part.includes(intentId))
    expect(about(late.intentId)).toContain(`For ${late.reference}, which was booked after the copy was made.`)
    expect(about(installment)).toContain('$2,000')
    expect(about(installment)).toContain(`--enter ${installment} ${installed.reference}`)
    expect(said).not.toContain(early.intentId)
    expect(ledgerOf(installed.reference)).toEqual([50_000])

    const enter = (reference: string) => atMachine(site, 'restore', ['--enter', installment, reference])
    expect(await enter('TS-ZZZZZZ')).toMatchObject({
      code: 1,
      said: expect.stringContaining('no such booking'),
    })
    expect(await enter(installed.reference)).toMatchObject({
      code: 0,
      said: expect.stringContaining('$2,000'),
    })
    expect(await enter(installed.reference)).toMatchObject({
      code: 1,
      said: expect.stringContaining('already'),
    })
    expect(ledgerOf(installed.reference)).toEqual([50_000, 200_000])
    const again = await atMachine(site, 'restore', ['--payments'])
    expect(again.said).not.toContain(installment)
    expect(again.said).toContain(late.intentId)
  })

  test('and takes a payment by a link of before', async () => {
    await site.start({ CLOCK_START: '2025-06-01T17:02:00Z' })
    expect((await fetch(site.url + picture)).status).toBe(200)
    await paysInstallment(early.token)
    await eventually(() => ledgerOf(early.reference).length === 2)
    expect(ledgerOf(early.reference)).toEqual([50_000, 200_000])

    // What was paid on payments that the copy knew as open is found by reconcile.
    const known = new Set(
      site.rows<{ id: string }>('select stripe_intent_id as id from payment_intents').map(({ id }) => id),
    )
    const paid = site.stripe
      .paymentIntents()
      .filter(({ id, status }) => known.has(id) && status === 'succeeded')
      .map(({ id }) => id)
    expect(paid.length).toBeGreaterThan(3)
    await eventually(() => {
      const entered = site.rows<{ id: string }>(
        "select stripe_intent_id as id from payments where kind = 'payment'",
      )
      return paid.every((one) => entered.some(({ id }) => id === one))
    })
    expect(existsSync(`${site.settings.DATABASE_PATH}-wal`)).toBe(true)
  })
})
