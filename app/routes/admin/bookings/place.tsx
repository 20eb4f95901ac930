import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { partyOf } from '#app/bookings/party.server'
import type { IfKept } from '#app/bookings/stored-values'
import { ifKept, takePlaceOff } from '#app/bookings/waitlist/keep-place.server'
import { placesOf } from '#app/bookings/waitlist/offered-places.server'
import { PlaceOffForm } from '#app/money/changes/money-forms'
import { businessDay, now } from '#app/platform/clock.server'
import { showDay } from '#app/platform/days'
import { showCents } from '#app/platform/money'
import { travelerWords } from '#app/travelers/detail-fields'
import { revalidateAfterError, stayOnFailure } from '#app/ui/admin/admin-form'
import { AdminLink } from '#app/ui/admin/admin-parts'
import { RouteDialog } from '#app/ui/admin/route-dialog'
import { Notice } from '#app/ui/notice'
import {
  answerMoneyCommand,
  bookingToChange,
  done,
  namedBooking,
  nothingChanged,
} from './booking-command.server'
import { MoneyDialog, useMoneyForm } from './money-dialog'

const BEING_PAID =
  'A waiting party is paying for this seat right now. Nothing was changed: if they don’t finish, you can take it off once their hold has ended.'

/** Where staff take a place off the waitlist that a traveler offered. */
export async function loader(args: LoaderFunctionArgs) {
  const booking = await bookingToChange(args)
  const place = placesOf(booking).find(({ id }) => id === Number(args.params.id))
  if (place?.state !== 'open') throw redirect(`/admin/bookings/${booking.reference}`)
  const traveler = partyOf(booking.id).find(({ id }) => id === place.travelerId)
  return {
    reference: booking.reference,
    whose: traveler ? travelerWords(traveler) : 'The traveler',
    since: showDay(businessDay(place.createdAt)),
    fee: showCents(place.feeCents),
    becomes: ifKept(place),
  }
}

export const shouldRevalidate = revalidateAfterError

export const action = (args: ActionFunctionArgs) =>
  answerMoneyCommand(args, PlaceOffForm, ({ shown }, staff) => {
    const wish = { placeId: Number(args.params.id), shown }
    const outcome = takePlaceOff(namedBooking(args.params), wish, staff, now())
    if ('done' in outcome) {
      return done('Seat taken off the list', 'The traveler keeps it, and we’ll email the lead traveler.')
    }
    switch (outcome.refused) {
      case 'gone':
        return nothingChanged('This seat is no longer offered: it was taken, taken back or taken off.')
      case 'being-paid':
        return { words: BEING_PAID }
      case 'changed':
        return { words: 'The waitlist has changed since this was opened. Please look at it again.' }
    }
  })

export const clientAction = stayOnFailure({ title: 'Failed to take the seat off' })

const BECOMES: Record<Exclude<IfKept, 'being-paid'>, string> = {
  'no-offer': 'No waiting party has been offered it.',
  'free-seat': 'A waiting party has been offered it. They get a free seat instead and notice nothing.',
  'another-place':
    'A waiting party has been offered it. They get another seat that is offered and notice nothing.',
  'offer-ends':
    'A waiting party has been offered it. Their offer ends: we’ll email them, and they stay in line where they were.',
}

export default function PlaceOffPage() {
  const { reference, whose, since, fee, becomes } = useLoaderData<typeof loader>()
  const [form] = useMoneyForm<typeof PlaceOffForm>('place-off')
  const title = 'Take this seat off the waitlist?'
  const lead = (
    <>
      The seat of <bdi>{whose}</bdi> has been offered since {since}, for a fee of {fee}. Taken off, it stays
      theirs and no one can buy it. We’ll email the lead traveler, who can offer it again.
    </>
  )
  if (becomes === 'being-paid') {
    const page = `/admin/bookings/${reference}`
    return (
      <RouteDialog title={title} closeTo={page}>
        <p className="mb-4 text-sm">{lead}</p>
        <Notice tone="wait" title="A waiting party is paying for it" className="mb-4">
          {BEING_PAID}
        </Notice>
        <AdminLink to={page} preventScrollReset>
          Back
        </AdminLink>
      </RouteDialog>
    )
  }
  return (
    <MoneyDialog
      {...{ reference, form, title, lead }}
      about={<p className="mb-4 text-sm">{BECOMES[becomes]}</p>}
      label="Take it off"
      busyLabel="Taking off..."
      shown={{ shown: becomes }}
    />
  )
}
