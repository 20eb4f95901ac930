import { Form } from '@remix-run/react'
import type { ReactNode } from 'react'
import { WAITLIST } from '#app/bookings/waitlist/waitlist-fields'
import { WATCH } from '#app/people/people-fields'
import {
  afterSales,
  CANCELED,
  CANCELED_FOR_GUESTS,
  IF_IT_DOES_NOT_RUN,
  NOT_DUE_BEFORE,
  NOT_YET,
  SALES_CLOSED,
  SOLD_OUT,
} from '#app/tours/departure'
import { BOOKED_TODAY } from '#app/tours/refund-policy'
import { Button, ButtonLink } from '#app/ui/button'
import { DownIcon } from '#app/ui/icons'
import { OVER_WHOLE_CARD, TextLink, WHOLE_CARD } from '#app/ui/link'
import { Notice } from '#app/ui/notice'
import { Panel } from '#app/ui/panel'
import { Picture } from '#app/ui/picture'
import { RefundSteps } from '#app/ui/refund-terms'
import { Section } from '#app/ui/section'
import { WAITING_FAILED, WATCHING_FAILED } from './form-words'
import { useSiteForm } from './site-form'
import type { TourPage } from './tour-page.server'

type Room = TourPage['rooms'][number]

const ROOM_WORDS: Record<Room['roomType'], string> = {
  double: 'A room shared with another traveler: your companion, or one we introduce to you.',
  single: 'A room to yourself, all the way from Nairobi to the sea.',
}

export const TourRooms = ({ tour }: { tour: TourPage }) => (
  <Section
    id="pricing"
    labelledBy="pricing-heading"
    title={tour.sales === 'open' || tour.sales === 'not-yet' ? 'Choose your room' : 'Rooms and prices'}
    ground="sand"
    tight
    className="rendered-late [--expected-height:922px] md:[--expected-height:623px]"
  >
    {tour.sales === 'sold-out' ? (
      <>
        <SalesNotice tour={tour} />
        <Folded title={`What a seat costs, ${tour.dates}`}>
          <Rooms tour={tour} />
        </Folded>
      </>
    ) : (
      <Rooms tour={tour} />
    )}
    {tour.sales === 'open' && <TourPayments tour={tour} />}
  </Section>
)

const Rooms = ({ tour }: { tour: TourPage }) => (
  <>
    <p className="type-lead mt-3.5 text-ink-soft">
      Prices are for one traveler, {tour.dates}.
      {tour.sales === 'open' && ` A ${tour.deposit} deposit holds your seat.`}
    </p>
    {tour.sales !== 'sold-out' && <SalesNotice tour={tour} />}
    {!tour.isCanceled && tour.running && (
      <p className="mt-2 max-w-[60ch]">
        {tour.running} {tour.waits && `${IF_IT_DOES_NOT_RUN} ${NOT_DUE_BEFORE}`}
      </p>
    )}
    <ul className="mt-6 grid gap-4 md:mt-9 md:grid-cols-2 md:gap-6">
      {tour.rooms.map((room) => (
        <RoomCard key={room.roomType} room={room} tour={tour} />
      ))}
    </ul>
    {tour.sales === 'open' &&
      tour.seatsLeft >= 2 &&
      tour.rooms.map((room) => room.forTwo && <ForTwo key={room.roomType} {...{ tour, room }} />)}
  </>
)

type FoldedProps = { title: string; id?: string; children: ReactNode }

/** What is read now and then, behind its title. */
const Folded = ({ title, id, children }: FoldedProps) => (
  <details className="group mt-7 border-umber/25 border-y" id={id}>
    <summary className="flex min-h-14 list-none items-center justify-between gap-4 py-3 [&::-webkit-details-marker]:hidden">
      <h3 className="type-h3">{title}</h3>
      <DownIcon className="size-5 flex-none text-umber transition-transform group-open:rotate-180" />
    </summary>
    <div className="pb-7">{children}</div>
  </details>
)

