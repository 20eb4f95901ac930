import { createPaymentIntent, customerInfo } from '#tests/fixtures/checkout-calls'
import { eventually, type Site } from '#tests/fixtures/site'
import { signInTo } from './sign-in'
import { expect, test } from './site-test'
import { toast } from './toast'
import { expectWellMade } from './well-made'

// Staff add a traveler to a paid booking, and take one off: each is shown in full before it is done.

async function aCouple(site: Site): Promise<string> {
  const { body } = await createPaymentIntent(site.url, {
    numberOfGuests: 2,
    amount: 1_000,
    customerInfo: customerInfo('wanjiru@example.com', 'Wanjiru Kamau'),
  })
  site.stripe.payIntent(String(body.paymentIntentId), '4242424242424242')
  const paid = () => site.rows("select id from bookings where payment_status = 'deposit_paid'").length
  await eventually(() => paid() === 1)
  return String(body.bookingReference)
}

/** The same journey a year later, at another price. */
const NEXT_YEAR = `insert into departures (tour_id, starts_on, ends_on, seats, deposit_cents, double_price_cents,
    single_price_cents, first_installment_due_on, final_installment_due_on, sales, updated_at)
  select tour_id, '2026-10-15', '2026-10-26', 20, deposit_cents, 480000, single_price_cents, '2026-08-14', '2026-09-14',
    'open', updated_at from departures where id = 1`

const bookingIn = (site: Site) =>
  site.rows('select number_of_guests as travelers, total_cents as total, kept_cents as kept from bookings')

