import type { InstallmentPlan, PartyChoice } from '#app/bookings/installments/plan'
import { ORDER } from '#app/bookings/order-fields'
import { type Cents, cents, showCents } from '#app/platform/money'
import { capitalized } from '#app/platform/typed/fields'
import { inWords } from '#app/platform/words'
import { ROOM_BEDS, type RoomType, travelersInWords } from '#app/tours/party'
import { Button } from '#app/ui/button'
import { ChoiceCards } from '#app/ui/choice-cards'
import { SelectField } from '#app/ui/field'
import { DownIcon } from '#app/ui/icons'
import { TextLink } from '#app/ui/link'
import type { CheckoutPage } from './checkout-page.server'
import type { Wish } from './use-checkout'

/** Up to so many have a card of their own; larger parties share one, which opens. */
const CARD_EACH = 2

type Props = {
  checkout: Pick<CheckoutPage, 'roomType' | 'departure'>
  plans: PartyChoice[]
  chosen: Wish & InstallmentPlan
  errors?: string[]
  onChange: (chosen: Wish) => void
}

/**
 * How many travel on this booking, what that costs, and which rooms they get. Without scripts each choice
 * says its price, and a button brings the summary in line.
 */
export function PartyField({ checkout, plans, chosen, errors, onChange }: Props) {
  const { roomType } = checkout
  const { travelers, singles } = chosen
  const ofSize = plans.filter((plan) => plan.travelers === travelers)
  const sizes = plans.filter((plan, index) => plan.travelers !== plans[index - 1]?.travelers)
  const [few, many] = [sizes.slice(0, CARD_EACH), sizes.slice(CARD_EACH)]
  const [least, most] = [many[0], many.at(-1)]
  const choice = {
    name: 'travelers',
    value: String(travelers),
    onChange: (size: string) => onChange({ singles, travelers: Number(size) }),
  }
  const cardOf = (size: PartyChoice) => {
    const wish = size.travelers === travelers ? chosen : size
    return {
      value: String(size.travelers),
      title: size.travelers === 1 ? 'Just me' : `${capitalized(inWords(size.travelers))} of us`,
      price: showCents(wish.totalCents),
      detail: roomsFor(roomType, wish),
    }
  }
  return (
    <div className="grid gap-4">
      <ChoiceCards
        {...choice}
        legend={ORDER.travelers.label}
        isPart
        options={few.map(cardOf)}
        errors={errors}
      >
        {least && most && (
          <details
            open={travelers > CARD_EACH}
            className="group/more mt-3 rounded-card border border-field bg-white transition-colors open:bg-paper hover:border-umber"
          >
            <summary className="flex cursor-pointer list-none items-center gap-x-3 p-4.5 font-semibold [&::-webkit-details-marker]:hidden">
              <DownIcon className="size-4.5 flex-none text-ink-soft transition-transform group-open/more:rotate-180" />
              {least === most ? `${least.travelers} of us` : `${least.travelers} to ${most.travelers} of us`}
              <span className="ml-auto tabular-nums">From {showCents(least.totalCents)}</span>
            </summary>
            <ChoiceCards
              {...choice}
              legend="How many of you?"
              options={many.map(cardOf)}
              className="px-4.5 pb-4.5"
            />
          </details>
        )}
      </ChoiceCards>
      <OtherRoom {...checkout} travelers={travelers} extraCents={extraForSingle(plans)} />
      {ofSize.length > 1 && (
        <SelectField
          name="singles"
          label={ORDER.singles.label}
          value={String(singles)}
          onChange={(event) => onChange({ travelers, singles: Number(event.currentTarget.value) })}
        >
          {ofSize.map((plan) => (
            <option key={plan.singles} value={plan.singles}>
              {plan.singles > 0
                ? `${travelersInWords(plan.singles)} (+${showCents(cents(plan.totalCents - (ofSize[0]?.totalCents ?? 0)))})`
                : 'No one'}
            </option>
          ))}
        </SelectField>
      )}
      <noscript>
        <Button name="reprice" value="yes" tone="outline" formNoValidate className="w-full">
          Show the price
        </Button>
      </noscript>
    </div>
  )
}

/** What one of two pays more for a room of their own; null where only one may book. */
function extraForSingle(plans: PartyChoice[]): Cents | null {
  const [shared, apart] = plans.filter(({ travelers }) => travelers === 2)
  return shared && apart ? cents(apart.totalCents - shared.totalCents) : null
}

type OtherRoomProps = Props['checkout'] & { travelers: number; extraCents: Cents | null }

/** Where the kind of room is chosen after all. With scripts what was typed stays. */
function OtherRoom({ roomType, departure, travelers, extraCents }: OtherRoomProps) {
  if (roomType === 'double' && travelers > 1) return null
  const forMore = extraCents ? ` for ${showCents(extraCents)} more` : ''
  const [other, words] =
    roomType === 'double'
      ? ['single', `Have a room of your own${forMore}`]
      : ['double', travelers === 1 ? 'Share a double room instead' : 'Share double rooms instead']
  return (
    <p className="text-sm">
      <TextLink
        to={`/checkout?roomType=${other}&departure=${departure}&travelers=${travelers}`}
        preventScrollReset
        className="inline-block py-1"
      >
        {words}
      </TextLink>
    </p>
  )
}

/** Who sleeps where, and with whom. */
function roomsFor(roomType: RoomType, { travelers, singles }: Wish): string {
  if (roomType === 'single') return travelers === 1 ? 'A room of your own.' : 'A room of your own for each.'
  if (travelers === 1) return 'You share a double room with another traveler we’ll introduce you to.'
  const sharing = travelers - singles
  const full = Math.floor(sharing / ROOM_BEDS.double)
  const isOneOver = sharing % ROOM_BEDS.double > 0
  const rooms = [
    ...(full > 0
      ? [full === 1 ? doubleFor(travelers) : `${inWords(full)} double rooms, two of you in each`]
      : []),
    ...(singles > 0 ? [singles === 1 ? 'one single room' : `${inWords(singles)} single rooms`] : []),
  ].join(' and ')
  return `${capitalized(rooms)}.${
    isOneOver ? ' One of you shares a double room with another traveler we’ll introduce you to.' : ''
  }`
}

const doubleFor = (travelers: number) =>
  `one double room for ${travelers === ROOM_BEDS.double ? 'the two' : 'two'} of you`
