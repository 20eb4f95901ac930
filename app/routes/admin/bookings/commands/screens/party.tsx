import { DAYS_TO_PAY } from '#app/bookings/installments/plan'
import type { RoomQuote } from '#app/money/books/quotes'
import { showCents } from '#app/platform/money'
import { NAME_AT_MOST } from '#app/platform/typed/fields'
import { ROOM_NAMES, travelersInWords } from '#app/tours/party'
import { filledIn, TickField } from '#app/ui/admin/admin-fields'
import { SelectField, TextField } from '#app/ui/field'
import { TextLink } from '#app/ui/link'
import { RefundTerms } from '#app/ui/refund-terms'
import { ChooseTraveler } from '../../booking-parts'
import {
  Amounts,
  BankMayTakeIt,
  NoteField,
  PartyAfter,
  PlanAfter,
  PriceAfter,
  RefundSummary,
  WhichPrice,
} from '../../money-dialog'
import { andRefund, type Screen } from './screen'

export const join: Screen<'join'> = {
  failed: 'Failed to add the traveler',
  confirm: ({ reference, other, otherTo, refundNote, quote }, fields) => ({
    title: `Add a traveler to ${reference}?`,
    lead: (
      <>
        Another seat is taken in a {ROOM_NAMES[quote.roomType].toLowerCase()}, at today’s price,{' '}
        {showCents(quote.priceCents)}. Its deposit, {showCents(quote.depositCents)}, is due within{' '}
        {DAYS_TO_PAY} days, the rest with the installments, as shown below. We’ll email the lead traveler the
        payment link. To undo it, remove the traveler: the refund policy applies to them from today.
      </>
    ),
    about: (
      <>
        <p className="mb-4 text-sm">
          <TextLink to={otherTo} preventScrollReset>
            Add them in a {ROOM_NAMES[other].toLowerCase()} instead
          </TextLink>
        </p>
        <RefundTerms
          refund={{
            dates: quote.refund.dates.split('\n'),
            notes: [refundNote],
            accepted: [`Please tell the new traveler: ${quote.refund.terms}`],
            pages: [],
          }}
          className="mb-4 text-sm"
        />
        <PartyAfter {...quote} />
        <PlanAfter {...quote} />
      </>
    ),
    button: { label: `Add for ${showCents(quote.priceCents)}`, busyLabel: 'Adding...' },
    sent: { roomType: quote.roomType },
    fields: (
      <TextField
        label="Name"
        hint="May follow later, on their booking page."
        optional
        maxLength={NAME_AT_MOST}
        {...filledIn(fields.name)}
        autoComplete="off"
        dir="auto"
      />
    ),
  }),
}

export const leave: Screen<'leave'> = {
  failed: 'Failed to remove the traveler',
  confirm: ({ reference, travelers, name, isAsked, quote, refundsGoTo, bankMayTake }, fields) =>
    travelers ? (
      <ChooseTraveler {...{ reference, travelers }} title={`Who leaves ${reference}?`}>
        Next you see the amounts, before anything changes.
      </ChooseTraveler>
    ) : (
      {
        title: `Remove ${name} from ${reference}?`,
        lead: (
          <>
            The seat and the bed are free again, what <bdi>{name}</bdi> told us is erased, and the booking is
            for {travelersInWords(quote.travelers)}. We’ll email the lead traveler. This cannot be undone.
          </>
        ),
        about: (
          <>
            {quote.toCardsCents > 0 && <BankMayTakeIt bankMayTake={bankMayTake} />}
            <RefundSummary {...{ quote, refundsGoTo }} />
            <PartyAfter {...quote} />
            {quote.byHandCents > 0 && (
              <p className="mb-5 text-sm">
                {showCents(quote.byHandCents)} does not go back through Stripe. Send it by check or wire, then
                record it on the booking: under “Record a payment”, choose “We paid money back and lowered the
                price”.
              </p>
            )}
          </>
        ),
        button: { tone: 'danger', label: `Remove${andRefund(quote)}`, busyLabel: 'Removing...' },
        sent: { travelerId: quote.travelerId },
        fields: (
          <>
            {isAsked && (
              <TickField
                id="leave-request-stays"
                name="requestStays"
                label="Someone else asked to leave, too"
                hint="Their request stays open, and its day counts for their refund."
              />
            )}
            <NoteField field={fields.note} />
          </>
        ),
      }
    ),
}

