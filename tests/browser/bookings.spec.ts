import { createPaymentIntent, customerInfo } from '#tests/fixtures/checkout-calls'
import { eventually, type Site } from '#tests/fixtures/site'
import { fillCard, payButton } from './checkout-page'
import { signInTo } from './sign-in'
import { expect, test } from './site-test'
import { toast } from './toast'
import { expectWellMade, expectWellMadeAtBothWidths, PHONE } from './well-made'

const CARD = '4242424242424242'

/** A traveler who has paid the deposit, or all of it, and gave a phone number or none. */
async function aTraveler(
  site: Site,
  number: number,
  name: string,
  details: { full?: true; phone?: string } = {},
) {
  const { body } = await createPaymentIntent(
    site.url,
    {
      paymentType: details.full ? 'full' : 'deposit',
      amount: details.full ? 4500 : 500,
      customerInfo: { ...customerInfo(`traveler${number}@example.com`, name), phone: details.phone },
    },
    { address: `127.0.0.${number + 1}` },
  )
  site.stripe.payIntent(String(body.paymentIntentId), CARD)
  const reference = String(body.bookingReference)
  await eventually(() => statusOf(site, reference) !== 'pending')
  return { reference, intentId: String(body.paymentIntentId) }
}

const statusOf = (site: Site, reference: string) =>
  site.rows<{ payment_status: string }>(
    'select payment_status from bookings where booking_reference = ?',
    reference,
  )[0]?.payment_status

const booking = (site: Site, reference: string) =>
  site.rows<{ id: number; total_cents: number }>(
    'select id, total_cents from bookings where booking_reference = ?',
    reference,
  )[0] ?? { id: 0, total_cents: 0 }

/** The price of a booking is lowered by the order of a refund. */
const lowered = (site: Site, reference: string, orderKey: string, total_cents: number) => {
  const { id } = booking(site, reference)
  site.change(
    `insert into charges (booking_id, act_id, traveler_id, kind, price_cents, refund_id, created_at)
     select ${id}, 1000000 + id, (select min(id) from travelers where booking_id = ${id}), 'refund', -amount_cents, id, created_at
       from refunds where order_key = '${orderKey}'`,
  )
  site.change(`update bookings set total_cents = ${total_cents} where id = ${id}`)
}