for (const scripts of [true, false])
  test.describe(`with scripts ${scripts ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled: scripts })

    test('two of a couple in rooms of their own swap them, at no price', async ({ page, site }) => {
      const reference = await aCouple(site)
      await signInTo(page, `/admin/bookings/${reference}/room/2`)
      await page.getByLabel('As agreed: $9,000').check()
      await page.getByRole('button', { name: 'Give a single room' }).click()
      await expect(toast(page, 'Room changed')).toBeVisible()
      await page.getByRole('link', { name: 'Swap two rooms' }).click()
      const asking = page.getByRole('dialog', { name: `Swap two rooms of ${reference}` })
      await expect(asking.getByLabel('The room of')).toContainText('Wanjiru Kamau: double room')
      if (scripts) await expectWellMade(page)
      await asking.getByLabel('With that of').selectOption({ index: 0 })
      await asking.getByRole('button', { name: 'Show who sleeps where' }).click()
      await expect(asking).toContainText('They share this room already, or are the same traveler.')
      await asking.getByLabel('With that of').selectOption({ index: 1 })
      await asking.getByRole('button', { name: 'Show who sleeps where' }).click()
      const swapping = page.getByRole('dialog', { name: `Swap two rooms of ${reference}?` })
      await expect(swapping).toContainText('Wanjiru Kamau then has a bed in a single room.')
      if (scripts) await expectWellMade(page)
      await swapping.getByRole('button', { name: 'Swap the rooms' }).click()
      await expect(toast(page, 'Rooms swapped')).toBeVisible()
      const rooms = site.rows('select room_type as room from travelers order by position')
      expect(rooms).toEqual([{ room: 'single' }, { room: 'double' }])
      expect(bookingIn(site)).toMatchObject([{ total: 900_000 }])
    })

    test('one joins a couple, and one leaves them', async ({ page, site }) => {
      const reference = await aCouple(site)
      await signInTo(page, `/admin/bookings/${reference}`)
      await page.getByRole('link', { name: 'Add a traveler' }).click()
      const joining = page.getByRole('dialog', { name: `Add a traveler to ${reference}?` })
      await expect(joining).toContainText('Price of the booking, for 3 travelers$13,500')
      await expect(joining).toContainText('Deposit of the added traveler, due Jun 15, 2025$500')
      await expect(joining).toContainText('First installment, due Aug 15, 2025$6,000')
      await joining.getByLabel('Name').fill('Amina Odera')
      if (scripts) await expectWellMade(page)
      await joining.getByRole('button', { name: 'Add for $4,500' }).click()
      await expect(toast(page, 'Traveler added')).toBeVisible()
      expect(bookingIn(site)).toEqual([{ travelers: 3, total: 1_350_000, kept: 100_000 }])
      const raised = await site.mailbox.waitFor(({ subject }) => subject.startsWith('A traveler was added'))
      expect(raised.text).toContain('Price of the tour: $13,500 (3 × $4,500)')

      site.change(
        "insert into guest_requests (booking_id, kind, created_at) values (1, 'leave', 1748800000000)",
      )
      await page.reload()
      await page.getByRole('link', { name: 'Remove a traveler' }).click()
      const who = page.getByRole('dialog', { name: `Who leaves ${reference}?` })
      if (scripts) await expectWellMade(page)
      await who.getByRole('link', { name: 'Traveler 2' }).click()
      const leaving = page.getByRole('dialog', { name: `Remove Traveler 2 from ${reference}?` })
      await expect(leaving).toContainText('Back to the card, through Stripe')
      await expect(leaving).toContainText('Price of the booking, for 2 travelers')
      if (scripts) await expectWellMade(page)
      await leaving.getByLabel('Note for the history').fill('Broke a leg')
      await leaving.getByRole('button', { name: 'Remove and refund $500' }).click()
      await expect(toast(page, 'Traveler removed')).toBeVisible()
      expect(site.rows('select kind from guest_requests where done_at is null')).toEqual([])
      await expect.poll(() => bookingIn(site)).toEqual([{ travelers: 2, total: 900_000, kept: 50_000 }])
      await expect.poll(() => site.stripe.refunds().map(({ amount }) => amount)).toEqual([50_000])
      const history = page.locator('main')
      await expect(history).toContainText('added a traveler to')
      await expect(history).toContainText('took a traveler off')
      const lessened = await site.mailbox.waitFor(({ subject }) => subject.startsWith('A traveler has left'))
      expect(lessened.text).toContain('Balance due: $8,500')

      await page.getByRole('link', { name: 'Change price' }).click()
      const asking = page.getByRole('dialog', { name: `Change the price of ${reference}` })
      await asking.getByLabel('Amount').fill('ten')
      await asking.getByLabel('Reason, as the guest reads it').fill('Choir discount')
      await asking.getByRole('button', { name: 'Show the new price' }).click()
      await expect(asking).toContainText('Please enter dollars, such as 250, or a percentage, such as 10%')
      await expect(asking.getByLabel('Reason, as the guest reads it')).toHaveValue('Choir discount')
      if (scripts) {
        await expectWellMade(page)
      }
      await asking.getByLabel('Amount').fill('10%')
      await asking.getByRole('button', { name: 'Show the new price' }).click()
      const confirming = page.getByRole('dialog', { name: `Change the price of ${reference}?` })
      await expect(confirming).toContainText('Price of the booking, for 2 travelers$8,100')
      await expect(confirming).toContainText('Final installment, due Sep 15, 2025$3,100')
      if (scripts) await expectWellMade(page)
      await confirming.getByRole('button', { name: 'Change the price' }).click()
      await expect(toast(page, 'Price changed')).toBeVisible()
      expect(bookingIn(site)).toEqual([{ travelers: 2, total: 810_000, kept: 50_000 }])
      const repriced = await site.mailbox.waitFor(({ subject }) => subject.startsWith('A new price'))
      expect(repriced.text).toContain('Price of the tour: $8,100 (2 × $4,500 − $900 “Choir discount”)')

      await page.locator('summary', { hasText: 'Price changes 1' }).press('Enter')
      await page.getByRole('link', { name: 'Undo Choir discount' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Undo it' }).click()
      await expect(toast(page, 'Price change undone')).toBeVisible()
      expect(bookingIn(site)).toEqual([{ travelers: 2, total: 900_000, kept: 50_000 }])
    })

    test('a couple is moved to next year, and back again', async ({ page, site }) => {
      const reference = await aCouple(site)
      site.change(NEXT_YEAR)
      site.change(
        "insert into guest_requests (booking_id, kind, created_at) values (1, 'move', 1748800000000)",
      )
      await signInTo(page, `/admin/bookings/${reference}`)
      await page.getByRole('link', { name: 'Move', exact: true }).last().click()
      const asking = page.getByRole('dialog', { name: `Move ${reference}` })
      await asking
        .getByLabel('New departure, for 2 travelers')
        .selectOption('Oct 15 to Oct 26, 2026 (20 left)')
      if (scripts) await expectWellMade(page)
      await asking.getByRole('button', { name: 'Show price and plan' }).click()
      const there = page.getByRole('dialog', { name: `Move ${reference} to October 15, 2026?` })
      await expect(there).toContainText('First installment, due Aug 15, 2025$4,000')
      await expect(there).toContainText('First installment, due Aug 14, 2026$4,000')
      await there.getByLabel('Today’s: $9,600').check()
      if (scripts) await expectWellMade(page)
      await there.getByRole('button', { name: 'Move the booking' }).click()
      await expect(toast(page, 'Booking moved')).toBeVisible()
      expect(site.rows('select kind from guest_requests where done_at is null')).toEqual([])
      expect(bookingIn(site)).toEqual([{ travelers: 2, total: 960_000, kept: 100_000 }])
      const moved = await site.mailbox.waitFor(({ subject }) =>
        subject.startsWith('New dates for your booking'),
      )
      expect(moved.text).toContain('it was $9,000 and is now $9,600')

      await page.getByRole('link', { name: 'Move', exact: true }).click()
      await page.getByRole('button', { name: 'Show price and plan' }).click()
      await page.getByLabel('Today’s: $9,000').check()
      await page.getByRole('button', { name: 'Move the booking' }).click()
      await expect(page.locator('main')).toContainText('Oct 15, 2026 to Oct 16, 2025')
      expect(bookingIn(site)).toEqual([{ travelers: 2, total: 900_000, kept: 100_000 }])
    })

    test('a canceled booking is reinstated with what was kept', async ({ page, site }) => {
      const reference = await aCouple(site)
      // Booked so long ago that the deposit stays.
      site.change('update bookings set created_at = created_at - 40 * 86400000')
      await signInTo(page, `/admin/bookings/${reference}`)
      await page.getByRole('link', { name: 'Cancel booking' }).click()
      await page.getByRole('button', { name: 'Cancel booking' }).click()
      await page.getByRole('link', { name: 'Reinstate' }).click()
      const dialog = page.getByRole('dialog', { name: `Reinstate ${reference}?` })
      await expect(dialog).toContainText('Balance due then$8,000')
      await expect(dialog).toContainText('First installment, due Aug 15, 2025$4,000')
      if (scripts) await expectWellMade(page)
      await dialog.getByRole('button', { name: 'Reinstate the booking' }).click()
      await expect(toast(page, 'Booking reinstated')).toBeVisible()
      await expect(page.locator('main')).toContainText('reinstated the booking')
      expect(bookingIn(site)).toEqual([{ travelers: 2, total: 900_000, kept: 100_000 }])
    })

    test('the lead traveler gets another address, then leaves the lead to another and goes', async ({
      page,
      site,
    }) => {
      const reference = await aCouple(site)
      const link = () => String(site.rows('select link_token as link from bookings')[0]?.link)
      const oldLink = link()
      await signInTo(page, `/admin/bookings/${reference}`)
      await page.getByRole('link', { name: 'Change the lead traveler' }).click()
      const contact = page.getByRole('dialog', { name: `Lead traveler of ${reference}` })
      await contact.getByLabel('Email').fill('wanjiru@')
      await contact.getByRole('button', { name: 'Save' }).click()
      await expect(contact).toContainText('Please enter a valid email address')
      await contact.getByLabel('Email').fill('wanjiru.kamau@example.org')
      if (scripts) await expectWellMade(page)
      await contact.getByRole('button', { name: 'Save' }).click()
      await expect(toast(page, 'Lead traveler saved')).toBeVisible()
      const toOld = await site.mailbox.waitFor(({ subject }) => subject.startsWith('The email address of'))
      expect(toOld.to).toEqual(['wanjiru@example.com'])
      await site.mailbox.waitFor(
        ({ subject, text }) => subject.startsWith('Your contact') && text.includes(link()),
      )
      const dead = await page.request.get(`${site.url}/booking/${oldLink}`)
      expect(dead.status()).toBe(404)
      expect((await page.request.get(`${site.url}/pay/${oldLink}`)).status()).toBe(404)

      await page.getByText('Edit Wanjiru Kamau').click()
      await page.getByRole('link', { name: 'Remove Wanjiru Kamau' }).click()
      await page.getByRole('dialog').getByRole('link', { name: 'Traveler 2' }).click()
      const next = page.getByRole('dialog', { name: 'Make Traveler 2 the lead traveler?' })
      await next.getByLabel('Full name').fill('Amina Odera')
      await next.getByLabel('Email').fill('amina@example.org')
      if (scripts) await expectWellMade(page)
      await next.getByRole('button', { name: 'Make lead traveler' }).click()
      await expect(toast(page, 'New lead traveler')).toBeVisible()
      const leaving = page.getByRole('dialog', { name: `Remove Wanjiru Kamau from ${reference}?` })
      await leaving.getByRole('button', { name: 'Remove and refund $500' }).click()
      await expect(toast(page, 'Traveler removed')).toBeVisible()
      await expect.poll(() => bookingIn(site)).toEqual([{ travelers: 1, total: 450_000, kept: 50_000 }])
      await expect(page.locator('main')).toContainText('made another traveler the lead traveler')
      const lessened = await site.mailbox.waitFor(({ subject }) => subject.startsWith('A traveler has left'))
      expect(lessened.to).toEqual(['amina@example.org'])

      // With scripts the menu of that row is open still.
      if (!scripts) await page.getByText('Edit Amina Odera').click()
      await page.getByRole('link', { name: 'Remove Amina Odera' }).click()
      await expect(page.getByRole('dialog')).toContainText(
        'A booking of one cannot go on without its traveler',
      )
      if (scripts) await expectWellMade(page)
      await page.getByRole('dialog').getByRole('link', { name: 'Cancel booking' }).click()
      await expect(page.getByRole('dialog', { name: `Cancel ${reference}?` })).toBeVisible()
    })
  })
