import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { bookingByLink } from '#app/bookings/find-booking.server'
import { ROOMS_WANTED_NAMES } from '#app/bookings/stored-values'
import { leaveWaitlist, rejoinWaitlist, waitAsBooked } from '#app/bookings/waitlist/join-waitlist.server'
import { type Place, placeByToken, placeOfBooking } from '#app/bookings/waitlist/place-page.server'
import { now } from '#app/platform/clock.server'
import { showCents } from '#app/platform/money'
import { addressDigest } from '#app/server/guards/guest-cookies.server'
import { readForm } from '#app/server/guards/read-form.server'

import { Button, ButtonLink } from '#app/ui/button'
import { Notice } from '#app/ui/notice'
import { unlistedHead } from '#app/ui/page-head'
import { NarrowPage, Panel } from '#app/ui/panel'
import { PrintBand } from '#app/ui/picture'
import { MessageScreen } from '#app/ui/shell/message-screens'
import { useToursPath } from '#app/ui/shell/page-handle'
import { SummaryList } from '#app/ui/summary-list'
import { NOT_WAITING } from './form-words'

/** By the link of a place, or by that of a booking whose late money was given back. Changes nothing. */
export function loader({ params }: LoaderFunctionArgs) {
  const token = params.token ?? ''
  const place = placeByToken(token, now())
  const booked = place ? null : placeOfBooking(token, now())
  return data({ place, booked, picture: (place ?? booked)?.picture }, { status: place || booked ? 200 : 404 })
}

