import { eq, type SQL } from 'drizzle-orm'
import type { Booking } from '#app/bookings/find-booking.server'
import { showSigned } from '#app/platform/money'
import { siteSettings } from '#app/site/settings.server'
import { companyOf } from '#app/site/settings-form'
import { db } from '#db/connection.server'
import { paymentIntents } from '#db/schema/money'
import { ledgerOf } from './ledger.server'
import { type CompanyReceipt, discountLines, type Receipt, receiptsOf } from './receipts.server'

/** A movement as a payer with a link of their own sees it: nothing of what else the booking has paid. */
export type OwnReceipt = Pick<
  Receipt,
  'id' | 'number' | 'name' | 'entry' | 'day' | 'amountCents' | 'discountCents'
>

export const asOwn = ({ id, number, name, entry, day, amountCents, discountCents }: Receipt): OwnReceipt => ({
  ...{ id, number, name, entry, day, amountCents, discountCents },
})

/** What came by a companion's own link, and what of it went back; oldest first. */
export const receiptsOfTraveler = (booking: Booking, travelerId: number): OwnReceipt[] =>
  receiptsBy(booking, eq(paymentIntents.payerTravelerId, travelerId))

/** The same of a link that was made for somebody else. */
export const receiptsOfLink = (booking: Booking, linkId: number): OwnReceipt[] =>
  receiptsBy(booking, eq(paymentIntents.payerLinkId, linkId))

function receiptsBy(booking: Booking, isTheirs: SQL): OwnReceipt[] {
  const intents = new Set(
    db
      .select({ id: paymentIntents.stripeIntentId })
      .from(paymentIntents)
      .where(isTheirs)
      .all()
      .flatMap(({ id }) => id ?? []),
  )
  const theirs = new Set(
    ledgerOf(booking.id)
      .filter(({ stripeIntentId }) => stripeIntentId !== null && intents.has(stripeIntentId))
      .map(({ id }) => id),
  )
  return receiptsOf(booking)
    .filter(({ id }) => theirs.has(id))
    .map(asOwn)
}

/** A receipt as its payer prints it. */
export type OwnSheet = OwnReceipt & Pick<CompanyReceipt, 'company' | 'lines'>

export const asSheet = (receipt: OwnReceipt): OwnSheet => ({
  ...receipt,
  company: companyOf(siteSettings()),
  lines: [
    { of: 'amount', label: receipt.name, value: showSigned(receipt.amountCents) },
    ...discountLines(receipt),
  ],
})