function SalesNotice({ tour }: { tour: TourPage }) {
  if (tour.sales === 'open') {
    return (
      <p className="mt-3 font-semibold md:mt-5">
        <span className="tabular-nums">
          {tour.seatsLeft} of {tour.seats}
        </span>{' '}
        {tour.seatsLeft === 1 ? 'seats is left' : 'seats are left'}.
      </p>
    )
  }
  return (
    <>
      <Notice
        tone="wait"
        className="mt-7 max-w-2xl"
        title={tour.isCanceled ? CANCELED : TITLES[tour.sales]}
        actions={
          <>
            {tour.next && <ButtonLink to={`${tour.next.to}#pricing`}>See {tour.next.dates}</ButtonLink>}
            {!(tour.next && tour.sales === 'sold-out') && (
              <ButtonLink to="/contact" tone={tour.next ? 'outline' : 'umber'}>
                Ask about the next departure
              </ButtonLink>
            )}
          </>
        }
      >
        {reason(tour)}
        {tour.next && ` The next departure, ${tour.next.dates}, is on sale.`}
      </Notice>
      {!tour.next && <TellMeForm {...tour} />}
    </>
  )
}

const TITLES = { closed: SALES_CLOSED, 'sold-out': SOLD_OUT, 'not-yet': NOT_YET }

function reason({ sales, seats, begun, opensOn, isCanceled, next }: TourPage): string {
  if (isCanceled) return CANCELED_FOR_GUESTS
  if (sales === 'sold-out')
    return `All ${seats} seats are taken. Seats that come free go to the waitlist first: join it at the top of this page.`
  if (sales === 'not-yet') return opensOn ? `Seats can be booked starting ${opensOn}.` : 'It opens later.'
  return afterSales(begun, next !== null)
}

/** While there are seats, the whole card leads to checkout; its button is what shows (rules 10.11). */
const RoomCard = ({ room, tour }: RoomProps) => (
  <Panel as="li" className={`flex flex-col p-5 sm:p-8 ${tour.sales === 'open' ? WHOLE_CARD : ''}`}>
    {/* On a phone beside the price: above it, both rooms' pictures would part the prices by a screen. */}
    <div className="max-sm:flex max-sm:justify-between max-sm:gap-3">
      {room.picture && (
        <Picture
          picture={room.picture}
          sizes="(width >= 48rem) 36rem, (width >= 40rem) 100vw, 12rem"
          className="max-sm:order-last max-sm:size-24 max-sm:flex-none max-sm:rounded-field sm:-mt-8 sm:mb-5 sm:-ml-8 sm:aspect-16/9 sm:w-[calc(100%+4rem)] sm:max-w-none sm:rounded-t-card"
        />
      )}
      <div>
        <h3 className="type-h3">{room.name}</h3>
        <p className="type-figure mt-3">
          {room.usual && (
            <del className="mr-3 text-ink-soft text-lg">
              <span className="sr-only">Usual price </span>
              {room.usual.price}
            </del>
          )}
          {room.price}{' '}
          <span className="whitespace-nowrap font-normal font-text text-base text-ink-soft tracking-normal">
            per person
          </span>
        </p>
        {room.usual && <p className="mt-1 font-semibold text-sm">Early bird, until {room.usual.until}</p>}
        {room.forTwo && <p className="mt-2 font-semibold tabular-nums">Two of you: {room.forTwo}</p>}
      </div>
    </div>
    <p className="mt-2.5 text-ink-soft max-sm:text-sm">{ROOM_WORDS[room.roomType]}</p>
    {room.plan && <p className="mt-2.5 mb-5 text-sm tabular-nums">{room.plan}</p>}
    {tour.sales === 'open' && (
      <ButtonLink
        to={checkoutOf(tour, room)}
        reloadDocument
        className={`mt-auto w-full group-hover:bg-umber-deep ${OVER_WHOLE_CARD}`}
      >
        Book a {room.name.toLowerCase()}
      </ButtonLink>
    )}
  </Panel>
)

type RoomProps = { tour: TourPage; room: Room }

