import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { useState } from 'react'
import { z } from 'zod'
import { bookingByLink } from '#app/bookings/find-booking.server'
import { offerPlace, takePlaceBack } from '#app/money/changes/party/resold-places.server'
import { now } from '#app/platform/clock.server'
import { showDays } from '#app/platform/days'
import { type Cents, showCents } from '#app/platform/money'
import { readForm } from '#app/server/guards/read-form.server'
import { Badge } from '#app/ui/badge'
import { Button } from '#app/ui/button'
import { TextLink } from '#app/ui/link'
import { ArrivedNotice, Notice } from '#app/ui/notice'
import { unlistedHead } from '#app/ui/page-head'
import { Panel } from '#app/ui/panel'
import { LinkPage, revalidateAlways, UnknownLink } from '#app/ui/shell/contact-line'
import { SummaryList } from '#app/ui/summary-list'
import { redirectWithToast, successToast } from '#app/ui/toasts/flash.server'
import { loadLinkPage, type PlaceView, placesView } from './booking-page.server'
import { NOT_OFFERED } from './refusal-words.server'

/** Where a traveler offers a place of the booking to the waitlist, and takes it back (rules 1.28). */
export const loader = (args: LoaderFunctionArgs) =>
  loadLinkPage(args, (booking) => placesView(booking, now()))

const Wish = z.object({
  traveler: z.coerce.number().int().positive(),
  does: z.enum(['offer', 'take-back']),
  fee: z.coerce.number().int().min(0).catch(0),
  refund: z.coerce.number().int().min(0).catch(0),
})

export async function action({ request, params }: ActionFunctionArgs) {
  const token = params.token ?? ''
  const booking = bookingByLink(token)
  const form = await readForm(request, ['traveler', 'does', 'fee', 'refund'])
  const asked = Wish.safeParse(Object.fromEntries(form))
  if (!booking || !asked.success) throw new Response(null, { status: booking ? 400 : 404 })

  const { traveler: travelerId, does, fee, refund } = asked.data
  const wish = { travelerId, quotedFeeCents: fee as Cents, quotedRefundCents: refund as Cents }
  const done =
    does === 'offer'
      ? offerPlace(booking.reference, wish, now())
      : takePlaceBack(booking.reference, travelerId, now())
  if ('refused' in done) return data({ does, refused: NOT_OFFERED[done.refused] }, 409)
  return redirectWithToast(`/booking/${token}/place`, does === 'offer' ? ON_OFFER : TAKEN_BACK)
}

const ON_OFFER = successToast('Offered', 'We’ll email you as soon as someone takes the seat.')
const NOT_DONE = { offer: 'The seat was not offered', 'take-back': 'The seat was not taken back' }
const TAKEN_BACK = successToast('Taken back', 'The seat stays yours.')

export const shouldRevalidate = revalidateAlways

export const meta = unlistedHead('/booking', 'Offer a seat', 'Offer a seat of your booking to the waitlist.')

export default function OfferPlacePage() {
  const page = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  if (!page) return <UnknownLink />
  const { token, tour, places, isSoldOut } = page
  return (
    <LinkPage
      page={page}
      title={places.length === 1 ? 'Offer your seat' : 'Offer a seat'}
      lead={`${tour.name}, ${showDays(tour.startsOn, tour.endsOn)}`}
    >
      <p>
        Can’t come after all? We’ll miss you. Someone on the waitlist may be glad of your seat: once they have
        paid, you get your money back, less a fee. Until then nothing changes for you, and you can change your
        mind.
        {!isSoldOut &&
          ' Seats are still for sale at the moment, so it may be a while before anyone needs it.'}
      </p>
      {answer && (
        <Notice tone="danger" title={NOT_DONE[answer.does]} className="mt-6" role="alert">
          {answer.refused}
        </Notice>
      )}
      <div className="mt-7 grid gap-6">
        {places.map((place) => (
          <Place key={place.id} token={token} place={place} isAlone={places.length === 1} />
        ))}
      </div>
    </LinkPage>
  )
}