for (const scripts of [true, false])
  test.describe(`with scripts ${scripts ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled: scripts })

    test('bookings are found, and their payments postponed, written off and recorded', async ({
      page,
      site,
    }) => {
      test.slow()
      await test.step('the list shows every field and can be searched', async () => {
        await signInTo(page, '/admin/bookings')
        await expect(page.getByText('No bookings yet')).toBeVisible()
        await expect(page.getByText('Booked tours will appear here.')).toBeVisible()

        const wanjiru = await aTraveler(site, 1, 'Wanjiru Kamau', { phone: '+1 512 555 0100' })
        await aTraveler(site, 2, 'Otieno Odhiambo', { full: true })
        await page.reload()
        await expect(page.getByText('Total bookings: 2')).toBeVisible()
        const card = page.getByRole('rowgroup').filter({ hasText: 'Wanjiru Kamau' })
        for (const text of [
          wanjiru.reference,
          'traveler1@example.com',
          '+1 512 555 0100',
          'Texas Safari',
          '$500 of $4,500',
        ])
          await expect(card).toContainText(text)
        await expect(card.getByRole('row').first()).toHaveText(
          /Oct 16 to Oct 27, 2025\s*1\s*\$500\s*\$4,000\s*Aug 15, 2025\s*Deposit paid/,
          { useInnerText: true },
        )
        await expect(card).toContainText('Deposit paid, $4,000 open')
        await expect(card).toContainText(/Jun 1, 2025 \d{1,2}:\d\d [AP]M/)
        await expect(card).toContainText('12 Congress Avenue, Austin, Texas 78701, United States')
        await expect(card.getByText('traveler1@example.com')).toBeHidden()
        await card.getByText('More').click()
        await expect(card.getByText('traveler1@example.com')).toBeVisible()
        await expect(card.getByRole('link', { name: 'Email Customer' })).toHaveAttribute(
          'href',
          'mailto:traveler1@example.com',
        )
        await expect(card.getByRole('link', { name: 'Call Customer' })).toHaveAttribute(
          'href',
          'tel:+15125550100',
        )
        const other = page.getByRole('rowgroup').filter({ hasText: 'Otieno Odhiambo' })
        await expect(other).toContainText('Paid in full')
        await other.getByText('More').click()
        await expect(other.getByText('Not given')).toBeVisible()
        await expect(other.getByText('Call Customer')).toHaveCount(0)

        await page.getByLabel('Payment').selectOption('Deposit paid, balance due (1)')
        if (!scripts) await page.getByRole('button', { name: 'Search' }).click()
        await expect(page).toHaveURL(/money=balance-open/)
        await expect(other).toHaveCount(0)
        await expect(card).toBeVisible()
        await page.getByLabel('Payment').selectOption('All (2)')

        await page.getByLabel('Search by name, email, phone').fill('otieno')
        if (!scripts) await page.getByRole('button', { name: 'Search' }).click()
        await expect(page).toHaveURL(/q=otieno/)
        await expect(card).toHaveCount(0)
        await expect(other).toBeVisible()
        await page.getByLabel('Search by name, email, phone').fill('nobody')
        if (!scripts) await page.getByRole('button', { name: 'Search' }).click()
        await expect(page.getByText('No bookings found')).toBeVisible()
        await page.getByRole('link', { name: 'Show all bookings' }).click()
        await expect(card).toBeVisible()
        if (!scripts) return
        const file = page.waitForEvent('download')
        await page.getByRole('link', { name: 'Export CSV' }).click()
        await expect(toast(page, 'Your file is being made')).toBeVisible()
        expect((await file).suggestedFilename()).toMatch(/^bookings-/)
      })

      await test.step('who cannot pay in time has an installment postponed, or is canceled for it', async () => {
        const { reference } = await aTraveler(site, 6, 'Njeri Otieno')
        await page.goto(`/admin/bookings/${reference}/later/1`)
        await page.getByLabel('New due date').fill('2025-08-15')
        await page.getByRole('button', { name: 'Save new due date' }).click()
        await expect(page.getByText('Please choose a later day than the one it is due on now')).toBeVisible()
        await page.getByLabel('New due date').fill('2025-08-29')
        await page.getByRole('button', { name: 'Save new due date' }).click()
        await expect(toast(page, 'Due date postponed')).toBeVisible()
        await expect(page.getByRole('row', { name: /^First installment/ })).toContainText('Aug 29, 2025')
        await expect(page.getByText(/postponed an installment/).first()).toBeVisible()

        site.change("update installments set due_on = '2025-05-12' where number = 1")
        await page.goto(`/admin/bookings/${reference}/cancel`)
        await page.getByLabel(/For non-payment: \$2,000 is overdue/).check()
        await page
          .getByRole('button', { name: /^Cancel booking/ })
          .last()
          .click()
        await expect(toast(page, 'Booking canceled')).toBeVisible()
        const letter = await site.mailbox.waitFor(({ subject }) => subject.includes(`canceled: ${reference}`))
        expect(letter.text).toContain('because $2,000 was overdue and stayed unpaid')
      })

      await test.step('what a guest asks for is answered and done by one press', async () => {
        const { reference } = await aTraveler(site, 8, 'Moraa Nyaboke')
        for (const kind of ['pay-later', 'move', 'leave', 'contact'])
          site.change(
            'insert into guest_requests (booking_id, kind, created_at) values (?, ?, 1748800000000)',
            booking(site, reference).id,
            kind,
          )
        await page.goto('/admin/dashboard')
        const request = page.getByRole('listitem').filter({ hasText: `Moraa Nyaboke, ${reference}` })
        await expect(request.filter({ hasText: 'Asks for more time to pay' })).toBeVisible()
        await page.goto(`/admin/bookings/${reference}`)
        await expect(page.getByText('Moraa Nyaboke asks to take a traveler off')).toBeVisible()
        await expect(page.getByRole('link', { name: 'Remove a traveler' })).toHaveCount(0)

        await page.getByRole('link', { name: 'Change due dates' }).click()
        await page.getByLabel('Due date 3').fill('2025-10-16')
        await page.getByRole('button', { name: 'Show the new plan' }).click()
        await expect(page.getByText('Please choose days before the departure')).toBeVisible()
        await page.getByLabel('Due date 3').fill('2025-10-01')
        await page.getByRole('button', { name: 'Show the new plan' }).click()
        await expect(page.getByText('Second installment, due Sep 15, 2025')).toBeVisible()
        await page.getByRole('button', { name: 'Change the due dates' }).click()
        await expect(toast(page, 'Due dates changed')).toBeVisible()
        await expect(page.getByRole('row', { name: /^Final installment/ })).toContainText('Oct 1, 2025')
        await expect(page.getByText('Moraa Nyaboke asks for more time to pay')).toHaveCount(0)
        await expect(page.locator('main')).toContainText(/closed a request\s*for more time to pay/)

        await page.getByRole('link', { name: 'Change lead traveler' }).click()
        await page.getByRole('button', { name: 'Save', exact: true }).click()
        await expect(toast(page, 'Nothing to save')).toBeVisible()
        await page.getByRole('link', { name: 'Change lead traveler' }).click()
        await page.getByLabel('Phone').fill('+1 512 555 0177')
        await page.getByRole('button', { name: 'Save', exact: true }).click()
        await expect(toast(page, 'Lead traveler saved')).toBeVisible()
        await expect(page.getByText('asks to change contact details or who leads')).toHaveCount(0)
        const open = site.rows('select kind from guest_requests where done_at is null order by kind')
        expect(open).toEqual([{ kind: 'leave' }, { kind: 'move' }])

        await page.getByRole('link', { name: 'Answer', exact: true }).first().click()
        await page.getByRole('button', { name: 'Send the answer' }).click()
        await expect(page.getByText('Please write your answer')).toBeVisible()
        await page.getByLabel('We can’t do it').check()
        await page.getByLabel('Your answer').fill('The spring departure is full.')
        await page.getByRole('button', { name: 'Send the answer' }).click()
        await expect(toast(page, 'Request answered')).toBeVisible()
        const answer = await site.mailbox.waitFor(({ subject }) => subject.startsWith('Our answer to your'))
        expect(answer.text).toContain('The spring departure is full.')
        await expect(page.getByRole('link', { name: 'Answer', exact: true })).toHaveCount(1)
      })

      await test.step('what is overdue is written off with a reason', async () => {
        const { reference } = await aTraveler(site, 7, 'Achieng Ouma')
        await page.goto(`/admin/bookings/${reference}`)
        await expect(page.getByRole('link', { name: 'Write off' })).toHaveCount(0)
        site.change("update installments set due_on = '2025-05-12' where number = 1")
        await page.reload()
        await page.getByRole('link', { name: 'Write off' }).click()
        const button = page.getByRole('button', { name: 'Write off $4,000' })
        await button.click()
        await expect(page.getByText('Please say why')).toBeVisible()
        await page.getByLabel('Reason').fill('She has lost her work')
        await button.click()
        await expect(toast(page, 'Written off $4,000')).toBeVisible()
        await expect(page.getByRole('row', { name: /^First installment/ })).toContainText(
          'Written off $2,000',
        )
        const row = page.getByRole('row', { name: /Wambui.*She has lost her work/ })
        await expect(row).toContainText('Written off $4,000')
        await expect(page.getByText('$500 paid, $4,000 written off')).toBeVisible()
        await expect(page.getByText(/wrote off what was owed/).first()).toBeVisible()
        await expect(page.getByRole('link', { name: 'Write off' })).toHaveCount(0)

        await page.goto('/admin/payments')
        await expect(page.getByText('No longer due; no money moved')).toBeVisible()
        const file = await page.request.get((await page.getByText('Export CSV').getAttribute('href')) ?? '')
        expect(await file.text()).toContain('"Written off $4,000"')
        const [{ token } = { token: '' }] = site.rows<{ token: string }>(
          'select link_token as token from bookings where booking_reference = ?',
          reference,
        )
        await page.goto(`/pay/${token}`)
        await expect(page.getByText('$4,000 was written off: nothing more is due.')).toBeVisible()
        await page.goto(`/booking/${token}`)
        await expect(page.getByText('Written off').first()).toBeVisible()
        await expect(page.getByText('Paid in full')).toHaveCount(0)
      })

      await test.step('a check is recorded unless it is too much', async () => {
        const { reference } = await aTraveler(site, 9, 'Makena Kamau')
        await page.goto(`/admin/bookings/${reference}`)
        await page.getByRole('link', { name: 'Record payment' }).click()
        const dialog = page.getByRole('dialog', { name: 'Record a payment' })
        await dialog.getByLabel('Amount in dollars').fill('4,000.01')
        await dialog.getByLabel('Note').fill('Check 1042')
        await dialog.getByRole('button', { name: 'Record payment' }).click()
        await expect(dialog.getByText('At most $4,000 is left to pay')).toBeVisible()
        await expect(dialog.getByLabel('Note')).toHaveValue('Check 1042')
        await expect(dialog.getByLabel('Amount in dollars')).toHaveValue('4,000.01')

        await dialog.getByLabel('Amount in dollars').fill('$2,000')
        await dialog.getByRole('button', { name: 'Record payment' }).click()
        await expect(toast(page, 'Payment recorded')).toBeVisible()
        const ledger = page.getByRole('table', { name: 'Ledger, oldest first' })
        await expect(ledger.getByRole('row').nth(2)).toContainText('Check')
        await expect(ledger.getByRole('row').nth(2)).toContainText('$2,000')
        await expect(ledger.getByRole('row').nth(2)).toContainText('Wambui')
        await expect(page.getByRole('table', { name: 'Installments' })).toContainText('Paid Jun 1, 2025')
        await expect(page.locator('main')).toContainText('Wambui took a payment')
      })
    })

    test('staff book for a guest, who pays by the link of the letter, or by check', async ({
      page,
      site,
    }) => {
      test.slow()
      site.change(
        `insert into contact_inquiries (first_name, last_name, email, phone, interest, message, created_at)
         values ('Grace', 'Otieno', 'grace@example.com', '+1 512 555 0100', 'safari', 'Please book two seats', ?)`,
        Date.parse('2025-06-01T15:00:00Z'),
      )
      await signInTo(page, '/admin/contacts/1')
      await page.getByRole('link', { name: 'Book', exact: true }).click()
      await expect(page.getByLabel('Full name')).toHaveValue('Grace Otieno')
      await expect(page.getByLabel('Email')).toHaveValue('grace@example.com')
      await expect(page.getByLabel('Hold the seats until')).toHaveValue('2025-06-11')
      await page.getByLabel('Travelers', { exact: true }).selectOption('2 travelers')
      await page.getByLabel('A different price for all of them').fill('8,100')
      const show = page.getByRole('button', { name: 'Show what it comes to' })
      const hold = page.getByRole('button', { name: 'Hold the seats and send the email' })
      await show.click()
      await expect(page.getByText('Please say why, as the guest reads it')).toBeVisible()
      await expect(page.getByLabel('Travelers', { exact: true })).toHaveValue('2')
      await page.getByLabel('Why, as the guest reads it').fill('Choir discount')
      await show.click()
      const comesTo = page.getByRole('region', { name: 'What it comes to' })
      await expect(comesTo).toContainText('Total price, 2 × $4,500 − $900 “Choir discount”$8,100')
      await expect(comesTo).toContainText('Deposit, until Jun 11, 2025$1,000')
      if (scripts) await expectWellMade(page)
      await page.getByLabel('A different price for all of them').fill('8,000')
      await hold.click()
      await expect(page.getByText('Nothing is held: please look again')).toBeVisible()
      await expect(comesTo).toContainText('$8,000')
      await page.getByLabel('A different price for all of them').fill('8,100')
      await hold.click()
      await hold.click()
      await expect(toast(page, 'Held until Jun 11, 2025')).toBeVisible()
      await expect(page.getByText('Held for the guest until Jun 11, 2025').first()).toBeVisible()
      await page.goto('/admin/dashboard')
      await page.getByRole('link', { name: /held booking/ }).click()
      await expect(page.locator('main')).toContainText('Held for the guest until Jun 11, 2025')

      const letter = await site.mailbox.waitFor(({ subject }) => subject.startsWith('We hold two seats'))
      const link = /\/pay\/[\w-]+/.exec(letter.text ?? '')?.[0] ?? ''
      await page.goto(link)
      await expect(page.getByText('2 × $4,500 − $900 “Choir discount”')).toBeVisible()
      await expect(page.getByText(/By paying you accept these refund terms: Fully refundable/)).toBeVisible()
      if (scripts) {
        await fillCard(page, CARD)
        await payButton(page).click()
      } else {
        await page.getByRole('button', { name: 'Continue to pay $1,000' }).click()
        await page.getByLabel('Card number').fill(CARD)
        await page.getByLabel(/Expir/).fill('12 / 34')
        await page.getByLabel('Cardholder name').fill('Grace Otieno')
        await page.getByLabel('Security code').fill('123')
        await page.getByRole('button', { name: /^Pay/ }).click()
      }
      await expect(page.getByRole('heading', { name: /^Karibu.* seats are yours\.$/ })).toBeVisible()
      await expect(page.getByText('Oct 16 to Oct 27, 2025').first()).toBeVisible()
      expect(site.rows('select kept_cents, total_cents from bookings')).toEqual([
        { kept_cents: 100_000, total_cents: 810_000 },
      ])

      await page.goto('/admin/bookings/new?name=Amos+Kiprop&email=amos%40example.com')
      await page.getByLabel('First payment').selectOption('Full price')
      await show.click()
      await hold.click()
      await page.getByRole('link', { name: 'Record payment' }).click()
      await page.getByLabel('Amount in dollars').fill('4500')
      await page.getByLabel('Day it was received').fill('2025-05-30')
      await page.getByRole('button', { name: 'Record payment' }).click()
      await expect(toast(page, 'Payment recorded')).toBeVisible()
      await expect(page.getByText('Paid in full').first()).toBeVisible()
      await expect(page.getByRole('row', { name: /May 30, 2025/ }).first()).toContainText('$4,500')
    })

    test('a booking is refunded, disputed and canceled', async ({ page, site }) => {
      test.slow()
      await test.step('a partial refund never exceeds what the card paid', async () => {
        const { reference } = await aTraveler(site, 1, 'Wanjiru Kamau')
        await signInTo(page, `/admin/bookings/${reference}/refund`)
        const dialog = page.getByRole('dialog', { name: `Refund ${reference}` })
        const shows = dialog.getByRole('button', { name: 'Show what it comes to' })
        await shows.click()
        await expect(dialog.getByText('Please enter an amount')).toBeVisible()
        await dialog.getByLabel('Amount in dollars').fill('500.01')
        await shows.click()
        await expect(
          dialog.getByText('At most $500 can go back this way. Nothing was refunded.'),
        ).toBeVisible()
        await dialog.getByLabel('Amount in dollars').fill('120.50')
        await shows.click()
        const confirms = page.getByRole('dialog', { name: `Refund $120.50 of ${reference}?` })
        await expect(confirms).toContainText('Price then$4,379.50')
        expect(site.stripe.refunds()).toEqual([])
        await confirms.getByRole('link', { name: 'Back' }).click()
        await expect(dialog.getByLabel('Amount in dollars')).toHaveValue('120.50')
        await shows.click()
        await confirms.getByRole('button', { name: 'Refund $120.50' }).click()

        await expect(toast(page, 'Refund ordered')).toBeVisible()
        await expect(page.getByText('$379.50 of $4,379.50 paid')).toBeVisible()
        await expect.poll(() => site.stripe.refunds().map(({ amount }) => amount)).toEqual([12_050])
      })

      await test.step('a refund refused ten times is retried, then dropped', async () => {
        const { reference, intentId } = await aTraveler(site, 2, 'Otieno Odhiambo')
        site.stripe.refundInDashboard(intentId, 40_000)
        await eventually(() => booking(site, reference).total_cents === 410_000)
        const ordered = Date.parse('2025-06-01T17:00:00Z')
        site.change(
          `insert into refunds (booking_id, stripe_intent_id, amount_cents, order_key, reason, state, attempt,
          next_attempt_at, last_error, created_at, seen_entry_id)
        values (${booking(site, reference).id}, '${intentId}', 20000, 'stuck', 'goodwill', 'refused', 11,
          ${ordered}, 'amount_too_large', ${ordered}, (select max(id) from payments))`,
        )
        lowered(site, reference, 'stuck', 390_000)
        await page.goto(`/admin/bookings/${reference}`)
        await expect(page.getByText('A refund of $200 could not be made')).toBeVisible()
        await page.getByRole('link', { name: 'Decide what happens' }).click()
        const dialog = page.getByRole('dialog', { name: 'A refund of $200 could not be made' })
        await expect(dialog).toContainText('amount_too_large')
        if (scripts) await expectWellMade(page)
        await dialog.getByRole('button', { name: 'Try again' }).click()
        await expect(dialog.getByRole('alert')).toContainText('Stripe refused it again')

        await dialog.getByRole('button', { name: 'Drop it' }).click()
        await expect(toast(page, 'Refund dropped')).toBeVisible()
        await expect(page.getByText('could not be made')).toHaveCount(0)
        await expect(page.getByText('$100 of $4,100 paid')).toBeVisible()
        await expect(page.getByText('About your refund')).toBeVisible()
        await expect(page.locator('main')).toContainText('Wambui gave up a refund')

        const [stuck] = site.rows<{ id: number }>("select id from refunds where order_key = 'stuck'")
        await page.goto(`/admin/bookings/${reference}/refunds/${stuck?.id}`)
        await expect(page).toHaveURL(new RegExp(`/admin/bookings/${reference}$`))
      })

      await test.step('a refund in the dashboard that may be one ordered here is asked about', async () => {
        const { reference, intentId } = await aTraveler(site, 3, 'Achieng Ouma')
        const ordered = Date.parse('2025-06-01T17:00:00Z')
        site.change(
          `insert into refunds (booking_id, stripe_intent_id, amount_cents, order_key, reason,
          next_attempt_at, created_at, seen_entry_id)
        values (${booking(site, reference).id}, '${intentId}', 20000, 'asked', 'goodwill',
          ${ordered * 2}, ${ordered}, (select max(id) from payments))`,
        )
        lowered(site, reference, 'asked', 430_000)
        site.stripe.refundInDashboard(intentId, 15_000)
        await eventually(() => booking(site, reference).total_cents === 415_000)
        await page.goto(`/admin/bookings/${reference}`)
        await expect(page.getByText('$150 of the same payment was given back')).toBeVisible()
        await page.getByRole('link', { name: 'Answer' }).click()
        const dialog = page.getByRole('dialog', { name: 'Was it the refund of $200?' })
        await expect(dialog).toContainText('a part of it is done, and $50 is still to be refunded')
        if (scripts) await expectWellMade(page)
        await dialog.getByRole('button', { name: 'Yes, it was this one' }).click()

        await expect(toast(page, 'Refund recognized')).toBeVisible()
        await expect(page.getByText('$300 of $4,300 paid')).toBeVisible()
        const ofThis = () => site.stripe.refunds().filter((refund) => refund.payment_intent === intentId)
        await expect.poll(() => ofThis().map(({ amount }) => amount)).toEqual([5_000, 15_000])
        await expect(page.locator('main')).toContainText('recognized a refund')
      })

      await test.step('a disputed payment stands on the page until decided', async () => {
        const { reference, intentId } = await aTraveler(site, 4, 'Njeri Otieno')
        const dispute = site.stripe.openDispute(intentId, { reason: 'product_not_received' })
        await site.stripe.webhooksSettled()
        await page.goto(`/admin/bookings/${reference}`)
        await expect(page.getByText('A payment of $500 is disputed')).toBeVisible()
        await expect(
          page.getByText(/as product not received\. Answer in Stripe’s dashboard before /),
        ).toBeVisible()
        if (scripts) await expectWellMade(page)

        site.stripe.closeDispute(dispute.id, 'lost')
        await site.stripe.webhooksSettled()
        await page.reload()
        await expect(page.getByText('is disputed')).toHaveCount(0)
        const ledger = page.getByRole('table', { name: 'Ledger, oldest first' })
        await expect(ledger.getByRole('row').nth(2)).toContainText('Dispute lost')
        await expect(page.locator('main')).toContainText('Stripe closed a dispute')
      })

      await test.step('a booking is canceled with the quote that was shown', async () => {
        const { reference } = await aTraveler(site, 5, 'Moraa Nyaboke')
        await page.goto(`/admin/bookings/${reference}`)
        await page.getByRole('link', { name: 'Cancel booking' }).click()
        const dialog = page.getByRole('dialog', { name: `Cancel ${reference}?` })
        await expect(dialog).toContainText(
          'It is within 30 days of booking: everything that was paid will be refunded.',
        )
        await dialog.getByLabel('Note').fill('Her mother is ill')

        site.change(
          `update bookings set created_at = created_at - 40 * 86400000 where booking_reference = ?`,
          reference,
        )
        await dialog.getByRole('button', { name: 'Cancel booking and refund $500' }).click()
        await expect(dialog.getByRole('alert')).toContainText('Nothing was canceled')
        await expect(dialog).toContainText('the deposit stays')
        await expect(dialog.getByLabel('Note')).toHaveValue('Her mother is ill')
        expect(statusOf(site, reference)).toBe('deposit_paid')

        await dialog.getByRole('button', { name: 'Cancel booking', exact: true }).click()
        await expect(toast(page, 'Booking canceled')).toBeVisible()
        await expect(page.getByRole('link', { name: 'Cancel booking' })).toHaveCount(0)
        expect(statusOf(site, reference)).toBe('cancelled')
        await expect(page.getByRole('heading', { level: 1 })).toContainText('Canceled, $500 kept')
        await expect(page.getByRole('heading', { level: 1 })).not.toContainText('Deposit paid')
        await expect(page.locator('main')).toContainText('Your booking is canceled')
      })

      await test.step('an open payment stops the cancellation while Stripe is down', async () => {
        const { body } = await createPaymentIntent(site.url, { customerInfo: customerInfo() })
        const reference = String(body.bookingReference)
        await page.goto(`/admin/bookings/${reference}/cancel`)
        site.stripe.switches.apiDown = true
        const dialog = page.getByRole('dialog', { name: `Cancel ${reference}?` })
        await dialog.getByLabel('Note').fill('Called us')
        await dialog.getByRole('button', { name: 'Cancel booking' }).click()
        await expect(dialog.getByRole('alert')).toContainText('Stripe cannot be reached')
        await expect(dialog.getByLabel('Note')).toHaveValue('Called us')
        expect(statusOf(site, reference)).toBe('pending')
      })
    })
  })

test('of two cancellations at once, the second changes nothing', async ({ page, someoneElse, site }) => {
  const { reference } = await aTraveler(site, 1, 'Wanjiru Kamau')
  await signInTo(page, `/admin/bookings/${reference}/cancel`)
  // Two tabs of one browser would share the cookie that carries the toast.
  const other = await someoneElse()
  await signInTo(other, `/admin/bookings/${reference}/cancel`)
  const told = await Promise.all(
    [page, other].map(async (tab) => {
      await tab.getByRole('button', { name: 'Cancel booking and refund $500' }).click()
      const told = toast(tab, /Booking canceled|Nothing was changed/)
      return (await told.textContent())?.includes('Booking canceled') ? 'cancelled' : 'unchanged'
    }),
  )
  expect(told.toSorted()).toEqual(['cancelled', 'unchanged'])
  await expect.poll(() => site.stripe.refunds()).toHaveLength(1)
})

test('nothing is out of reach: keyboard, axe and small screens', async ({ page, site }) => {
  test.slow()
  const { reference } = await aTraveler(site, 1, 'Wanjiru Mwangi-Featherstonehaugh', {
    phone: '+1 512 555 0100',
  })
  await aTraveler(site, 2, 'Otieno')
  const here = `/admin/bookings/${reference}`
  await signInTo(page, here)
  await test.step('a dialog closed by Escape gives focus to its opener', async () => {
    const opener = page.getByRole('link', { name: 'Refund', exact: true })
    await opener.focus()
    await page.keyboard.press('Enter')
    await expect(page.locator('dialog:modal')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page).toHaveURL(new RegExp(`${here}$`))
    await expect(opener).toBeFocused()
  })
  await page.setViewportSize(PHONE)
  for (const path of [
    '/admin/bookings',
    here,
    `${here}/cancel`,
    `${here}/refund`,
    `${here}/payment`,
    '/admin/departures/1/manifest',
  ])
    await test.step(path, async () => {
      await page.goto(path)
      await expectWellMadeAtBothWidths(page)
    })

  await test.step('a phone has a booking in two lines, and the search behind a press', async () => {
    await page.setViewportSize(PHONE)
    await page.goto('/admin/bookings')
    const table = page.getByRole('region', { name: 'Bookings, newest first' })
    const row = table.getByRole('row').nth(1)
    await expect(row.getByText(/^\$[\d,]+ open$/)).toBeVisible()
    await expect(row.getByText(/^\d seats?$/)).toBeVisible()
    expect((await row.boundingBox())?.height).toBeLessThan(90)
    const more = row.getByText('More')
    expect((await more.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await more.click()
    await expect(table.getByText('Reference', { exact: true }).first()).toBeVisible()
    await expect(table.getByRole('link', { name: 'Email Customer' })).toHaveCount(1)
    const search = page.getByLabel('Search by name, email, phone')
    await expect(search).toBeHidden()
    await page.getByText('Filter', { exact: true }).click()
    await search.fill('nobody')
    await expect(page.getByText('No bookings found')).toBeVisible()
    await search.fill('')
    await expect(row).toBeVisible()
    await expect(search).toBeVisible()
    await page.goto('/admin/bookings?money=held')
    await expect(search).toBeVisible()
  })
})

test('the manifest lists who travels by room, and prints without the menu', async ({ page, site }) => {
  await aTraveler(site, 1, 'Wanjiru Mwangi-Featherstonehaugh', { phone: '+1 512 555 0100' })
  await createPaymentIntent(site.url, { customerInfo: customerInfo('held@example.com', 'Only Held') })
  await signInTo(page, '/admin/departures/1/manifest')
  const row = page.getByRole('table', { name: 'Paid travelers, by room' }).getByRole('row').nth(1)
  for (const text of [
    'Wanjiru Mwangi-Featherstonehaugh',
    'Double room',
    'traveler1@example.com',
    '+1 512 555 0100',
    'Austin',
    '$4,000',
  ])
    await expect(row).toContainText(text)
  await expect(page.getByText('Only Held')).toHaveCount(0)
  await expect(row).toContainText('No details yet')
  const totals = page.getByRole('list', { name: 'The party in short' }).getByRole('listitem')
  await expect(totals).toHaveText([
    'Medical: none given',
    'Diets: none given',
    '1 traveler',
    '1 double',
    '1 bed free',
    'Details 0 of 1',
    'Early bird 1: A welcome pack worth $100+ (everyone)',
  ])
  await expect(page.getByRole('button', { name: 'Print' })).toBeVisible()
  await expect(row.getByText(/^(None|Not) given$/)).toHaveCount(3)
  await test.step('on a phone each traveler has a card, and what is not looked for opens', async () => {
    await page.setViewportSize(PHONE)
    await expect(row).toBeHidden()
    const card = page.getByRole('list', { name: 'Travelers' }).getByRole('listitem')
    await expect(card).toHaveCount(1)
    await expect(card.getByText('Room 1 · double · bed free')).toBeVisible()
    await expect(card.getByText(/ · \$4,000 due · details missing$/)).toBeVisible()
    for (const [name, to] of [
      ['Call', 'tel:+15125550100'],
      ['Email', 'mailto:traveler1@example.com'],
    ] as const)
      await expect(
        card.getByRole('link', { name: `${name} Wanjiru Mwangi-Featherstonehaugh` }),
      ).toHaveAttribute('href', to)
    await expect(card.getByText('Austin')).toBeHidden()
    await card.getByText('All details').click()
    await expect(card.getByText('Austin')).toBeVisible()
    await expect(card.getByText('No details yet')).toBeVisible()
  })
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('navigation', { name: 'Staff area' })).toBeHidden()
  for (const name of [
    'Print',
    'All departures',
    'Download for offline',
    'All details',
    'CSV with passport numbers and medical notes',
  ])
    await expect(page.getByText(name, { exact: true })).toBeHidden()
  await expect(row).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Passports' })).toBeVisible()

  await test.step('it fits upright paper, a room never cut', async () => {
    const paper = { letter: { width: 725, height: 960 }, a4: { width: 700, height: 1030 } }
    for (const [name, size] of Object.entries(paper)) {
      await page.setViewportSize(size)
      const fits = await page.evaluate(() =>
        [...document.querySelectorAll('table')].every(
          (table) => table.getBoundingClientRect().right <= window.innerWidth,
        ),
      )
      expect(fits, name).toBe(true)
    }
    const room = page.locator('.manifest-room').first()
    await expect(room).toHaveCSS('break-inside', 'avoid')
    await expect(page.locator('.manifest-passports')).toHaveCSS('break-before', 'page')
  })
})
