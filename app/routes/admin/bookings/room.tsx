import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { partyOf } from '#app/bookings/party.server'
import { whyNotRoomed } from '#app/money/books/amounts-owed.server'
import { asShown } from '#app/money/books/quote-digest.server'
import type { RoomQuote } from '#app/money/books/quotes'
import { RoomForm } from '#app/money/changes/money-forms'
import { changeRoom, type NotChangingRoom, roomQuote } from '#app/money/changes/party/change-room.server'
import { now } from '#app/platform/clock.server'
import { ROOM_NAMES } from '#app/tours/party'
import { travelerWords } from '#app/travelers/detail-fields'
import { stayOnFailure } from '#app/ui/admin/admin-form'
import {
  answerMoneyCommand,
  answerNotDone,
  bookingToChange,
  done,
  notOpened,
  ROOMS_STAY,
  WHY_NOT,
} from './booking-command.server'
import { ChooseTraveler } from './booking-parts'
import { Amounts, MoneyDialog, PriceAfter, useMoneyForm, useQuote, WhichPrice } from './money-dialog'

const WHY_NOT_ROOMED = {
  ...WHY_NOT,
  'written-off': 'The balance of this booking was written off. Its rooms can no longer change.',
  'has-begun': ROOMS_STAY,
  'no-such-traveler': 'This traveler is no longer on the booking.',
} satisfies Record<NotChangingRoom, string>

/** Whose room changes; at `/room/who` first the question who that is. */
export async function loader(args: LoaderFunctionArgs) {
  const booking = await bookingToChange(args)
  const { reference } = booking
  const page = `/admin/bookings/${reference}`
  const refused = whyNotRoomed(booking, now())
  if (refused === 'not-standing') throw redirect(page)
  if (refused) return notOpened(booking, WHY_NOT_ROOMED[refused])
  const party = partyOf(booking.id)
  if (args.params.position === 'who' && party.length > 1) {
    const travelers = party.map((one) => ({
      name: `${travelerWords(one)}: ${ROOM_NAMES[one.roomType].toLowerCase()}`,
      to: `${page}/room/${one.position}`,
    }))
    return { reference, travelers, changing: null }
  }
  const position = args.params.position === 'who' ? 1 : Number(args.params.position)
  const traveler = party.find((one) => one.position === position)
  const quote = traveler && roomQuote(booking, traveler.id, now())
  if (!quote || 'refused' in quote) throw new Response('Traveler not found', { status: 404 })
  const changing = { name: travelerWords(traveler), quote: asShown(quote), formKey: crypto.randomUUID() }
  return { reference, travelers: [], changing }
}

export const action = (args: ActionFunctionArgs) =>
  answerMoneyCommand(args, RoomForm, async (typed, staff) => {
    const outcome = await changeRoom(typed, staff, now)
    if (!('changed' in outcome)) {
      return answerNotDone(
        outcome,
        WHY_NOT_ROOMED,
        'The room, the price or the plan has changed since this was opened. Nothing was changed: please look again.',
      )
    }
    const room = ROOM_NAMES[outcome.changed.to].toLowerCase()
    return done('Room changed', `It is a ${room} now, and we’ll email the lead traveler.`)
  })

export const clientAction = stayOnFailure({ title: 'Failed to change the room' })

export default function RoomPage() {
  const { reference, travelers, changing } = useLoaderData<typeof loader>()
  if (changing) return <Confirm reference={reference} {...changing} />
  return <ChooseTraveler {...{ reference, travelers }} title="Whose room changes?" />
}

type Changing = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>['changing']>

/** What it comes to, before it is done. */
function Confirm({ reference, name, quote: loaded, formKey }: Changing & { reference: string }) {
  const quote = useQuote(loaded)
  const { to, agreed, today } = quote
  const [form, fields] = useMoneyForm<typeof RoomForm>('change-room')
  return (
    <MoneyDialog
      {...{ reference, form, formKey }}
      title={`${ROOM_NAMES[to]} for ${name}?`}
      about={
        <>
          <p className="mb-4 text-sm [overflow-wrap:anywhere]">{whatFollows(quote)}</p>
          <Amounts title="Now" amounts={[{ label: 'Price', cents: agreed.beforeCents }]} />
          {today && <PriceAfter title="Then, with today’s price of the rooms" quote={today} />}
          <PriceAfter title={today ? 'Then, at the agreed price' : 'Then'} quote={agreed} />
        </>
      }
      label={`Give a ${ROOM_NAMES[to].toLowerCase()}`}
      busyLabel="Changing..."
      shown={{ travelerId: quote.travelerId, quoted: quote.quoted }}
    >
      <WhichPrice field={fields.price} agreed={agreed} today={today} isTodayFirst />
    </MoneyDialog>
  )
}

/** Who sleeps where then, and who hears of it. */
function whatFollows({ to, parted, shares }: RoomQuote): string {
  const bed =
    to === 'single'
      ? 'They have a room to themselves.'
      : shares
        ? `They share the double room of ${shares.name || 'their companion'}.`
        : 'They have a bed in a double room, and so far the room to themselves.'
  const left = parted.map((name) => `${name} stays alone in the double room, and gets an email.`)
  return [
    bed,
    ...left,
    'We’ll email the lead traveler. A price change is undone together with the room.',
  ].join(' ')
}
