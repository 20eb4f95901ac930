import { type Browser, chromium } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { letter, letterAsHtml, rows, words } from '#app/mail/letter'
import { greeting } from '#app/mail/outbox.server'
import { sendDueReminders, sendOverdueNotices } from '#app/money/reminders/send-due-reminders.server'
import { subscribe } from '#app/people/subscribers.server'
import { instantAt } from '#app/platform/days'
import { db } from '#db/connection.server'
import { outbox } from '#db/schema/mail'
import { aPaidBooking } from '#tests/fixtures/paid-bookings'
import { chromium as ours } from '../../scripts/test/chromium.mjs'

const TOKEN = 'xnO3aKlp8ckemLCw7ZRtT7xQTTD-2sB5'
const LINK = `https://a-rather-long-name-of-a-company.example.com/booking/${TOKEN}/travelers/1`

/** Everything that a letter of the site is made of, each with what is longest in it. */
const LETTER = letter`
  # Payment received: TS-ABC123

  Dear Margaret,

  ![A band plays before the moon](${LINK}.jpg)

  Your page is ${words`[${LINK}](${LINK})`}, or [your booking page](${LINK}). ${TOKEN.repeat(4)}

  | Booking reference | TS-ABC123 |
  ${rows([
    ['Received from', 'margaret.elisabeth.ellison-montgomery@a-long-domain.example.com'],
    [TOKEN.repeat(2), TOKEN.repeat(2)],
  ])}

  ## If you cancel, ${TOKEN.repeat(2)}

  1. ${TOKEN.repeat(3)}

  [Pay $2,000, the first installment of your journey, on the page of your booking](${LINK})

  -# ${LINK}
`

let browser: Browser
beforeAll(async () => {
  browser = await chromium.launch({ executablePath: ours() ?? undefined, args: ['--no-sandbox'] })
})
afterAll(() => browser.close())

const at = (day: string) => instantAt(day, 9, 'America/Chicago')

/** A letter of each kind that a season writes by itself, and one of all parts. */
async function written() {
  await aPaidBooking({ travelers: 2 })
  subscribe({ email: 'margaret.elisabeth.ellison@a-long-domain.example.com' }, at('2025-06-02'))
  for (const day of ['2025-08-08', '2025-08-12', '2025-08-14']) await sendDueReminders(at(day))
  for (const day of ['2025-08-16', '2025-08-22', '2025-09-05']) await sendOverdueNotices(at(day))
  const kinds = new Map(
    db
      .select()
      .from(outbox)
      .all()
      .map(({ kind, htmlBody }) => [kind, htmlBody]),
  )
  return [...kinds, ['all parts', letterAsHtml(LETTER)] as const]
}

test('no letter is wider than a small phone, in light and in dark', async () => {
  const letters = await written()
  expect(letters.length).toBeGreaterThan(8)
  const page = await browser.newPage({ viewport: { width: 360, height: 740 } })
  for (const [kind, html] of letters)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.setContent(html, { waitUntil: 'domcontentloaded' })
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `${kind}, ${colorScheme}`).toBe(
        360,
      )
    }
})

test('beside a value without end a label keeps its words whole', async () => {
  const page = await browser.newPage({ viewport: { width: 360, height: 740 } })
  const signed = letter`
    # Your copy

    ${rows(['Document', 'Your link', 'Installment, due'].map((label) => [label, '5a323f66'.repeat(8)]))}
  `
  await page.setContent(letterAsHtml(signed), { waitUntil: 'domcontentloaded' })
  const widest = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('th')].map((label) => {
      const within = label.clientWidth - 12
      label.style.whiteSpace = 'nowrap'
      label.innerHTML = label.textContent?.split(' ')[0] ?? ''
      const words = document.createRange()
      words.selectNodeContents(label)
      return words.getBoundingClientRect().width <= within
    }),
  )
  expect(widest).toEqual([true, true, true])
})

test('beside a long label a reference and a date keep to their line', async () => {
  const page = await browser.newPage({ viewport: { width: 360, height: 740 } })
  const onItsWay = letter`
    # On its way

    ${rows([
      ['Booking reference', 'TS-QLSWKC'],
      ['Off for paying from a bank account', '$20'],
      ['Expected at the latest about', 'May 25, 2025'],
    ])}
  `
  await page.setContent(letterAsHtml(onItsWay), { waitUntil: 'domcontentloaded' })
  const lines = await page.evaluate(() =>
    [...document.querySelectorAll('td:last-child:not(:has(*))')].map((value) => {
      const words = document.createRange()
      words.selectNodeContents(value)
      return new Set([...words.getClientRects()].map(({ top }) => top)).size
    }),
  )
  expect(lines).toEqual([1, 1, 1])
})

test('a letter greets by the first name, a couple by both', () => {
  const names = ['Margaret Ellison', 'Mr and Mrs Otieno', 'Hank & June Miller', 'Dr. Ruth Nyambura', '']
  expect(names.map(greeting)).toEqual([
    ...['Dear Margaret,', 'Dear Mr and Mrs Otieno,', 'Dear Hank & June,', 'Dear Ruth,', 'Hello,'],
  ])
})
