import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { asSheet, receiptsOfTraveler } from '#app/money/books/own-receipts.server'
import { ReceiptSheet } from '#app/routes/payment/receipt-sheet'
import { departureOf } from '#app/tours/departures.server'
import { travelerWords } from '#app/travelers/detail-fields'
import { pageHead } from '#app/ui/page-head'
import { UnknownLink } from '#app/ui/shell/contact-line'
import type { PageHandle } from '#app/ui/shell/page-handle'
import { linkedTraveler } from '../named-traveler.server'

export const handle: PageHandle = { quiet: true, money: true }

/** What a companion paid by their own link, on one sheet of paper in their name. */
export function loader({ params }: LoaderFunctionArgs) {
  const found = linkedTraveler(params)
  const receipt =
    found && receiptsOfTraveler(found.booking, found.traveler.id).find(({ id }) => id === Number(params.id))
  if (!found || !receipt) return data(null, 404)
  const { booking, traveler, token } = found
  const { name: tourName, startsOn, endsOn } = departureOf(booking)
  return data({
    token,
    receipt: asSheet(receipt),
    paidBy: travelerWords(traveler),
    booking: { tourName, startsOn, endsOn, reference: booking.reference },
  })
}

export const meta: MetaFunction<typeof loader> = ({ matches, data: page }) =>
  pageHead({
    title: page ? `Receipt ${page.receipt.number}` : 'Receipt',
    description: 'A receipt for a payment.',
    path: '/traveler',
    noindex: true,
    matches,
  })

export default function OwnReceiptPage() {
  const page = useLoaderData<typeof loader>()
  if (!page) return <UnknownLink />
  const { token, ...sheet } = page
  return <ReceiptSheet {...sheet} back={{ to: `/traveler/${token}`, label: 'Back to your page' }} />
}