/** Each may be repeated: it is done once. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const token = params.token ?? ''
  const form = await readForm(request, ['intent'])
  if (form.get('intent') === 'as-booked') {
    const booking = bookingByLink(token)
    const entry = booking && waitAsBooked(booking, now())
    return redirect(`/waitlist/${entry?.linkToken ?? encodeURIComponent(token)}`, 303)
  }
  if (form.get('intent') === 'again') {
    const stands = rejoinWaitlist(token, now(), addressDigest(context.clientAddress))
    if (stands === 'too-many') return data({ refused: NOT_WAITING['not-again'] }, { status: 409 })
  }
  if (form.get('intent') === 'leave') leaveWaitlist(token, now())
  return redirect(`/waitlist/${encodeURIComponent(token)}`, 303)
}

export const meta = unlistedHead(
  '/waitlist',
  'Your place on the waitlist',
  'See your place on the waitlist, or leave it.',
)

export default function WaitlistPage() {
  const { place, booked, picture } = useLoaderData<typeof loader>()
  const toursPath = useToursPath()
  if (place)
    return (
      <>
        {picture && <PrintBand picture={picture} className="h-40 sm:h-56" />}
        <PlaceScreen place={place} />
      </>
    )
  if (!booked)
    return (
      <MessageScreen
        title="We don’t recognize this link"
        text="It may have been cut off, or the journey may have begun since."
        actions={<ButtonLink to={toursPath}>See the tour</ButtonLink>}
      />
    )
  return (
    <MessageScreen
      title="Take your place on the waitlist"
      text={`${booked.tourName}, ${booked.dates}, for ${booked.party}. Your payment came after your seats had been released, so you keep your turn: your place in line counts from ${booked.bookedOn}, the day you booked.`}
      actions={<Act intent="as-booked" label="Take my place" />}
    />
  )
}

type ActProps = { intent: 'leave' | 'again' | 'as-booked'; label: string; tone?: 'outline' }

const Act = ({ intent, label, tone }: ActProps) => {
  const sending = useNavigation().formData?.get('intent') === intent
  return (
    <Form method="post" replace className="max-sm:w-full">
      <Button
        name="intent"
        value={intent}
        busy={sending}
        busyLabel="Sending..."
        className="max-sm:w-full"
        {...(tone && { tone })}
      >
        {label}
      </Button>
    </Form>
  )
}

const GOOD_NEWS = 'Good news: you can come along'

function PlaceScreen({ place }: { place: Place }) {
  const refused = useActionData<typeof action>()?.refused
  const { tourName, dates } = place
  const isLiving = place.state === 'waiting' || place.state === 'offered'
  return (
    <NarrowPage
      title={place.offer && !place.offer.isOver ? GOOD_NEWS : 'Your place on the waitlist'}
      lead={`${tourName}, ${dates}`}
    >
      {refused && (
        <div role="alert" className="mb-5">
          <Notice tone="danger" title="You are not on the waitlist yet">
            {refused}
          </Notice>
        </div>
      )}
      <StateNotice place={place} />
      {isLiving && (
        <Panel
          as="section"
          title={place.offer ? 'What we hold for you' : 'What you wish for'}
          className="mt-7 p-6 sm:p-8"
        >
          <SummaryList
            className="mt-3"
            rows={[
              { label: 'For', value: place.party },
              { label: 'Room', value: ROOMS_WANTED_NAMES[place.rooms] },
              place.place !== null && {
                label: 'Place in line',
                note: 'Larger parties may wait longer',
                value: place.place,
              },
              ...(place.offer
                ? [
                    {
                      label: 'Price today',
                      note: place.offer.roomName,
                      value: showCents(place.offer.totalCents),
                    },
                    { label: 'Deposit to book', value: showCents(place.offer.depositCents), total: true },
                  ]
                : [place.seatsFree > 0 && { label: 'Seats free now', value: place.seatsFree }]),
            ]}
          />
          {place.collecting && <Collecting collecting={place.collecting} />}
          {!place.offer && (
            <div className="mt-6">
              <Act intent="leave" label="Leave the waitlist" tone="outline" />
            </div>
          )}
        </Panel>
      )}
    </NarrowPage>
  )
}

const Collecting = ({ collecting: { isOwn, until } }: { collecting: NonNullable<Place['collecting']> }) => (
  <p className="mt-4 text-ink-soft text-sm">
    {isOwn
      ? `Yours is a large party, so we collect the seats that come free for you until ${until}. You get the offer as soon as there are enough.`
      : `Until ${until}, we collect the seats that come free for a large party. After that, offers go on in order.`}
  </p>
)

function StateNotice({ place }: { place: Place }) {
  const { state, offer, page } = place
  if (offer && !offer.isOver)
    return (
      <Notice
        tone="success"
        title={
          offer.seats === 1 ? 'We’re holding a seat for you' : `We’re holding ${offer.seats} seats for you`
        }
        actions={
          <>
            <ButtonLink to={offer.address} reloadDocument className="max-sm:w-full">
              Book now
            </ButtonLink>
            <Act intent="leave" label="Decline" tone="outline" />
          </>
        }
      >
        Until {offer.ends}. After that {offer.seats === 1 ? 'it goes' : 'they go'} to the next in line.{' '}
        {offer.note}
      </Notice>
    )
  if (state === 'waiting')
    return (
      <Notice tone="info" title="You are on the waitlist">
        The moment enough seats come free and it’s your turn, we’ll email you and hold them for you while you
        decide. There’s nothing else you need to do.
      </Notice>
    )
  const { title, text } = ENDED[offer ? 'lapsed' : state] ?? ENDED.left
  return (
    <Notice
      tone={state === 'booked' ? 'success' : 'wait'}
      title={title}
      actions={
        place.canStandAgain ? (
          <Act intent="again" label="Join again at the end of the line" />
        ) : (
          <ButtonLink to={page}>See the tour</ButtonLink>
        )
      }
    >
      {text}
    </Notice>
  )
}

const LEFT = { title: 'You are not on the waitlist', text: 'You left it, and won’t get any more offers.' }
const ENDED: Partial<Record<Place['state'], typeof LEFT>> & { left: typeof LEFT } = {
  left: LEFT,
  unconfirmed: {
    title: 'Your place is not confirmed yet',
    text: 'It counts once you open the link in our email and press the button there.',
  },
  declined: {
    title: 'You declined the seats',
    text: 'They go to the next in line, and you are off the waitlist.',
  },
  lapsed: {
    title: 'The offer is over',
    text: 'The seats were not booked in time and went to the next in line, so you are off the waitlist.',
  },
  booked: {
    title: 'You have booked',
    text: 'Your place on the waitlist has become a booking. Your email has its link.',
  },
  'taken-off': {
    title: 'You are not on the waitlist',
    text: 'Our team took your place off. If that is a mistake, please write to us.',
  },
  'departure-over': {
    title: 'The waitlist has closed',
    text: 'We no longer sell seats on this departure.',
  },
}
