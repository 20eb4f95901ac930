import { afterEach, beforeEach, expect, test } from 'vitest'
import { instantAt } from '#app/platform/days'
import { JOB_HOURS } from '#app/server/schedule/job-hours'
import { ALERTS } from '#app/server/watch/alert-kinds'
import { patiently } from '#scripts/test/patience.mjs'
import {
  eventually,
  everySent,
  type Site,
  startIsOver,
  startSite,
  WITH_THE_START,
} from '#tests/fixtures/site'
import { staffCookie, WAMBUI } from '#tests/fixtures/staff-cookie'

// What staff are told by letter and by the page, with everything real: the built site, its database, Stripe,
// a mail server.

const LONG = patiently(60_000)
const FIVE_PAST_NOON = '2025-06-01T17:05:00Z'

let site: Site
let cookie: string
beforeEach(async () => {
  site = await startSite({ ...WAMBUI, CLOCK_START: FIVE_PAST_NOON })
  cookie = await staffCookie(site)
  await startIsOver(site, FIVE_PAST_NOON)
}, LONG)
afterEach(() => site.close(), LONG)

/** Business time goes on; all that is due is done, and looked at. */
async function moveClock(moveTo: 'next-run' | 'day' | 'week') {
  const answer = await fetch(`${site.url}/admin/installments`, {
    method: 'POST',
    headers: { Cookie: cookie },
    redirect: 'manual',
    body: new URLSearchParams({ operation: 'move-clock', moveTo }),
  })
  expect(answer.status).toBe(302)
}

const page = async () => {
  const answer = await fetch(`${site.url}/admin/health`, { headers: { Cookie: cookie } })
  expect(answer.status).toBe(200)
  const text = await answer.text()
  return text.slice(0, text.indexOf('</main>')).replaceAll('<!-- -->', '')
}

const OURS = new Set<string>(
  Object.values(ALERTS).flatMap(({ subject, overSubject }) => [subject, overSubject]),
)
/** The letters about the site's health that have reached staff, in the order in which they came. */
async function told(): Promise<string[]> {
  await everySent(site)
  return site.mailbox
    .messages()
    .map(({ subject }) => subject)
    .filter((subject) => OURS.has(subject))
}

const breakRetention = () =>
  site.change(
    "create trigger broken before delete on stripe_events begin select raise(abort, 'the disk has a hole'); end",
  )

const jobsDueBy = (instant: string) =>
  Object.entries(JOB_HOURS).flatMap(([job, hour]) =>
    instantAt('2025-06-02', hour, 'America/Chicago') <= new Date(instant) ? job : [],
  )

test(
  'an hour without the site, caught up, is no alarm',
  async () => {
    await site.stop()
    const early = '2025-06-02T13:55:00Z'
    await site.start({ CLOCK_START: early })
    await startIsOver(site, early, [...jobsDueBy(early), 'reconcile'])
    await site.killHard()
    // What a guest's command had left in the outbox; and the day's reminders fell due.
    site.change(
      `insert into outbox (kind, occasion, to_name, to_address, subject, text_body, html_body, message_id, next_attempt_at, created_at)
       values ('test', 'test', '', 'a@example.com', 'Karibu', '', '', '<a@b>', 1748872740000, 1748872740000)`,
    )
    const back = '2025-06-02T14:55:00Z'
    await site.start({ CLOCK_START: back })
    const missed = jobsDueBy(back).filter((job) => !jobsDueBy(early).includes(job))
    await startIsOver(site, back, [...missed, 'reconcile'])
    await moveClock('next-run')
    expect(await told()).toEqual([])
    expect(site.mailbox.messages().map(({ subject }) => subject)).toContain('Karibu')
    expect(await page()).toContain('All is well: there is nothing to do.')
    expect(await (await fetch(`${site.url}/healthz`)).text()).toBe('ok\n')
  },
  LONG,
)

test(
  'a job that fails is told once a day until it is over',
  async () => {
    site.change("insert into stripe_events (id, type, received_at) values ('evt_old', 'test', 1)")
    breakRetention()
    await moveClock('day')
    expect(await told()).toEqual([ALERTS['job-failed'].subject])
    const text = await page()
    expect(text).toContain('Action needed: a job failed or did not run.')
    expect(text).toContain('“Data retention” failed: the disk has a hole.')
    expect(await (await fetch(`${site.url}/healthz`)).text()).toBe('ok\n')

    await moveClock('next-run')
    expect(await told()).toHaveLength(1)
    await moveClock('day')
    expect(await told()).toHaveLength(2)

    site.change('drop trigger broken')
    await eventually(
      () =>
        site.rows(
          "select 1 from job_runs where job = 'retention' and error is null and finished_at is not null",
        ).length > 0,
      30_000,
    )
    await moveClock('next-run')
    expect(await told()).toEqual([
      ...Array(2).fill(ALERTS['job-failed'].subject),
      ALERTS['job-failed'].overSubject,
    ])
    expect(await page()).toContain('All is well')
  },
  LONG,
)