/** A couple begins its checkout with both seats. */
const ForTwo = ({ tour, room }: RoomProps) => (
  <p className="mt-5">
    Coming as two?{' '}
    <TextLink to={`${checkoutOf(tour, room)}&travelers=2`} reloadDocument className="inline-block py-2">
      Reserve both seats for {room.forTwo}
    </TextLink>
  </p>
)

const checkoutOf = ({ checkoutQuery }: TourPage, { roomType }: Room): string =>
  `/checkout?roomType=${roomType}${checkoutQuery && `&${checkoutQuery}`}`

/** What is due when, and what comes back: folded, under the rooms. */
function TourPayments({ tour }: { tour: TourPage }) {
  const [double, single] = tour.rooms
  const steps = [
    {
      title: `${tour.deposit} today`,
      text: 'A deposit by card holds your seat. Or pay in full today.',
    },
    ...(double?.installments ?? []).map((installment, index) => ({
      title: installment.dueOn,
      text: `${installment.name}: ${installment.amount} for a double room, ${single?.installments[index]?.amount} for a single. We’ll email you before then.`,
    })),
  ]
  return (
    <Folded title="How paying works" id="payments">
      <ol className="mt-3 grid gap-x-10 gap-y-5 md:grid-cols-3">
        {steps.map((step, index) => (
          <li key={step.title} className="border-umber border-t pt-4">
            <p className="type-h3">
              <span className="text-ember tabular-nums">{index + 1}.</span> {step.title}
            </p>
            <p className="mt-1.5 text-ink-soft">{step.text}</p>
          </li>
        ))}
      </ol>
      {tour.waits && <p className="mt-8 max-w-[60ch] font-semibold">{NOT_DUE_BEFORE}</p>}
      <RefundSteps refund={tour.refund} title={BOOKED_TODAY} className="mt-7 max-w-2xl" />
      <p className="mt-3 text-sm">
        Questions before you decide? <TextLink to="/contact">Talk to us</TextLink>.
      </p>
    </Folded>
  )
}

/** Takes an address for one letter: that the next departure has opened. */
function TellMeForm({ departure, page }: Pick<TourPage, 'departure' | 'page'>) {
  const { formProps, lines, notice, busy } = useSiteForm('watch', WATCH, WATCHING_FAILED)
  return (
    <Panel className="mt-7 max-w-2xl scroll-mt-24 p-6 sm:p-7" id="tell-me">
      <Form
        {...formProps}
        action={page}
        aria-label="Tell me when the next departure opens"
        className="relative grid gap-4"
      >
        <h3 className="type-h3">Tell me when the next departure opens</h3>
        <input type="hidden" name="departure" value={departure} />
        {lines}
        {notice}
        <p>
          <Button busy={busy} busyLabel="Sending...">
            Tell me
          </Button>
        </p>
      </Form>
    </Panel>
  )
}

const BEGUN = { rooms: 'any' }

/** Takes a wish to wait for a departure that is sold out. */
export function WaitlistForm({ departure, page, dates }: Pick<TourPage, 'departure' | 'page' | 'dates'>) {
  const { formProps, lines, notice, busy } = useSiteForm('waitlist', WAITLIST, WAITING_FAILED, BEGUN)
  return (
    <Panel className="mt-7 max-w-2xl scroll-mt-24 p-6 sm:p-7" id="waitlist">
      <Form
        {...formProps}
        action={page}
        aria-label="Join the waitlist"
        className="relative grid grid-cols-2 gap-4 max-sm:*:col-span-2"
      >
        <div className="sm:col-span-2">
          <h2 className="type-h3">Join the waitlist</h2>
          <p className="mt-2 text-ink-soft">
            Seats that come free on {dates} are offered by email, in the order in which people joined. It
            costs nothing, and you can leave at any time.
          </p>
        </div>
        <input type="hidden" name="departure" value={departure} />
        {lines}
        {notice && <div className="sm:col-span-2">{notice}</div>}
        <p className="sm:col-span-2">
          <Button busy={busy} busyLabel="Sending..." className="max-sm:w-full">
            Join the waitlist
          </Button>
        </p>
      </Form>
    </Panel>
  )
}