export const room: Screen<'room'> = {
  failed: 'Failed to change the room',
  confirm: ({ reference, travelers, name, quote }, fields) => {
    if (travelers) return <ChooseTraveler {...{ reference, travelers }} title="Whose room changes?" />
    const { to, agreed, today } = quote
    return {
      title: `${ROOM_NAMES[to]} for ${name}?`,
      about: (
        <>
          <p className="mb-4 text-sm [overflow-wrap:anywhere]">{whatFollows(quote)}</p>
          <Amounts title="Now" amounts={[{ label: 'Price', cents: agreed.beforeCents }]} />
          {today && <PriceAfter title="Then, with today’s price of the rooms" quote={today} />}
          <PriceAfter title={today ? 'Then, at the agreed price' : 'Then'} quote={agreed} />
        </>
      ),
      button: { label: `Give a ${ROOM_NAMES[to].toLowerCase()}`, busyLabel: 'Changing...' },
      sent: { travelerId: quote.travelerId },
      fields: <WhichPrice field={fields.price} agreed={agreed} today={today} isTodayFirst />,
    }
  },
}

export const swap: Screen<'swap'> = {
  failed: 'Failed to swap the rooms',
  ask: ({ reference, travelers }, fields) => ({
    title: `Swap two rooms of ${reference}`,
    label: 'Show who sleeps where',
    fields: [fields.travelerId, fields.withId].map((field, index) => (
      <SelectField
        key={field.name}
        label={index === 0 ? 'The room of' : 'With that of'}
        {...filledIn(field)}
        defaultValue={field.initialValue ?? String(travelers[index]?.id)}
      >
        {travelers.map(({ id, words }) => (
          <option key={id} value={id}>
            {words}
          </option>
        ))}
      </SelectField>
    )),
  }),
  confirm: ({ reference, quote }) => ({
    title: `Swap two rooms of ${reference}?`,
    lead: 'What each of them pays stays as it is. We’ll email the lead traveler. To undo it, swap them again.',
    about: quote.after.map(({ travelerId, name, becomes }) => (
      <p key={travelerId} className="mb-4 text-sm">
        <bdi>{name}</bdi> then has a bed in a {ROOM_NAMES[becomes].toLowerCase()}.
      </p>
    )),
    button: { label: 'Swap the rooms', busyLabel: 'Swapping...' },
  }),
}

export const eachPays: Screen<'eachPays'> = {
  failed: 'Failed to save who pays',
  confirm: ({ reference, shares }) => ({
    title: `Let each of ${reference} pay their own share?`,
    lead: (
      <>
        Companions with an email address get a link to their own share, once. Reminders then go to who owes;
        final and overdue notices to the lead traveler as well, whose contract it stays. A payment page that
        is open now is closed.
      </>
    ),
    about: (
      <Amounts
        title="Still to be paid by"
        amounts={shares.map(({ name, owedCents }) => ({ label: name, cents: owedCents }))}
      />
    ),
    button: { label: 'Let each pay', busyLabel: 'Saving...' },
  }),
}

export const onePays: Screen<'onePays'> = {
  failed: 'Failed to save who pays',
  confirm: ({ reference }) => ({
    title: `Let one pay for all of ${reference} again?`,
    lead: 'Companions’ links no longer pay anything, and the lead traveler is asked for all that is left. What each has paid stays theirs, and refunds still go back to the cards that paid.',
    button: { label: 'Let one pay', busyLabel: 'Saving...' },
  }),
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