function Place({ token, place, isAlone }: { token: string; place: PlaceView; isAlone: boolean }) {
  const isNews = useIsNews(place.offered !== null)
  return (
    <Panel as="section">
      <h2 dir="auto" className="type-h3 break-words">
        {isAlone ? 'Your seat' : place.name}
      </h2>
      {isNews && !place.offered && (
        <ArrivedNotice tone="success" title="Taken back" className="mt-3">
          The seat stays yours.
        </ArrivedNotice>
      )}
      {place.offered ? (
        <Offered place={place} offered={place.offered} isNews={isNews} />
      ) : place.quote ? (
        <ToOffer place={place} quote={place.quote} />
      ) : (
        <>
          <p className="mt-2 text-sm">{place.why}</p>
          {place.isNameMissing && (
            <p className="mt-2 text-sm">
              <TextLink to={`/booking/${token}/travelers/2`}>Fill in the name</TextLink>
            </p>
          )}
        </>
      )}
    </Panel>
  )
}

/** Whether that has changed since the page was opened: its button is gone, and focus with it. */
function useIsNews(isOffered: boolean): boolean {
  const [shown, setShown] = useState({ isOffered, isNews: false })
  if (shown.isOffered !== isOffered) setShown({ isOffered, isNews: true })
  return shown.isNews
}

type OfferedProps = { place: PlaceView; offered: NonNullable<PlaceView['offered']>; isNews: boolean }

const Offered = ({ place, offered: { since, terms }, isNews }: OfferedProps) => (
  <>
    {isNews ? (
      <ArrivedNotice tone="success" title={`Offered since ${since}`} className="mt-3">
        {terms}
      </ArrivedNotice>
    ) : (
      <>
        <p className="mt-2">
          <Badge tone="success">Offered since {since}</Badge>
        </p>
        <p className="mt-3 text-sm">{terms}</p>
      </>
    )}
    <Act place={place} does="take-back" label="Take it back" tone="outline" />
  </>
)

const ToOffer = ({ place, quote }: { place: PlaceView; quote: NonNullable<PlaceView['quote']> }) => (
  <>
    <SummaryList
      className="mt-3"
      rows={[
        { label: 'Paid for it so far', value: showCents(quote.paidCents) },
        { label: 'Fee', value: showCents(quote.feeCents) },
        { label: 'Back to you if it is taken today', value: showCents(quote.refundCents), total: true },
        { label: 'Back to you if you cancel today', value: showCents(quote.canceledCents) },
      ]}
    />
    <p className="mt-4 text-sm">{quote.terms}</p>
    {place.next && (
      <p className="mt-3 text-sm">
        You lead this booking. Once your seat is taken, <bdi>{place.next}</bdi> leads it: its emails and links
        go to them.
      </p>
    )}
    <Act place={place} does="offer" quote={quote} label="Agree and offer the seat" />
  </>
)

type ActProps = {
  place: PlaceView
  does: 'offer' | 'take-back'
  label: string
  tone?: 'outline'
  quote?: PlaceView['quote']
}

function Act({ place, does, label, tone, quote }: ActProps) {
  const busy = useNavigation().formData?.get('traveler') === String(place.id)
  return (
    <Form method="post" preventScrollReset className="mt-5">
      <input type="hidden" name="traveler" value={place.id} />
      <input type="hidden" name="does" value={does} />
      {quote && <input type="hidden" name="fee" value={quote.feeCents} />}
      {quote && <input type="hidden" name="refund" value={quote.refundCents} />}
      <Button busy={busy} busyLabel="One moment..." {...(tone && { tone })}>
        {label}
        {/* Of several alike, who hears the page knows which. */}
        <span className="sr-only">: {place.name}</span>
      </Button>
    </Form>
  )
}