test(
  'stuck mail is on the page, and in a letter once it can leave',
  async () => {
    await site.mailbox.stopSmtp()
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
    await moveClock('next-run')
    const text = await page()
    expect(text).toContain('Action needed: mail is not going out.')
    expect(text).toContain('Emails about any of this are waiting with the others')
    expect(await (await fetch(`${site.url}/healthz`)).text()).toBe('ok\n')
    expect(site.mailbox.messages()).toEqual([])

    await site.mailbox.startSmtp()
    await moveClock('day')
    await moveClock('next-run')
    expect(await told()).toEqual([ALERTS['mail-stuck'].subject, ALERTS['mail-stuck'].overSubject])
  },
  LONG,
)

test(
  'a backup that fails is one letter, however old the last',
  async () => {
    await site.stop()
    await site.start({ BACKUP_HOUR: '3', BACKUP_COMMAND: 'echo "no such bucket" >&2; exit 3' })
    await startIsOver(site, FIVE_PAST_NOON, ['backup'])
    await moveClock('day')
    await moveClock('next-run')
    expect(await told()).toEqual([ALERTS.backup.subject])
    expect(site.mailbox.messages().filter(({ subject }) => subject.includes('backed up'))).toHaveLength(1)
    expect(await page()).toContain('The last backup failed: BACKUP_COMMAND ended with 3: no such bucket.')

    await site.stop()
    const mended = '2025-06-04T17:05:00Z'
    await site.start({ BACKUP_HOUR: '3', CLOCK_START: mended })
    await startIsOver(site, mended, [...WITH_THE_START, 'backup'])
    await moveClock('next-run')
    expect((await told()).at(-1)).toBe(ALERTS.backup.overSubject)
  },
  LONG,
)

test(
  'a Stripe that is silent is told, as the tile says it, and its end',
  async () => {
    site.stripe.switches.apiDown = true
    await moveClock('next-run')
    expect(await told()).toEqual([ALERTS.stripe.subject])
    const text = await page()
    expect(text).toContain('Action needed: Stripe cannot be used.')
    expect(text).toContain('Payments resume as soon as it does.')
    site.stripe.allWell()
    await moveClock('next-run')
    expect(await told()).toEqual([ALERTS.stripe.subject, ALERTS.stripe.overSubject])
    const well = await page()
    expect(well).toContain('All is well: there is nothing to do.')
    expect(well).toContain('Payment processing connected')
  },
  LONG,
)

test(
  'a clock that differs from Stripe’s is told, and its end',
  async () => {
    site.stripe.switches.clockAheadMs = 150_000
    await moveClock('next-run')
    expect(await told()).toEqual([ALERTS['clock-off'].subject])
    expect(await page()).toContain('minutes behind Stripe’s.')
    site.stripe.allWell()
    await moveClock('next-run')
    expect(await told()).toEqual([ALERTS['clock-off'].subject, ALERTS['clock-off'].overSubject])
  },
  LONG,
)

test(
  'a refund that Stripe refuses is told by its own letter first',
  async () => {
    site.change(
      `insert into refunds (stripe_intent_id, amount_cents, reason, order_key, next_attempt_at, created_at)
     values ('pi_nobody', 50000, 'no-place', 'order', 1, 1)`,
    )
    const troubles = () => site.rows("select 1 from outbox where kind = 'staff-refund-trouble'").length
    await moveClock('next-run')
    expect(troubles()).toBe(1)
    expect(await told()).toEqual([])
    expect(await page()).toContain('Action needed: Stripe refuses a refund.')
    await moveClock('day')
    await moveClock('next-run')
    expect(await told()).toEqual([ALERTS['refund-refused'].subject])

    site.change("update refunds set state = 'dropped'")
    await moveClock('next-run')
    expect((await told()).at(-1)).toBe(ALERTS['refund-refused'].overSubject)
  },
  LONG,
)
